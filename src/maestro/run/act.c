#include "maestro/run/act.h"

#include <string.h>

#include "flow/flow.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    ROUNDS = 10,    // Maestro compares so many pairs of trees
    ROUND_MS = 200, // its pause between them
};

bool
at_maestro_inject(struct at_maestro_call *call, const struct at_input *input,
                  enum at_refusal *out_refusal, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TAP);
    struct at_step_result result = {.step = &step};
    struct at_step_call sent;
    at_step_call_init(&sent, run->op, run->app, &result);
    sent.gate = run->opts->gate;
    bool ok = at_step_inject(&sent, input, err);
    run->quiet = ok && sent.has_device_result && sent.device_result.quiet;
    if (out_refusal)
        *out_refusal = sent.refusal;
    at_step_call_deinit(&sent);
    return ok;
}

bool
at_maestro_send(struct at_maestro_call *call, const struct at_input *input,
                struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TAP);
    struct at_step_result result = {.step = &step};
    struct at_step_call sent;
    at_step_call_init(&sent, run->op, run->app, &result);
    sent.gate = run->opts->gate;
    bool ok = at_step_send(&sent, input, err);
    run->quiet = false;
    at_step_call_deinit(&sent);
    return ok;
}

bool
at_maestro_step(struct at_maestro_call *call, struct at_flow_step *step,
                struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_flow flow = {.steps = step, .count = 1};
    const struct at_flow_opts opts = {.observe = AT_OBSERVE_NONE,
                                      .gate = run->opts->gate};
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    bool ok = at_flow_run(run->op, run->app, &flow, &opts, &trace, &why);
    run->quiet =
        ok && at_app_is_current(run->app) && at_app_is_settled(run->app);
    if (trace.count > 0 && trace.results[0].note.len > 0)
        at_maestro_note(call, "%.*s",
                        AT_STR_ARG(at_buf_str(&trace.results[0].note)));
    at_flow_trace_deinit(&trace);
    if (why.code == AT_ETEXT || why.code == AT_EIDLE)
        why.code = AT_EASSERT;
    return ok || at_err_pass(err, &why);
}

bool
at_maestro_is_ios(const struct at_maestro_call *call)
{
    return strcmp(call->run->opts->platform, "ios") == 0;
}

bool
at_maestro_press(struct at_maestro_call *call, const char *key, unsigned times,
                 struct at_err *err)
{
    const struct at_input input = {
        .kind = AT_INPUT_KEY, .text = at_str(key), .repeat = times};
    return at_maestro_inject(call, &input, NULL, err);
}

// A text that changes again and again counts as settled, but not to those who
// say for how long they wait for it.
static bool
is_settled(const struct at_app *app, int64_t settle_ms)
{
    return at_app_is_settled(app) && (settle_ms < 0 || !at_app_ticking(app));
}

bool
at_maestro_settle(struct at_maestro_call *call, int64_t settle_ms,
                  struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    int64_t limit_ms = settle_ms < 0 ? ROUNDS * ROUND_MS
                       : settle_ms < AT_MAESTRO_SETTLE_MAX_MS
                           ? settle_ms
                           : AT_MAESTRO_SETTLE_MAX_MS;
    int64_t now_ns = at_now_ns();
    int64_t end_ns = now_ns + limit_ms * AT_NS_PER_MS;
    while (!run->quiet) {
        struct at_err why = AT_ERR_INIT;
        if (!at_app_read_settled(run->op, run->app, &why) &&
            !at_err_is_unread(&why) && !at_err_is_busy(&why))
            return at_err_pass(err, &why);
        run->quiet = is_settled(run->app, settle_ms);
        now_ns = at_now_ns();
        if (run->quiet || now_ns >= end_ns)
            return true;
        int64_t until_ns = now_ns + ROUND_MS * AT_NS_PER_MS;
        if (!at_op_wait_until(run->op, until_ns < end_ns ? until_ns : end_ns,
                              err))
            return false;
    }
    return true;
}

bool
at_maestro_screen(struct at_maestro_call *call, int32_t *out_width_px,
                  int32_t *out_height_px, struct at_err *err)
{
    struct at_app *app = call->run->app;
    if ((!at_app_tree(app) || !at_app_is_current(app)) &&
        !at_app_read_now(call->run->op, app, err))
        return false;
    *out_width_px = at_app_tree(app)->width_px;
    *out_height_px = at_app_tree(app)->height_px;
    return true;
}

bool
at_maestro_judge_point(struct at_maestro_call *call, enum at_maestro_point read,
                       struct at_err *err)
{
    if (read == AT_MAESTRO_POINT_OUTSIDE && err)
        err->code = AT_EASSERT;
    if (read == AT_MAESTRO_POINT_UNREADABLE)
        at_maestro_fail_hard(call->run);
    return read == AT_MAESTRO_POINT_OK;
}

bool
at_maestro_stroke(struct at_maestro_call *call, struct at_point from,
                  struct at_point to, int64_t duration_ms, struct at_err *err)
{
    const struct at_input input = {
        .kind = AT_INPUT_SWIPE,
        .at = from,
        .swipe = {.from = from, .to = to, .duration_ms = duration_ms},
    };
    return at_maestro_inject(call, &input, NULL, err);
}
