// helper.c: the operations of helper.h, a request each
#include "device/android/helper/helper.h"

#include "base/limits.h"
#include "device/android/helper/calls.h"
#include "device/android/helper/requests.h"
#include "screen/helper_json.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "helper"

enum {
    STATUS_MS = 3000,
    TREE_MS = 15000, // the helper itself stops reading after 10 s
    SHOT_MS = 15000,
    INPUT_MS = 10000, // beside what the input itself takes
    IDLE_MS = 5000,
};

const struct at_helper_status *
at_helper_known(const struct at_helper *helper)
{
    return &helper->status;
}

bool
at_helper_is_up(const struct at_helper *helper)
{
    return !helper->down;
}

int64_t
at_helper_take_held_ms(struct at_helper *helper)
{
    int64_t ms = helper->held_ms;

    helper->held_ms = 0;
    return ms;
}

bool
at_helper_untouched(const struct at_helper *helper)
{
    return !helper->touched;
}

bool
at_helper_status(const struct at_op *op, struct at_helper *helper,
                 struct at_helper_status *out, struct at_err *err)
{
    struct at_helper_call call = {.method = "GET",
                                  .path = "/status",
                                  .max_ms = STATUS_MS,
                                  .max_bytes = AT_HELPER_ANSWER_MAX_BYTES,
                                  .reads = true};
    json_t *json;

    helper->touched = false;
    bool ok = at_helper_call(op, helper, &call, NULL, &json, err) &&
              at_helper_read_status(json, out, err);
    json_decref(json);
    return ok;
}

bool
at_helper_tree(const struct at_op *op, struct at_helper *helper,
               const struct at_helper_tree_ask *ask, struct at_tree **out,
               struct at_buf *source, struct at_err *err)
{
    struct at_helper_call call = {.method = "POST",
                                  .path = "/tree",
                                  .body = at_helper_write_tree(ask),
                                  .max_ms = TREE_MS,
                                  .max_bytes = AT_DUMP_MAX_BYTES,
                                  .reads = true};
    struct at_helper_reply reply;
    json_t *json;
    bool ok;

    *out = NULL;
    helper->touched = false;
    ok = at_helper_call(op, helper, &call, &reply, &json, err) &&
         at_helper_json_read(json, out, err);
    if (ok && source)
        at_buf_add_str(source, at_buf_str(&reply.body));
    json_decref(json);
    at_buf_deinit(&reply.body);
    return ok;
}

static bool
take_picture(const struct at_helper_reply *reply, struct at_buf *bytes,
             struct at_helper_shot *out, struct at_err *err)
{
    struct at_helper_shot shot;

    if (reply->is_json || reply->body.len == 0 ||
        !at_helper_read_size(at_str(reply->screen_size), &shot.screen_width_px,
                             &shot.screen_height_px) ||
        !at_helper_read_size(at_str(reply->image_size), &shot.width_px,
                             &shot.height_px))
        return at_fail(err, AT_EPROTO, "the helper's answer is no picture");
    if (out)
        *out = shot;
    return at_buf_add_str(bytes, at_buf_str(&reply->body)) ||
           at_fail(err, AT_ELIMIT, "a picture of %zu bytes", reply->body.len);
}

bool
at_helper_screenshot(const struct at_op *op, struct at_helper *helper,
                     const struct at_helper_shot_ask *ask, struct at_buf *bytes,
                     struct at_helper_shot *out, struct at_err *err)
{
    struct at_helper_call call = {.method = "POST",
                                  .path = "/screenshot",
                                  .body = at_helper_write_shot(ask, err),
                                  .max_ms = SHOT_MS,
                                  .max_bytes = AT_SCREENSHOT_MAX_BYTES,
                                  .reads = true};
    struct at_helper_reply reply;

    helper->touched = false;
    if (!call.body)
        return false;
    bool ok = at_helper_call(op, helper, &call, &reply, NULL, err) &&
              take_picture(&reply, bytes, out, err);
    at_buf_deinit(&reply.body);
    return ok;
}

