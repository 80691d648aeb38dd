#include "flow/effect.h"

#include "flow/change.h"
#include "flow/exec.h"
#include "flow/trace.h"

enum effect {
    EFFECT_UNKNOWN, // the screen could not be compared, or is no action's
    EFFECT_CHANGED,
    EFFECT_NONE, // no observable effect
    EFFECT_BLOCKED,
    EFFECT_APP_GONE, // crashed, or the launcher is in front instead of it
};

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
           row->run != at_step_wait_for_stable;
}

static bool
is_gone(const struct at_trace_step *step)
{
    const struct at_step_call *call = step->call;
    const struct at_tree *tree = at_app_tree(call->app);
    if (step->crashed || call->idle.outcome == AT_IDLE_APP_GONE)
        return true;
    return call->app_in_front && at_app_is_current(call->app) &&
           at_package_is_launcher(tree->front_package) &&
           !at_app_is_front(call->app, tree);
}

static bool
has_changed(const struct at_trace_step *step)
{
    bool keyboard = step->keyboard_before != AT_KEYBOARD_UNKNOWN &&
                    step->keyboard_after != AT_KEYBOARD_UNKNOWN &&
                    step->keyboard_before != step->keyboard_after;
    return keyboard ||
           at_change_seen(step->before, at_app_tree(step->call->app));
}

// What is in front and took, or swallowed, an input that was meant for what is
// behind it.
static void
find_blocker(const struct at_trace_step *step, struct at_blocker *out)
{
    const struct at_step_call *call = step->call;
    const struct at_tree *tree = at_app_tree(call->app);
    struct at_dialog dialog = at_tree_dialog(tree);
    *out = call->blocker;
    if (out->kind != AT_BLOCKER_NONE || call->target.in_front)
        return;
    if (dialog.kind != AT_DIALOG_NONE)
        at_blocker_set_dialog(out, &dialog);
    else if (!at_app_is_front(call->app, tree))
        at_blocker_set_window(out, tree->front_package);
    else if (call->target.unknown && step->keyboard_after == AT_KEYBOARD_SHOWN)
        out->kind = AT_BLOCKER_KEYBOARD;
}

// *out_blocker is set with BLOCKED.
static enum effect
effect_of(const struct at_trace_step *step, struct at_blocker *out_blocker)
{
    const struct at_step_call *call = step->call;
    *out_blocker = call->blocker;
    if (!at_effect_is_action(call->row))
        return EFFECT_UNKNOWN;
    if (is_gone(step))
        return EFFECT_APP_GONE;
    if (!call->acted)
        return out_blocker->kind != AT_BLOCKER_NONE ? EFFECT_BLOCKED
                                                    : EFFECT_NONE;
    if (!step->before || !at_app_is_current(call->app))
        return EFFECT_UNKNOWN;
    if (has_changed(step))
        return EFFECT_CHANGED;
    if (!at_app_is_settled(call->app))
        return EFFECT_UNKNOWN;
    find_blocker(step, out_blocker);
    return out_blocker->kind != AT_BLOCKER_NONE ? EFFECT_BLOCKED : EFFECT_NONE;
}

static const char *const effect_names[] = {
    [EFFECT_CHANGED] = "changed",
    [EFFECT_NONE] = "no_observable_effect",
    [EFFECT_BLOCKED] = "blocked_by",
    [EFFECT_APP_GONE] = "app_gone",
};

static const char *const blocker_names[] = {
    [AT_BLOCKER_DIALOG] = "dialog",
    [AT_BLOCKER_KEYBOARD] = "keyboard",
    [AT_BLOCKER_WINDOW] = "window",
};

static json_t *
write_blocker(const struct at_blocker *blocker)
{
    json_t *json = json_pack("{ss}", "what", blocker_names[blocker->kind]);
    if (blocker->kind == AT_BLOCKER_DIALOG) {
        const char *kind = at_dialog_kind_name(blocker->dialog);
        json_object_set_new(json, "kind", json_string(kind));
        json_object_set_new(json, "title", json_string(blocker->title));
    }
    if (blocker->package[0])
        json_object_set_new(json, "package", json_string(blocker->package));
    return json;
}

void
at_effect_write(const struct at_trace_step *step, json_t *result)
{
    struct at_blocker blocker;
    enum effect effect = effect_of(step, &blocker);
    if (effect == EFFECT_UNKNOWN)
        return;
    json_object_set_new(result, "effect", json_string(effect_names[effect]));
    if (effect == EFFECT_BLOCKED)
        json_object_set_new(result, "blockedBy", write_blocker(&blocker));
    if (step->keyboard_before == AT_KEYBOARD_HIDDEN &&
        step->keyboard_after == AT_KEYBOARD_SHOWN)
        json_object_set_new(result, "keyboard", json_string("opened"));
    if (step->keyboard_before == AT_KEYBOARD_SHOWN &&
        step->keyboard_after == AT_KEYBOARD_HIDDEN)
        json_object_set_new(result, "keyboard", json_string("closed"));
}
