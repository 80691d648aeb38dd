#include "device/android/route/routed.h"

static struct at_router *
router_of(struct at_device *device)
{
    return &((struct at_routed *)device)->router;
}

static void
note_screen(struct at_device *device, const struct at_tree *tree)
{
    struct at_android *android = (struct at_android *)device;
    bool turned = tree->rotation % 2 == 1;

    android->screen = (struct at_turned){
        .width_px = turned ? tree->height_px : tree->width_px,
        .height_px = turned ? tree->width_px : tree->height_px,
        .rotation = tree->rotation,
    };
}

bool
at_routed_snapshot(const struct at_op *op, struct at_device *device,
                   struct at_snapshot *out, struct at_err *err)
{
    const struct at_ask ask = {.want = AT_WANT_TREE, .snapshot = out};

    if (!at_router_run(op, router_of(device), &ask, err))
        return false;
    note_screen(device, out->tree);
    return true;
}

bool
at_routed_screenshot(const struct at_op *op, struct at_device *device,
                     struct at_buf *out, struct at_err *err)
{
    const struct at_ask ask = {.want = AT_WANT_SCREENSHOT, .bytes = out};

    return at_router_run(op, router_of(device), &ask, err);
}

static bool
put_in(const struct at_op *op, struct at_device *device, enum at_want want,
       const struct at_input *input, struct at_err *err)
{
    const struct at_ask ask = {.want = want, .input = input};

    return at_router_run(op, router_of(device), &ask, err);
}

bool
at_routed_tap(const struct at_op *op, struct at_device *device,
              struct at_point at, struct at_err *err)
{
    const struct at_input input = {.kind = AT_INPUT_TAP, .at = at};

    return put_in(op, device, AT_WANT_TOUCH, &input, err);
}

bool
at_routed_double_tap(const struct at_op *op, struct at_device *device,
                     struct at_point at, int64_t interval_ms,
                     struct at_err *err)
{
    const struct at_input input = {
        .kind = AT_INPUT_DOUBLE_TAP, .at = at, .interval_ms = interval_ms};

    return put_in(op, device, AT_WANT_TOUCH, &input, err);
}

bool
at_routed_swipe(const struct at_op *op, struct at_device *device,
                const struct at_swipe *swipe, struct at_err *err)
{
    const struct at_input input = {.kind = AT_INPUT_SWIPE, .swipe = *swipe};

    return put_in(op, device, AT_WANT_TOUCH, &input, err);
}

bool
at_routed_gesture(const struct at_op *op, struct at_device *device,
                  struct at_gesture *gesture, struct at_err *err)
{
    const struct at_input input = {.kind = AT_INPUT_GESTURE,
                                   .gesture = gesture};

    return put_in(op, device, AT_WANT_TOUCH, &input, err);
}

bool
at_routed_step(const struct at_op *op, struct at_device *device,
               const struct at_device_step *step, struct at_device_stepped *out,
               struct at_err *err)
{
    const struct at_ask ask = {
        .want = AT_WANT_STEP, .step = step, .stepped = out};

    if (!at_router_run(op, router_of(device), &ask, err))
        return false;
    if (out->snapshot.tree)
        note_screen(device, out->snapshot.tree);
    return true;
}

bool
at_routed_key(const struct at_op *op, struct at_device *device,
              struct at_str key, unsigned repeat, struct at_err *err)
{
    const struct at_input input = {
        .kind = AT_INPUT_KEY, .text = key, .repeat = repeat};

    return put_in(op, device, AT_WANT_KEY, &input, err);
}

bool
at_routed_text(const struct at_op *op, struct at_device *device,
               struct at_str text, struct at_err *err)
{
    const struct at_input input = {.kind = AT_INPUT_TEXT, .text = text};

    return put_in(op, device, AT_WANT_TEXT, &input, err);
}

// For few calls adb is asked first: the helper is brought up only if it cannot.
bool
at_routed_types_any(const struct at_op *op, struct at_device *device,
                    bool *out_any, struct at_err *err)
{
    struct at_router *router = router_of(device);

    *out_any = false;
    if (device->brief && !at_via_adb_types_any(op, device, out_any, err))
        return false;
    if (!*out_any)
        *out_any = (router->is_emulator &&
                    at_router_has(op, router, AT_BACKEND_GRPC)) ||
                   at_router_has(op, router, AT_BACKEND_HELPER);
    return *out_any || device->brief ||
           at_via_adb_types_any(op, device, out_any, err);
}

bool
at_routed_ask_framework(const struct at_op *op, struct at_device *device,
                        const char *package, struct at_err *err)
{
    const struct at_ask ask = {.want = AT_WANT_FRAMEWORK, .package = package};

    return at_router_run(op, router_of(device), &ask, err);
}

bool
at_routed_framework(const struct at_op *op, struct at_device *device,
                    struct at_framework *out, struct at_err *err)
{
    const struct at_ask ask = {.want = AT_WANT_FRAMEWORK, .framework = out};

    return at_router_run(op, router_of(device), &ask, err);
}

bool
at_routed_use_backend(const struct at_op *op, struct at_device *device,
                      struct at_str name, struct at_err *err)
{
    return at_router_use(op, router_of(device), name, err);
}

size_t
at_routed_backends(const struct at_device *device,
                   struct at_backend_state out[AT_DEVICE_BACKENDS_MAX])
{
    return at_router_tell(&((const struct at_routed *)device)->router, out);
}
