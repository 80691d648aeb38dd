#include "tester/tools/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/guards/guard.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "base/wipe.h"
#include "flow/app/launch.h"
#include "sys/clock.h"
#include "tester/advice.h"
#include "tester/tools/runner_priv.h"

enum {
    WORDS_MAX_BYTES = 16 * 1024,
    PREPARE_MAX_MS = 300000, // before the launch: a large APK takes minutes
};

static void
tree_mask(void *user, struct at_tree *tree)
{
    const struct at_tool_runner *runner = user;
    at_tree_mask_apply(&runner->tree_mask, runner->opts.run.secrets, tree);
}

struct at_tool_runner *
at_tool_runner_new(const struct at_tool_runner_opts *opts)
{
    struct at_tool_runner *runner = at_alloc(sizeof(*runner));
    runner->opts = *opts;
    runner->app = at_app_new(opts->run.device, opts->run.scenario->package,
                             &at_tester_advice);
    at_app_set_tree_mask(runner->app, tree_mask, runner);
    // The model has no use for the backend.
    at_journal_mute(at_app_journal(runner->app), AT_EVENT_INSTALLED);
    return runner;
}

void
at_tool_runner_free(struct at_tool_runner *runner)
{
    if (!runner)
        return;
    at_app_free(runner->app);
    free(runner);
}

struct at_device *
at_tool_runner_take_device(struct at_tool_runner *runner)
{
    return at_app_take_device(runner->app);
}

struct at_app *
at_tool_runner_app(const struct at_tool_runner *runner)
{
    return runner->app;
}

void
at_tool_runner_approve(struct at_tool_runner *runner)
{
    runner->approved = true;
}

bool
at_tool_runner_look(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_app *app = call->runner->app;
    struct at_op op = at_op_sub(call->op, at_now_ns(), AT_APP_READ_MS);
    if (at_app_is_current(app) &&
        at_app_fresh_tree(app, at_now_ns(), AT_TREE_FRESH_MS))
        return true;
    return at_app_read_settled(&op, app, err);
}

// A few lines, below the one that counts them.
static bool
is_small(const struct at_diff_result *diff, struct at_str text)
{
    size_t lines = 0;
    struct at_str line;
    while (at_str_next_line(&text, &line))
        lines++;
    return !diff->whole && lines <= 1 + AT_TOOL_RUNNER_LINES_TOLD &&
           lines == 1 + diff->appeared + diff->changed + diff->went;
}

// Move the lines of a small diff into the answer.
static void
tell_lines(struct at_agent_tool_result *out)
{
    struct at_str rest = at_buf_str(&out->screen);
    struct at_str line;
    (void)at_str_next_line(&rest, &line);
    while (at_str_next_line(&rest, &line))
        at_buf_add_fmt(&out->text, "; %.*s", AT_STR_ARG(line));
    at_buf_clear(&out->screen);
}

void
at_tool_runner_show(struct at_tool_runner_call *call)
{
    struct at_tool_runner *runner = call->runner;
    struct at_app *app = runner->app;
    const struct at_diff_opts opts = {.max_lines = AT_TOOL_RUNNER_SCREEN_LINES};
    const struct at_compact_opts whole = {
        .max_lines = AT_TOOL_RUNNER_SCREEN_LINES, .keeps_refs = true};
    struct at_diff_result diff;
    struct at_compact_result result;
    if (!at_app_is_current(app))
        return;
    at_buf_clear(&call->out->screen);
    call->out->changed = true;
    if (!at_app_write_diff(app, &opts, &call->out->screen, &diff)) {
        at_app_write_tree(app, &whole, &call->out->screen, &result);
        diff.fingerprint = result.fingerprint;
        diff.whole = true;
    } else if (diff.appeared + diff.changed + diff.went == 0 &&
               strcmp(diff.fingerprint.text, runner->shown) == 0) {
        at_buf_clear(&call->out->screen);
        call->out->changed = false;
    } else if (is_small(&diff, at_buf_str(&call->out->screen))) {
        tell_lines(call->out);
    }
    call->out->whole = diff.whole;
    at_str_cut(runner->shown, sizeof(runner->shown),
               at_str(diff.fingerprint.text));
}

