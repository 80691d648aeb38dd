// runner_recipe.c: what an assertion held by, and what a recording knows of a
// screen
#include <string.h>

#include "base/alloc.h"
#include "base/alike.h"
#include "base/quote.h"
#include "screen/label.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/tools/runner_priv.h"

enum { CHANGE_MS = 250 }; // between two looks at a text that may change

static bool
asserts(const struct at_tool_runner_call *call)
{
    return at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ASSERTS;
}

// The element of the call on the newest tree; NULL: it is not seen.
static const struct at_node *
find_seen(const struct at_tool_runner_call *call)
{
    struct at_app *app = call->runner->app;
    const struct at_tree *tree = at_app_tree(app);
    const struct at_selector *selector = &call->selector;
    if (!tree || !at_app_is_current(app) ||
        (selector->words.len == 0 && selector->ref.len == 0))
        return NULL;
    const struct at_node *node =
        at_selector_find(selector, tree, at_app_refs(app), NULL);
    return node && at_node_visible(tree, node) ? node : NULL;
}

void
at_tool_runner_note_before(struct at_tool_runner_call *call,
                           const struct at_flow_step *step)
{
    bool comes = step->action == AT_FLOW_ASSERT_VISIBLE ||
                 (step->action == AT_FLOW_WAIT_UNTIL && !step->gone);
    if (asserts(call) && comes && find_seen(call))
        call->out->held_ns = at_app_read_began_ns(call->runner->app);
}

// The text of the element that has the words; "" if none has: it was found by
// its id, or by a part of it.
static struct at_str
whole_text(const struct at_tool_runner_call *call, const struct at_node *node)
{
    struct at_str words = call->selector.words;
    const struct at_str texts[] = {node->text, node->description,
                                   at_node_label(node, NULL)};
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (texts[i].len > 0 &&
            (words.len == 0 || at_alike_has_nocase(texts[i], words)))
            return texts[i];
    }
    return AT_STR("");
}

void
at_tool_runner_note_proved(struct at_tool_runner_call *call)
{
    struct at_agent_tool_result *out = call->out;
    const struct at_secrets *secrets = call->runner->opts.run.secrets;
    if (!asserts(call) || out->evidence != AT_EVIDENCE_HELD)
        return;
    if (out->held_ns == 0)
        out->held_ns = at_now_ns();
    if (out->proved)
        return;
    const struct at_node *node =
        out->prefix == AT_PREFIX_VISIBLE ? find_seen(call) : NULL;
    struct at_str text = node ? whole_text(call, node) : AT_STR("");
    out->proved = secrets && at_secrets_shown(secrets, text)
                      ? at_strdup("")
                      : at_strndup(text.len ? text.ptr : "", text.len);
}

void
at_tool_runner_begin_step(struct at_tool_runner *runner, bool first)
{
    const struct at_tree *tree = at_app_tree(runner->app);
    runner->step_dialog[0] = '\0';
    // A dialog that the start of the app has brought is not a step's.
    if (!first && tree)
        (void)at_recipe_dialog(tree, NULL, runner->step_dialog);
}

bool
at_tool_runner_front_dialog(struct at_tool_runner *runner,
                            char out[AT_RECIPE_TITLE_BYTES + 1])
{
    const struct at_tree *tree = at_app_tree(runner->app);
    out[0] = '\0';
    return tree && at_recipe_dialog(tree, NULL, out);
}

void
at_tool_runner_recognise(struct at_tool_runner_call *call,
                         const struct at_aim *aim)
{
    struct at_recipe_call *recorded = call->recorded;
    const struct at_secrets *secrets = call->runner->opts.run.secrets;
    const struct at_tree *tree =
        aim && aim->tree ? aim->tree : at_app_tree(call->runner->app);
    char title[AT_RECIPE_TITLE_BYTES + 1];
    if (!recorded || !tree)
        return;
    // A call may touch more than once: it is known by its first touch.
    if (recorded->screen.words.count == 0) {
        at_recipe_screen_deinit(&recorded->screen);
        at_recipe_screen_take(tree, secrets, &recorded->screen);
    }
    if (aim && aim->node && !recorded->dialog[0] &&
        at_recipe_dialog(tree, aim->node, title) &&
        strcmp(title, call->runner->step_dialog) != 0 &&
        !(secrets && at_secrets_shown(secrets, at_str(title)))) {
        free(recorded->dialog);
        recorded->dialog = at_strdup(title);
    }
}

bool
at_tool_runner_screen(const struct at_op *op, struct at_tool_runner *runner,
                      struct at_recipe_screen *out, struct at_err *err)
{
    struct at_tool_runner_call call = {.op = op, .runner = runner};
    *out = (struct at_recipe_screen){0};
    if (!at_tool_runner_look(&call, err))
        return false;
    at_recipe_screen_take(at_app_tree(runner->app), runner->opts.run.secrets,
                          out);
    return true;
}

// Wait for the element that is to be touched, unless it is there already. What
// is missing in the end is said by the touch.
bool
at_tool_runner_await_target(const struct at_op *op,
                            struct at_tool_runner *runner,
                            const struct at_recipe_call *recorded,
                            struct at_err *err)
{
    const struct at_tree *tree = at_app_tree(runner->app);
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_WAIT_UNTIL);
    const struct at_flow_opts opts = {.observe = AT_OBSERVE_NONE};
    const struct at_flow flow = {&step, 1};
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    if (!at_tool_runner_has_target(&recorded->target))
        return true;
    step.target = at_tool_runner_target_selector(&recorded->target);
    step.timeout_ms =
        at_recipe_patience_ms(recorded, runner->opts.run.patience_ms);
    if (tree && at_app_is_current(runner->app) &&
        at_selector_find(&step.target, tree, at_app_refs(runner->app), NULL))
        return true;
    bool ok = at_flow_run(op, runner->app, &flow, &opts, &trace, &why);
    at_flow_trace_deinit(&trace);
    return ok || !at_tool_runner_is_fatal(&why) || at_err_pass(err, &why);
}

static bool
is_other_text(const struct at_recipe_call *recorded,
              const struct at_agent_tool_result *out)
{
    return out->evidence == AT_EVIDENCE_HELD && out->proved && out->proved[0] &&
           !at_recipe_text_fits(at_str(recorded->proof.text),
                                at_str(out->proved));
}

bool
at_tool_runner_may_still_hold(struct at_tool_runner_call *call,
                              const struct at_recipe_call *recorded,
                              int64_t began_ns)
{
    int64_t now_ns = at_now_ns();
    int64_t until_ns = began_ns + call->patience_ms * AT_NS_PER_MS;
    return is_other_text(recorded, call->out) && now_ns < until_ns &&
           at_op_wait_until(call->op, now_ns + CHANGE_MS * AT_NS_PER_MS, NULL);
}

void
at_tool_runner_say_other_text(const struct at_recipe_call *recorded,
                              struct at_agent_tool_result *out)
{
    if (!is_other_text(recorded, out))
        return;
    char *now = at_strdup(out->proved);
    at_agent_tool_say(out, AT_PREFIX_NOT_VISIBLE,
                      "the text is %s, and was %s when this was recorded",
                      AT_QUOTED(at_str(now)),
                      AT_QUOTED(at_str(recorded->proof.text)));
    out->evidence = AT_EVIDENCE_FAILED;
    free(now);
}
