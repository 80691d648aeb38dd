// calls.h: what the files of this folder share: one emulator and its calls
#ifndef AT_DEVICE_ANDROID_EMULATOR_CALLS_H
#define AT_DEVICE_ANDROID_EMULATOR_CALLS_H

#include "device/android/emulator/discovery.h"
#include "device/android/emulator/emulator.h"

enum at_emulator_method {
    AT_EMULATOR_GET_STATUS,
    AT_EMULATOR_SEND_TOUCH,
    AT_EMULATOR_SEND_KEY,
    AT_EMULATOR_GET_SHOT,
    AT_EMULATOR_GET_CLIP,
    AT_EMULATOR_SET_CLIP,
    AT_EMULATOR_METHOD_COUNT,
};

// "/package.Service/method"
const char *at_emulator_path(enum at_emulator_method method);

struct at_emulator_access;
struct at_grpc_client;

struct at_emulator {
    char serial[128];
    struct at_emulator_place place;
    struct at_emulator_access *access; // owned; to place
    struct at_grpc_client *client;     // owned; to place
    struct at_emulator_status status;  // of the time when it was opened
    struct at_turned screen;
    // What may not have been lifted: all zero but while a gesture is sent, and
    // after one whose fingers the emulator could not be told to lift.
    struct at_touch_frame down;
    bool touched; // the last call that failed may have done something
};

// One call, bounded by op and by the method's own time. message is serialised;
// reply may be NULL where the answer says nothing. Where nothing was done and
// the emulator is to be found elsewhere by now, it is called there.
AT_CHECKED bool at_emulator_call(const struct at_op *op,
                                 struct at_emulator *emulator,
                                 enum at_emulator_method method,
                                 const struct at_buf *message,
                                 struct at_buf *reply, struct at_err *err);

// Lift what is down, in a time of its own.
AT_CHECKED bool at_emulator_lift(struct at_emulator *emulator,
                                 struct at_err *err);

#endif