// Trees without packages name the app, if at all. The first launch settles
// which name is meant, because a later launch may show another app that does
// not go away.
static void
note_front(struct at_tool_runner *runner)
{
    const struct at_tree *tree = at_app_tree(runner->app);
    runner->launched = true;
    if (tree && tree->front_package.len == 0 && !runner->app_name[0])
        at_str_cut(runner->app_name, sizeof(runner->app_name), tree->app_name);
}

static struct at_start_changes *
changes_of(struct at_tool_runner *runner)
{
    return runner->opts.run.changes ? runner->opts.run.changes
                                    : &runner->changes;
}

bool
at_tool_runner_launch(struct at_tool_runner_call *call, bool reset,
                      struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    struct at_idle_result idle;
    bool ok = reset ? at_app_reset(call->op, runner->app, &idle, err)
                    : at_app_launch(call->op, runner->app, &idle, NULL, err);
    if (ok) {
        note_front(runner);
        at_tool_runner_mark_alive(call->op, runner);
    }
    return ok;
}

bool
at_tool_runner_open(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    const struct at_scenario_start *start = &runner->opts.run.scenario->start;
    struct at_idle_result idle;
    bool reset = start->reset != AT_RESET_NONE && !runner->opts.run.goes_on;
    if (!start->deep_link[0] || runner->opts.run.goes_on)
        return at_tool_runner_launch(call, reset, err);
    at_app_mark_launch(runner->app);
    if (reset && !at_device_stop(call->op, at_app_device(runner->app),
                                 at_app_package(runner->app), err))
        return false;
    if (!at_app_open_link(call->op, runner->app, start->deep_link, &idle, err))
        return false;
    note_front(runner);
    at_tool_runner_mark_alive(call->op, runner);
    return true;
}

// Report once that text on the screen speaks to an assistant.
static void
suspect(struct at_tool_runner *runner, struct at_str screen)
{
    struct at_str phrase = at_guard_suspicious(screen);
    char cut[sizeof(runner->suspicious)];
    at_str_cut(cut, sizeof(cut), phrase);
    if (phrase.len == 0 || at_str_is(at_str(cut), runner->suspicious))
        return;
    at_str_cut(runner->suspicious, sizeof(runner->suspicious), phrase);
    char *words = at_strfmt("suspicious text on the screen: %s",
                            AT_QUOTED(at_str(runner->suspicious)));
    if (runner->opts.guarded)
        runner->opts.guarded(runner->opts.user, words);
    free(words);
}

// A secret is masked first: taking a character out could split it.
void
at_tool_runner_clean(struct at_tool_runner *runner, struct at_buf *text)
{
    struct at_buf masked = AT_BUF_INIT(text->max);
    if (text->len == 0)
        return;
    if (runner->opts.run.secrets)
        at_secrets_mask(runner->opts.run.secrets, at_buf_str(text), &masked);
    else
        at_buf_add_str(&masked, at_buf_str(text));
    at_buf_clear(text);
    at_guard_clean(at_buf_str(&masked), at_str(runner->opts.marker), text);
    at_buf_deinit(&masked);
}

static void
clean_line(struct at_tool_runner *runner, char *line, size_t cap)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_buf_add_text(&text, line);
    at_tool_runner_clean(runner, &text);
    at_str_cut(line, cap, at_buf_str(&text));
    at_buf_deinit(&text);
}

static void
clean_reason(struct at_tool_runner *runner, char **reason)
{
    struct at_buf text = AT_BUF_INIT(8 * AT_KIB);
    at_buf_add_text(&text, *reason);
    at_tool_runner_clean(runner, &text);
    free(*reason);
    *reason = at_buf_take(&text);
}

