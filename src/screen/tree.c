#include "screen/tree.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "screen/px.h"

struct at_tree *
at_tree_new(void)
{
    struct at_tree *tree = at_alloc(sizeof(*tree));
    tree->arena = (struct at_arena)AT_ARENA_INIT;
    tree->root = at_arena_alloc(&tree->arena, sizeof(*tree->root));
    tree->root->role = AT_ROLE_CONTAINER;
    tree->root->flags = AT_NODE_ENABLED;
    return tree;
}

void
at_tree_free(struct at_tree *tree)
{
    if (!tree)
        return;
    at_arena_deinit(&tree->arena);
    free(tree);
}

struct at_node *
at_tree_add(struct at_tree *tree, struct at_node *parent)
{
    if (tree->node_count >= AT_TREE_MAX_NODES ||
        parent->depth >= AT_TREE_MAX_DEPTH)
        return NULL;
    struct at_node *node = at_arena_alloc(&tree->arena, sizeof(*node));
    node->parent = parent;
    node->depth = parent->depth + 1;
    node->order = (uint32_t)++tree->node_count;
    if (parent->last_child)
        parent->last_child->next = node;
    else
        parent->first_child = node;
    parent->last_child = node;
    return node;
}

struct at_node *
at_node_skip(const struct at_node *node, const struct at_node *top)
{
    while (node != top) {
        if (node->next)
            return node->next;
        node = node->parent;
    }
    return NULL;
}

const struct at_node *
at_node_window(const struct at_node *node)
{
    while (node->parent && node->parent->parent)
        node = node->parent;
    return node;
}

bool
at_node_is_within(const struct at_node *node, const struct at_node *top)
{
    while (node && node != top)
        node = node->parent;
    return node != NULL;
}

struct at_node *
at_node_next(const struct at_node *node, const struct at_node *top)
{
    return node->first_child ? node->first_child : at_node_skip(node, top);
}

bool
at_node_has(const struct at_node *node, enum at_node_flag flag)
{
    return (node->flags & (uint32_t)flag) != 0;
}

bool
at_node_opens_web(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_WEB) &&
           !at_node_has(node->parent, AT_NODE_WEB);
}

bool
at_node_visible(const struct at_tree *tree, const struct at_node *node)
{
    return node != tree->root && !at_rect_empty(node->seen);
}

struct at_point
at_rect_center(struct at_rect rect)
{
    return (struct at_point){
        (int32_t)(((int64_t)rect.left + rect.right) / 2),
        (int32_t)(((int64_t)rect.top + rect.bottom) / 2),
    };
}

bool
at_rect_empty(struct at_rect rect)
{
    return rect.left >= rect.right || rect.top >= rect.bottom;
}

bool
at_rect_eq(struct at_rect a, struct at_rect b)
{
    return a.left == b.left && a.top == b.top && a.right == b.right &&
           a.bottom == b.bottom;
}

bool
at_rect_contains(struct at_rect rect, struct at_point point)
{
    return point.x_px >= rect.left && point.x_px < rect.right &&
           point.y_px >= rect.top && point.y_px < rect.bottom;
}

struct at_rect
at_rect_intersect(struct at_rect a, struct at_rect b)
{
    return (struct at_rect){at_px_max(a.left, b.left), at_px_max(a.top, b.top),
                            at_px_min(a.right, b.right),
                            at_px_min(a.bottom, b.bottom)};
}

static const char *const role_names[] = {
    [AT_ROLE_UNKNOWN] = "unknown",
    [AT_ROLE_BUTTON] = "button",
    [AT_ROLE_TEXT_FIELD] = "text_field",
    [AT_ROLE_TEXT_VIEW] = "text_view",
    [AT_ROLE_CHECK_BOX] = "check_box",
    [AT_ROLE_SWITCH] = "switch",
    [AT_ROLE_RADIO_BUTTON] = "radio_button",
    [AT_ROLE_SLIDER] = "slider",
    [AT_ROLE_SCROLL_VIEW] = "scroll_view",
    [AT_ROLE_IMAGE] = "image",
    [AT_ROLE_IMAGE_BUTTON] = "image_button",
    [AT_ROLE_CONTAINER] = "container",
    [AT_ROLE_LIST] = "list",
    [AT_ROLE_LIST_ITEM] = "list_item",
    [AT_ROLE_TAB] = "tab",
    [AT_ROLE_TOOLBAR] = "toolbar",
    [AT_ROLE_PROGRESS_BAR] = "progress_bar",
    [AT_ROLE_SPINNER] = "spinner",
    [AT_ROLE_WEB_VIEW] = "web_view",
};
_Static_assert(AT_LEN(role_names) == AT_ROLE_COUNT, "one name for each role");

const char *
at_role_name(enum at_role role)
{
    at_assert((size_t)role < AT_LEN(role_names));
    return role_names[role];
}

const char *
at_role_said(enum at_role role)
{
    static const char *const said[AT_ROLE_COUNT] = {
        [AT_ROLE_UNKNOWN] = "element",
        [AT_ROLE_TEXT_FIELD] = "field",
        [AT_ROLE_TEXT_VIEW] = "text",
        [AT_ROLE_CHECK_BOX] = "check box",
        [AT_ROLE_RADIO_BUTTON] = "radio button",
        [AT_ROLE_SCROLL_VIEW] = "scrolling area",
        [AT_ROLE_IMAGE_BUTTON] = "image button",
        [AT_ROLE_CONTAINER] = "element",
        [AT_ROLE_LIST_ITEM] = "item",
        [AT_ROLE_PROGRESS_BAR] = "progress bar",
        [AT_ROLE_WEB_VIEW] = "web page",
    };
    const char *name = at_role_name(role);
    return said[role] ? said[role] : name;
}

static const char *const action_names[] = {
    "tap", "long_press", "type", "scroll", "check", "adjust",
};

const char *
at_action_name(enum at_action action)
{
    size_t bit = 0;
    while (bit < AT_LEN(action_names) && (unsigned)action != 1u << bit)
        bit++;
    at_assert(bit < AT_LEN(action_names));
    return action_names[bit];
}

static size_t
sibling_position(const struct at_node *node)
{
    size_t position = 0;
    for (const struct at_node *it = node->parent->first_child; it != node;
         it = it->next)
        position++;
    return position;
}

void
at_node_path(const struct at_node *node, char *buf, size_t cap)
{
    size_t positions[AT_TREE_MAX_DEPTH + 1];
    size_t count = 0;
    size_t len = 0;
    at_assert(cap > 0);
    buf[0] = '\0';
    for (; node->parent && count < AT_LEN(positions); node = node->parent)
        positions[count++] = sibling_position(node);
    while (count-- > 0) {
        int n = snprintf(buf + len, cap - len, "%s%zu", len ? "." : "",
                         positions[count]);
        if (n < 0 || (size_t)n >= cap - len) {
            buf[len] = '\0'; // never cut inside a step
            return;
        }
        len += (size_t)n;
    }
}
