// backend.h: one way to reach an Android device, among several
//
// Each kind is a constant row. The router (router.h) asks the backends in
// order, the supervisor (supervisor.h) opens, restarts and closes each. One
// thread at a time uses a device.
#ifndef AT_DEVICE_ANDROID_BACKENDS_BACKEND_H
#define AT_DEVICE_ANDROID_BACKENDS_BACKEND_H

#include "base/err.h"
#include "base/op.h"
#include "device/android/backends/request.h"

struct at_android;

enum at_backend {
    AT_BACKEND_ADB,
    AT_BACKEND_GRPC,
    AT_BACKEND_RESIDENT,
    AT_BACKEND_HELPER,
    AT_BACKEND_COUNT,
};

typedef bool at_backend_run(const struct at_op *op, void *self,
                            const struct at_request *request,
                            struct at_err *err);

// The state of a backend after a failed request.
enum at_backend_health {
    AT_BACKEND_USABLE,
    AT_BACKEND_STUCK,    // busy for long: a restart frees it
    AT_BACKEND_LOST,     // it has ended: a restart may bring it back
    AT_BACKEND_UNUSABLE, // restarting it now would not help
};

struct at_backend_kind {
    const char *name;    // name used in replies
    bool helper;         // our program on the device
    bool slow;           // slow to open, and leaves something on the device
    bool exclusive;      // while it is up, no other can read the tree
    const char *package; // its package on the device; may be NULL
    int64_t open_ms;     // at most, to open it
    bool (*open)(const struct at_op *op, struct at_android *android,
                 void **out_self, struct at_err *err);
    // open() in two halves, for work in between. begin does not wait; NULL: use
    // open(). await and drop take its result: await waits for the end, drop
    // abandons it. Each may be NULL.
    void *(*begin)(struct at_android *android);
    bool (*await)(const struct at_op *op, struct at_android *android,
                  void *begun, void **out_self, struct at_err *err);
    void (*drop)(void *begun);
    // Open it only if another program has started it already. May be NULL.
    bool (*join)(const struct at_op *op, struct at_android *android,
                 void **out_self, struct at_err *err);
    void (*close)(void *self);
    // Judge the backend after a request that failed with err.
    enum at_backend_health (*health)(const void *self,
                                     enum at_request_kind kind,
                                     const struct at_err *err);
    // Release what only one program on the device can hold, or reacquire it.
    // NULL: close it for that.
    bool (*lend)(const struct at_op *op, void *self, bool back,
                 struct at_err *err);
    // adb only: end the touch that started at that place without an app acting
    // on it. *out_was_down is false if nothing was down.
    bool (*release)(const struct at_op *op, void *self, struct at_point at,
                    bool *out_was_down, struct at_err *err);
    at_backend_run *run[AT_REQUEST_KINDS]; // NULL: never offered
};

extern const struct at_backend_kind at_backend_adb;
extern const struct at_backend_kind at_backend_grpc;
extern const struct at_backend_kind at_backend_resident;
extern const struct at_backend_kind at_backend_helper;

#endif
