// finish.c: what a tree's nodes mean, derived once all of them are there
#include "screen/tree.h"

#include "screen/label.h"
#include "screen/package.h"
#include "screen/role.h"

enum { ROLE_CACHE_SIZE = 64 };

struct finisher {
    struct at_tree *tree;
    struct {
        const char *class_ptr; // readers share equal class names
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
part_hint_from_text(struct at_node *node)
{
    if (node->role != AT_ROLE_TEXT_FIELD || node->text.len == 0)
        return;
    bool shows_hint = at_node_has(node, AT_NODE_SHOWS_HINT);
    if (node->hint.len == 0 && shows_hint)
        node->hint = node->text;
    if (shows_hint || at_str_eq(node->hint, node->text)) {
        node->flags |= AT_NODE_SHOWS_HINT;
        node->text = AT_STR("");
    }
}

// What a password field holds is dots.
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
        // a class of its own: the text is a value, which is never written
        if (at_node_has(node, AT_NODE_PASSWORD) && is_text(node->role))
            node->role = AT_ROLE_TEXT_FIELD;
        node->actions |= actions_of(node);
        part_hint_from_text(node);
        if (f->tree->hides_hints && may_be_hint(node))
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

// A bar runs along one edge; the shade, the lock screen and a dialog of the
// system's do not.
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

// Dumps of an accessibility service have no packages; resource ids begin with
// the app's.
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
        front = chrome; // nothing but the system's own: then it is in front
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

static bool
is_control(const struct at_node *node)
{
    return (node->actions &
            (AT_ACTION_TYPE | AT_ACTION_SCROLL | AT_ACTION_CHECK)) != 0;
}

// A disabled Compose control loses its actions, not its place.
static bool
is_disabled_control(const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_ENABLED) &&
           (node->role == AT_ROLE_BUTTON || node->role == AT_ROLE_CHECK_BOX ||
            node->role == AT_ROLE_SWITCH ||
            node->role == AT_ROLE_RADIO_BUTTON ||
            node->role == AT_ROLE_IMAGE_BUTTON);
}

static bool
fills_screen(const struct at_tree *tree, const struct at_node *node)
{
    struct at_rect on_screen =
        at_rect_intersect(node->bounds, tree->root->bounds);
    int64_t area = (int64_t)(on_screen.right - on_screen.left) *
                   (on_screen.bottom - on_screen.top);
    return area * 3 >= (int64_t)tree->width_px * tree->height_px * 2;
}

// A clickable wrapper around other elements is no element of its own, unless
// something names it. A label that lies loose on a wrapper of the screen's
// size is the screen's, not the wrapper's.
static bool
is_transparent(const struct at_tree *tree, const struct at_node *node)
{
    if (!at_node_has(node, AT_NODE_HOLDS_INTERACTIVE) || is_control(node) ||
        at_node_own_label(node).len > 0)
        return false;
    return fills_screen(tree, node) || at_node_label(node, NULL).len == 0;
}

static bool
is_interactive(const struct at_tree *tree, const struct at_node *node)
{
    if (node->actions == 0 && !is_disabled_control(node))
        return false;
    return !at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node) &&
           !is_transparent(tree, node);
}

static struct at_node *
first_leaf(struct at_node *node)
{
    while (node->first_child)
        node = node->first_child;
    return node;
}

// Children before parents: a wrapper is judged by what it holds.
static void
mark_interactive(struct at_tree *tree)
{
    struct at_node *node = first_leaf(tree->root);

    while (node != tree->root) {
        struct at_node *parent = node->parent;
        uint32_t up =
            node->flags & (AT_NODE_HOLDS_INTERACTIVE | AT_NODE_HOLDS_CONTROL);
        if (is_interactive(tree, node)) {
            node->flags |= AT_NODE_INTERACTIVE;
            up |= AT_NODE_HOLDS_INTERACTIVE;
            up |= is_control(node) ? AT_NODE_HOLDS_CONTROL : 0;
        }
        parent->flags |= up;
        node = node->next ? first_leaf(node->next) : parent;
    }
}

void
at_tree_finish(struct at_tree *tree)
{
    struct finisher f = {.tree = tree};

    derive_each(&f);
    measure_screen(tree);
    tree->front_package = find_front_package(tree);
    mark_chrome(tree);
    mark_interactive(tree);
}
