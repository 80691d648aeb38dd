// runner_proof.c: what calls prove: scenes, testimonies, expectations, deaths
#include <stdlib.h>
#include <string.h>

#include "agent/loop/calls.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "flow/app/crash.h"
#include "flow/wait/idle.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/tools/runner_priv.h"

size_t
at_tool_runner_see(struct at_tool_runner *runner)
{
    struct at_app *app = runner->app;
    const struct at_tree *tree = at_app_tree(app);
    struct at_scene scene;
    int64_t now_ns = at_now_ns();
    if (!tree || !at_app_is_current(app) || !runner->opts.scenes)
        return AT_SCENE_NONE;
    at_scene_take(tree,
                  &(const struct at_scene_about){
                      .scenario = runner->opts.run.scenario,
                      .front = at_tool_runner_front(runner, tree),
                      .at_ms = now_ns / AT_NS_PER_MS,
                  },
                  &scene);
    at_journal_list_toasts(at_app_journal(app), AT_TOAST_KEPT, now_ns,
                           &scene.toasts);
    return at_scenes_add(runner->opts.scenes, &scene);
}

void
at_tool_runner_see_gone(struct at_tool_runner *runner)
{
    struct at_scene scene;
    if (!runner->opts.scenes)
        return;
    at_scene_gone(at_now_ns() / AT_NS_PER_MS, &scene);
    (void)at_scenes_add(runner->opts.scenes, &scene);
}

static const struct at_scene *
newest_scene(const struct at_tool_runner *runner)
{
    const struct at_scenes *scenes = runner->opts.scenes;
    return scenes && scenes->count > 0 ? &scenes->items[scenes->count - 1]
                                       : NULL;
}

void
at_tool_runner_testify(struct at_tool_runner_call *call, struct at_claim *claim)
{
    struct at_testimony *testimony = &call->out->testimony;
    struct at_claim_result result;
    testimony->scene = at_tool_runner_see(call->runner);
    const struct at_scene *scene =
        testimony->scene == AT_SCENE_NONE ? NULL : newest_scene(call->runner);
    at_claim_result_init(&result);
    if (scene)
        at_claim_check(claim, scene, &result);
    testimony->has_claim = true;
    testimony->claim = *claim;
    testimony->outcome = result.outcome;
    testimony->row = result.row;
    at_seen_deinit(&testimony->seen);
    at_seen_copy(&result.seen, &testimony->seen);
    at_tool_runner_clean(call->runner, &result.why);
    free(testimony->why);
    testimony->why = at_buf_take(&result.why);
    at_claim_result_deinit(&result);
    *claim = (struct at_claim){0};
}

void
at_tool_runner_note_near(struct at_tool_runner_call *call)
{
    struct at_testimony *testimony = &call->out->testimony;
    struct at_str wanted = at_tool_runner_wanted(call);
    struct at_claim claim;
    struct at_claim_result result;
    const struct at_scene *scene =
        at_tool_runner_see(call->runner) == AT_SCENE_NONE
            ? NULL
            : newest_scene(call->runner);
    at_claim_init(&claim, AT_CLAIM_TEXT);
    at_claim_result_init(&result);
    free(claim.text);
    claim.text = at_strndup(wanted.len ? wanted.ptr : "", wanted.len);
    if (scene)
        at_claim_check(&claim, scene, &result);
    at_seen_deinit(&testimony->seen);
    if (result.outcome == AT_CLAIM_FAILS)
        at_seen_copy(&result.seen, &testimony->seen);
    at_claim_result_deinit(&result);
    at_claim_deinit(&claim);
}

// ── actions ──

static bool
has_missed(const struct at_tool_runner_call *call)
{
    return !call->out->acted && call->out->evidence == AT_EVIDENCE_NONE &&
           at_calls_failed(call->out->prefix);
}

