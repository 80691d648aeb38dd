// exchange.h: one helper, as the files of this folder see it, and its requests
#ifndef AT_DEVICE_ANDROID_HELPER_EXCHANGE_H
#define AT_DEVICE_ANDROID_HELPER_EXCHANGE_H

#include "device/android/helper/answers.h"
#include "device/android/helper/artefacts.h"
#include "device/android/helper/helper.h"
#include "device/android/helper/keepalive.h"
#include "device/android/helper/launch.h"
#include "device/android/helper/link.h"
#include "device/android/parse/packages.h"

struct at_helper_share;
struct at_helper_way;

struct at_helper {
    struct at_adb_device device;
    const struct at_helper_way *way; // NULL if attached by a test
    bool may_install;
    bool reinstalled; // after a start that failed
    struct at_helper_apk apk;
    struct at_helper_jar jar;
    const char *file; // path of the APK or the jar; borrowed from these
    int64_t version_code;
    struct at_helper_share *share;   // owned; NULL unless it has the lease
    struct at_helper_launch *launch; // owned; NULL if attached
    struct at_helper_keepalive *keepalive; // owned

    char token[AT_HELPER_TOKEN_LEN + 1]; // token of the launch
    char service[64];                    // "tcp:8765"
    struct at_helper_dial dial;
    struct at_helper_link link;
    struct at_helper_link framework_link; // connected while an answer is due
    struct at_helper_status status;

    enum at_helper_state state;
    int64_t touch_until_ns; // end of a touch that its caller gave up
    int64_t waited_ms;      // see at_helper_take_waited_ms()
    enum at_holder holder;  // holder of UiAutomation when a launch failed
};

// Attach to a helper that another program launched and looks after. The caller
// owns the result; dial's user must outlive it.
struct at_helper *at_helper_attach(const struct at_helper_dial *dial,
                                   const char *token);

struct at_helper_request {
    const char *method;
    const char *path;
    json_t *body;     // taken; NULL: none
    int64_t max_ms;   // time for the answer
    int64_t touch_ms; // the part of it that touches take
    size_t max_bytes; // limit of the answer
    bool reads;       // changes nothing on the device
    bool any_json;    // an answer with ok false is not a failure
};

// Send a request and read its answer within op and max_ms. Fails without
// sending if the helper is STUCK or LOST. *out_json is the answer's JSON, owned
// by the caller; NULL on failure and for a picture, which is in reply. reply is
// initialised here and deinited by the caller; out_json and reply may be NULL.
AT_CHECKED bool at_helper_exchange(const struct at_op *op,
                                   struct at_helper *helper,
                                   const struct at_helper_request *request,
                                   struct at_helper_reply *reply,
                                   json_t **out_json, struct at_err *err);

// Send a request whose answer has no more than ok, and do not take UiAutomation
// again for it.
AT_CHECKED bool at_helper_exchange_once(const struct at_op *op,
                                        struct at_helper *helper,
                                        const struct at_helper_request *request,
                                        struct at_err *err);
// Take UiAutomation again, unless it is lent to another program.
AT_CHECKED bool at_helper_take_back(const struct at_op *op,
                                    struct at_helper *helper,
                                    struct at_err *err);

// Request /status, whatever the state of the helper.
AT_CHECKED bool at_helper_request_status(const struct at_op *op,
                                         struct at_helper *helper,
                                         int64_t max_ms,
                                         struct at_helper_status *out,
                                         struct at_err *err);

#endif
