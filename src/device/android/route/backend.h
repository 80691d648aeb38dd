// backend.h: one way to reach an Android device, among several
//
// Each kind is a constant row; the router (route.h) brings them up, asks them
// in order, and puts down what is lost. One thread at a time a device.
#ifndef AT_DEVICE_ANDROID_ROUTE_BACKEND_H
#define AT_DEVICE_ANDROID_ROUTE_BACKEND_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/facts.h"
#include "device/input.h"

struct at_android;

enum at_backend {
    AT_BACKEND_ADB,
    AT_BACKEND_GRPC,
    AT_BACKEND_HELPER,
    AT_BACKEND_COUNT,
};

enum at_want {
    AT_WANT_TREE,
    AT_WANT_STEP,
    AT_WANT_SCREENSHOT,
    AT_WANT_FRAMEWORK,
    AT_WANT_TOUCH,
    AT_WANT_KEY,
    AT_WANT_TEXT,
    AT_WANT_COUNT,
};

// One call, all of it borrowed.
struct at_ask {
    enum at_want want;
    const struct at_input *input; // TOUCH, KEY, TEXT
    struct at_snapshot *snapshot; // TREE
    struct at_buf *bytes;         // SCREENSHOT
    const struct at_device_step *step;
    struct at_device_stepped *stepped;
    const char *package;            // FRAMEWORK: ask about it
    struct at_framework *framework; // … or take the answer
};

typedef bool at_backend_run(const struct at_op *op, void *self,
                            const struct at_ask *ask, struct at_err *err);

struct at_backend_kind {
    const char *name; // as replies say it
    bool slow;        // to bring up, and leaves something behind on the device
    bool alone;       // while it is up no other can read the tree
    const char *package; // on the device, by which it is known; may be NULL
    int64_t open_ms;     // for bringing it up, at most
    bool (*open)(const struct at_op *op, struct at_android *android,
                 void **out_self, struct at_err *err);
    void (*close)(void *self);
    // Of the call that has just failed with err: is the backend gone by it, and
    // may another do the same without its being done twice?
    bool (*is_lost)(const void *self, enum at_want want,
                    const struct at_err *err);
    bool (*untouched)(const void *self, const struct at_err *err);
    // adb's alone: end what touches the screen, which began at that place, so
    // that no app makes anything of it. *out_was_down false: nothing did.
    bool (*release)(const struct at_op *op, void *self, struct at_point at,
                    bool *out_was_down, struct at_err *err);
    at_backend_run *run[AT_WANT_COUNT]; // NULL: never offered
};

extern const struct at_backend_kind at_backend_adb;
extern const struct at_backend_kind at_backend_grpc;
extern const struct at_backend_kind at_backend_helper;

#endif
