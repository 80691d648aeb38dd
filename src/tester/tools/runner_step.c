// runner_step.c: one guarded step on the device, and its result in words
#include <string.h>

#include "agent/guards/guard.h"
#include "base/limits.h"
#include "base/quote.h"
#include "flow/app/crash.h"
#include "flow/wait/idle.h"
#include "report/trace_words.h"
#include "screen/element_text.h"
#include "screen/label.h"
#include "screen/reach.h"
#include "screen/words.h"
#include "sys/clock.h"
#include "tester/tools/runner_priv.h"

bool
at_tool_runner_is_fatal(const struct at_err *err)
{
    return err->code == AT_ENODEV || err->code == AT_ECANCELED;
}

bool
at_tool_runner_refuse(struct at_tool_runner_call *call,
                      const struct at_err *why, struct at_err *err)
{
    if (at_tool_runner_is_fatal(why))
        return at_err_pass(err, why);
    at_agent_tool_say(call->out, AT_PREFIX_ERROR, "%s", why->msg);
    return true;
}

struct at_str
at_tool_runner_front(const struct at_tool_runner *runner,
                     const struct at_tree *tree)
{
    if (!tree || tree->front_package.len > 0 || !runner->launched)
        return tree ? tree->front_package : AT_STR("");
    return at_str_is(tree->app_name, runner->app_name)
               ? at_str(runner->opts.run.scenario->package)
               : tree->app_name;
}

// Return the kind of words that found the element, since only a part of it may
// have had the words.
static const char *
handle_of(const struct at_tool_runner_call *call, const struct at_tree *tree,
          const struct at_node *node)
{
    struct at_selector selector = call->selector;
    const char *handle = selector.words.len > 0 ? "text" : NULL;
    struct at_words_list list;
    if (selector.ref.len > 0)
        return "ref";
    if (selector.words.len == 0)
        return at_tool_runner_has_target(call->target) ? "recording" : NULL;
    selector.touch = true;
    at_words_find(&selector, tree, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (list.rows[i].node == node)
            handle = at_words_source_name(list.rows[i].source);
    }
    at_words_list_deinit(&list);
    return handle;
}

// The element that people see being touched is the button, not the text in it.
static const struct at_node *
shown_of(const struct at_node *node)
{
    const struct at_node *receiver = at_reach_receiver(node);
    bool wraps = receiver && at_node_has(receiver, AT_NODE_WRAPS_SCREEN);
    return receiver && !wraps ? receiver : node;
}

void
at_tool_runner_note_element(struct at_tool_runner_call *call,
                            const struct at_tree *tree,
                            const struct at_node *node)
{
    struct at_agent_touch *touch = &call->out->touch;
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    const char *ref =
        at_ref_name_of(at_app_refs(call->runner->app), tree, node);
    touch->has_box = true;
    touch->box = node->bounds;
    touch->width_px = tree->width_px;
    touch->height_px = tree->height_px;
    at_element_text_write(node, ref, &line);
    at_tool_runner_clean(call->runner, &line);
    at_str_cut(touch->element, sizeof(touch->element), at_buf_str(&line));
    at_buf_deinit(&line);
}

static void
note_touch(struct at_tool_runner_call *call, const struct at_aim *aim)
{
    struct at_agent_touch *touch = &call->out->touch;
    if (!aim->has_point && !aim->node)
        return; // a key after the touch
    *touch =
        (struct at_agent_touch){.has_point = aim->has_point, .point = aim->at};
    if (aim->tree) {
        touch->width_px = aim->tree->width_px;
        touch->height_px = aim->tree->height_px;
    }
    if (!aim->node)
        return;
    at_tool_runner_note_element(call, aim->tree, shown_of(aim->node));
    call->handle = handle_of(call, aim->tree, aim->node);
    if (call->recorded)
        at_tool_runner_identify(aim->tree, aim->node,
                                call->runner->opts.run.secrets,
                                &call->recorded->target);
}

static bool
moves(const struct at_input *input)
{
    struct at_swipe swipe = input->swipe;
    return input->kind == AT_INPUT_SWIPE && (swipe.from.x_px != swipe.to.x_px ||
                                             swipe.from.y_px != swipe.to.y_px);
}

