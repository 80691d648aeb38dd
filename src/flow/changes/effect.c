#include "flow/changes/effect.h"

#include "flow/changes/change.h"
#include "flow/app/crash.h"
#include "flow/steps/exec.h"

void
at_blocker_set_dialog(struct at_blocker *blocker,
                      const struct at_dialog *dialog)
{
    *blocker =
        (struct at_blocker){.kind = AT_BLOCKER_DIALOG, .dialog = dialog->kind};
    at_str_cut(blocker->package, sizeof(blocker->package), dialog->package);
    at_str_cut(blocker->title, sizeof(blocker->title), dialog->title);
}

void
at_blocker_set_window(struct at_blocker *blocker, struct at_str package)
{
    *blocker = (struct at_blocker){.kind = AT_BLOCKER_WINDOW};
    at_str_cut(blocker->package, sizeof(blocker->package), package);
}

bool
at_effect_is_action(const struct at_step_row *row)
{
    return row->idle != AT_IDLE_CLASS_SNAPSHOT &&
           row != &at_step_rows[AT_FLOW_WAIT_FOR_STABLE];
}

static bool
is_gone(const struct at_step_outcome *step)
{
    const struct at_step_call *call = step->call;
    return step->crashed || call->result->idle.outcome == AT_IDLE_APP_GONE ||
           (call->app_in_front && at_app_state_now(call->app) == AT_APP_LEFT);
}

static bool
has_changed(const struct at_step_outcome *step)
{
    bool keyboard = step->keyboard_before != AT_KEYBOARD_UNKNOWN &&
                    step->keyboard_after != AT_KEYBOARD_UNKNOWN &&
                    step->keyboard_before != step->keyboard_after;
    return keyboard || at_journal_has_news(at_app_journal(step->call->app)) ||
           at_app_has_changed(step->call->app, step->before);
}

// Find the front window or dialog that received, or swallowed, an input for an
// element behind it.
static void
find_blocker(const struct at_step_outcome *step, struct at_blocker *out)
{
    const struct at_step_call *call = step->call;
    const struct at_tree *tree = at_app_tree(call->app);
    struct at_dialog dialog = at_tree_dialog(tree);
    *out = call->result->blocker;
    if (out->kind != AT_BLOCKER_NONE || call->target_in_front)
        return;
    if (dialog.kind != AT_DIALOG_NONE)
        at_blocker_set_dialog(out, &dialog);
    else if (!at_app_is_front(call->app, tree))
        at_blocker_set_window(out, tree->front_package);
    else if (call->target_unknown && step->keyboard_after == AT_KEYBOARD_SHOWN)
        out->kind = AT_BLOCKER_KEYBOARD;
}

// With BLOCKED, set *out_blocker to the obstacle.
static enum at_step_effect
effect_of(const struct at_step_outcome *step, struct at_blocker *out_blocker)
{
    const struct at_step_call *call = step->call;
    *out_blocker = call->result->blocker;
    if (!at_effect_is_action(call->row))
        return AT_STEP_EFFECT_UNKNOWN;
    if (is_gone(step))
        return AT_STEP_EFFECT_APP_GONE;
    if (!call->acted) // a step that did not act has no effect
        return out_blocker->kind != AT_BLOCKER_NONE ? AT_STEP_EFFECT_BLOCKED
                                                    : AT_STEP_EFFECT_UNKNOWN;
    if (!step->before || !at_app_is_current(call->app))
        return AT_STEP_EFFECT_UNKNOWN;
    if (has_changed(step))
        return AT_STEP_EFFECT_CHANGED;
    if (!at_app_is_settled(call->app) || call->result->idle.loading[0] ||
        call->result->idle.outcome == AT_IDLE_LOADING)
        return AT_STEP_EFFECT_UNKNOWN;
    find_blocker(step, out_blocker);
    if (out_blocker->kind != AT_BLOCKER_NONE)
        return AT_STEP_EFFECT_BLOCKED;
    return call->target_selected ? AT_STEP_EFFECT_ALREADY : AT_STEP_EFFECT_NONE;
}

void
at_effect_find(const struct at_step_outcome *step)
{
    struct at_step_result *result = step->call->result;
    struct at_blocker blocker;
    result->effect = effect_of(step, &blocker);
    result->blocker = blocker;
    if (step->keyboard_before == AT_KEYBOARD_HIDDEN &&
        step->keyboard_after == AT_KEYBOARD_SHOWN)
        result->keyboard = AT_KEYBOARD_OPENED;
    if (step->keyboard_before == AT_KEYBOARD_SHOWN &&
        step->keyboard_after == AT_KEYBOARD_HIDDEN)
        result->keyboard = AT_KEYBOARD_CLOSED;
}

const char *
at_step_effect_name(enum at_step_effect effect)
{
    static const char *const names[] = {
        [AT_STEP_EFFECT_UNKNOWN] = NULL,
        [AT_STEP_EFFECT_CHANGED] = "changed",
        [AT_STEP_EFFECT_NONE] = "no_observable_effect",
        [AT_STEP_EFFECT_ALREADY] = "already_selected",
        [AT_STEP_EFFECT_BLOCKED] = "blocked_by",
        [AT_STEP_EFFECT_APP_GONE] = "app_gone",
    };
    return names[effect];
}

const char *
at_blocker_name(enum at_blocker_kind kind)
{
    static const char *const names[] = {
        [AT_BLOCKER_NONE] = NULL,
        [AT_BLOCKER_DIALOG] = "dialog",
        [AT_BLOCKER_KEYBOARD] = "keyboard",
        [AT_BLOCKER_WINDOW] = "window",
    };
    return names[kind];
}

const char *
at_keyboard_move_name(enum at_keyboard_move move)
{
    static const char *const names[] = {
        [AT_KEYBOARD_STAYED] = NULL,
        [AT_KEYBOARD_OPENED] = "opened",
        [AT_KEYBOARD_CLOSED] = "closed",
    };
    return names[move];
}