static void
name_screen(struct at_tool_runner *runner, struct at_agent_tool_result *out)
{
    const struct at_tree *tree = at_app_tree(runner->app);
    size_t count = 0;
    if (!tree || !at_app_is_current(runner->app))
        return;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root))
        count += at_node_has(node, AT_NODE_INTERACTIVE) &&
                 at_node_visible(tree, node);
    struct at_fingerprint fingerprint = at_tree_screen_fingerprint(tree);
    at_str_cut(out->fingerprint, sizeof(out->fingerprint),
               at_str(fingerprint.text));
    struct at_str name =
        tree->front_package.len > 0 ? tree->front_package : tree->app_name;
    snprintf(out->screen_title, sizeof(out->screen_title),
             "%.*s, %zu control%s", AT_STR_ARG(at_utf8_head(name, 90)), count,
             count == 1 ? "" : "s");
}

// A picture that cannot be taken is reported, but fails no call. The words of
// an assertion are its step's reason, and stay as they are.
static void
shoot_after(struct at_tool_runner_call *call)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    char path[AT_TOOL_RUNNER_PATH_MAX];
    if (!at_tool_runner_shoot(call, at_agent_tool_rows[call->tool].name, &png,
                              path, &why) &&
        call->out->acted)
        at_buf_add_fmt(&call->out->text, "; no picture: %s", why.msg);
    at_buf_deinit(&png);
}

// People want to see the screen on which an element was missing.
static bool
is_worth_a_picture(const struct at_tool_runner_call *call)
{
    const struct at_agent_tool_result *out = call->out;
    bool acts = at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ACTS;
    if (!call->runner->opts.run.config->screenshots || out->pictures.after[0])
        return false;
    if (acts && out->acted)
        return true;
    return (out->evidence == AT_EVIDENCE_FAILED ||
            out->prefix == AT_PREFIX_NOT_FOUND) &&
           at_tool_runner_is_inside(call->runner);
}

// The diff tells them, if the model was shown one.
static void
tell_changes(struct at_tool_runner_call *call)
{
    struct at_agent_tool_result *out = call->out;
    if (out->screen.len > 0 && call->changes.count > 0)
        at_buf_add_text(&out->text, "; the screen has changed");
    for (size_t i = 0; !out->changed && i < call->changes.count; i++)
        at_buf_add_fmt(&out->text, "; %s", call->changes.words[i]);
}

// Completes the result of every call, whatever the tool did.
static void
complete(struct at_tool_runner_call *call, int64_t began_ns)
{
    struct at_tool_runner *runner = call->runner;
    struct at_agent_tool_result *out = call->out;
    bool acts = at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ACTS;
    at_tool_runner_close_testimony(call);
    if (out->prefix == AT_PREFIX_NOT_FOUND ||
        out->prefix == AT_PREFIX_NOT_VISIBLE)
        at_tool_runner_tell_missing(call);
    at_tool_runner_note_proved(call);
    if (is_worth_a_picture(call))
        shoot_after(call);
    // Other apps may show private content.
    if (acts && (out->acted || out->refused) &&
        at_tool_runner_is_inside(runner))
        at_tool_runner_show(call);
    tell_changes(call);
    name_screen(runner, out);
    suspect(runner, at_buf_str(&out->screen));
    suspect(runner, at_buf_str(&out->text));
    at_tool_runner_clean(runner, &out->text);
    at_tool_runner_clean(runner, &out->screen);
    clean_line(runner, out->screen_title, sizeof(out->screen_title));
    if (out->reason)
        clean_reason(runner, &out->reason);
    out->duration_ms = (at_now_ns() - began_ns) / AT_NS_PER_MS;
}

// One tool, with all its waiting.
static int64_t
time_of(const struct at_tool_runner_call *call)
{
    return AT_TOOL_RUNNER_TOOL_MS +
           (call->tool == AT_AGENT_WAIT_FOR ? 1000 * call->args.seconds : 0) +
           call->patience_ms;
}

static bool
renews_app(enum at_agent_tool tool)
{
    return tool == AT_AGENT_LAUNCH_APP || tool == AT_AGENT_CLOSE_APP;
}

