#include "flow/steps/target.h"

#include "base/quote.h"
#include "flow/steps/visibility.h"
#include "screen/detect.h"
#include "screen/label.h"
#include "screen/reach_report.h"
#include "sys/clock.h"

// Return true if node, or the element that it is part of, is the open tab or
// the chosen option.
static bool
is_selected(const struct at_node *node)
{
    const struct at_node *receiver = at_reach_receiver(node);
    for (; node; node = node->parent) {
        if (at_node_has(node, AT_NODE_SELECTED) ||
            (node->role == AT_ROLE_RADIO_BUTTON &&
             at_node_has(node, AT_NODE_CHECKED)))
            return true;
        if (!receiver || node == receiver)
            break;
    }
    return false;
}

void
at_step_set_target(struct at_step_call *call, const struct at_node *node)
{
    if (!call->acted)
        call->target_selected = is_selected(node);
    const char *ref =
        at_ref_name_of(at_app_refs(call->app), at_app_tree(call->app), node);
    at_buf_clear(&call->result->target.with_ref);
    at_buf_clear(&call->result->target.plain);
    at_visibility_write(call->app, node, ref, &call->result->target.with_ref);
    at_visibility_write(call->app, node, NULL, &call->result->target.plain);
    call->target_in_front =
        at_str_eq(node->package, at_app_tree(call->app)->front_package);
}

// Return true if the client has seen the target, so the keyboard may hide it.
static bool
keyboard_may_hide(const struct at_step_call *call)
{
    const struct at_tree *shown = at_app_shown_tree(call->app);
    const struct at_selector *target = &call->step->target;
    return shown && !at_selector_empty(target) &&
           at_str_eq(shown->front_package,
                     at_app_tree(call->app)->front_package) &&
           at_selector_find(target, shown, at_app_refs(call->app), NULL);
}

static void
set_blocker(struct at_step_call *call, const struct at_reach *reach)
{
    struct at_dialog dialog = at_tree_dialog(at_app_tree(call->app));
    if (at_reach_is_keyboard(reach))
        call->result->blocker.kind = AT_BLOCKER_KEYBOARD;
    else if (dialog.kind != AT_DIALOG_NONE)
        at_blocker_set_dialog(&call->result->blocker, &dialog);
    else
        at_blocker_set_window(&call->result->blocker, reach->over->package);
}

// Set what hides the target; return false if the tree has no cause.
static bool
find_hiding(struct at_step_call *call)
{
    const struct at_tree *tree = at_app_tree(call->app);
    const struct at_node *hidden =
        at_selector_find_hidden(&call->step->target, tree);
    if (!hidden)
        return false;
    const struct at_reach reach = at_reach_of(tree, hidden);
    if (reach.kind != AT_REACH_WINDOW && reach.kind != AT_REACH_BEHIND)
        return false;
    set_blocker(call, &reach);
    return true;
}

// Add possible reasons why an element was not found.
static void
add_circumstances(struct at_step_call *call, struct at_err *err)
{
    const struct at_advice *advice = at_app_advice(call->app);
    const struct at_tree *tree = at_app_tree(call->app);
    bool shown = false;
    if (err->code != AT_ENOTFOUND || !tree)
        return;
    at_visibility_add_gaps(call->app, err);
    if (at_visibility_add_front(call->app, &call->result->blocker, err) ||
        find_hiding(call))
        return;
    if (!at_app_keyboard_shown(call->op, call->app, &shown) || !shown)
        return;
    at_err_add(err,
               "the keyboard is open and may hide it: close it with %s, or %s",
               advice->press_back, advice->scroll);
    if (call->result->blocker.kind == AT_BLOCKER_NONE &&
        keyboard_may_hide(call))
        call->result->blocker.kind = AT_BLOCKER_KEYBOARD;
}

const struct at_node *
at_step_find(struct at_step_call *call, const struct at_selector *selector,
             struct at_err *err)
{
    return at_selector_find(selector, at_app_tree(call->app),
                            at_app_refs(call->app), err);
}

