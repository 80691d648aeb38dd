#include "screen/interactive.h"

#include "screen/label.h"
#include "screen/reach.h"

static const uint32_t TOUCHED = AT_NODE_CLICKABLE | AT_NODE_LONG_CLICKABLE;

static bool
is_control(const struct at_node *node)
{
    return (node->actions &
            (AT_ACTION_TYPE | AT_ACTION_SCROLL | AT_ACTION_CHECK)) != 0;
}

// A disabled Compose control loses its actions, but keeps its place.
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

static bool
may_be_interactive(const struct at_tree *tree, const struct at_node *node)
{
    return (node->actions != 0 || is_disabled_control(node)) &&
           !at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node);
}

static bool
is_clicked_list(const struct at_node *node)
{
    return node->role == AT_ROLE_LIST && (node->flags & TOUCHED) != 0;
}

static void
take_clicks_of_list(struct at_node *node)
{
    if (node->actions != 0 || at_node_has(node, AT_NODE_HOLDS_INTERACTIVE) ||
        !is_clicked_list(node->parent))
        return;
    node->actions = AT_ACTION_TAP;
    if (at_node_has(node->parent, AT_NODE_LONG_CLICKABLE))
        node->actions |= AT_ACTION_LONG_PRESS;
}

static bool
only_scrolls(const struct at_node *node)
{
    return (node->actions & ~(uint32_t)AT_ACTION_SCROLL) == 0;
}

// Return an interactive node inside top that has the same bounds and takes the
// same input. Only children with those bounds are searched.
static struct at_node *
find_same_place(const struct at_node *top)
{
    struct at_node *node = top->first_child;
    while (node) {
        bool same = at_rect_eq(node->bounds, top->bounds);
        if (same && at_node_has(node, AT_NODE_INTERACTIVE) &&
            only_scrolls(node) == only_scrolls(top))
            return node;
        node = (struct at_node *)(same ? at_node_next(node, top)
                                       : at_node_skip(node, top));
    }
    return NULL;
}

// Decide between a node and an inner one with the same bounds. Return true if
// the outer one is interactive.
static bool
wins_over(struct at_node *outer, struct at_node *inner)
{
    if (at_node_own_label(outer).len == 0 || at_node_label(inner, NULL).len > 0)
        return false;
    inner->flags &= ~(uint32_t)AT_NODE_INTERACTIVE;
    outer->actions |= inner->actions;
    return true;
}

// Compose represents a button's role by an empty node inside it, which may be
// clickable too and is slightly smaller.
static bool
is_role_of(const struct at_node *node, const struct at_node *outer)
{
    int64_t width = node->bounds.right - node->bounds.left;
    int64_t height = node->bounds.bottom - node->bounds.top;
    return node->role == AT_ROLE_BUTTON && !node->first_child &&
           at_node_own_label(node).len == 0 && at_node_id(node).len == 0 &&
           width * 2 > outer->bounds.right - outer->bounds.left &&
           height * 2 > outer->bounds.bottom - outer->bounds.top;
}

static void
take_over_role(struct at_node *outer)
{
    bool others = false;
    bool taken = false;
    if (at_node_label(outer, NULL).len == 0)
        return;
    for (struct at_node *it = outer->first_child; it; it = it->next) {
        if (at_node_has(it, AT_NODE_INTERACTIVE) && is_role_of(it, outer)) {
            it->flags &= ~(uint32_t)AT_NODE_INTERACTIVE;
            outer->actions |= it->actions;
            taken = true;
        } else if (it->flags &
                   (AT_NODE_INTERACTIVE | AT_NODE_HOLDS_INTERACTIVE)) {
            others = true;
        }
    }
    if (taken && !others)
        outer->flags &= ~(uint32_t)AT_NODE_HOLDS_INTERACTIVE;
}

// A box that cannot be clicked passes touches to its parent.
static bool
is_passive_check(const struct at_node *node)
{
    return (node->actions & AT_ACTION_CHECK) && (node->flags & TOUCHED) == 0 &&
           node->role != AT_ROLE_TEXT_FIELD;
}