static void
note_target(struct at_tool_runner_call *call)
{
    struct at_str wanted = at_tool_runner_wanted(call);
    free(call->out->testimony.target);
    call->out->testimony.target =
        at_strfmt("%.*s\n%s", AT_STR_ARG(wanted), call->out->touch.element);
}

// The screen shows the value of a secret, not its name.
static void
note_typed(struct at_tool_runner_call *call)
{
    struct at_str text = call->args.text;
    struct at_buf filled = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES);
    bool used = false;
    bool ok = at_secrets_fill(call->runner->opts.run.secrets, text, &filled,
                              &used, NULL);
    at_wipe_text(call->out->testimony.typed);
    call->out->testimony.typed =
        ok ? at_strdup(at_buf_text(&filled)) : at_strdup("");
    at_wipe_buf(&filled);
}

static bool
scrolls(enum at_agent_tool tool)
{
    return tool == AT_AGENT_SWIPE_UP || tool == AT_AGENT_SWIPE_DOWN ||
           tool == AT_AGENT_SCROLL_VERTICALLY ||
           tool == AT_AGENT_SCROLL_HORIZONTALLY || tool == AT_AGENT_SCROLL_TO;
}

void
at_tool_runner_close_testimony(struct at_tool_runner_call *call)
{
    struct at_agent_tool_result *out = call->out;
    bool acts = at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ACTS;
    if (acts && out->acted && out->evidence == AT_EVIDENCE_NONE)
        out->evidence = AT_EVIDENCE_ACTED;
    else if (acts && out->refused && out->evidence == AT_EVIDENCE_NONE)
        out->evidence = AT_EVIDENCE_REFUSED;
    else if (acts && has_missed(call))
        out->evidence = AT_EVIDENCE_MISSED;
    out->testimony.scrolls = scrolls(call->tool);
    if (acts)
        note_target(call);
    if (call->tool == AT_AGENT_INPUT_TEXT)
        note_typed(call);
    if (!out->testimony.has_claim)
        out->testimony.scene = at_tool_runner_see(call->runner);
}

// ── expectations ──

struct waiting {
    struct at_tool_runner *runner;
    const struct at_claims *claims;
    const struct at_recipe_proof **recorded; // may be NULL
    struct at_tool_runner_expected *out;
};

// A described claim that fits nothing by name is not waited for; a toast that
// was seen stays seen.
static bool
is_met(const struct at_claim *claim, const struct at_claim_result *result)
{
    return result->outcome == AT_CLAIM_HOLDS ||
           (claim->kind == AT_CLAIM_SHOWN && !claim->bound[0] &&
            result->outcome == AT_CLAIM_UNBOUND);
}

static void
check(const struct waiting *waiting, size_t i, const struct at_scene *scene)
{
    const struct at_claim *claim = &waiting->claims->items[i];
    struct at_claim_result *result = &waiting->out->results[i];
    if (claim->kind == AT_CLAIM_TOAST && result->outcome == AT_CLAIM_HOLDS)
        return;
    at_claim_check(claim, scene, result);
    if (waiting->recorded)
        at_recipe_settle(waiting->recorded[i], claim, scene, result);
}

static bool
all_hold(void *user, struct at_err *why)
{
    struct waiting *waiting = user;
    struct at_tool_runner_expected *out = waiting->out;
    bool all = true;
    out->scene = at_tool_runner_see(waiting->runner);
    const struct at_scene *scene = newest_scene(waiting->runner);
    if (out->scene == AT_SCENE_NONE || !scene)
        return at_fail(why, AT_EASSERT, "the screen is not known");
    for (size_t i = 0; i < waiting->claims->count; i++) {
        check(waiting, i, scene);
        all = all && is_met(&waiting->claims->items[i], &out->results[i]);
    }
    if (!all)
        return at_fail(why, AT_EASSERT, "an expectation does not hold");
    out->held_ns = at_now_ns();
    return true;
}

