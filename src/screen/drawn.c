#include "screen/drawn.h"

#include "screen/label.h"
#include "screen/px.h"

// A layer this many times larger than the element may only observe its touches.
enum { LAYER_TIMES = 8 };

bool
at_drawn_inside(const struct at_node *node, const struct at_node *top)
{
    while (node && node->depth > top->depth)
        node = node->parent;
    return node == top;
}

static bool
is_twin(const struct at_node *other, const struct at_node *node)
{
    return at_rect_eq(other->bounds, node->bounds) &&
           other->resource_id.len > 0 &&
           at_str_eq(other->resource_id, node->resource_id) &&
           at_str_eq(other->class_name, node->class_name);
}

// Apps put a transparent view on top to observe gestures and pass touches on to
// the controls below. A scrim looks the same, but its dialog follows it.
static bool
is_gesture_layer(const struct at_node *layer, const struct at_node *node)
{
    return !layer->first_child && !layer->next &&
           !at_node_has(layer, AT_NODE_SCROLLABLE) &&
           layer->role != AT_ROLE_LIST && layer->role != AT_ROLE_WEB_VIEW &&
           at_node_own_label(layer).len == 0 &&
           at_px_area(layer->bounds) / LAYER_TIMES >= at_px_area(node->bounds);
}

static enum at_drawn
compare_siblings(const struct at_tree *tree, const struct at_node *other,
                 const struct at_node *node)
{
    int32_t a = other->drawing_order;
    int32_t b = node->drawing_order;
    if (tree->unordered)
        return AT_DRAWN_UNDER;
    if (other->parent == tree->root)
        return other->order > node->order ? AT_DRAWN_OVER : AT_DRAWN_UNDER;
    if (a > 0 && b > 0 && a != b)
        return a > b ? AT_DRAWN_OVER : AT_DRAWN_UNDER;
    return other->order > node->order ? AT_DRAWN_MAYBE_OVER
                                      : AT_DRAWN_MAYBE_UNDER;
}

// A node that exactly fills its parent covers it only if it is an element
// itself.
static bool
covers_parent(const struct at_node *other, const struct at_node *node)
{
    return !at_rect_eq(other->bounds, node->bounds) ||
           at_node_has(other, AT_NODE_INTERACTIVE);
}

enum at_drawn
at_drawn_of(const struct at_tree *tree, const struct at_node *other,
            const struct at_node *node)
{
    const struct at_node *a = other;
    const struct at_node *b = node;
    if (at_drawn_inside(node, other))
        return AT_DRAWN_UNDER;
    if (at_drawn_inside(other, node))
        return covers_parent(other, node) ? AT_DRAWN_OVER : AT_DRAWN_UNDER;
    while (a->depth > b->depth)
        a = a->parent;
    while (b->depth > a->depth)
        b = b->parent;
    for (; a->parent != b->parent; a = a->parent)
        b = b->parent;
    enum at_drawn drawn = compare_siblings(tree, a, b);
    if (drawn == AT_DRAWN_OVER && a->parent != tree->root &&
        is_gesture_layer(other, node))
        return AT_DRAWN_MAYBE_OVER;
    if (!at_rect_eq(other->bounds, node->bounds))
        return drawn;
    if (drawn == AT_DRAWN_MAYBE_OVER)
        return is_twin(other, node) ? AT_DRAWN_OVER : AT_DRAWN_UNDER;
    return drawn == AT_DRAWN_MAYBE_UNDER ? AT_DRAWN_UNDER : drawn;
}
