#include "tests/unit/fake_device.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "device/gesture.h"
#include "screen/helper_json.h"
#include "screen/uiautomator.h"
#include "sys/cancel.h"
#include "sys/clock.h"

static struct fake_device *
fake_of(struct at_device *device)
{
    return (struct fake_device *)device;
}

static const struct fake_frame *
present(const struct fake_device *fake)
{
    return &fake->frames[fake->at];
}

static void
go_on(struct fake_device *fake)
{
    if (fake->at + 1 < fake->frame_count) {
        fake->at++;
        fake->shown = 0;
    }
}

static bool
record(struct fake_device *fake, const char *call)
{
    const char *until = present(fake)->until;
    at_buf_add_fmt(&fake->calls, "%s%s", fake->calls.len ? "; " : "", call);
    if (until && strncmp(call, until, strlen(until)) == 0)
        go_on(fake);
    if (fake->fire_on_input)
        at_cancel_fire(fake->fire_on_input);
    return true;
}

// Helper's JSON begins with a brace, a dump does not.
static bool
parse(const char *text, struct at_tree **out, struct at_err *err)
{
    return text[0] == '{' ? at_helper_json_parse(at_str(text), out, err)
                          : at_uiautomator_parse(at_str(text), out, err);
}

static bool
snapshot(const struct at_op *op, struct at_device *device,
         struct at_snapshot *out, struct at_err *err)
{
    struct fake_device *fake = fake_of(device);
    if (!at_op_check(op, err))
        return false;
    const struct fake_frame *frame = present(fake);
    const char *xml = frame->xml;
    int64_t quiet_ms = frame->quiet_ms;
    enum at_code failure = frame->failure ? frame->failure : AT_ETREE;
    fake->dumps++;
    if (frame->times > 0 && ++fake->shown >= frame->times)
        go_on(fake);
    if (xml[0] == '!') {
        at_fail(err, failure, "%s", xml + 1);
        if (err && strstr(xml, "idle state"))
            err->sys = EBUSY;
        return false;
    }
    *out = (struct at_snapshot){.began_ns = at_now_ns(),
                                .quiet_ns = quiet_ms * AT_NS_PER_MS,
                                .backend = "adb"};
    if (!parse(xml, &out->tree, err))
        return false;
    if (device->keep_source) {
        out->source = (struct at_buf)AT_BUF_INIT(AT_DUMP_MAX_BYTES);
        at_buf_add_text(&out->source, xml);
        out->source_format = "uiautomator";
    }
    return true;
}

static bool
tap(const struct at_op *op, struct at_device *device, struct at_point at,
    struct at_err *err)
{
    char call[64];
    snprintf(call, sizeof(call), "tap %d %d", at.x_px, at.y_px);
    return at_op_check(op, err) && record(fake_of(device), call);
}

static bool
tap_node(const struct at_op *op, struct at_device *device,
         const struct at_tree *tree, const struct at_node *node,
         struct at_point at, struct at_err *err)
{
    char call[160];
    bool of_tree = false;
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root))
        of_tree = of_tree || it == node;
    snprintf(call, sizeof(call), "tap_node %.*s %d %d%s",
             AT_STR_ARG(at_utf8_head(node->resource_id, 80)), at.x_px, at.y_px,
             of_tree ? "" : " (of another tree)");
    return at_op_check(op, err) && record(fake_of(device), call);
}

static bool
double_tap(const struct at_op *op, struct at_device *device, struct at_point at,
           int64_t interval_ms, struct at_err *err)
{
    char call[64];
    snprintf(call, sizeof(call), "double_tap %d %d %d", at.x_px, at.y_px,
             (int)interval_ms);
    return at_op_check(op, err) && record(fake_of(device), call);
}

static bool
swipe(const struct at_op *op, struct at_device *device,
      const struct at_swipe *swipe, struct at_err *err)
{
    char call[96];
    snprintf(call, sizeof(call), "swipe %d %d %d %d %d", swipe->from.x_px,
             swipe->from.y_px, swipe->to.x_px, swipe->to.y_px,
             (int)swipe->duration_ms);
    return at_op_check(op, err) && record(fake_of(device), call);
}