// A line break in a text is Enter, except in a field that has several lines.
static bool
presses_enter(const struct at_input *input, const struct at_node *field)
{
    static const char breaks[] = "\n\r\v\f";
    if (field && at_str_has(field->text, AT_STR("\n")))
        return false;
    for (size_t i = 0; i < input->text.len; i++) {
        if (memchr(breaks, input->text.ptr[i], sizeof(breaks) - 1))
            return true;
    }
    return false;
}

static bool
is_enter_key(const struct at_input *input)
{
    static const struct at_str keys[] = {
        AT_STR_ROW("ENTER"), AT_STR_ROW("DPAD_CENTER"), AT_STR_ROW("66"),
        AT_STR_ROW("160"), AT_STR_ROW("23")};
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (at_str_ends(input->text, keys[i]))
            return true;
    }
    return false;
}

// The guard judges each kind of input by its effect, not by the tool's name.
static bool
judge_input(const struct at_scenario *scenario, const struct at_tree *tree,
            const struct at_aim *aim, struct at_err *err)
{
    const struct at_input *input = aim->input;
    const struct at_guard_swipe swipe = {input->swipe.from, input->swipe.to,
                                         input->swipe.duration_ms};
    switch (input->kind) {
    case AT_INPUT_KEY:
        return !is_enter_key(input) ||
               at_guard_enter(scenario, tree, NULL, err);
    case AT_INPUT_TEXT:
    case AT_INPUT_SET_TEXT:
        return at_guard_touch(scenario, tree, aim->node, err) &&
               (!presses_enter(input, aim->node) ||
                at_guard_enter(scenario, tree, aim->node, err));
    case AT_INPUT_SWIPE:
        if (moves(input))
            return at_guard_swipe(scenario, tree, &swipe, err);
        break;
    default:
        break;
    }
    return at_guard_point(scenario, tree, aim->node, aim->at, err);
}

// An approval lifts the guard of one call, never the lock of windows.
static bool
may_send(struct at_tool_runner_call *call, const struct at_tree *tree,
         const struct at_aim *aim, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    const struct at_scenario *scenario = runner->opts.run.scenario;
    const struct at_node *under = aim->node;
    if (!under && aim->has_point)
        under = at_reach_hit(tree, aim->at);
    if (!at_guard_place(scenario, tree, under, err))
        return false;
    if (call->lifted || judge_input(scenario, tree, aim, err))
        return true;
    call->out->needs_approval =
        runner->opts.run.config->ask_approval && !runner->approved;
    call->lifted = runner->approved;
    runner->approved = false;
    return call->lifted;
}

bool
at_tool_runner_is_inside(const struct at_tool_runner *runner)
{
    const struct at_tree *tree = at_app_tree(runner->app);
    return tree && at_guard_front(runner->opts.run.scenario, tree,
                                  at_tool_runner_front(runner, tree), NULL);
}

bool
at_tool_runner_may_act(struct at_tool_runner_call *call,
                       const struct at_aim *aim, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    const struct at_tree *tree =
        aim->tree ? aim->tree : at_app_tree(runner->app);
    struct at_err why = AT_ERR_INIT;
    bool may_leave = runner->opts.by_person && aim->input &&
                     aim->input->kind == AT_INPUT_KEY &&
                     !is_enter_key(aim->input);
    call->outside =
        !may_leave && !at_guard_front(runner->opts.run.scenario, tree,
                                      at_tool_runner_front(runner, tree), &why);
    bool ok = may_leave ||
              (!call->outside &&
               (!tree || !aim->input || may_send(call, tree, aim, &why)));
    if (ok) {
        call->out->acted = true;
        return true;
    }
    call->out->refused = true;
    if (runner->opts.guarded)
        runner->opts.guarded(runner->opts.user, why.msg);
    return at_err_pass(err, &why);
}

static bool
types(const struct at_input *input)
{
    return input->kind == AT_INPUT_TEXT || input->kind == AT_INPUT_SET_TEXT;
}

// Mark a field as secret before the text is sent: the first tree that shows the
// text hides it.
static void
veil_field(struct at_tool_runner_call *call, const struct at_aim *aim)
{
    struct at_tool_runner *runner = call->runner;
    const struct at_node *field = aim->node;
    if (!field || !at_node_takes_text(field) || !types(aim->input))
        return;
    if (call->secret)
        at_tree_mask_note(&runner->tree_mask, field, call->secret_index);
    else if (aim->input->kind == AT_INPUT_SET_TEXT)
        at_tree_mask_forget(&runner->tree_mask, field);
}

