// target.c: the element that a step means, at its present place
#include "flow/exec.h"

#include "base/limits.h"
#include "screen/compact.h"
#include "screen/detect.h"
#include "screen/gaps.h"
#include "screen/label.h"
#include "screen/listed.h"
#include "screen/package.h"
#include "sys/clock.h"

enum { STILL_MS = 5000 }; // until a target must stand still

// An element without a name is told by its place.
static void
write_target(const struct at_step_call *call, const struct at_node *node,
             const char *ref, struct at_buf *out)
{
    struct at_rect at = node->bounds;
    if (at_ref_table_is_list(at_app_refs(call->app)))
        at_listed_write(node, ref, out);
    else
        at_compact_write_element(node, ref, out);
    if (at_node_label(node, NULL).len == 0 && node->hint.len == 0 &&
        node->text.len == 0 && node->resource_id.len == 0)
        at_buf_add_fmt(out, " at [%d,%d][%d,%d]", (int)at.left, (int)at.top,
                       (int)at.right, (int)at.bottom);
}

void
at_step_set_target(struct at_step_call *call, const struct at_node *node)
{
    const char *ref =
        at_ref_name_of(at_app_refs(call->app), at_app_tree(call->app), node);
    at_buf_clear(&call->target.with_ref);
    at_buf_clear(&call->target.plain);
    write_target(call, node, ref, &call->target.with_ref);
    write_target(call, node, NULL, &call->target.plain);
    call->target.in_front =
        at_str_eq(node->package, at_app_tree(call->app)->front_package);
}

// The keyboard is open, and the client was shown the target before.
static bool
keyboard_may_hide(const struct at_step_call *call)
{
    const struct at_tree *shown = at_app_shown_tree(call->app);
    struct at_selector selector;
    return shown && at_args_selector(call->step, "target", &selector) &&
           at_str_eq(shown->front_package,
                     at_app_tree(call->app)->front_package) &&
           at_selector_find(&selector, shown, at_app_refs(call->app), NULL);
}

static void
add_gaps(const struct at_tree *tree, struct at_err *err)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    if (at_gaps_write(tree, &gaps))
        at_err_add(err, "%s", at_buf_text(&gaps));
    at_buf_deinit(&gaps);
}

// What else stands in the way of an element that was not found.
static void
add_circumstances(struct at_step_call *call, struct at_err *err)
{
    const struct at_advice *advice = at_app_advice(call->app);
    const struct at_tree *tree = at_app_tree(call->app);
    bool shown = false;
    if (err->code != AT_ENOTFOUND || !tree)
        return;
    add_gaps(tree, err);
    struct at_dialog dialog = at_tree_dialog(tree);
    if (dialog.kind != AT_DIALOG_NONE) {
        struct at_str title = at_utf8_head(dialog.title, 100);
        at_err_add(err,
                   "a %s dialog is in front (%.*s, \"%.*s\"): answer it "
                   "first",
                   at_dialog_kind_name(dialog.kind), AT_STR_ARG(dialog.package),
                   AT_STR_ARG(title));
        at_blocker_set_dialog(&call->blocker, &dialog);
        return;
    }
    if (!at_app_is_front(call->app, tree)) {
        at_blocker_set_window(&call->blocker, tree->front_package);
        at_err_add(err, "%.*s is in front, not %s",
                   AT_STR_ARG(tree->front_package), at_app_package(call->app));
    }
    if (!at_device_keyboard_shown(call->op, at_app_device(call->app), &shown,
                                  NULL) ||
        !shown)
        return;
    at_err_add(err,
               "the keyboard is open and may hide it: close it with %s, or %s",
               advice->press_back, advice->scroll);
    if (call->blocker.kind == AT_BLOCKER_NONE && keyboard_may_hide(call))
        call->blocker.kind = AT_BLOCKER_KEYBOARD;
}

const struct at_node *
at_step_look(struct at_step_call *call, const char *name, struct at_err *err)
{
    struct at_selector selector;
    at_args_selector(call->step, name, &selector);
    return at_selector_find(&selector, at_app_tree(call->app),
                            at_app_refs(call->app), err);
}

static void
note_ambiguous(struct at_step_call *call, const char *name)
{
    struct at_selector selector;
    at_args_selector(call->step, name, &selector);
    if (selector.ref.len > 0 || selector.index >= 0 || selector.focused)
        return;
    size_t count = at_selector_count(&selector, at_app_tree(call->app));
    if (count > 1)
        at_step_note(call, "%zu elements match, this is the %s", count,
                     selector.only ? "only one that takes input" : "first");
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

// First in the tree that settled the step before, then in one fresh reading.
static bool
locate(struct at_step_call *call, const char *name,
       const struct at_node **out_node, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;

    *out_node = NULL;
    if (at_app_is_current(call->app))
        *out_node = at_step_look(call, name, &why);
    if (!*out_node && call->idle.dumps == 0) {
        if (!at_step_read(call, err))
            return false;
        *out_node = at_step_look(call, name, &why);
    }
    if (!*out_node)
        return at_step_fail_not_found(call, &why, err);
    note_ambiguous(call, name);
    return true;
}

// Read again until the target is where it was a moment ago.
static bool
stand_still(struct at_step_call *call, const char *name,
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
        *node = at_step_look(call, name, &why);
        if (!*node)
            return at_step_fail_not_found(call, &why, err);
        if (at_rect_eq(before, (*node)->bounds))
            return true;
        if (at_now_ns() - start_ns > STILL_MS * AT_NS_PER_MS)
            return at_fail(err, AT_EIDLE,
                           "the target was still moving after %d s, nothing "
                           "was touched; %s",
                           STILL_MS / 1000,
                           at_app_advice(call->app)->stand_still);
    }
    return true;
}

