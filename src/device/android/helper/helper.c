// helper.c: the operations of helper.h, one request each
#include "device/android/helper/helper.h"

#include "base/limits.h"
#include "device/android/helper/exchange.h"
#include "device/android/helper/requests.h"
#include "device/android/helper/target.h"
#include "screen/helper_json.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "helper"

enum {
    TREE_MS = 15000, // the helper itself stops reading after 10 s
    SHOT_MS = 15000,
    IDLING_MS = 3500, // the helper itself gives up after 3 s
    INPUT_MS = 10000, // in addition to the time of the input itself
};

enum at_helper_state
at_helper_state(const struct at_helper *helper)
{
    return helper->state;
}

bool
at_helper_is_guest(const struct at_helper *helper)
{
    return !helper->launch;
}

int64_t
at_helper_take_waited_ms(struct at_helper *helper)
{
    int64_t ms = helper->waited_ms;
    helper->waited_ms = 0;
    return ms;
}

bool
at_helper_tree(const struct at_op *op, struct at_helper *helper,
               const struct at_helper_tree_options *options,
               struct at_tree **out, struct at_buf *source, struct at_err *err)
{
    struct at_helper_request request = {.method = "POST",
                                        .path = "/tree",
                                        .body = at_helper_write_tree(options),
                                        .max_ms = TREE_MS,
                                        .max_bytes = AT_DUMP_MAX_BYTES,
                                        .reads = true};
    struct at_helper_reply reply;
    json_t *json;
    bool ok;
    *out = NULL;
    ok = at_helper_exchange(op, helper, &request, &reply, &json, err) &&
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
        return at_fail(err, AT_EPROTO, "the helper's answer is not a picture");
    if (out)
        *out = shot;
    return at_buf_add_str(bytes, at_buf_str(&reply->body)) ||
           at_fail(err, AT_ELIMIT, "the picture of %zu bytes is too large",
                   reply->body.len);
}

bool
at_helper_screenshot(const struct at_op *op, struct at_helper *helper,
                     const struct at_helper_shot_options *options,
                     struct at_buf *bytes, struct at_helper_shot *out,
                     struct at_err *err)
{
    struct at_helper_request request = {.method = "POST",
                                        .path = "/screenshot",
                                        .body =
                                            at_helper_write_shot(options, err),
                                        .max_ms = SHOT_MS,
                                        .max_bytes = AT_SCREENSHOT_MAX_BYTES,
                                        .reads = true};
    struct at_helper_reply reply;
    if (!request.body)
        return false;
    bool ok = at_helper_exchange(op, helper, &request, &reply, NULL, err) &&
              take_picture(&reply, bytes, out, err);
    at_buf_deinit(&reply.body);
    return ok;
}

static bool
take_frame(const struct at_helper_reply *reply, const json_t *json,
           struct at_buf *bytes, struct at_helper_frame *out,
           struct at_err *err)
{
    if (json)
        return at_helper_read_frame(json, out, err);
    out->changed = out->picture = true;
    return at_str_to_i64(at_str(reply->frame), 1, INT32_MAX, &out->number)
               ? take_picture(reply, bytes, &out->shot, err)
               : at_fail(err, AT_EPROTO, "the helper's frame has no number");
}

bool
at_helper_frame(const struct at_op *op, struct at_helper *helper,
                const struct at_helper_frame_options *options,
                struct at_buf *bytes, struct at_helper_frame *out,
                struct at_err *err)
{
    struct at_helper_request request = {.method = "POST",
                                        .path = "/frame",
                                        .body =
                                            at_helper_write_frame(options, err),
                                        .max_ms = options->wait_ms + SHOT_MS,
                                        .max_bytes = AT_SCREENSHOT_MAX_BYTES,
                                        .reads = true};
    struct at_helper_reply reply;
    json_t *json;
    *out = (struct at_helper_frame){.number = options->since};
    if (!request.body)
        return false;
    bool ok = at_helper_exchange(op, helper, &request, &reply, &json, err) &&
              take_frame(&reply, json, bytes, out, err);
    json_decref(json);
    at_buf_deinit(&reply.body);
    return ok;
}

bool
at_helper_request_framework(const struct at_op *op, struct at_helper *helper,
                            const char *package, struct at_err *err)
{
    struct at_buf body = AT_BUF_INIT(AT_HELPER_REQUEST_MAX_BYTES);
    struct at_helper_link_request request = {.method = "POST",
                                             .path = "/framework"};
    json_t *json = json_object();
    at_helper_link_deinit(&helper->framework_link); // drops an earlier answer
    at_helper_link_init(&helper->framework_link, &helper->dial, helper->token);
    if (package)
        at_json_set_text(json, "package", package);
    at_json_write(json, &body);
    request.body = at_buf_str(&body);
    bool ok = at_helper_link_send(op, &helper->framework_link, &request, err);
    json_decref(json);
    at_buf_deinit(&body);
    return ok || at_err_set_run(err, false);
}

static bool
read_framework(struct at_str text, struct at_helper_framework *out,
               struct at_err *err)
{
    bool lost;
    json_t *json = at_json_parse(text, err);
    bool ok = json && at_helper_read_ok(json, &lost, err) &&
              at_helper_read_framework(json, out, err);
    json_decref(json);
    return ok;
}

