#include "tester/tools/hands.h"

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
#include "tester/tools/hands_priv.h"

enum {
    WORDS_MAX_BYTES = 16 * 1024,
    PREPARE_MAX_MS = 300000, // before the launch: a large APK takes minutes
};

static void
veil(void *user, struct at_tree *tree)
{
    const struct at_hands *hands = user;
    at_veil_apply(&hands->veil, hands->opts.secrets, tree);
}

struct at_hands *
at_hands_new(const struct at_hands_opts *opts)
{
    struct at_hands *hands = at_alloc(sizeof(*hands));
    hands->opts = *opts;
    hands->app =
        at_app_new(opts->device, opts->scenario->package, &at_tester_advice);
    at_app_set_veil(hands->app, veil, hands);
    // The model has no use for the backend.
    at_journal_mute(at_app_journal(hands->app), AT_EVENT_INSTALLED);
    return hands;
}

void
at_hands_free(struct at_hands *hands)
{
    if (!hands)
        return;
    at_app_free(hands->app);
    free(hands);
}

struct at_device *
at_hands_take_device(struct at_hands *hands)
{
    return at_app_take_device(hands->app);
}

struct at_app *
at_hands_app(const struct at_hands *hands)
{
    return hands->app;
}

void
at_hands_approve(struct at_hands *hands)
{
    hands->approved = true;
}

bool
at_hands_look(struct at_hands_call *call, struct at_err *err)
{
    struct at_app *app = call->hands->app;
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
    return !diff->whole && lines <= 1 + AT_HANDS_LINES_TOLD &&
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
at_hands_show(struct at_hands_call *call)
{
    struct at_hands *hands = call->hands;
    struct at_app *app = hands->app;
    const struct at_diff_opts opts = {.max_lines = AT_HANDS_SCREEN_LINES};
    const struct at_compact_opts whole = {.max_lines = AT_HANDS_SCREEN_LINES,
                                          .keeps_refs = true};
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
               strcmp(diff.fingerprint.text, hands->shown) == 0) {
        at_buf_clear(&call->out->screen);
        call->out->changed = false;
    } else if (is_small(&diff, at_buf_str(&call->out->screen))) {
        tell_lines(call->out);
    }
    call->out->whole = diff.whole;
    at_str_cut(hands->shown, sizeof(hands->shown),
               at_str(diff.fingerprint.text));
}

// Trees without packages name the app, if at all. The first launch settles
// which name is meant, because a later launch may show another app that does
// not go away.
static void
note_front(struct at_hands *hands)
{
    const struct at_tree *tree = at_app_tree(hands->app);
    hands->launched = true;
    if (tree && tree->front_package.len == 0 && !hands->app_name[0])
        at_str_cut(hands->app_name, sizeof(hands->app_name), tree->app_name);
}

static struct at_start_changes *
changes_of(struct at_hands *hands)
{
    return hands->opts.changes ? hands->opts.changes : &hands->changes;
}

bool
at_hands_launch(struct at_hands_call *call, bool reset, struct at_err *err)
{
    struct at_hands *hands = call->hands;
    struct at_idle_result idle;
    bool ok = reset ? at_app_reset(call->op, hands->app, &idle, err)
                    : at_app_launch(call->op, hands->app, &idle, NULL, err);
    if (ok) {
        note_front(hands);
        at_hands_mark_alive(call->op, hands);
    }
    return ok;
}

bool
at_hands_open(struct at_hands_call *call, struct at_err *err)
{
    struct at_hands *hands = call->hands;
    const struct at_scenario_start *start = &hands->opts.scenario->start;
    struct at_idle_result idle;
    bool reset = start->reset != AT_RESET_NONE && !hands->opts.goes_on;
    if (!start->deep_link[0] || hands->opts.goes_on)
        return at_hands_launch(call, reset, err);
    at_app_mark_launch(hands->app);
    if (reset && !at_device_stop(call->op, at_app_device(hands->app),
                                 at_app_package(hands->app), err))
        return false;
    if (!at_app_open_link(call->op, hands->app, start->deep_link, &idle, err))
        return false;
    note_front(hands);
    at_hands_mark_alive(call->op, hands);
    return true;
}