// Return the first box of a row that contains passive boxes and nothing else to
// interact with, otherwise NULL.
static struct at_node *
find_only_check(const struct at_node *row)
{
    struct at_node *found = NULL;
    for (const struct at_node *it = row->first_child; it;
         it = at_node_next(it, row)) {
        if (!at_node_has(it, AT_NODE_INTERACTIVE))
            continue;
        if (!is_passive_check(it))
            return NULL;
        found = found ? found : (struct at_node *)it;
    }
    return found;
}

static bool
is_plain_row(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_CLICKABLE) && !is_control(node) &&
           (node->role == AT_ROLE_CONTAINER || node->role == AT_ROLE_UNKNOWN ||
            node->role == AT_ROLE_LIST_ITEM);
}

static void
take_state_of_check(struct at_node *row)
{
    struct at_node *check =
        is_plain_row(row) && at_node_has(row, AT_NODE_HOLDS_CONTROL)
            ? find_only_check(row)
            : NULL;
    if (!check)
        return;
    row->role = check->role;
    row->actions |= AT_ACTION_CHECK;
    row->flags |= check->flags & (AT_NODE_CHECKABLE | AT_NODE_CHECKED);
    row->flags &= ~(uint32_t)AT_NODE_HOLDS_CONTROL;
    for (struct at_node *it = row->first_child; it;
         it = (struct at_node *)at_node_next(it, row))
        it->flags &= ~(uint32_t)AT_NODE_INTERACTIVE;
}

// *out_lost is an inner node that loses its ref to this one, or NULL.
static bool
is_interactive(const struct at_tree *tree, struct at_node *node,
               struct at_node **out_lost)
{
    *out_lost = NULL;
    if (!may_be_interactive(tree, node))
        return false;
    if (at_node_has(node, AT_NODE_HOLDS_INTERACTIVE) &&
        at_node_has(node, AT_NODE_CLICKABLE))
        take_over_role(node);
    if (!at_node_has(node, AT_NODE_HOLDS_INTERACTIVE))
        return true;
    if (is_clicked_list(node) && !(node->actions & AT_ACTION_SCROLL))
        return false;
    if (!is_control(node) && fills_screen(tree, node))
        node->flags |= AT_NODE_WRAPS_SCREEN;
    struct at_node *inner = find_same_place(node);
    if (!inner)
        return true;
    if (!wins_over(node, inner))
        return false;
    *out_lost = inner;
    return true;
}

// A node out of reach of touches is not an element. A list is scrolled by its
// rows.
static bool
is_reachable(const struct at_tree *tree, struct at_node *node)
{
    if (node->actions & AT_ACTION_SCROLL)
        return true;
    enum at_reach_kind kind = at_reach_of(tree, node).kind;
    node->may_be_covered = kind == AT_REACH_UNCERTAIN;
    return kind == AT_REACH_FREE || kind == AT_REACH_UNCERTAIN;
}

static struct at_node *
first_leaf(struct at_node *node)
{
    while (node->first_child)
        node = node->first_child;
    return node;
}

// Visit children before parents, because a wrapper's status depends on its
// content.
static void
mark_elements(struct at_tree *tree)
{
    struct at_node *node = first_leaf(tree->root);
    while (node != tree->root) {
        struct at_node *parent = node->parent;
        if (at_node_visible(tree, node))
            take_clicks_of_list(node);
        take_state_of_check(node);
        node->may_be_covered = false;
        struct at_node *lost;
        bool interactive =
            is_interactive(tree, node, &lost) && is_reachable(tree, node);
        if (!interactive && lost)
            lost->flags |= AT_NODE_INTERACTIVE;
        uint32_t up =
            node->flags & (AT_NODE_HOLDS_INTERACTIVE | AT_NODE_HOLDS_CONTROL);
        if (interactive) {
            node->flags |= AT_NODE_INTERACTIVE;
            up |= AT_NODE_HOLDS_INTERACTIVE;
            up |= is_control(node) ? AT_NODE_HOLDS_CONTROL : 0;
        }
        parent->flags |= up;
        node = node->next ? first_leaf(node->next) : parent;
    }
}

