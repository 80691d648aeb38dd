// grpc.c: the emulator's own control service as a backend
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/emulator/emulator.h"
#include "device/android/route/backend.h"
#include "device/android/route/lines.h"
#include "device/android/via_adb/via_adb.h"
#include "sys/clock.h"
#include "wire/image.h"

// Opening: a key of ours is taken up (2 s at most), and the emulator answers.
enum { OPEN_MS = 4000, RESTORE_MS = 1000 };

struct grpc {
    struct at_emulator *emulator; // owned
    struct at_android *android;   // borrowed
    // What the clipboard held before the first text. When a text has been
    // pasted only the reader of the field knows: it is put back at the end.
    bool clip_kept;
    struct at_buf clip;
    bool touched; // by an earlier part of the call that failed last
};

static bool
open_grpc(const struct at_op *op, struct at_android *android, void **out_self,
          struct at_err *err)
{
    struct at_emulator *emulator;

    if (!at_emulator_open(op, android->base.serial, &emulator, err))
        return false;
    struct grpc *grpc = at_alloc(sizeof(*grpc));
    grpc->emulator = emulator;
    grpc->android = android;
    grpc->clip = (struct at_buf)AT_BUF_INIT(AT_CLIPBOARD_MAX_BYTES);
    *out_self = grpc;
    return true;
}

static void
close_grpc(void *self)
{
    struct grpc *grpc = self;
    const struct at_op any = {.deadline_ns = AT_NEVER_NS};
    struct at_op op = at_op_sub(&any, at_now_ns(), RESTORE_MS);

    if (grpc->clip_kept) // the emulator may be gone
        (void)!at_emulator_set_clipboard(&op, grpc->emulator,
                                         at_buf_str(&grpc->clip), NULL);
    at_emulator_free(grpc->emulator);
    at_buf_deinit(&grpc->clip);
    free(grpc);
}

static bool
is_lost(const void *self, enum at_want want, const struct at_err *err)
{
    (void)self;
    (void)want;
    return err->code == AT_EGRPC;
}

static bool
is_untouched(const void *self, const struct at_err *err)
{
    const struct grpc *grpc = self;

    (void)err;
    return !grpc->touched && at_emulator_untouched(grpc->emulator);
}

// Where a point is depends on how the screen is turned, which only a tree has
// told.
static bool
set_screen(struct grpc *grpc, struct at_err *err)
{
    const struct at_turned *screen = &grpc->android->screen;

    if (screen->width_px == 0)
        return at_fail(err, AT_EUNSUPPORTED,
                       "how the screen is turned is not known yet");
    at_emulator_set_screen(grpc->emulator, screen);
    return true;
}

static bool
double_tap(const struct at_op *op, struct grpc *grpc,
           const struct at_input *input, struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    bool ok =
        at_gesture_double_tap(input->at, input->interval_ms, &gesture, err) &&
        at_emulator_gesture(op, grpc->emulator, &gesture, err);

    at_gesture_deinit(&gesture);
    return ok;
}

static bool
touch(const struct at_op *op, void *self, const struct at_ask *ask,
      struct at_err *err)
{
    struct grpc *grpc = self;
    const struct at_input *input = ask->input;

    grpc->touched = false;
    if (!set_screen(grpc, err))
        return false;
    switch (input->kind) {
    case AT_INPUT_TAP:
        return at_emulator_tap(op, grpc->emulator, input->at, err);
    case AT_INPUT_DOUBLE_TAP:
        return double_tap(op, grpc, input, err);
    case AT_INPUT_SWIPE:
        return at_emulator_swipe(op, grpc->emulator, &input->swipe, err);
    default:
        return at_emulator_gesture(op, grpc->emulator, input->gesture, err);
    }
}

static bool
press(const struct at_op *op, void *self, const struct at_ask *ask,
      struct at_err *err)
{
    struct grpc *grpc = self;

    grpc->touched = false;
    return at_emulator_key(op, grpc->emulator, ask->input->text,
                           ask->input->repeat, err);
}

static void
keep_clip(const struct at_op *op, struct grpc *grpc)
{
    if (grpc->clip_kept)
        return;
    grpc->clip_kept =
        at_emulator_get_clipboard(op, grpc->emulator, &grpc->clip, NULL);
}

static bool
type(const struct at_op *op, void *self, const struct at_ask *ask,
     struct at_err *err)
{
    struct grpc *grpc = self;
    struct at_str text = ask->input->text;
    unsigned enters = at_text_split_enters(&text);

    grpc->touched = false;
    if (text.len > 0) {
        keep_clip(op, grpc);
        if (!at_emulator_text(op, grpc->emulator, text, err))
            return false;
        grpc->touched = true;
    }
    return enters == 0 || at_emulator_key(op, grpc->emulator,
                                          AT_STR("KEYCODE_ENTER"), enters, err);
}

// A `wm size` of its own makes adb's pictures another size than the emulator's
// are: what is measured in one would be wrong in the other.
static bool
check_size(const struct grpc *grpc, const struct at_emulator_shot *shot,
           struct at_err *err)
{
    const struct at_turned *screen = &grpc->android->screen;
    bool turned = screen->rotation % 2 == 1;
    int32_t width_px = turned ? screen->height_px : screen->width_px;
    int32_t height_px = turned ? screen->width_px : screen->height_px;
    size_t png_width;
    size_t png_height;
    size_t len;

    if (!at_png_check(at_buf_str(&shot->bytes), &png_width, &png_height, &len,
                      err))
        return false;
    return (png_width == (size_t)width_px && png_height == (size_t)height_px) ||
           at_fail(err, AT_EUNSUPPORTED,
                   "the emulator's picture is %zux%zu, the screen %dx%d",
                   png_width, png_height, (int)width_px, (int)height_px);
}

static bool
take_shot(const struct at_op *op, void *self, const struct at_ask *ask,
          struct at_err *err)
{
    struct grpc *grpc = self;
    const struct at_emulator_shot_ask whole = {.format = AT_EMULATOR_PNG};
    struct at_emulator_shot shot = {.width_px = 0};

    if (!set_screen(grpc, err))
        return false;
    bool ok = at_emulator_screenshot(op, grpc->emulator, &whole, &shot, err) &&
              check_size(grpc, &shot, err);
    if (ok && !at_buf_add_str(ask->bytes, at_buf_str(&shot.bytes)))
        ok = at_fail(err, AT_ELIMIT, "the screenshot's %zu bytes exceed %zu",
                     shot.bytes.len, ask->bytes->max);
    at_buf_deinit(&shot.bytes);
    return ok;
}

const struct at_backend_kind at_backend_grpc = {
    .name = "grpc",
    .open_ms = OPEN_MS,
    .open = open_grpc,
    .close = close_grpc,
    .is_lost = is_lost,
    .untouched = is_untouched,
    .run =
        {
            [AT_WANT_SCREENSHOT] = take_shot,
            [AT_WANT_TOUCH] = touch,
            [AT_WANT_KEY] = press,
            [AT_WANT_TEXT] = type,
        },
};