bool
at_helper_wait_idle(const struct at_op *op, struct at_helper *helper,
                    const struct at_helper_idle_ask *ask,
                    struct at_helper_idle *out, struct at_err *err)
{
    struct at_helper_call call = {.method = "POST",
                                  .path = "/wait-idle",
                                  .body = at_helper_write_idle(ask, err),
                                  .max_ms = ask->timeout_ms + IDLE_MS,
                                  .max_bytes = AT_HELPER_ANSWER_MAX_BYTES,
                                  .reads = true};
    json_t *json;

    helper->touched = false;
    if (!call.body)
        return false;
    bool ok = at_helper_call(op, helper, &call, NULL, &json, err) &&
              at_helper_read_idle(json, out, err);
    json_decref(json);
    return ok;
}

bool
at_helper_ask_framework(const struct at_op *op, struct at_helper *helper,
                        const char *package, struct at_err *err)
{
    struct at_buf body = AT_BUF_INIT(AT_HELPER_REQUEST_MAX_BYTES);
    struct at_helper_ask ask = {.method = "POST", .path = "/framework"};
    struct at_helper_reply unused = AT_HELPER_REPLY_INIT(0);
    json_t *json = json_object();

    helper->touched = false;
    at_helper_link_deinit(&helper->aside); // what was asked before is forgotten
    at_helper_link_init(&helper->aside, &helper->dial, helper->token);
    if (package)
        at_json_set_text(json, "package", package);
    at_json_write(json, &body);
    ask.body = at_buf_str(&body);
    bool ok = at_helper_link_ask(op, &helper->aside, &ask, &unused, err);
    json_decref(json);
    at_buf_deinit(&body);
    return ok;
}

static bool
read_framework(struct at_str text, struct at_helper_framework *out,
               struct at_err *err)
{
    struct at_helper_refusal unused;
    json_t *json = at_json_parse(text, err);
    bool ok = json && at_helper_read_ok(json, &unused, err) &&
              at_helper_read_framework(json, out, err);

    json_decref(json);
    return ok;
}

bool
at_helper_take_framework(const struct at_op *op, struct at_helper *helper,
                         struct at_helper_framework *out, struct at_err *err)
{
    struct at_helper_reply reply =
        AT_HELPER_REPLY_INIT(AT_HELPER_ANSWER_MAX_BYTES);

    *out = (struct at_helper_framework){.arena = AT_ARENA_INIT};
    helper->touched = false;
    if (!helper->aside.conn)
        return at_fail(err, AT_EUSAGE, "the helper was not asked");
    bool ok = at_helper_link_answer(op, &helper->aside, &reply, err) &&
              read_framework(at_buf_str(&reply.body), out, err);
    at_helper_link_deinit(&helper->aside);
    at_buf_deinit(&reply.body);
    return ok;
}

void
at_helper_framework_deinit(struct at_helper_framework *framework)
{
    at_arena_deinit(&framework->arena);
    *framework = (struct at_helper_framework){.arena = AT_ARENA_INIT};
}

static int64_t
touch_ms(const struct at_helper_action *action)
{
    bool touches =
        action->kind != AT_HELPER_KEY && action->kind != AT_HELPER_TEXT;

    return touches ? at_helper_action_ms(action) : 0;
}

bool
at_helper_act(const struct at_op *op, struct at_helper *helper,
              const struct at_helper_action *action, struct at_err *err)
{
    struct at_helper_call call = {
        .method = "POST",
        .path = at_helper_action_path(action->kind),
        .body = at_helper_write_action(action, false, err),
        .max_bytes = AT_HELPER_ANSWER_MAX_BYTES + AT_HELPER_REQUEST_MAX_BYTES};

    helper->touched = false;
    if (!call.body)
        return false;
    call.max_ms = at_helper_action_ms(action) + INPUT_MS;
    call.touch_ms = touch_ms(action);
    return at_helper_call(op, helper, &call, NULL, NULL, err);
}

bool
at_helper_tap(const struct at_op *op, struct at_helper *helper,
              struct at_point at, struct at_err *err)
{
    struct at_helper_action action = {.kind = AT_HELPER_TAP, .at = at};
    return at_helper_act(op, helper, &action, err);
}

bool
at_helper_double_tap(const struct at_op *op, struct at_helper *helper,
                     struct at_point at, int64_t interval_ms,
                     struct at_err *err)
{
    struct at_helper_action action = {.kind = AT_HELPER_TAP,
                                      .at = at,
                                      .count = 2,
                                      .interval_ms = interval_ms};
    return at_helper_act(op, helper, &action, err);
}