// People are told once if text on the screen speaks to an assistant.
static void
suspect(struct at_hands *hands, struct at_str screen)
{
    struct at_str phrase = at_guard_suspicious(screen);
    char cut[sizeof(hands->suspicious)];
    at_str_cut(cut, sizeof(cut), phrase);
    if (phrase.len == 0 || at_str_is(at_str(cut), hands->suspicious))
        return;
    at_str_cut(hands->suspicious, sizeof(hands->suspicious), phrase);
    char *words = at_strfmt("suspicious text on the screen: %s",
                            AT_QUOTED(at_str(hands->suspicious)));
    if (hands->opts.guarded)
        hands->opts.guarded(hands->opts.user, words);
    free(words);
}

// A secret is masked first: taking a character out could split it.
void
at_hands_clean(struct at_hands *hands, struct at_buf *text)
{
    struct at_buf masked = AT_BUF_INIT(text->max);
    if (text->len == 0)
        return;
    if (hands->opts.secrets)
        at_secrets_mask(hands->opts.secrets, at_buf_str(text), &masked);
    else
        at_buf_add_str(&masked, at_buf_str(text));
    at_buf_clear(text);
    at_guard_clean(at_buf_str(&masked), at_str(hands->opts.marker), text);
    at_buf_deinit(&masked);
}

static void
clean_line(struct at_hands *hands, char *line, size_t cap)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_buf_add_text(&text, line);
    at_hands_clean(hands, &text);
    at_str_cut(line, cap, at_buf_str(&text));
    at_buf_deinit(&text);
}

static void
clean_reason(struct at_hands *hands, char **reason)
{
    struct at_buf text = AT_BUF_INIT(8 * AT_KIB);
    at_buf_add_text(&text, *reason);
    at_hands_clean(hands, &text);
    free(*reason);
    *reason = at_buf_take(&text);
}

static void
name_screen(struct at_hands *hands, struct at_agent_tool_result *out)
{
    const struct at_tree *tree = at_app_tree(hands->app);
    size_t count = 0;
    if (!tree || !at_app_is_current(hands->app))
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
shoot_after(struct at_hands_call *call)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    char path[AT_HANDS_PATH_MAX];
    if (!at_hands_shoot(call, at_agent_tool_rows[call->tool].name, &png, path,
                        &why) &&
        call->out->acted)
        at_buf_add_fmt(&call->out->text, "; no picture: %s", why.msg);
    at_buf_deinit(&png);
}

// People want to see the screen on which an element was missing.
static bool
is_worth_a_picture(const struct at_hands_call *call)
{
    const struct at_agent_tool_result *out = call->out;
    bool acts = at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ACTS;
    if (!call->hands->opts.config->screenshots || out->pictures.after[0])
        return false;
    if (acts && out->acted)
        return true;
    return (out->evidence == AT_EVIDENCE_FAILED ||
            out->prefix == AT_PREFIX_NOT_FOUND) &&
           at_hands_is_inside(call->hands);
}

// The diff tells them, if the model was shown one.
static void
tell_changes(struct at_hands_call *call)
{
    struct at_agent_tool_result *out = call->out;
    if (out->screen.len > 0 && call->changes.count > 0)
        at_buf_add_text(&out->text, "; the screen has changed");
    for (size_t i = 0; !out->changed && i < call->changes.count; i++)
        at_buf_add_fmt(&out->text, "; %s", call->changes.words[i]);
}

