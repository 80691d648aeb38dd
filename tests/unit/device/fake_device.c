#include "tests/unit/device/fake_device.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "device/gesture.h"
#include "screen/axe.h"
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
next_frame(struct fake_device *fake)
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
        next_frame(fake);
    if (fake->fire_on_input)
        at_cancel_fire(fake->fire_on_input);
    return true;
}

// Helper's JSON begins with a brace, AXe's with a bracket, a dump with neither.
static bool
parse(const char *text, struct at_tree **out, struct at_err *err)
{
    if (text[0] == '[')
        return at_axe_parse(at_str(text), out, err);
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
        next_frame(fake);
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

// Return true if the node is in the tree that its input names.
static bool
is_of_tree(const struct at_input *input)
{
    const struct at_node *root = input->tree->root;
    for (const struct at_node *it = root; it; it = at_node_next(it, root))
        if (it == input->node)
            return true;
    return false;
}

static void
tap(const struct fake_device *fake, const struct at_input *input,
    struct at_buf *out)
{
    if (fake->taps_nodes && input->node)
        at_buf_add_fmt(out, "tap_node %.*s %d %d%s",
                       AT_STR_ARG(at_utf8_head(input->node->resource_id, 80)),
                       input->at.x_px, input->at.y_px,
                       is_of_tree(input) ? "" : " (of another tree)");
    else
        at_buf_add_fmt(out, "tap %d %d", input->at.x_px, input->at.y_px);
}

static void
double_tap(const struct fake_device *fake, const struct at_input *input,
           struct at_buf *out)
{
    (void)fake;
    at_buf_add_fmt(out, "double_tap %d %d %d", input->at.x_px, input->at.y_px,
                   (int)input->interval_ms);
}

static void
swipe(const struct fake_device *fake, const struct at_input *input,
      struct at_buf *out)
{
    const struct at_swipe *swipe = &input->swipe;
    (void)fake;
    at_buf_add_fmt(out, "swipe %d %d %d %d %d", swipe->from.x_px,
                   swipe->from.y_px, swipe->to.x_px, swipe->to.y_px,
                   (int)swipe->duration_ms);
}

static void
gesture(const struct fake_device *fake, const struct at_input *input,
        struct at_buf *out)
{
    const struct at_gesture *gesture = input->gesture;
    struct at_point from = gesture->frames[0].touches[0].at;
    struct at_point to = gesture->frames[gesture->count - 1].touches[0].at;
    (void)fake;
    at_buf_add_fmt(out, "gesture %d %d to %d %d %zu", from.x_px, from.y_px,
                   to.x_px, to.y_px, gesture->fingers);
}

static void
key(const struct fake_device *fake, const struct at_input *input,
    struct at_buf *out)
{
    (void)fake;
    at_buf_add_fmt(out, "key %.*s x%u", AT_STR_ARG(input->text), input->repeat);
}

static void
text(const struct fake_device *fake, const struct at_input *input,
     struct at_buf *out)
{
    (void)fake;
    at_buf_add_fmt(out, "%s %.*s",
                   input->kind == AT_INPUT_TEXT ? "text" : "set_text",
                   AT_STR_ARG(input->text));
}

static bool
send_input(const struct at_op *op, struct at_device *device,
           const struct at_input *input, struct at_err *err)
{
    static void (*const writers[AT_INPUT_KINDS])(const struct fake_device *fake,
                                                 const struct at_input *input,
                                                 struct at_buf *out) = {
        [AT_INPUT_TAP] = tap,       [AT_INPUT_DOUBLE_TAP] = double_tap,
        [AT_INPUT_SWIPE] = swipe,   [AT_INPUT_GESTURE] = gesture,
        [AT_INPUT_KEY] = key,       [AT_INPUT_TEXT] = text,
        [AT_INPUT_SET_TEXT] = text,
    };
    struct fake_device *fake = fake_of(device);
    struct at_buf call = AT_BUF_INIT(255);
    if (!at_op_check(op, err))
        return false;
    writers[input->kind](fake, input, &call);
    record(fake, at_buf_text(&call));
    at_buf_deinit(&call);
    return true;
}

static bool
launch(const struct at_op *op, struct at_device *device, const char *package,
       struct at_err *err)
{
    (void)package;
    return at_op_check(op, err) && record(fake_of(device), "launch");
}

static void
warm_up(struct at_device *device)
{
    struct fake_device *fake = fake_of(device);
    fake->warm = !at_str_has(at_buf_str(&fake->calls), AT_STR("launch"));
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

static void
sync_set_app(struct at_device *device, const struct at_sync_app *app)
{
    struct fake_device *fake = fake_of(device);
    snprintf(fake->app, sizeof(fake->app), "%s %s", app->package,
             app->framework);
    fake->followed[0] = '\0';
}

static void
sync_follow(struct at_device *device)
{
    struct fake_device *fake = fake_of(device);
    memcpy(fake->followed, fake->app, sizeof(fake->followed));
}

static const struct at_device_ops base_ops = {
    .snapshot = snapshot,
    .input = send_input,
    .warm_up = warm_up,
    .launch = launch,
    .stop = stop,
    .pid = get_pid,
    .log_mark = log_mark,
    .crash = crash,
    .keyboard_shown = keyboard_shown,
    .sync_set_app = sync_set_app,
    .sync_follow = sync_follow,
    .free = no_free,
};

static bool
send_step_input(const struct at_op *op, struct at_device *device,
                const struct at_input *input, struct at_err *err)
{
    enum at_code refuses = fake_of(device)->text_refuses;
    bool is_text =
        input->kind == AT_INPUT_TEXT || input->kind == AT_INPUT_SET_TEXT;
    if (refuses && is_text)
        return at_fail(err, refuses, "no text");
    return send_input(op, device, input, err);
}

static bool
step(const struct at_op *op, struct at_device *device,
     const struct at_device_step *asked, struct at_device_step_result *out,
     struct at_err *err)
{
    struct fake_device *fake = fake_of(device);
    *out = (struct at_device_step_result){.failed = AT_ERR_INIT};
    if (fake->step_refuses)
        return at_fail(err, fake->step_refuses, "no steps now");
    fake->steps++;
    fake->changes += asked->change_ms > 0;
    while (out->done < asked->count &&
           send_step_input(op, device, &asked->inputs[out->done], &out->failed))
        out->done++;
    if (fake->toast && asked->count > 0)
        at_device_tell_event(device, &(const struct at_device_event){
                                         .kind = AT_DEVICE_TOAST,
                                         .at_ns = at_now_ns(),
                                         .package = AT_STR("com.ex"),
                                         .text = at_str(fake->toast),
                                     });
    out->quiet = present(fake)->quiet_ms > 0;
    if (!out->quiet)
        at_str_cut(out->noise, sizeof(out->noise), AT_STR("com.ex Bar: 9 x"));
    if (!snapshot(op, device, &out->snapshot, &out->unread))
        return out->unread.code == AT_ETREE || (at_err_pass(err, &out->unread));
    out->snapshot.quiet_ns = 0;
    out->snapshot.settled = out->quiet;
    out->snapshot.backend = "helper";
    out->snapshot.tells_events = true;
    device->input_by = asked->count > 0 ? "helper" : device->input_by;
    return true;
}

void
fake_does_gestures(struct fake_device *fake)
{
    fake->ops.has_two_fingers = true;
}

void
fake_does_steps(struct fake_device *fake)
{
    fake->ops.step = step;
    fake->ops.has_two_fingers = true;
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
fake_has_frameworks(struct fake_device *fake, const char *const *words)
{
    fake->frameworks = words;
    fake->ops.ask_framework = ask_framework;
    fake->ops.framework = framework;
}

static void
add_work(const struct fake_work *work, struct at_pending_list *out)
{
    for (size_t i = 0; i < (work->count ? work->count : 1); i++) {
        struct at_pending *item = &out->items[out->count++];
        *item = work->item;
        item->source = "hermes";
        snprintf(item->id, sizeof(item->id), "%.24s %zu", work->item.text, i);
    }
}

static bool
sync_wait(const struct at_op *op, struct at_device *device,
          struct at_sync_report *out, struct at_err *err)
{
    struct fake_device *fake = fake_of(device);
    const struct fake_work *work = &fake->work[fake->work_at];
    int64_t now_ns = at_now_ns();
    fake->asked++;
    fake->sync_left_ms = at_op_left_ms(op, now_ns);
    *out = (struct at_sync_report){
        .asked_count = 1, .asked = {"hermes"}, .idle = true};
    if (fake->work_at + 1 < fake->work_count)
        fake->work_at++;
    if (!work->item.text[0])
        return at_op_check(op, err);
    bool ends = work->takes_ms >= 0;
    if (work->item.endless || !ends)
        add_work(work, &out->still);
    if (work->item.endless || (!ends && fake->ignored))
        return true;
    add_work(work, &out->waited);
    struct at_err why = AT_ERR_INIT;
    struct at_op sub = at_op_sub(op, now_ns, ends ? work->takes_ms : 60000);
    fake->ignored = !ends;
    out->idle = ends;
    return at_op_wait_until(&sub, AT_NEVER_NS, &why) ||
           why.code != AT_ECANCELED || at_err_pass(err, &why);
}

static size_t
sync_attached(struct at_device *device, const char *out[AT_SYNC_SOURCES_MAX])
{
    (void)device;
    out[0] = "hermes";
    return 1;
}

void
fake_has_work(struct fake_device *fake, const struct fake_work *work,
              size_t count)
{
    fake->work = work;
    fake->work_count = count;
    fake->ops.sync_wait = sync_wait;
    fake->ops.sync_attached = sync_attached;
}

void
fake_tap_nodes(struct fake_device *fake)
{
    fake->taps_nodes = true;
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