// A finger that moves is not told to be on an element.
static bool
pass(void *user, const struct at_aim *aim, struct at_err *err)
{
    struct at_tool_runner_call *call = user;
    struct at_aim meant = *aim;
    if (moves(aim->input))
        meant.node = NULL;
    at_tool_runner_recognise(call, &meant);
    note_touch(call, &meant);
    if (!at_tool_runner_may_act(call, &meant, err))
        return false;
    veil_field(call, aim);
    return true;
}

static void
limit_wait(struct at_flow_step *step, int64_t left_ms)
{
    int64_t wanted_ms =
        step->timeout_ms == AT_ABSENT ? AT_IDLE_RETRY_MS : step->timeout_ms;
    if (wanted_ms > left_ms)
        step->timeout_ms = left_ms;
}

// inputText reports the content of a field itself.
static void
keep_changes(struct at_tool_runner_call *call,
             const struct at_flow_trace *trace)
{
    const struct at_step_result *result =
        trace->count > 0 ? &trace->results[trace->count - 1] : NULL;
    if (!result || result->effect != AT_STEP_EFFECT_CHANGED ||
        result->step->action == AT_FLOW_TYPE)
        return;
    const struct at_argv *changes = &result->changes.plain;
    for (size_t i = 0; i < changes->count; i++)
        at_argv_add(&call->changes, changes->words[i]);
    if (changes->count == 0)
        at_argv_add(&call->changes, trace->screen_changed
                                        ? "the screen has changed"
                                        : "something has changed");
}

bool
at_tool_runner_step(struct at_tool_runner_call *call, struct at_flow_step *step,
                    struct at_flow_trace *out_trace, struct at_err *err)
{
    const struct at_flow_gate gate = {pass, call};
    const struct at_flow_opts opts = {.observe = AT_OBSERVE_NONE,
                                      .gate = &gate};
    const struct at_flow flow = {step, 1};
    if (at_agent_tool_rows[call->tool].waits && call->limits_wait)
        limit_wait(step, call->wait_ms);
    else if (step->timeout_ms < call->patience_ms)
        step->timeout_ms = call->patience_ms;
    at_tool_runner_note_before(call, step);
    bool ok =
        at_flow_run(call->op, call->runner->app, &flow, &opts, out_trace, err);
    if (ok)
        keep_changes(call, out_trace);
    return ok;
}

static void
tell_effect(const struct at_step_result *result, struct at_buf *out)
{
    switch (result->effect) {
    case AT_STEP_EFFECT_UNKNOWN:
    case AT_STEP_EFFECT_CHANGED: // at_tool_runner_show() tells
        break;
    case AT_STEP_EFFECT_NONE:
    case AT_STEP_EFFECT_ALREADY: // tell_notes() says what it was
        at_buf_add_text(out, "; unchanged");
        break;
    case AT_STEP_EFFECT_BLOCKED:
        at_buf_add_fmt(out, "; unchanged: a %s is in the way %s",
                       at_blocker_name(result->blocker.kind),
                       AT_QUOTED(at_str(result->blocker.title)));
        break;
    case AT_STEP_EFFECT_APP_GONE:
        at_buf_add_text(out, "; the app is no longer in front");
        break;
    }
}

// The effect has already said that the screen is the same, but for a target
// that was selected before.
static void
tell_notes(const struct at_step_result *result, struct at_buf *out)
{
    struct at_buf notes = AT_BUF_INIT(AT_TRACE_NOTES_MAX_BYTES);
    bool told = result->effect == AT_STEP_EFFECT_NONE ||
                result->effect == AT_STEP_EFFECT_BLOCKED;
    at_trace_write_notes(result, !told, &notes);
    if (notes.len > 0)
        at_buf_add_fmt(out, "; %s", at_buf_text(&notes));
    at_buf_deinit(&notes);
}

