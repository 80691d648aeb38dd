#include "device/android/backends/routed.h"

#include "device/android/adb/commands.h"
#include "device/android/android_priv.h"
#include "device/android/helper/helper.h"
#include "sys/lock.h"

static struct at_router *
router_of(struct at_device *device)
{
    return &at_android_of(device)->router;
}

// On an awake and unlocked device only the request itself is sent.
static bool
run(const struct at_op *op, struct at_device *device,
    const struct at_request *request, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_router *router = &android->router;
    struct at_err why = AT_ERR_INIT;
    if (!at_awake_prepare(op, android, request, err))
        return false;
    if (at_router_run(op, router, request, &why))
        return !at_awake_accept(op, android, request) ||
               at_router_run(op, router, request, err);
    if (!at_awake_mend(op, android, request, &why))
        return at_err_pass(err, &why);
    return at_router_run(op, router, request, err);
}

static void
note_screen(struct at_device *device, const struct at_tree *tree)
{
    bool turned = tree->rotation % 2 == 1;
    at_android_of(device)->screen = (struct at_turned){
        .width_px = turned ? tree->height_px : tree->width_px,
        .height_px = turned ? tree->width_px : tree->height_px,
        .rotation = tree->rotation,
    };
}

bool
at_routed_snapshot(const struct at_op *op, struct at_device *device,
                   struct at_snapshot *out, struct at_err *err)
{
    const struct at_request request = {.kind = AT_REQUEST_TREE,
                                       .snapshot = out};
    if (!run(op, device, &request, err))
        return false;
    note_screen(device, out->tree);
    return true;
}

void
at_routed_warm_up(struct at_device *device)
{
    at_router_begin(router_of(device));
}

bool
at_routed_screenshot(const struct at_op *op, struct at_device *device,
                     struct at_buf *out, struct at_err *err)
{
    const struct at_request request = {.kind = AT_REQUEST_SCREENSHOT,
                                       .bytes = out};
    return run(op, device, &request, err);
}

bool
at_routed_small_picture(const struct at_op *op, struct at_device *device,
                        const struct at_picture_limits *limits,
                        struct at_buf *out, struct at_image_info *info,
                        struct at_err *err)
{
    const struct at_request request = {.kind = AT_REQUEST_SCREENSHOT,
                                       .bytes = out,
                                       .limits = limits,
                                       .info = info};
    return at_awake_prepare(op, at_android_of(device), &request, err) &&
           at_router_small_picture(op, router_of(device), &request, err);
}

bool
at_routed_input(const struct at_op *op, struct at_device *device,
                const struct at_input *input, struct at_err *err)
{
    bool is_text =
        input->kind == AT_INPUT_TEXT || input->kind == AT_INPUT_SET_TEXT;
    const struct at_request request = {
        .kind = is_text ? AT_REQUEST_TEXT : AT_REQUEST_INPUT, .input = input};
    return run(op, device, &request, err);
}

bool
at_routed_step(const struct at_op *op, struct at_device *device,
               const struct at_device_step *step,
               struct at_device_step_result *out, struct at_err *err)
{
    const struct at_request request = {
        .kind = AT_REQUEST_STEP, .step = step, .step_result = out};
    if (!run(op, device, &request, err))
        return false;
    if (out->snapshot.tree)
        note_screen(device, out->snapshot.tree);
    return true;
}

bool
at_routed_finds(const struct at_device *device)
{
    return at_router_finds(&((const struct at_android *)device)->router);
}

// For few requests try adb first: the helper is opened only if adb cannot do
// it.
bool
at_routed_types_any(const struct at_op *op, struct at_device *device,
                    bool *out_any, struct at_err *err)
{
    struct at_router *router = router_of(device);
    *out_any = false;
    if (device->brief && !at_commands_types_any(op, device, out_any, err))
        return false;
    if (!*out_any)
        *out_any = (router->is_emulator &&
                    at_router_has(op, router, AT_BACKEND_GRPC)) ||
                   at_router_has_helper(op, router);
    return *out_any || device->brief ||
           at_commands_types_any(op, device, out_any, err);
}

bool
at_routed_ask_framework(const struct at_op *op, struct at_device *device,
                        const char *package, struct at_err *err)
{
    const struct at_request request = {.kind = AT_REQUEST_FRAMEWORK,
                                       .package = package};
    return at_router_run(op, router_of(device), &request, err);
}

bool
at_routed_framework(const struct at_op *op, struct at_device *device,
                    struct at_framework *out, struct at_err *err)
{
    const struct at_request request = {.kind = AT_REQUEST_FRAMEWORK,
                                       .framework = out};
    return at_router_run(op, router_of(device), &request, err);
}

// The lease prevents other programs of this user from taking it.
bool
at_routed_lend(const struct at_op *op, struct at_device *device, bool back,
               struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    at_lock_release(android->lent);
    android->lent = NULL;
    if (!back) {
        android->lent = at_helper_lend(op, device->serial, err);
        if (!android->lent)
            return false;
    }
    return at_router_lend(op, &android->router, back, err);
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
    return at_router_describe(&((const struct at_android *)device)->router,
                              out);
}