// Completes the result of every call, whatever the tool did.
static void
complete(struct at_hands_call *call, int64_t began_ns)
{
    struct at_hands *hands = call->hands;
    struct at_agent_tool_result *out = call->out;
    bool acts = at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ACTS;
    at_hands_close_testimony(call);
    if (out->prefix == AT_PREFIX_NOT_FOUND ||
        out->prefix == AT_PREFIX_NOT_VISIBLE)
        at_hands_tell_missing(call);
    at_hands_note_proved(call);
    if (is_worth_a_picture(call))
        shoot_after(call);
    // Other apps may show private content.
    if (acts && (out->acted || out->refused) && at_hands_is_inside(hands))
        at_hands_show(call);
    tell_changes(call);
    name_screen(hands, out);
    suspect(hands, at_buf_str(&out->screen));
    suspect(hands, at_buf_str(&out->text));
    at_hands_clean(hands, &out->text);
    at_hands_clean(hands, &out->screen);
    clean_line(hands, out->screen_title, sizeof(out->screen_title));
    if (out->reason)
        clean_reason(hands, &out->reason);
    out->duration_ms = (at_now_ns() - began_ns) / AT_NS_PER_MS;
}

// One tool, with all its waiting.
static int64_t
time_of(const struct at_hands_call *call)
{
    json_int_t seconds =
        json_integer_value(json_object_get(call->args, "seconds"));
    return AT_HANDS_TOOL_MS +
           (call->tool == AT_AGENT_WAIT_FOR ? 1000 * seconds : 0) +
           call->patience_ms;
}

static bool
renews_app(enum at_agent_tool tool)
{
    return tool == AT_AGENT_LAUNCH_APP || tool == AT_AGENT_CLOSE_APP;
}

static void
tell_death(struct at_hands_call *call, struct at_str words)
{
    call->out->evidence = AT_EVIDENCE_CRASHED;
    at_buf_add_fmt(&call->out->text, "; before this call %.*s",
                   AT_STR_ARG(words));
}

static bool
run(struct at_hands_call *call, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    struct at_op op = at_op_sub(call->op, began_ns, time_of(call));
    const struct at_op *whole = call->op;
    call->op = &op;
    call->words = (struct at_buf)AT_BUF_INIT(WORDS_MAX_BYTES);
    at_str_cut(call->out->pictures.before, sizeof(call->out->pictures.before),
               at_str(call->hands->newest));
    struct at_buf death = AT_BUF_INIT(AT_ERR_MSG_MAX);
    (void)at_hands_see(call->hands);
    // A launch would hide that the app has died before it.
    bool died = renews_app(call->tool) &&
                at_hands_find_death(call->op, call->hands, &death);
    bool ok = at_hands_tools[call->tool](call, err);
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

// A run goes on without its video if it cannot be recorded.
static bool
record(const struct at_op *op, struct at_hands *hands,
       struct at_agent_tool_result *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    size_t before = at_hands_fallbacks(hands);
    if (at_hands_record(op, hands, &why)) {
        at_hands_tell_fallbacks(hands, before, &out->text);
        return true;
    }
    if (at_hands_is_fatal(&why))
        return at_err_pass(err, &why);
    at_buf_add_fmt(&out->text, "; there is no video: %s", why.msg);
    return true;
}

// Make device and app as the scenario's start says; a result says why not.
static bool
prepare(struct at_hands_call *call, struct at_buf *done, struct at_err *err)
{
    struct at_hands *hands = call->hands;
    struct at_op op = at_op_sub(call->op, at_now_ns(), PREPARE_MAX_MS);
    struct at_err why = AT_ERR_INIT;
    if (hands->opts.goes_on ||
        at_start_prepare(&op, at_app_device(hands->app), hands->opts.scenario,
                         changes_of(hands), done, &why))
        return true;
    if (at_hands_is_fatal(&why))
        return at_err_pass(err, &why);
    at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                      "the scenario's start failed: %s", why.msg);
    return true;
}

bool
at_hands_start(const struct at_op *op, struct at_hands *hands,
               struct at_agent_tool_result *out, struct at_err *err)
{
    struct at_buf prepared = AT_BUF_INIT(WORDS_MAX_BYTES);
    json_t *args = json_object();
    json_object_set_new(args, "appPackage",
                        json_string(hands->opts.scenario->package));
    struct at_hands_call call = {.op = op,
                                 .hands = hands,
                                 .tool = AT_AGENT_START_SCENARIO,
                                 .args = args,
                                 .out = out};
    bool ok = prepare(&call, &prepared, err);
    if (ok && out->prefix == AT_PREFIX_OK)
        ok = run(&call, err);
    if (ok)
        at_buf_add_str(&out->text, at_buf_str(&prepared));
    hands->answered = false;
    at_buf_deinit(&prepared);
    json_decref(args);
    if (ok && hands->opts.config->recording && hands->launched)
        ok = record(op, hands, out, err);
    return ok;
}

