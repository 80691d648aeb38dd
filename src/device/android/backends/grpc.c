// grpc.c: the backend of the emulator's own control service
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/grpc/emulator.h"
#include "device/android/backends/backend.h"
#include "device/android/parse/text.h"
#include "device/android/android_priv.h"
#include "sys/clock.h"
#include "wire/image.h"

// Opening waits until the emulator has read our key (2 s at most) and has
// answered.
enum { OPEN_MS = 4000, RESTORE_MS = 1000 };

struct grpc {
    struct at_emulator *emulator; // owned
    struct at_android *android;   // borrowed
    // The clipboard's content before the first text. It is put back at the end,
    // because nothing here sees when a text has been pasted.
    bool clip_saved;
    struct at_buf clip;
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
    if (grpc->clip_saved) // the emulator may be gone
        (void)!at_emulator_set_clipboard(&op, grpc->emulator,
                                         at_buf_str(&grpc->clip), NULL);
    at_emulator_free(grpc->emulator);
    at_buf_deinit(&grpc->clip);
    free(grpc);
}

static enum at_backend_health
health(const void *self, enum at_request_kind kind, const struct at_err *err)
{
    (void)self;
    (void)kind;
    return err->code == AT_EGRPC ? AT_BACKEND_UNUSABLE : AT_BACKEND_USABLE;
}

// Mapping a point needs the screen's rotation, which only a tree provides.
static bool
set_screen(struct grpc *grpc, struct at_err *err)
{
    const struct at_turned *screen = &grpc->android->screen;
    if (screen->width_px == 0)
        return at_fail(err, AT_EUNSUPPORTED,
                       "the screen's rotation is not known yet");
    at_emulator_set_screen(grpc->emulator, screen);
    return true;
}

static bool
tap(const struct at_op *op, struct grpc *grpc, const struct at_input *input,
    struct at_err *err)
{
    return set_screen(grpc, err) &&
           at_emulator_tap(op, grpc->emulator, input->at, err);
}

static bool
double_tap(const struct at_op *op, struct grpc *grpc,
           const struct at_input *input, struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    bool ok =
        set_screen(grpc, err) &&
        at_gesture_double_tap(input->at, input->interval_ms, &gesture, err) &&
        at_emulator_gesture(op, grpc->emulator, &gesture, err);
    at_gesture_deinit(&gesture);
    return ok;
}

static bool
swipe(const struct at_op *op, struct grpc *grpc, const struct at_input *input,
      struct at_err *err)
{
    return set_screen(grpc, err) &&
           at_emulator_swipe(op, grpc->emulator, &input->swipe, err);
}

static bool
play_gesture(const struct at_op *op, struct grpc *grpc,
             const struct at_input *input, struct at_err *err)
{
    return set_screen(grpc, err) &&
           at_emulator_gesture(op, grpc->emulator, input->gesture, err);
}

static bool
press(const struct at_op *op, struct grpc *grpc, const struct at_input *input,
      struct at_err *err)
{
    return at_emulator_key(op, grpc->emulator, input->text, input->repeat, err);
}

static void
save_clipboard(const struct at_op *op, struct grpc *grpc)
{
    if (grpc->clip_saved)
        return;
    grpc->clip_saved =
        at_emulator_get_clipboard(op, grpc->emulator, &grpc->clip, NULL);
}

static bool
type(const struct at_op *op, struct grpc *grpc, const struct at_input *input,
     struct at_err *err)
{
    struct at_str text = input->text;
    unsigned enters = at_text_split_enters(&text);
    if (text.len > 0) {
        save_clipboard(op, grpc);
        if (!at_emulator_text(op, grpc->emulator, text, err))
            return false;
    }
    return enters == 0 ||
           at_emulator_key(op, grpc->emulator, AT_STR("KEYCODE_ENTER"), enters,
                           err) ||
           (text.len > 0 && at_err_set_run(err, true));
}

static bool
inject(const struct at_op *op, void *self, const struct at_request *request,
       struct at_err *err)
{
    static bool (*const senders[AT_INPUT_KINDS])(
        const struct at_op *op, struct grpc *grpc, const struct at_input *input,
        struct at_err *err) = {
        [AT_INPUT_TAP] = tap,     [AT_INPUT_DOUBLE_TAP] = double_tap,
        [AT_INPUT_SWIPE] = swipe, [AT_INPUT_GESTURE] = play_gesture,
        [AT_INPUT_KEY] = press,   [AT_INPUT_TEXT] = type,
    };
    struct grpc *grpc = self;
    enum at_input_kind kind = request->input->kind;

    return senders[kind] ? senders[kind](op, grpc, request->input, err)
                         : at_fail(err, AT_EUNSUPPORTED,
                                   "the emulator has no such input");
}

// After `wm size`, adb's pictures differ in size from the emulator's: places
// measured in one would be wrong in the other.
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
take_shot(const struct at_op *op, void *self, const struct at_request *request,
          struct at_err *err)
{
    struct grpc *grpc = self;
    const struct at_emulator_shot_options whole = {.format = AT_EMULATOR_PNG};
    struct at_emulator_shot shot = {.width_px = 0};
    if (!set_screen(grpc, err))
        return false;
    bool ok = at_emulator_screenshot(op, grpc->emulator, &whole, &shot, err) &&
              check_size(grpc, &shot, err);
    if (ok && !at_buf_add_str(request->bytes, at_buf_str(&shot.bytes)))
        ok = at_fail(err, AT_ELIMIT, "the screenshot's %zu bytes exceed %zu",
                     shot.bytes.len, request->bytes->max);
    at_buf_deinit(&shot.bytes);
    return ok;
}

const struct at_backend_kind at_backend_grpc = {
    .name = "grpc",
    .open_ms = OPEN_MS,
    .open = open_grpc,
    .close = close_grpc,
    .health = health,
    .run =
        {
            [AT_REQUEST_SCREENSHOT] = take_shot,
            [AT_REQUEST_INPUT] = inject,
            [AT_REQUEST_TEXT] = inject,
        },
};
