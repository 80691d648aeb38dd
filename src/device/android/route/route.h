// route.h: which backend does what, and what is done where one fails
//
// For each want the table has the backends in order of preference. One that is
// wanted for the first time is brought up; where that fails it stays off, and
// the reason is kept. One that fails in a call is passed over for that call if
// it has left the device as it was, and the next is asked; one that was lost is
// brought up again by the next call, once, and is off after the next loss. One
// that may have done some of it ends the call, and what it has left on the
// screen is lifted (held.h).
#ifndef AT_DEVICE_ANDROID_ROUTE_ROUTE_H
#define AT_DEVICE_ANDROID_ROUTE_ROUTE_H

#include "device/android/route/backend.h"
#include "device/android/route/held.h"
#include "device/device.h"

struct at_route {
    const char *name;
    bool reads;    // changes nothing on the device
    bool optional; // the caller has another way: nothing is brought up late
    // By preference, up to AT_BACKEND_COUNT.
    enum at_backend on_emulator[AT_BACKEND_COUNT + 1];
    enum at_backend on_device[AT_BACKEND_COUNT + 1];
};
extern const struct at_route at_routes[AT_WANT_COUNT];

enum at_backend_stands {
    AT_BACKEND_COLD, // not brought up, or to be brought up again
    AT_BACKEND_UP,
    AT_BACKEND_OFF,
};

struct at_routed_backend {
    const struct at_backend_kind *kind;
    void *self; // owned, while UP
    enum at_backend_stands stands;
    bool barred; // by the caller's choice
    unsigned losses;
    char reason[256]; // why it is not up
};

struct at_router {
    struct at_android *android; // borrowed
    bool is_emulator;
    struct at_routed_backend backends[AT_BACKEND_COUNT];
    struct at_held held;
};

typedef const struct at_backend_kind *at_backend_kinds[AT_BACKEND_COUNT];

// Nothing is brought up by this.
void at_router_init(struct at_router *router, struct at_android *android,
                    const at_backend_kinds kinds);
void at_router_deinit(struct at_router *router);

// Have the first backend that can do it do it. Fallbacks and the backend of an
// input are noted in the device. AT_EUNSUPPORTED says why each cannot.
AT_CHECKED bool at_router_run(const struct at_op *op, struct at_router *router,
                              const struct at_ask *ask, struct at_err *err);

// Is it up, or can it be brought up now?
bool at_router_has(const struct at_op *op, struct at_router *router,
                   enum at_backend backend);

// "auto", "adb", "grpc"; see at_device_ops.use_backend.
AT_CHECKED bool at_router_use(const struct at_op *op, struct at_router *router,
                              struct at_str name, struct at_err *err);

size_t at_router_tell(const struct at_router *router,
                      struct at_backend_state out[AT_DEVICE_BACKENDS_MAX]);

#endif
