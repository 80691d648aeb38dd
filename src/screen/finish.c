// finish.c: derives roles, actions and packages of a whole tree
#include "screen/tree.h"

#include "screen/adjacent_label.h"
#include "screen/interactive.h"
#include "screen/package.h"
#include "screen/reach.h"
#include "screen/role.h"
#include "screen/shown_error.h"

enum { ROLE_CACHE_SIZE = 64 };

struct finisher {
    struct at_tree *tree;
    struct {
        const char *class_ptr; // equal names share one pointer
        enum at_role role;
    } roles[ROLE_CACHE_SIZE];
};

static enum at_role
role_of(struct finisher *f, struct at_str class_name)
{
    size_t slot = ((uintptr_t)class_name.ptr >> 4) % ROLE_CACHE_SIZE;
    if (class_name.len == 0)
        return AT_ROLE_UNKNOWN;
    if (f->roles[slot].class_ptr != class_name.ptr) {
        f->roles[slot].class_ptr = class_name.ptr;
        f->roles[slot].role = at_role_of_class(class_name);
    }
    return f->roles[slot].role;
}

static const struct {
    uint32_t flag;
    uint32_t action;
} flag_actions[] = {
    {AT_NODE_CLICKABLE, AT_ACTION_TAP},
    {AT_NODE_LONG_CLICKABLE, AT_ACTION_LONG_PRESS},
    {AT_NODE_SCROLLABLE, AT_ACTION_SCROLL},
    {AT_NODE_CHECKABLE, AT_ACTION_CHECK},
};

static uint32_t
actions_of(const struct at_node *node)
{
    uint32_t actions = 0;
    for (size_t i = 0; i < AT_LEN(flag_actions); i++) {
        if (node->flags & flag_actions[i].flag)
            actions |= flag_actions[i].action;
    }
    if (node->role == AT_ROLE_TEXT_FIELD)
        actions |= AT_ACTION_TYPE;
    if (node->role == AT_ROLE_SLIDER)
        actions |= AT_ACTION_ADJUST;
    return actions;
}

static void
part_hint_from_text(const struct at_tree *tree, struct at_node *node)
{
    if (node->role != AT_ROLE_TEXT_FIELD || node->text.len == 0)
        return;
    bool shows_hint = at_node_has(node, AT_NODE_SHOWS_HINT);
    bool same = !tree->marks_hints && at_str_eq(node->hint, node->text);
    if (node->hint.len == 0 && shows_hint)
        node->hint = node->text;
    if (shows_hint || same) {
        uint32_t hint = AT_NODE_SHOWS_HINT;
        if (!shows_hint)
            hint |= AT_NODE_MAYBE_FILLED;
        node->flags |= hint;
        node->before.flags |= hint; // the text that identified the hint is gone
        node->text = AT_STR("");
    }
}

// Return true if text consists of password dots.
static bool
is_dots(struct at_str text)
{
    const struct at_str dot = AT_STR("\xe2\x80\xa2");
    while (at_str_starts(text, dot))
        text = at_str_skip(text, dot.len);
    return text.len == 0;
}

static bool
may_be_hint(const struct at_node *node)
{
    bool secret = at_node_has(node, AT_NODE_PASSWORD);
    return node->role == AT_ROLE_TEXT_FIELD && node->text.len > 0 &&
           node->hint.len == 0 && !(secret && is_dots(node->text));
}

static bool
is_text(enum at_role role)
{
    return role == AT_ROLE_UNKNOWN || role == AT_ROLE_TEXT_VIEW;
}

void
at_tree_reopen(struct at_tree *tree)
{
    for (struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        if (!at_node_has(it, AT_NODE_FINISHED))
            continue;
        it->flags = it->before.flags;
        it->actions = it->before.actions;
        it->role = it->before.role;
        it->named_by = NULL;
        it->seen = (struct at_rect){0};
    }
}

static void
remember(struct at_tree *tree)
{
    for (struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        it->before = (struct at_node_before){it->flags, it->actions, it->role};
        it->flags |= AT_NODE_FINISHED;
    }
}