static bool
key(const struct at_op *op, struct at_device *device, struct at_str key_name,
    unsigned repeat, struct at_err *err)
{
    char call[96];
    snprintf(call, sizeof(call), "key %.*s x%u", AT_STR_ARG(key_name), repeat);
    return at_op_check(op, err) && record(fake_of(device), call);
}

static bool
text(const struct at_op *op, struct at_device *device, struct at_str value,
     struct at_err *err)
{
    char call[256];
    snprintf(call, sizeof(call), "text %.*s", AT_STR_ARG(value));
    return at_op_check(op, err) && record(fake_of(device), call);
}

static bool
launch(const struct at_op *op, struct at_device *device, const char *package,
       struct at_err *err)
{
    (void)package;
    return at_op_check(op, err) && record(fake_of(device), "launch");
}

static bool
stop(const struct at_op *op, struct at_device *device, const char *package,
     struct at_err *err)
{
    (void)package;
    return at_op_check(op, err) && record(fake_of(device), "stop");
}

static bool
get_pid(const struct at_op *op, struct at_device *device, const char *package,
        int64_t *out_pid, struct at_err *err)
{
    (void)package;
    *out_pid = fake_of(device)->pid;
    return at_op_check(op, err);
}

static bool
log_mark(const struct at_op *op, struct at_device *device, char out_mark[64],
         struct at_err *err)
{
    (void)device;
    at_str_cut(out_mark, 64, AT_STR("11-21 10:00:00.000"));
    return at_op_check(op, err);
}

static bool
crash(const struct at_op *op, struct at_device *device, const char *package,
      const char *mark, struct at_crash *out, struct at_err *err)
{
    struct fake_device *fake = fake_of(device);
    (void)package;
    (void)mark;
    if (fake->log_fails)
        return at_fail(err, AT_EDEVICE, "no log");
    *out = fake->crash;
    out->found = fake->crash_found;
    return at_op_check(op, err);
}

static bool
keyboard_shown(const struct at_op *op, struct at_device *device,
               bool *out_shown, struct at_err *err)
{
    *out_shown = fake_of(device)->keyboard;
    return at_op_check(op, err);
}

static void
no_free(struct at_device *device)
{
    (void)device;
}

static const struct at_device_ops base_ops = {
    .snapshot = snapshot,
    .tap = tap,
    .double_tap = double_tap,
    .swipe = swipe,
    .key = key,
    .text = text,
    .launch = launch,
    .stop = stop,
    .pid = get_pid,
    .log_mark = log_mark,
    .crash = crash,
    .keyboard_shown = keyboard_shown,
    .free = no_free,
};

static bool
gesture(const struct at_op *op, struct at_device *device,
        struct at_gesture *asked, struct at_err *err)
{
    const struct at_touch_frame *last = &asked->frames[asked->count - 1];
    char call[96];
    snprintf(call, sizeof(call), "gesture %d %d to %d %d %zu",
             asked->frames[0].touches[0].at.x_px,
             asked->frames[0].touches[0].at.y_px, last->touches[0].at.x_px,
             last->touches[0].at.y_px, asked->fingers);
    return at_op_check(op, err) && record(fake_of(device), call);
}

static bool
put_in(const struct at_op *op, struct at_device *device,
       const struct at_input *input, struct at_err *err)
{
    struct fake_device *fake = fake_of(device);
    char call[256];
    switch (input->kind) {
    case AT_INPUT_TAP:
        return tap(op, device, input->at, err);
    case AT_INPUT_DOUBLE_TAP:
        return double_tap(op, device, input->at, input->interval_ms, err);
    case AT_INPUT_SWIPE:
        return swipe(op, device, &input->swipe, err);
    case AT_INPUT_GESTURE:
        return gesture(op, device, input->gesture, err);
    case AT_INPUT_KEY:
        return key(op, device, input->text, input->repeat, err);
    case AT_INPUT_TEXT:
    case AT_INPUT_SET_TEXT:
    case AT_INPUT_KINDS:
        break;
    }
    if (fake->text_refuses)
        return at_fail(err, fake->text_refuses, "no text");
    if (input->kind == AT_INPUT_TEXT)
        return text(op, device, input->text, err);
    snprintf(call, sizeof(call), "set_text %.*s", AT_STR_ARG(input->text));
    return record(fake, call);
}