bool
at_hands_join(const struct at_op *op, struct at_hands *hands,
              struct at_err *err)
{
    struct at_hands_call call = {.op = op, .hands = hands};
    struct at_err why = AT_ERR_INIT;
    if (!at_hands_look(&call, &why))
        return !at_hands_is_fatal(&why) || at_err_pass(err, &why);
    // An app that was left is a person's to bring back.
    if (at_app_tree(hands->app)->front_package.len == 0)
        note_front(hands);
    return true;
}

bool
at_hands_call(const struct at_op *op, struct at_hands *hands,
              const struct at_hands_use *use, struct at_agent_tool_result *out,
              struct at_err *err)
{
    struct at_hands_call call = {.op = op,
                                 .hands = hands,
                                 .tool = use->tool,
                                 .args = use->args,
                                 .recorded = use->recorded,
                                 .limits_wait = use->limits_wait,
                                 .wait_ms = use->wait_ms,
                                 .out = out};
    bool ok = run(&call, err);
    if (ok && use->tool == AT_AGENT_WAIT)
        at_hands_recognise(&call, NULL);
    return ok;
}

// Run an assertion until it holds by the text that was recorded.
static bool
assert_again(struct at_hands_call *call, const struct at_recipe_call *recorded,
             struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    call->patience_ms =
        at_recipe_patience_ms(recorded, call->hands->opts.patience_ms);
    bool ok = run(call, err);
    while (ok && at_hands_may_still_hold(call, recorded, began_ns)) {
        at_agent_tool_result_deinit(call->out);
        at_agent_tool_result_init(call->out);
        ok = run(call, err);
    }
    if (ok)
        at_hands_say_other_text(recorded, call->out);
    return ok;
}

static bool
play(struct at_hands_call *call, const struct at_recipe_call *recorded,
     struct at_err *err)
{
    enum at_agent_tool_class class = at_agent_tool_rows[call->tool].class;
    if (class == AT_AGENT_TOOL_ASSERTS)
        return assert_again(call, recorded, err);
    return (recorded->dialog[0] ||
            at_hands_await_target(call->op, call->hands, recorded, err)) &&
           run(call, err);
}

bool
at_hands_replay(const struct at_op *op, struct at_hands *hands,
                const struct at_recipe_call *recorded,
                struct at_agent_tool_result *out, struct at_err *err)
{
    struct at_hands_call call = {.op = op,
                                 .hands = hands,
                                 .tool = recorded->tool,
                                 .args = recorded->args,
                                 .target = &recorded->target,
                                 .out = out};
    if (!play(&call, recorded, err))
        return false;
    bool lost = out->prefix == AT_PREFIX_NOT_FOUND ||
                out->prefix == AT_PREFIX_AMBIGUOUS;
    return !lost ||
           at_fail(err, AT_ENOTFOUND, "the screen is not as it was: %s",
                   at_buf_text(&out->text));
}

void
at_hands_finish(const struct at_op *op, struct at_hands *hands)
{
    struct at_argv paths = AT_ARGV_INIT;
    struct at_err why = AT_ERR_INIT;
    struct at_buf told = AT_BUF_INIT(WORDS_MAX_BYTES);
    size_t before = at_hands_fallbacks(hands);
    if (hands->recording && !at_hands_record_end(op, hands, &paths, &why))
        at_buf_add_fmt(&told, "; %s", why.msg);
    if (!hands->opts.changes)
        at_start_undo(op, at_app_device(hands->app),
                      hands->opts.scenario->package, &hands->changes, &told);
    at_hands_tell_fallbacks(hands, before, &told);
    if (told.len > 0 && hands->opts.guarded)
        hands->opts.guarded(hands->opts.user,
                            at_str_skip(at_buf_str(&told), 2).ptr);
    at_buf_deinit(&told);
    at_argv_deinit(&paths);
}