// Return the nearest element around a selected text or icon, NULL if it
// contains other elements too.
static struct at_node *
element_around(const struct at_node *node)
{
    struct at_node *it = node->parent;
    while (it && !at_node_has(it, AT_NODE_INTERACTIVE))
        it = it->parent;
    bool alone = it && !at_node_has(it, AT_NODE_HOLDS_INTERACTIVE) &&
                 !(it->actions & AT_ACTION_SCROLL);
    return alone ? it : NULL;
}

// Return the first descendant that has its own line in a list.
static struct at_node *
first_line_in(const struct at_node *top)
{
    for (struct at_node *it = top->first_child; it;
         it = (struct at_node *)at_node_next(it, top)) {
        if (at_node_has(it, AT_NODE_INTERACTIVE) ||
            at_node_own_label(it).len > 0)
            return it;
    }
    return NULL;
}

static bool
is_only_child(const struct at_node *node)
{
    return node->parent && node->parent->first_child == node && !node->next;
}

// Return true if a sibling is not selected. Apps also select a text to make it
// scroll, which is not a choice among several.
static bool
is_a_choice(const struct at_node *node)
{
    enum { SIBLINGS_MAX = 64 };
    while (is_only_child(node))
        node = node->parent;
    const uint32_t selected = AT_NODE_SELECTED | AT_NODE_HOLDS_SELECTED;
    const struct at_node *it = node->parent ? node->parent->first_child : NULL;
    for (int looked = 0; it && looked < SIBLINGS_MAX; it = it->next, looked++) {
        if (it != node && !(it->flags & selected) &&
            at_str_eq(it->class_name, node->class_name))
            return true;
    }
    return false;
}

static void
note_selected(struct at_tree *tree)
{
    for (struct at_node *it = tree->root; it;
         it = (struct at_node *)at_node_next(it, tree->root)) {
        if (!at_node_has(it, AT_NODE_SELECTED))
            continue;
        struct at_node *up = it->parent;
        for (; up && !at_node_has(up, AT_NODE_HOLDS_SELECTED); up = up->parent)
            up->flags |= AT_NODE_HOLDS_SELECTED;
    }
}

static void
move_selected(struct at_node *node)
{
    if (at_node_has(node, AT_NODE_INTERACTIVE))
        return;
    struct at_node *to = element_around(node);
    bool says = at_node_own_label(node).len > 0;
    if (!to && !says && !at_node_has(node, AT_NODE_HOLDS_CONTROL))
        to = first_line_in(node);
    if (is_a_choice(to && at_node_has(to, AT_NODE_INTERACTIVE) ? to : node))
        (to ? to : node)->flags |= AT_NODE_SELECTED | AT_NODE_CHOSEN;
}

// Among siblings with the same bounds only the last drawn takes touches;
// unlabelled ones beneath it do not count as interactive.
static void
drop_covered(struct at_tree *tree)
{
    for (struct at_node *it = tree->root; it;
         it = (struct at_node *)at_node_next(it, tree->root)) {
        const struct at_node *over = it->next;
        if (over && !it->first_child && (it->flags & TOUCHED) != 0 &&
            (over->flags & TOUCHED) != 0 &&
            at_node_has(over, AT_NODE_INTERACTIVE) &&
            at_rect_eq(it->bounds, over->bounds) &&
            it->role != AT_ROLE_TEXT_FIELD && at_node_own_label(it).len == 0)
            it->flags &= ~(uint32_t)AT_NODE_INTERACTIVE;
    }
}

void
at_tree_mark_interactive(struct at_tree *tree)
{
    mark_elements(tree);
    drop_covered(tree);
    note_selected(tree);
    for (struct at_node *it = tree->root; it;
         it = (struct at_node *)at_node_next(it, tree->root)) {
        if (at_node_has(it, AT_NODE_SELECTED))
            move_selected(it);
    }
}
