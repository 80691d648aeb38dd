// calls.h: what the files of this folder share: one helper and its calls
#ifndef AT_DEVICE_ANDROID_HELPER_CALLS_H
#define AT_DEVICE_ANDROID_HELPER_CALLS_H

#include "device/android/helper/answers.h"
#include "device/android/helper/apk.h"
#include "device/android/helper/helper.h"
#include "device/android/helper/keeper.h"
#include "device/android/helper/launch.h"
#include "device/android/helper/link.h"
#include "device/android/parse_packages.h"

struct at_helper {
    // Of the device; none for a helper that was attached.
    bool attached;
    struct at_adb_device device;
    struct at_helper_apk apk;
    struct at_helper_launch *launch; // owned; NULL: none runs
    struct at_helper_keeper *keeper; // owned

    char token[AT_HELPER_TOKEN_LEN + 1]; // of the launch
    char service[16];                    // "tcp:8765"
    struct at_helper_dial dial;
    struct at_helper_link link;
    struct at_helper_link aside; // connected: an answer is on its way
    struct at_helper_status status;

    bool touched;          // the last call that failed may have done something
    bool doubtful;         // it did not answer in time
    int64_t busy_ns;       // until then with a touch that nobody waits for
    bool gone;             // it is not to be asked any more
    bool down;             // it could not be brought up again: why
    struct at_err why;     // … says
    int64_t repaired_ns;   // when it was brought up again last; 0: never
    int64_t held_ms;       // see at_helper_take_held_ms()
    enum at_holder holder; // who had UiAutomation when a launch failed
};

// A helper that somebody else has launched: it is never brought up again. The
// caller owns it; dial's user must outlive it.
struct at_helper *at_helper_attach(const struct at_helper_dial *dial,
                                   const char *token);

// Launch and see it answer; once more, after what may help, where that fails.
// Messages begin with the stage. came is told as far as it went.
AT_CHECKED bool at_helper_bring_up(const struct at_op *op,
                                   struct at_helper *helper,
                                   struct at_helper_came *came,
                                   struct at_err *err);
// End what runs, in order where ms are enough.
void at_helper_take_down(struct at_helper *helper, int64_t ms);

struct at_helper_call {
    const char *method;
    const char *path;
    json_t *body;     // taken; NULL: failed before, err is set
    int64_t max_ms;   // an answer that takes longer is not coming
    int64_t touch_ms; // of that, what its touches take
    size_t max_bytes; // of the answer
    bool reads;       // it changes nothing: may be asked twice
    bool any_json;    // an answer with ok false is no failure
};

// Ask, within op and the call's own time. A helper that was lost is brought up
// again first, or afterwards where nothing was done. *out_json is the answer's
// JSON, owned by the caller; NULL on failure and for a picture, which is in
// reply. reply is initialised by this and deinited by the caller; out_json and
// reply may be NULL.
AT_CHECKED bool at_helper_call(const struct at_op *op, struct at_helper *helper,
                               const struct at_helper_call *call,
                               struct at_helper_reply *reply, json_t **out_json,
                               struct at_err *err);

// /status, once, without bringing anything up.
AT_CHECKED bool at_helper_ask_status(const struct at_op *op,
                                     struct at_helper *helper, int64_t max_ms,
                                     struct at_helper_status *out,
                                     struct at_err *err);

#endif