static void
note_choice(struct at_step_call *call, const struct at_selector *selector,
            const struct at_node *node)
{
    struct at_buf choice = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_selector_write_choice(selector, at_app_tree(call->app), node, &choice);
    if (choice.len > 0)
        at_step_note(call, "%s", at_buf_text(&choice));
    at_buf_deinit(&choice);
}

bool
at_step_fail_not_found(struct at_step_call *call, struct at_err *why,
                       struct at_err *err)
{
    if (!err)
        return false;
    add_circumstances(call, why);
    *err = *why;
    return false;
}

struct search {
    const struct at_selector *selector;
    const struct at_node *node; // the match in the newest tree, or NULL
};

static bool
search(struct at_step_call *call, void *user, struct at_err *why)
{
    struct search *search = user;
    search->node = at_step_find(call, search->selector, why);
    return search->node != NULL;
}

// Search the newest tree, then wait for the element.
static bool
locate(struct at_step_call *call, const struct at_selector *selector,
       const struct at_node **out_node, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct search wanted = {.selector = selector};
    bool found = at_app_is_current(call->app) && search(call, &wanted, NULL);
    if (!found && !at_step_await(call, search, &wanted, &why))
        return at_step_fail_not_found(call, &why, err);
    *out_node = wanted.node;
    note_choice(call, selector, *out_node);
    return true;
}

static bool
fail_moving(const struct at_step_call *call, struct at_err *err)
{
    return at_fail(err, AT_EIDLE,
                   "the target was still moving after %d s, nothing was "
                   "touched; %s",
                   AT_STEP_STILL_MS / 1000,
                   at_app_advice(call->app)->stand_still);
}

bool
at_step_fail_refused(const struct at_step_call *call, const struct at_err *why,
                     struct at_err *err)
{
    if (call->refusal == AT_REFUSAL_NONE)
        return at_err_pass(err, why);
    if (call->refusal == AT_REFUSAL_MOVING)
        return fail_moving(call, err);
    return at_fail(err, AT_ENOTFOUND, "%s: %.*s",
                   at_buf_text(&call->result->target.with_ref),
                   AT_STR_ARG(at_str_head(at_str(why->msg), 500)));
}

// Read again until the target stays in its place.
static bool
stand_still(struct at_step_call *call, const struct at_selector *selector,
            const struct at_node **node, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t start_ns = at_now_ns();
    while (!at_app_is_settled(call->app)) {
        struct at_rect before = (*node)->bounds;
        if (!at_step_wait_ms(call, at_app_read_began_ns(call->app),
                             AT_IDLE_POLL_MS, err) ||
            !at_step_read(call, err))
            return false;
        *node = at_step_find(call, selector, &why);
        if (!*node)
            return at_step_fail_not_found(call, &why, err);
        if (at_rect_eq(before, (*node)->bounds))
            return true;
        if (at_now_ns() - start_ns > AT_STEP_STILL_MS * AT_NS_PER_MS)
            return fail_moving(call, err);
    }
    return true;
}

static bool
fail_reach(struct at_step_call *call, const struct at_reach *reach,
           struct at_err *err)
{
    struct at_buf why = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (reach->kind == AT_REACH_WINDOW || reach->kind == AT_REACH_BEHIND)
        set_blocker(call, reach);
    at_reach_write(reach, at_app_advice(call->app), &why);
    at_fail(err, AT_ENOTFOUND, "%s is %s",
            at_buf_text(&call->result->target.with_ref), at_buf_text(&why));
    at_buf_deinit(&why);
    return false;
}

// A touch that another element takes is allowed if the target is only a text or
// a picture, because the covering element may be its own button.
static bool
pass_covered(struct at_step_call *call, const struct at_node *node,
             const struct at_reach *reach)
{
    struct at_buf over = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool acts = (node->actions & ~(uint32_t)AT_ACTION_SCROLL) != 0;
    bool certain = reach->kind == AT_REACH_ELEMENTS;
    if (certain && acts && !call->step->force)
        return false;
    at_reach_write_over(reach, &over);
    if (certain)
        at_step_note(call, "%s lies over it and was touched",
                     at_buf_text(&over));
    else
        at_step_note(call, "%s may lie over it and take the touch",
                     at_buf_text(&over));
    at_buf_deinit(&over);
    return true;
}