// The screen shows the values of secrets that a claim names.
static void
fill(const struct at_tool_runner *runner, char **text)
{
    struct at_buf filled = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES);
    bool used = false;
    if (at_secrets_fill(runner->opts.run.secrets, at_str(*text), &filled, &used,
                        NULL) &&
        used) {
        free(*text);
        *text = at_strdup(at_buf_text(&filled));
    }
    at_wipe_buf(&filled);
}

static void
fill_claims(const struct at_tool_runner *runner, const struct at_claims *claims,
            struct at_claims *out)
{
    at_claims_copy(claims, out);
    for (size_t i = 0; i < out->count; i++) {
        fill(runner, &out->items[i].text);
        fill(runner, &out->items[i].of);
    }
}

bool
at_tool_runner_expect(const struct at_op *op, struct at_tool_runner *runner,
                      const struct at_tool_runner_expectation *expected,
                      struct at_tool_runner_expected *out, struct at_err *err)
{
    struct at_claims filled;
    struct waiting waiting = {runner, &filled, expected->recorded, out};
    struct at_idle_result idle;
    struct at_err why = AT_ERR_INIT;
    struct at_op sub = at_op_sub(op, at_now_ns(), AT_TOOL_RUNNER_TOOL_MS);
    const struct at_idle_wait wait = {
        .timeout_ms = expected->timeout_ms,
        .loading_ms = at_app_times(runner->app)->loading_ms,
        .holds = all_hold,
        .user = &waiting,
    };
    out->scene = AT_SCENE_NONE;
    out->held_ns = 0;
    fill_claims(runner, expected->claims, &filled);
    bool holds =
        at_app_is_current(runner->app) &&
        at_app_fresh_tree(runner->app, at_now_ns(), AT_TREE_FRESH_MS) &&
        all_hold(&waiting, &why);
    why = (struct at_err)AT_ERR_INIT;
    bool ok = holds || at_idle_wait(&sub, runner->app, &wait, &idle, &why) ||
              (!at_tool_runner_is_fatal(&why) && at_op_check(op, NULL));
    at_claims_deinit(&filled);
    if (!ok)
        return at_err_pass(err, &why);
    for (size_t i = 0; i < expected->claims->count; i++)
        at_tool_runner_clean(runner, &out->results[i].why);
    return true;
}

// ── deaths ──

void
at_tool_runner_mark_alive(const struct at_op *op, struct at_tool_runner *runner)
{
    struct at_device *device = at_app_device(runner->app);
    if (!at_device_log_mark(op, device, runner->death_mark, NULL))
        runner->death_mark[0] = '\0';
    if (!at_device_pid(op, device, runner->opts.run.scenario->package,
                       &runner->pid, NULL))
        runner->pid = 0;
}

// A process that another one has taken the place of has ended as well. Where
// processes cannot be listed, the log decides alone.
static bool
has_lost_process(const struct at_op *op, struct at_tool_runner *runner)
{
    int64_t pid = 0;
    if (runner->pid == 0 ||
        !at_device_pid(op, at_app_device(runner->app),
                       runner->opts.run.scenario->package, &pid, NULL))
        return false;
    return pid != runner->pid;
}

bool
at_tool_runner_find_death(const struct at_op *op, struct at_tool_runner *runner,
                          struct at_buf *words)
{
    const char *package = runner->opts.run.scenario->package;
    struct at_op sub = at_op_sub(op, at_now_ns(), AT_TOOL_RUNNER_DEATH_MS);
    struct at_crash crash;
    struct at_err why = AT_ERR_INIT;
    if (!runner->launched || !runner->death_mark[0])
        return false;
    bool logged = at_app_log_has_crash(&sub, runner->app, package,
                                       runner->death_mark, &crash);
    if (!logged && !has_lost_process(&sub, runner))
        return false;
    if (!logged)
        crash = (struct at_crash){.found = true};
    (void)at_app_fail_crash(runner->app, package, &crash, &why);
    at_buf_add_text(words, why.msg);
    at_tool_runner_clean(runner, words);
    at_tool_runner_mark_alive(&sub, runner);
    return true;
}