static bool
step(const struct at_op *op, struct at_device *device,
     const struct at_device_step *asked, struct at_device_stepped *out,
     struct at_err *err)
{
    struct fake_device *fake = fake_of(device);
    *out = (struct at_device_stepped){.failed = AT_ERR_INIT};
    if (fake->step_refuses)
        return at_fail(err, fake->step_refuses, "no steps now");
    fake->steps++;
    fake->changes += asked->change_ms > 0;
    while (out->done < asked->count &&
           put_in(op, device, &asked->inputs[out->done], &out->failed))
        out->done++;
    if (fake->toast && asked->count > 0)
        at_str_cut(out->toast, sizeof(out->toast), at_str(fake->toast));
    out->quiet = present(fake)->quiet_ms > 0;
    if (!out->quiet)
        at_str_cut(out->noise, sizeof(out->noise), AT_STR("com.ex Bar: 9 x"));
    if (!snapshot(op, device, &out->snapshot, &out->unread))
        return out->unread.code == AT_ETREE ||
               (err ? (*err = out->unread, false) : false);
    out->snapshot.quiet_ns = 0;
    out->snapshot.settled = out->quiet;
    out->snapshot.backend = "helper";
    device->input_by = asked->count > 0 ? "helper" : device->input_by;
    return true;
}

void
fake_does_gestures(struct fake_device *fake)
{
    fake->ops.gesture = gesture;
}

void
fake_does_steps(struct fake_device *fake)
{
    fake->ops.step = step;
    fake->ops.gesture = gesture;
}

static bool
ask_framework(const struct at_op *op, struct at_device *device,
              const char *package, struct at_err *err)
{
    struct fake_device *fake = fake_of(device);
    at_buf_add_fmt(&fake->calls, "; ask %s after %d dumps", package,
                   fake->dumps);
    return at_op_check(op, err) &&
           (**fake->frameworks || at_fail(err, AT_ENODEV, "nobody is there"));
}

static bool
framework(const struct at_op *op, struct at_device *device,
          struct at_framework *out, struct at_err *err)
{
    struct fake_device *fake = fake_of(device);
    const char *word = *fake->frameworks++;
    at_buf_add_fmt(&fake->calls, "; take after %d dumps", fake->dumps);
    if (word[0] == '?')
        return at_op_wait_until(op, AT_NEVER_NS, err);
    at_str_cut(out->primary, sizeof(out->primary), at_str(word));
    at_str_cut(out->signals, sizeof(out->signals), AT_STR("none"));
    return true;
}

void
fake_tells_frameworks(struct fake_device *fake, const char *const *words)
{
    fake->frameworks = words;
    fake->ops.ask_framework = ask_framework;
    fake->ops.framework = framework;
}

void
fake_tap_nodes(struct fake_device *fake)
{
    fake->ops.tap_node = tap_node;
}

void
fake_init(struct fake_device *fake, const struct fake_frame *frames,
          size_t count)
{
    *fake = (struct fake_device){
        .base = {.ops = &fake->ops, .serial = "fake"},
        .ops = base_ops,
        .frames = frames,
        .frame_count = count,
        .calls = AT_BUF_INIT(AT_MIB),
        .pid = 4711,
    };
}

void
fake_deinit(struct fake_device *fake)
{
    at_buf_deinit(&fake->calls);
}

const char *
fake_inputs(struct fake_device *fake)
{
    static char last[4096];
    snprintf(last, sizeof(last), "%s", at_buf_text(&fake->calls));
    at_buf_clear(&fake->calls);
    return last;
}