bool
at_helper_receive_framework(const struct at_op *op, struct at_helper *helper,
                            struct at_helper_framework *out, struct at_err *err)
{
    struct at_helper_reply reply =
        AT_HELPER_REPLY_INIT(AT_HELPER_ANSWER_MAX_BYTES);
    *out = (struct at_helper_framework){.arena = AT_ARENA_INIT};
    if (!helper->framework_link.conn)
        return at_fail(err, AT_EUSAGE, "no framework was requested");
    bool ok =
        at_helper_link_receive(op, &helper->framework_link, &reply, err) &&
        read_framework(at_buf_str(&reply.body), out, err);
    at_helper_link_deinit(&helper->framework_link);
    at_buf_deinit(&reply.body);
    return ok || at_err_set_run(err, false);
}

void
at_helper_framework_deinit(struct at_helper_framework *framework)
{
    at_arena_deinit(&framework->arena);
    *framework = (struct at_helper_framework){.arena = AT_ARENA_INIT};
}

// The refusals that are answers.
static bool
take_refusal(const struct at_err *why, enum at_helper_idling_kind *out)
{
    static const struct {
        const char *code;
        enum at_helper_idling_kind kind;
    } rows[] = {
        {"(IDLING_ABSENT)", AT_HELPER_IDLING_ABSENT},
        {"(IDLING_LATE)", AT_HELPER_IDLING_LATE},
        {"(IDLING_UNSUPPORTED)", AT_HELPER_IDLING_CANNOT},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (at_str_ends(at_str(why->msg), at_str(rows[i].code))) {
            *out = rows[i].kind;
            return true;
        }
    }
    return false;
}

bool
at_helper_idling(const struct at_op *op, struct at_helper *helper,
                 const char *package, struct at_helper_idling *out,
                 struct at_err *err)
{
    struct at_helper_request request = {.method = "POST",
                                        .path = "/idling",
                                        .body = json_object(),
                                        .max_ms = IDLING_MS,
                                        .max_bytes = AT_MIB,
                                        .reads = true};
    struct at_err why = AT_ERR_INIT;
    json_t *json;
    *out = (struct at_helper_idling){.kind = AT_HELPER_IDLING_STOPPED};
    at_json_set_text(request.body, "package", package);
    bool ok = at_helper_exchange(op, helper, &request, NULL, &json, &why);
    if (!ok)
        return take_refusal(&why, &out->kind) || at_err_pass(err, &why);
    ok = at_helper_read_idling(json, out, err);
    json_decref(json);
    return ok;
}

static int64_t
action_ms(const struct at_helper_action *action)
{
    return at_helper_action_ms(action) + (action->node ? AT_HELPER_LOOK_MS : 0);
}

static int64_t
touch_ms(const struct at_helper_action *action)
{
    bool touches =
        action->kind != AT_HELPER_KEY && action->kind != AT_HELPER_TEXT;
    return touches ? at_helper_action_ms(action) : 0;
}

bool
at_helper_perform(const struct at_op *op, struct at_helper *helper,
                  const struct at_helper_action *action, struct at_err *err)
{
    struct at_helper_request request = {
        .method = "POST",
        .path = at_helper_action_path(action->kind),
        .body = at_helper_write_action(action, false, err),
        .max_bytes = AT_HELPER_ANSWER_MAX_BYTES + AT_HELPER_REQUEST_MAX_BYTES};
    if (!request.body)
        return false;
    request.max_ms = action_ms(action) + INPUT_MS;
    request.touch_ms = touch_ms(action);
    return at_helper_exchange(op, helper, &request, NULL, NULL, err);
}

static int64_t
step_ms(const struct at_helper_step *step)
{
    int64_t ms = INPUT_MS + TREE_MS;
    for (size_t i = 0; i < step->count; i++)
        ms += action_ms(&step->actions[i]);
    return step->idle ? ms + step->idle->timeout_ms : ms;
}

static void
log_step(const struct at_helper *helper, const struct at_helper_outcome *out,
         int64_t began_ns)
{
    at_log_debug("step dev=%s actions=%zu input_ms=%lld idle_ms=%lld "
                 "tree_ms=%lld took_ms=%lld",
                 helper->device.serial, out->result_count,
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
    struct at_helper_request request = {.method = "POST",
                                        .path = "/step",
                                        .body = at_helper_write_step(step, err),
                                        .max_bytes = AT_DUMP_MAX_BYTES +
                                                     AT_HELPER_EVENTS_MAX_BYTES,
                                        .reads = step->count == 0,
                                        .any_json = true};
    json_t *json;
    *out = (struct at_helper_outcome){.arena = AT_ARENA_INIT};
    if (!request.body)
        return false;
    request.max_ms = step_ms(step);
    int64_t began_ns = at_now_ns();
    for (size_t i = 0; i < step->count; i++)
        request.touch_ms += touch_ms(&step->actions[i]);
    bool ok = at_helper_exchange(op, helper, &request, NULL, &json, err);
    if (ok && !at_helper_read_outcome(json, step->count, out, err))
        ok = at_err_set_run(err, step->count > 0);
    if (ok && out->lost)
        helper->state = AT_HELPER_LOST;
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
