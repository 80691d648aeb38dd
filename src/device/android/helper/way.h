// way.h: how the helper gets onto a device, is started and is reached there
//
// A constant row each. bring_up.c goes through the stages that all ways have in
// common, and calls a row in the order of its members.
#ifndef AT_DEVICE_ANDROID_HELPER_WAY_H
#define AT_DEVICE_ANDROID_HELPER_WAY_H

#include "device/android/helper/exchange.h"

// The command of one start. Both are owned by the caller.
struct at_helper_start {
    char *command;
    char *input; // NULL: none
};

struct at_helper_way {
    const char *name;       // begins the errors
    const char *find_stage; // the names of the first two stages in errors
    const char *place_stage;
    int64_t launch_ms; // at most, from the start until it serves
    bool tells_stages; // a start that reports no stage serves never
    bool is_shared;    // shared by programs of this user: see share.h
    // Find this program's file and set helper->file and version_code.
    bool (*find)(struct at_helper *helper, struct at_err *err);
    // Have that file on the device.
    bool (*place)(const struct at_op *op, struct at_helper *helper,
                  struct at_helper_open_result *result, struct at_err *err);
    // Write the command, and the service where the helper is to listen. The
    // token is new. again: a start has failed at that stage.
    void (*plan)(struct at_helper *helper, bool again,
                 enum at_helper_stage failed, struct at_helper_start *out);
    // A start failed at result->stage: apply a remedy for the next attempt.
    // *out_again is false without a remedy.
    bool (*mend)(const struct at_op *op, struct at_helper *helper,
                 struct at_helper_open_result *result, bool *out_again,
                 struct at_err *err);
    void (*mended_in_vain)(struct at_helper *helper); // may be NULL
};

extern const struct at_helper_way at_helper_installed;
extern const struct at_helper_way at_helper_resident;

// Take this long at most for a short command on the device.
enum { AT_HELPER_COMMAND_MS = 3000 };

// Fail with the caller's own end if that came first, else with AT_EDEVICE
// "WHAT within N s".
bool at_helper_fail_late(const struct at_op *op, const char *what, int64_t ms,
                         struct at_err *err);

#endif
