// adb.c: the backend of the device's own programs; always available
#include "device/android/backends/backend.h"
#include "device/android/adb/commands.h"

static bool
open_adb(const struct at_op *op, struct at_android *android, void **out_self,
         struct at_err *err)
{
    (void)op;
    (void)err;
    *out_self = android;
    return true;
}

static void
close_adb(void *self)
{
    (void)self; // at_commands_clean_up() belongs to the device
}

static enum at_backend_health
health(const void *self, enum at_request_kind kind, const struct at_err *err)
{
    (void)self;
    (void)kind;
    (void)err;
    return AT_BACKEND_USABLE;
}

static bool
read_tree(const struct at_op *op, void *self, const struct at_request *request,
          struct at_err *err)
{
    return at_commands_snapshot(op, self, request->snapshot, err);
}

static bool
take_shot(const struct at_op *op, void *self, const struct at_request *request,
          struct at_err *err)
{
    return at_commands_screenshot(op, self, request->bytes, err);
}

// A shell command whose result is missing may still have run. Requests that
// adb cannot serve are refused before anything is sent.
static bool
inject(const struct at_op *op, void *self, const struct at_request *request,
       struct at_err *err)
{
    return at_commands_input(op, self, request->input, err) ||
           at_err_set_run(err, err->code != AT_EUNSUPPORTED);
}

static bool
release(const struct at_op *op, void *self, struct at_point at,
        bool *out_was_down, struct at_err *err)
{
    return at_commands_release(op, self, at, out_was_down, err);
}

const struct at_backend_kind at_backend_adb = {
    .name = "adb",
    .open = open_adb,
    .close = close_adb,
    .health = health,
    .release = release,
    .run =
        {
            [AT_REQUEST_TREE] = read_tree,
            [AT_REQUEST_SCREENSHOT] = take_shot,
            [AT_REQUEST_INPUT] = inject,
            [AT_REQUEST_TEXT] = inject,
        },
};