static void
tell_death(struct at_tool_runner_call *call, struct at_str words)
{
    call->out->evidence = AT_EVIDENCE_CRASHED;
    at_buf_add_fmt(&call->out->text, "; before this call %.*s",
                   AT_STR_ARG(words));
}

static bool
run(struct at_tool_runner_call *call, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    struct at_op op = at_op_sub(call->op, began_ns, time_of(call));
    const struct at_op *whole = call->op;
    call->op = &op;
    call->words = (struct at_buf)AT_BUF_INIT(WORDS_MAX_BYTES);
    at_str_cut(call->out->pictures.before, sizeof(call->out->pictures.before),
               at_str(call->runner->newest));
    struct at_buf death = AT_BUF_INIT(AT_ERR_MSG_MAX);
    (void)at_tool_runner_see(call->runner);
    // A launch would hide that the app has died before it.
    bool died = renews_app(call->tool) &&
                at_tool_runner_find_death(call->op, call->runner, &death);
    bool ok = call->gesture ? at_tool_gesture(call, err)
                            : at_tool_runner_tools[call->tool](call, err);
    if (ok && died)
        tell_death(call, at_buf_str(&death));
    if (ok)
        complete(call, began_ns);
    at_buf_deinit(&death);
    call->op = whole;
    at_argv_deinit(&call->changes);
    at_wipe_buf(&call->words);
    return ok;
}

// A run continues without its video if that cannot be recorded.
static bool
record(const struct at_op *op, struct at_tool_runner *runner,
       struct at_agent_tool_result *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    size_t before = at_tool_runner_fallbacks(runner);
    if (at_tool_runner_record(op, runner, &why)) {
        at_tool_runner_tell_fallbacks(runner, before, &out->text);
        return true;
    }
    if (at_tool_runner_is_fatal(&why))
        return at_err_pass(err, &why);
    at_buf_add_fmt(&out->text, "; there is no video: %s", why.msg);
    return true;
}

// Make device and app as the scenario's start says; a result says why not.
static bool
prepare(struct at_tool_runner_call *call, struct at_buf *done,
        struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    struct at_op op = at_op_sub(call->op, at_now_ns(), PREPARE_MAX_MS);
    struct at_err why = AT_ERR_INIT;
    if (runner->opts.run.goes_on ||
        at_start_prepare(&op, at_app_device(runner->app),
                         runner->opts.run.scenario, changes_of(runner), done,
                         &why))
        return true;
    if (at_tool_runner_is_fatal(&why))
        return at_err_pass(err, &why);
    at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                      "the scenario's start failed: %s", why.msg);
    return true;
}

bool
at_tool_runner_start(const struct at_op *op, struct at_tool_runner *runner,
                     struct at_agent_tool_result *out, struct at_err *err)
{
    struct at_buf prepared = AT_BUF_INIT(WORDS_MAX_BYTES);
    struct at_tool_runner_call call = {
        .op = op,
        .runner = runner,
        .tool = AT_AGENT_START_SCENARIO,
        .args = {.app = at_str(runner->opts.run.scenario->package)},
        .out = out};
    bool ok = prepare(&call, &prepared, err);
    if (ok && out->prefix == AT_PREFIX_OK)
        ok = run(&call, err);
    if (ok)
        at_buf_add_str(&out->text, at_buf_str(&prepared));
    runner->answered = false;
    at_buf_deinit(&prepared);
    if (ok && runner->opts.run.config->recording && runner->launched)
        ok = record(op, runner, out, err);
    return ok;
}

bool
at_tool_runner_join(const struct at_op *op, struct at_tool_runner *runner,
                    struct at_err *err)
{
    struct at_tool_runner_call call = {.op = op, .runner = runner};
    struct at_err why = AT_ERR_INIT;
    if (!at_tool_runner_look(&call, &why))
        return !at_tool_runner_is_fatal(&why) || at_err_pass(err, &why);
    // An app that was left is a person's to bring back.
    if (at_app_tree(runner->app)->front_package.len == 0)
        note_front(runner);
    return true;
}