static void
derive_each(struct finisher *f)
{
    struct at_node *root = f->tree->root;
    uint32_t order = 0;
    for (struct at_node *node = root; node; node = at_node_next(node, root)) {
        node->order = order++;
        if (node == root)
            continue;
        if (node->role == AT_ROLE_UNKNOWN)
            node->role = role_of(f, node->class_name);
        // a custom class: the text is a password and must never be written
        if (at_node_has(node, AT_NODE_PASSWORD) && is_text(node->role))
            node->role = AT_ROLE_TEXT_FIELD;
        node->actions |= actions_of(node);
        part_hint_from_text(f->tree, node);
        if (f->tree->hides_hints && may_be_hint(node) &&
            !at_node_has(node, AT_NODE_GRAFTED))
            node->flags |= AT_NODE_MAYBE_HINT;
    }
}

static void
measure_screen(struct at_tree *tree)
{
    int32_t width = 0;
    int32_t height = 0;
    for (const struct at_node *it = tree->root->first_child; it;
         it = it->next) {
        width = it->bounds.right > width ? it->bounds.right : width;
        height = it->bounds.bottom > height ? it->bounds.bottom : height;
    }
    if (tree->width_px <= 0)
        tree->width_px = width;
    if (tree->height_px <= 0)
        tree->height_px = height;
    tree->root->bounds =
        (struct at_rect){0, 0, tree->width_px, tree->height_px};
}

static struct at_str
package_of_window(const struct at_node *window)
{
    for (const struct at_node *it = window; it; it = at_node_next(it, window)) {
        if (it->package.len > 0)
            return it->package;
    }
    return AT_STR("");
}

// A bar runs along one edge, unlike the shade, the lock screen and system
// dialogs.
static bool
is_bar(const struct at_tree *tree, const struct at_node *window)
{
    struct at_rect on_screen =
        at_rect_intersect(window->bounds, tree->root->bounds);
    if (at_rect_empty(on_screen))
        return true;
    return (on_screen.bottom - on_screen.top) < tree->height_px / 3 ||
           (on_screen.right - on_screen.left) < tree->width_px / 3;
}

static bool
is_chrome_window(const struct at_tree *tree, const struct at_node *window,
                 struct at_str package)
{
    return at_node_has(window, AT_NODE_CHROME) ||
           at_package_is_input_method(package) ||
           (at_package_is_system_ui(package) && is_bar(tree, window));
}

// Dumps of an accessibility service lack packages, but resource ids start with
// them.
static struct at_str
package_from_ids(const struct at_tree *tree)
{
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        ptrdiff_t end = at_str_find(it->resource_id, AT_STR(":id/"));
        if (end > 0 && !at_str_starts(it->resource_id, AT_STR("android:")))
            return at_str_head(it->resource_id, (size_t)end);
    }
    return AT_STR("");
}

static struct at_str
find_front_package(const struct at_tree *tree)
{
    struct at_str front = AT_STR("");
    struct at_str chrome = AT_STR("");
    for (const struct at_node *window = tree->root->first_child; window;
         window = window->next) {
        struct at_str package = package_of_window(window);
        if (package.len == 0)
            continue;
        if (is_chrome_window(tree, window, package))
            chrome = package;
        else
            front = package;
    }
    if (front.len == 0)
        front = chrome; // only system windows are present
    return front.len > 0 ? front : package_from_ids(tree);
}

static void
mark_chrome(struct at_tree *tree)
{
    const char *last_ptr = NULL;
    uint32_t last_flag = 0;
    for (struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        if (it->package.len == 0)
            continue;
        if (it->package.ptr != last_ptr) {
            last_ptr = it->package.ptr;
            bool chrome = (at_package_is_input_method(it->package) ||
                           at_package_is_system_ui(it->package)) &&
                          !at_str_eq(it->package, tree->front_package);
            last_flag = chrome ? AT_NODE_CHROME : 0;
        }
        it->flags |= last_flag;
    }
}

void
at_tree_finish(struct at_tree *tree)
{
    struct finisher f = {.tree = tree};
    at_tree_reopen(tree);
    remember(tree);
    derive_each(&f);
    measure_screen(tree);
    tree->front_package = find_front_package(tree);
    mark_chrome(tree);
    at_reach_prepare(tree);
    at_tree_mark_interactive(tree);
    at_tree_name_controls(tree);
    at_tree_judge_errors(tree);
}