void
at_tool_runner_tell(const struct at_flow_trace *trace, struct at_buf *out)
{
    const struct at_step_result *result =
        trace->count > 0 ? &trace->results[trace->count - 1] : NULL;
    if (result) {
        const char *idle = at_step_result_idle(result);
        bool types = result->step->action == AT_FLOW_TYPE; // the field shows it
        if (!types || result->effect != AT_STEP_EFFECT_CHANGED)
            tell_effect(result, out);
        if (!types && result->keyboard != AT_KEYBOARD_STAYED)
            at_buf_add_fmt(out, "; the keyboard has %s",
                           at_keyboard_move_name(result->keyboard));
        if (idle && result->ok)
            at_buf_add_fmt(out, "; the screen: %s", idle);
        if (result->idle.app_waited[0]) {
            at_buf_add_text(out, "; waited for ");
            at_idle_write_waited(&result->idle, out);
        }
        tell_notes(result, out);
    }
    at_trace_write_dialogs(trace, out);
    at_trace_write_events(trace, out);
}

struct at_str
at_tool_runner_short_reason(const struct at_err *why)
{
    struct at_str text = at_str(why->msg);
    ptrdiff_t at = at_str_find(text, AT_STR("}; "));
    bool named = at_str_starts(text, AT_STR("Element not found matching: "));
    return named && at >= 0 ? at_str_skip(text, (size_t)at + 3) : text;
}

void
at_tool_runner_say_ambiguous(struct at_tool_runner_call *call, size_t count)
{
    at_agent_tool_say(call->out, AT_PREFIX_AMBIGUOUS,
                      "%zu matches for '%.*s' — retry with position in 0..%zu",
                      count, AT_STR_ARG(at_tool_runner_wanted(call)),
                      count - 1);
}

static bool
say_not_found(struct at_tool_runner_call *call, const struct at_err *why)
{
    struct at_selector selector = call->selector;
    const struct at_tree *tree = at_app_tree(call->runner->app);
    struct at_str wanted = at_tool_runner_wanted(call);
    size_t count = 0;
    if (selector.words.len > 0 && tree) {
        selector.touch = true;
        count = at_selector_count(&selector, tree);
    }
    if (count > 1 && selector.index >= (int64_t)count)
        at_tool_runner_say_ambiguous(call, count);
    else
        at_agent_tool_say(call->out, AT_PREFIX_NOT_FOUND, "'%.*s': %.*s",
                          AT_STR_ARG(wanted),
                          AT_STR_ARG(at_tool_runner_short_reason(why)));
    at_tool_runner_note_near(call);
    return true;
}

// Bring back an app that was left, to continue the run.
static bool
come_back(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    struct at_err why = AT_ERR_INIT;
    if (!runner->launched || runner->relaunches >= AT_TOOL_RUNNER_RELAUNCHES)
        return true;
    runner->relaunches++;
    bool ok = at_tool_runner_launch(call, false, &why);
    if (!ok && at_tool_runner_is_fatal(&why))
        return at_err_pass(err, &why);
    at_buf_add_fmt(&call->out->text,
                   ok ? "; nothing was done, the app is in front again (%d of "
                        "%d times)"
                      : "; nothing was done, and it could not be brought back "
                        "(%d of %d times)",
                   runner->relaunches, AT_TOOL_RUNNER_RELAUNCHES);
    return true;
}

static enum at_prefix
prefix_of(enum at_code code)
{
    return code == AT_ETIMEOUT || code == AT_EIDLE ? AT_PREFIX_TIMEOUT
                                                   : AT_PREFIX_ERROR;
}

bool
at_tool_runner_fail(struct at_tool_runner_call *call,
                    const struct at_flow_trace *trace, const struct at_err *why,
                    struct at_err *err)
{
    if (at_tool_runner_is_fatal(why))
        return at_err_pass(err, why);
    if (trace->crashed)
        call->out->evidence = AT_EVIDENCE_CRASHED;
    if (why->code == AT_ENOTFOUND && !call->out->refused)
        say_not_found(call, why);
    else
        at_agent_tool_say(call->out, prefix_of(why->code), "%s", why->msg);
    at_trace_write_dialogs(trace, &call->out->text);
    at_trace_write_events(trace, &call->out->text);
    return !call->outside || come_back(call, err);
}

bool
at_tool_runner_act(struct at_tool_runner_call *call, struct at_flow_step *step,
                   enum at_prefix prefix, const char *words, struct at_err *err)
{
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    bool ok = at_tool_runner_step(call, step, &trace, &why);
    if (ok) {
        at_agent_tool_say(call->out, prefix, "%s", words);
        at_tool_runner_tell(&trace, &call->out->text);
    } else {
        ok = at_tool_runner_fail(call, &trace, &why, err);
    }
    at_flow_trace_deinit(&trace);
    return ok;
}