bool
at_step_point_of(struct at_step_call *call, const struct at_node *node,
                 struct at_point *out, struct at_err *err)
{
    struct at_reach reach = at_reach_of(at_app_tree(call->app), node);
    // an element that appeared after aiming is drawn on top
    if (reach.kind == AT_REACH_UNCERTAIN && call->refusal == AT_REFUSAL_COVERED)
        reach.kind = AT_REACH_ELEMENTS;
    *out = reach.at;
    call->through =
        reach.kind == AT_REACH_ELEMENTS || reach.kind == AT_REACH_UNCERTAIN;
    if (reach.kind == AT_REACH_FREE ||
        (call->through && pass_covered(call, node, &reach)))
        return true;
    return fail_reach(call, &reach, err);
}

bool
at_step_locate(struct at_step_call *call, const struct at_selector *selector,
               const struct at_node **out_node, struct at_err *err)
{
    if (!locate(call, selector, out_node, err) ||
        !stand_still(call, selector, out_node, err))
        return false;
    at_step_set_target(call, *out_node);
    const struct at_reach reach =
        at_reach_of(at_app_tree(call->app), *out_node);
    return reach.kind == AT_REACH_FREE || reach.kind == AT_REACH_ELEMENTS ||
           reach.kind == AT_REACH_UNCERTAIN || fail_reach(call, &reach, err);
}

static bool
is_enabled(struct at_step_call *call, void *user, struct at_err *why)
{
    struct search *search = user;
    search->node = at_step_find(call, search->selector, why);
    if (!search->node)
        return false;
    at_step_set_target(call, search->node);
    return at_reach_enabled(search->node) ||
           at_fail(why, AT_EASSERT,
                   "%s is disabled, nothing was touched: do first what "
                   "enables it, or %s",
                   at_buf_text(&call->result->target.with_ref),
                   at_app_advice(call->app)->force);
}

// Wait until the element takes input, unless the step is forced.
static bool
await_enabled(struct at_step_call *call, const struct at_selector *selector,
              const struct at_node **node, struct at_err *err)
{
    struct search wanted = {.selector = selector};
    struct at_err why = AT_ERR_INIT;
    if (at_reach_enabled(*node))
        return true;
    if (call->step->force) {
        at_step_note(call, "the element is disabled");
        return true;
    }
    if (at_step_await(call, is_enabled, &wanted, &why))
        return at_step_locate(call, selector, node, err);
    if (why.code == AT_EASSERT)
        return at_fail(err, AT_EDISABLED, "%s", why.msg);
    return at_err_pass(err, &why);
}

bool
at_step_aim(struct at_step_call *call, const struct at_selector *selector,
            const struct at_node **out_node, struct at_point *out_at,
            struct at_err *err)
{
    struct at_selector touched = *selector;
    touched.touch = true;
    touched.labels = true; // people know a filled field by its label
    return at_step_locate(call, &touched, out_node, err) &&
           await_enabled(call, &touched, out_node, err) &&
           at_step_point_of(call, *out_node, out_at, err);
}

bool
at_step_aim_at(struct at_step_call *call, struct at_point at,
               struct at_err *err)
{
    const struct at_tree *tree = at_app_tree(call->app);
    if (!tree)
        return true;
    if (tree->width_px > 0 &&
        (at.x_px >= tree->width_px || at.y_px >= tree->height_px))
        return at_fail(err, AT_EUSAGE,
                       "the point (%d, %d) is outside the screen, which is "
                       "%dx%d",
                       (int)at.x_px, (int)at.y_px, (int)tree->width_px,
                       (int)tree->height_px);
    if (!at_app_is_current(call->app))
        return true;
    const struct at_node *node = at_reach_hit(tree, at);
    call->target_unknown = !node;
    if (node)
        at_step_set_target(call, node);
    else
        at_step_note(call, "no element that takes input is known at this "
                           "point");
    return true;
}
