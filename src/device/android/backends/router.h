// router.h: the choice of the backend for a request, and the reaction to
// failures
//
// For each kind of request a table has the backends in order of preference. The
// supervisor opens a backend for its first request; if that fails the backend
// stays off and the reason is kept. After a failed request there are three
// cases:
//
//   nothing of it was done     the next backend is asked
//   some of it may be done     the request fails, and a finger that it may have
//                              left on the screen is lifted (stuck_touch.h)
//   the request itself is      it fails: no other backend could do better
//   wrong, or op has ended
//
// At most one of the exclusive backends is up. For a device that is open for
// few requests (`brief`), a backend that is slow to open comes last, after all
// that are open or quick; one that another program has started is quick.
#ifndef AT_DEVICE_ANDROID_BACKENDS_ROUTER_H
#define AT_DEVICE_ANDROID_BACKENDS_ROUTER_H

#include "device/android/backends/backend.h"
#include "device/android/backends/stuck_touch.h"
#include "device/android/backends/supervisor.h"
#include "device/device.h"

struct at_router {
    struct at_android *android; // borrowed
    bool is_emulator;
    struct at_supervisor backends[AT_BACKEND_COUNT];
    struct at_stuck_touch stuck_touch;
};

typedef const struct at_backend_kind *at_backend_kinds[AT_BACKEND_COUNT];

// Opens no backend yet.
void at_router_init(struct at_router *router, struct at_android *android,
                    const at_backend_kinds kinds);
void at_router_deinit(struct at_router *router);

// Send the request to the first backend that can carry it out. Fallbacks and
// the backend of an input are noted in the device. AT_EUNSUPPORTED says why no
// backend can.
AT_CHECKED bool at_router_run(const struct at_op *op, struct at_router *router,
                              const struct at_request *request,
                              struct at_err *err);

// Like at_router_run() for a small picture, by an open helper, which only
// scales and compresses. AT_EUNSUPPORTED: none is open, the emulator is
// quicker, or it failed, which is recorded.
AT_CHECKED bool at_router_small_picture(const struct at_op *op,
                                        struct at_router *router,
                                        const struct at_request *request,
                                        struct at_err *err);

// Open the backend if it is not open yet. Returns whether it can be used.
bool at_router_has(const struct at_op *op, struct at_router *router,
                   enum at_backend backend);

// Begin to open what reads the tree best, and do not wait for it. Does nothing
// for a device that is open for few requests.
void at_router_begin(struct at_router *router);

// Open our program on the device, in any way, if it is not open yet. Returns
// whether it can be used.
bool at_router_has_helper(const struct at_op *op, struct at_router *router);

// See at_device_ops.lend. Backends that cannot lend are closed, and opened when
// they are needed again.
AT_CHECKED bool at_router_lend(const struct at_op *op, struct at_router *router,
                               bool back, struct at_err *err);

// Return true if an open backend looks up an element at the moment of the
// touch.
bool at_router_finds(const struct at_router *router);

// "auto", "adb", "grpc"; see at_device_ops.use_backend.
AT_CHECKED bool at_router_use(const struct at_op *op, struct at_router *router,
                              struct at_str name, struct at_err *err);

// Describe the backends by preference for input. Returns their number.
size_t at_router_describe(const struct at_router *router,
                          struct at_backend_state out[AT_DEVICE_BACKENDS_MAX]);

#endif