bool
at_tool_runner_call(const struct at_op *op, struct at_tool_runner *runner,
                    const struct at_tool_runner_use *use,
                    struct at_agent_tool_result *out, struct at_err *err)
{
    struct at_tool_runner_call call = {.op = op,
                                       .runner = runner,
                                       .tool = use->tool,
                                       .recorded = use->recorded,
                                       .limits_wait = use->limits_wait,
                                       .wait_ms = use->wait_ms,
                                       .out = out};
    at_agent_args_read(use->tool, use->args, &call.args);
    bool ok = run(&call, err);
    if (ok && use->tool == AT_AGENT_WAIT)
        at_tool_runner_recognise(&call, NULL);
    return ok;
}

bool
at_tool_runner_gesture(const struct at_op *op, struct at_tool_runner *runner,
                       const struct at_tool_runner_gesture *gesture,
                       struct at_agent_tool_result *out, struct at_err *err)
{
    struct at_tool_runner_call call = {.op = op,
                                       .runner = runner,
                                       .tool = AT_AGENT_SWIPE_UP,
                                       .gesture = gesture,
                                       .out = out};
    return run(&call, err);
}

// Run an assertion until it holds by the text that was recorded.
static bool
assert_again(struct at_tool_runner_call *call,
             const struct at_recipe_call *recorded, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    call->patience_ms =
        at_recipe_patience_ms(recorded, call->runner->opts.run.patience_ms);
    bool ok = run(call, err);
    while (ok && at_tool_runner_may_still_hold(call, recorded, began_ns)) {
        at_agent_tool_result_deinit(call->out);
        at_agent_tool_result_init(call->out);
        ok = run(call, err);
    }
    if (ok)
        at_tool_runner_say_other_text(recorded, call->out);
    return ok;
}

static bool
play(struct at_tool_runner_call *call, const struct at_recipe_call *recorded,
     struct at_err *err)
{
    enum at_agent_tool_class class = at_agent_tool_rows[call->tool].class;
    if (class == AT_AGENT_TOOL_ASSERTS)
        return assert_again(call, recorded, err);
    return (recorded->dialog[0] ||
            at_tool_runner_await_target(call->op, call->runner, recorded,
                                        err)) &&
           run(call, err);
}

bool
at_tool_runner_replay(const struct at_op *op, struct at_tool_runner *runner,
                      const struct at_recipe_call *recorded,
                      struct at_agent_tool_result *out, struct at_err *err)
{
    struct at_tool_runner_call call = {.op = op,
                                       .runner = runner,
                                       .tool = recorded->tool,
                                       .target = &recorded->target,
                                       .out = out};
    at_agent_args_read(recorded->tool, recorded->args, &call.args);
    if (!play(&call, recorded, err))
        return false;
    bool lost = out->prefix == AT_PREFIX_NOT_FOUND ||
                out->prefix == AT_PREFIX_AMBIGUOUS;
    return !lost ||
           at_fail(err, AT_ENOTFOUND, "the screen is not as it was: %s",
                   at_buf_text(&out->text));
}

void
at_tool_runner_finish(const struct at_op *op, struct at_tool_runner *runner)
{
    struct at_argv paths = AT_ARGV_INIT;
    struct at_err why = AT_ERR_INIT;
    struct at_buf told = AT_BUF_INIT(WORDS_MAX_BYTES);
    size_t before = at_tool_runner_fallbacks(runner);
    if (runner->recording &&
        !at_tool_runner_record_end(op, runner, &paths, &why))
        at_buf_add_fmt(&told, "; %s", why.msg);
    if (!runner->opts.run.changes)
        at_start_undo(op, at_app_device(runner->app),
                      runner->opts.run.scenario->package, &runner->changes,
                      &told);
    at_tool_runner_tell_fallbacks(runner, before, &told);
    if (told.len > 0 && runner->opts.guarded)
        runner->opts.guarded(runner->opts.user,
                             at_str_skip(at_buf_str(&told), 2).ptr);
    at_buf_deinit(&told);
    at_argv_deinit(&paths);
}
