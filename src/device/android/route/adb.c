// adb.c: the device's own programs as a backend; always there
#include "device/android/route/backend.h"
#include "device/android/via_adb/via_adb.h"

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
    (void)self; // at_via_adb_clean_up() is the device's end
}

static bool
is_never_lost(const void *self, enum at_want want, const struct at_err *err)
{
    (void)self;
    (void)want;
    (void)err;
    return false;
}

static bool
is_untouched(const void *self, const struct at_err *err)
{
    (void)self;
    return err->code == AT_EUNSUPPORTED;
}

static bool
read_tree(const struct at_op *op, void *self, const struct at_ask *ask,
          struct at_err *err)
{
    return at_via_adb_snapshot(op, self, ask->snapshot, err);
}

static bool
take_shot(const struct at_op *op, void *self, const struct at_ask *ask,
          struct at_err *err)
{
    return at_via_adb_screenshot(op, self, ask->bytes, err);
}

static bool
touch(const struct at_op *op, void *self, const struct at_ask *ask,
      struct at_err *err)
{
    const struct at_input *input = ask->input;

    switch (input->kind) {
    case AT_INPUT_TAP:
        return at_via_adb_tap(op, self, input->at, err);
    case AT_INPUT_DOUBLE_TAP:
        return at_via_adb_double_tap(op, self, input->at, input->interval_ms,
                                     err);
    case AT_INPUT_SWIPE:
        return at_via_adb_swipe(op, self, &input->swipe, err);
    default:
        return at_fail(err, AT_EUNSUPPORTED,
                       "adb's input has one finger, and this needs two");
    }
}

static bool
release(const struct at_op *op, void *self, struct at_point at,
        bool *out_was_down, struct at_err *err)
{
    return at_via_adb_release(op, self, at, out_was_down, err);
}

static bool
press(const struct at_op *op, void *self, const struct at_ask *ask,
      struct at_err *err)
{
    return at_via_adb_key(op, self, ask->input->text, ask->input->repeat, err);
}

static bool
type(const struct at_op *op, void *self, const struct at_ask *ask,
     struct at_err *err)
{
    return at_via_adb_text(op, self, ask->input->text, err);
}

const struct at_backend_kind at_backend_adb = {
    .name = "adb",
    .open = open_adb,
    .close = close_adb,
    .is_lost = is_never_lost,
    .untouched = is_untouched,
    .release = release,
    .run =
        {
            [AT_WANT_TREE] = read_tree,
            [AT_WANT_SCREENSHOT] = take_shot,
            [AT_WANT_TOUCH] = touch,
            [AT_WANT_KEY] = press,
            [AT_WANT_TEXT] = type,
        },
};
