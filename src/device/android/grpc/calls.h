// calls.h: one emulator and its calls, shared by the files of this folder
#ifndef AT_DEVICE_ANDROID_GRPC_CALLS_H
#define AT_DEVICE_ANDROID_GRPC_CALLS_H

#include "device/android/grpc/discovery.h"
#include "device/android/grpc/emulator.h"
#include "device/android/grpc/messages.h"

struct at_emulator_access;
struct at_grpc_client;

struct at_emulator {
    char serial[128];
    struct at_emulator_place place;
    struct at_emulator_access *access; // owned; to place
    struct at_grpc_client *client;     // owned; to place
    struct at_emulator_status status;  // status at the time of opening
    struct at_turned screen;
    // Touches that may still be down: empty except during a gesture, and after
    // one whose fingers could not be lifted.
    struct at_touch_frame down;
};

// Find the emulator with the serial and prepare calls to it.
AT_CHECKED bool at_emulator_connect(struct at_emulator *emulator,
                                    struct at_err *err);
void at_emulator_disconnect(struct at_emulator *emulator);

// Call a method, limited by op and the method's own time. message is
// serialised; reply may be NULL if the answer is empty. If nothing was done and
// the emulator has moved in the meantime, the call is sent to its new address.
AT_CHECKED bool at_emulator_call(const struct at_op *op,
                                 struct at_emulator *emulator,
                                 enum at_emulator_method method,
                                 const struct at_buf *message,
                                 struct at_buf *reply, struct at_err *err);

// Lift the touches that are down, with a separate time limit.
AT_CHECKED bool at_emulator_lift(struct at_emulator *emulator,
                                 struct at_err *err);

#endif