static bool
covers(struct at_rect over, struct at_rect under)
{
    return over.left <= under.left && over.top <= under.top &&
           over.right >= under.right && over.bottom >= under.bottom;
}

// A window drawn later that lies over all of the rectangle; a system bar is
// none. NULL where there is none.
static const struct at_node *
find_cover(const struct at_tree *tree, const struct at_node *node,
           struct at_rect rect)
{
    const struct at_node *root = node;
    while (root->parent && root->parent->parent)
        root = root->parent;
    for (root = root->next; root; root = root->next) {
        bool bar = at_package_is_system_ui(root->package);
        if (!bar && at_node_visible(tree, root) && covers(root->bounds, rect))
            return root;
    }
    return NULL;
}

static bool
fail_covered(struct at_step_call *call, const struct at_node *node,
             const struct at_node *cover, struct at_err *err)
{
    struct at_dialog dialog = at_tree_dialog(at_app_tree(call->app));
    struct at_buf name = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool keyboard = at_package_is_input_method(cover->package);
    if (keyboard)
        call->blocker.kind = AT_BLOCKER_KEYBOARD;
    else if (dialog.kind != AT_DIALOG_NONE)
        at_blocker_set_dialog(&call->blocker, &dialog);
    else
        at_blocker_set_window(&call->blocker, cover->package);
    at_compact_write_element(node, NULL, &name);
    at_fail(err, AT_ENOTFOUND, "%s is covered by %s of %.*s: %s%s",
            at_buf_text(&name), keyboard ? "the keyboard" : "another window",
            AT_STR_ARG(cover->package),
            keyboard ? "close it with " : "answer or close that first",
            keyboard ? at_app_advice(call->app)->press_back : "");
    at_buf_deinit(&name);
    return false;
}

struct at_rect
at_step_visible_rect(const struct at_tree *tree, const struct at_node *node)
{
    struct at_rect screen = {0, 0, tree->width_px, tree->height_px};
    struct at_rect rect = at_rect_intersect(node->bounds, screen);
    for (const struct at_node *up = node->parent; up; up = up->parent) {
        if (at_node_has(up, AT_NODE_SCROLLABLE))
            rect = at_rect_intersect(rect, up->bounds);
    }
    return rect;
}

static bool
check_reachable(struct at_step_call *call, const struct at_node *node,
                struct at_rect rect, struct at_err *err)
{
    const struct at_tree *tree = at_app_tree(call->app);
    struct at_err why = AT_ERR_INIT;
    if (!at_node_visible(tree, node) || at_rect_empty(rect)) {
        at_fail(&why, AT_ENOTFOUND,
                "%s is in the tree but not on the screen; %s",
                at_buf_text(&call->target.with_ref),
                at_app_advice(call->app)->scroll);
        return at_step_fail_not_found(call, &why, err);
    }
    const struct at_node *cover = find_cover(tree, node, rect);
    if (cover)
        return fail_covered(call, node, cover, err);
    if (!at_node_has(node, AT_NODE_ENABLED))
        at_step_note(call, "the element is disabled");
    return true;
}

bool
at_step_aim(struct at_step_call *call, const char *name,
            const struct at_node **out_node, struct at_point *out_at,
            struct at_err *err)
{
    if (!locate(call, name, out_node, err) ||
        !stand_still(call, name, out_node, err))
        return false;
    at_step_set_target(call, *out_node);
    struct at_rect rect =
        at_step_visible_rect(at_app_tree(call->app), *out_node);
    if (!check_reachable(call, *out_node, rect, err))
        return false;
    *out_at = at_rect_center(rect);
    return true;
}

// The interactive element drawn last at a point.
static const struct at_node *
find_at(const struct at_tree *tree, struct at_point at)
{
    const struct at_node *found = NULL;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (at_node_interactive(node) && at_node_visible(tree, node) &&
            at_rect_contains(node->bounds, at))
            found = node;
    }
    return found;
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
    const struct at_node *node = find_at(tree, at);
    call->target.unknown = !node;
    if (node)
        at_step_set_target(call, node);
    else
        at_step_note(call, "no element that takes input is known at this "
                           "point");
    return true;
}