bool
at_helper_long_press(const struct at_op *op, struct at_helper *helper,
                     struct at_point at, int64_t duration_ms,
                     struct at_err *err)
{
    struct at_helper_action action = {
        .kind = AT_HELPER_LONG_PRESS, .at = at, .duration_ms = duration_ms};
    return at_helper_act(op, helper, &action, err);
}

bool
at_helper_swipe(const struct at_op *op, struct at_helper *helper,
                const struct at_swipe *swipe, struct at_err *err)
{
    struct at_helper_action action = {.kind = AT_HELPER_SWIPE, .swipe = *swipe};
    return at_helper_act(op, helper, &action, err);
}

bool
at_helper_gesture(const struct at_op *op, struct at_helper *helper,
                  const struct at_gesture *gesture, struct at_err *err)
{
    struct at_helper_action action = {.kind = AT_HELPER_GESTURE,
                                      .gesture = gesture};
    return at_helper_act(op, helper, &action, err);
}

bool
at_helper_key(const struct at_op *op, struct at_helper *helper,
              struct at_str key, unsigned repeat, struct at_err *err)
{
    struct at_helper_action action = {
        .kind = AT_HELPER_KEY, .key = key, .count = repeat};
    return at_helper_act(op, helper, &action, err);
}

bool
at_helper_text(const struct at_op *op, struct at_helper *helper,
               struct at_str text, struct at_err *err)
{
    struct at_helper_action action = {.kind = AT_HELPER_TEXT, .text = text};

    if (text.len > 0)
        return at_helper_act(op, helper, &action, err);
    helper->touched = false;
    return true;
}

static int64_t
step_ms(const struct at_helper_step *step)
{
    int64_t ms = INPUT_MS + TREE_MS;

    for (size_t i = 0; i < step->count; i++)
        ms += at_helper_action_ms(&step->actions[i]);
    return step->idle ? ms + step->idle->timeout_ms : ms;
}

// How much of a step is the device's own time.
static void
log_step(const struct at_helper *helper, const struct at_helper_outcome *out,
         int64_t began_ns)
{
    at_log_debug("step dev=%s actions=%zu input_ms=%lld idle_ms=%lld "
                 "tree_ms=%lld took_ms=%lld",
                 helper->device.serial, out->did_count,
                 (long long)out->input_ms, (long long)out->idle_ms,
                 (long long)out->tree_ms,
                 (long long)((at_now_ns() - began_ns) / AT_NS_PER_MS));
}

bool
at_helper_do_step(const struct at_op *op, struct at_helper *helper,
                  const struct at_helper_step *step,
                  struct at_helper_outcome *out, struct at_buf *source,
                  struct at_err *err)
{
    struct at_helper_call call = {.method = "POST",
                                  .path = "/step",
                                  .body = at_helper_write_step(step, err),
                                  .max_bytes = AT_DUMP_MAX_BYTES +
                                               AT_HELPER_NEWS_MAX_BYTES,
                                  .reads = step->count == 0,
                                  .any_json = true};
    json_t *json;

    *out = (struct at_helper_outcome){.arena = AT_ARENA_INIT};
    helper->touched = false;
    if (!call.body)
        return false;
    call.max_ms = step_ms(step);
    int64_t began_ns = at_now_ns();
    for (size_t i = 0; i < step->count; i++)
        call.touch_ms += touch_ms(&step->actions[i]);
    bool ok = at_helper_call(op, helper, &call, NULL, &json, err);
    if (ok && !at_helper_read_outcome(json, step->count, out, err)) {
        helper->touched = step->count > 0;
        ok = false;
    }
    if (ok && source && out->tree)
        at_json_write(json_object_get(json, "tree"), source);
    if (ok)
        log_step(helper, out, began_ns);
    json_decref(json);
    return ok;
}

void
at_helper_outcome_deinit(struct at_helper_outcome *outcome)
{
    at_tree_free(outcome->tree);
    at_arena_deinit(&outcome->arena);
    *outcome = (struct at_helper_outcome){.arena = AT_ARENA_INIT};
}
