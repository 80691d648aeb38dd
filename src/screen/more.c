#include "screen/more.h"

#include "screen/label.h"

enum {
    ABOVE = 1 << 0,
    BELOW = 1 << 1,
    LEFT = 1 << 2,
    RIGHT = 1 << 3,
    VERTICAL = ABOVE | BELOW,
    SIDES = LEFT | RIGHT,
    EDGE_PX = 8, // shadows and badges protrude by up to this
};

static const char *const words[] = {
    [ABOVE] = "more above",
    [BELOW] = "more below",
    [VERTICAL] = "more above and below",
    [LEFT] = "more left",
    [RIGHT] = "more right",
    [SIDES] = "more left and right",
};

static bool
is_content(const struct at_node *node)
{
    return node->actions != 0 || at_node_own_label(node).len > 0;
}

// Return true if a part extends beyond both ends but is not much longer. Touch
// targets are larger than their visible parts.
static bool
is_as_long(int32_t from, int32_t to, int32_t view_from, int32_t view_to)
{
    return from < view_from && to > view_to &&
           (int64_t)to - from < ((int64_t)view_to - view_from) * 2;
}

// Return the directions in which content at rect extends beyond the view.
// Content that is no longer laid out has lost its height or its width, but not
// both.
static unsigned
beyond(struct at_rect view, struct at_rect rect)
{
    bool tall = rect.bottom > rect.top;
    bool wide = rect.right > rect.left;
    if (!tall && !wide)
        return 0;
    unsigned where = (rect.top < view.top - EDGE_PX ? ABOVE : 0) |
                     (rect.bottom > view.bottom + EDGE_PX ? BELOW : 0) |
                     (rect.left < view.left - EDGE_PX ? LEFT : 0) |
                     (rect.right > view.right + EDGE_PX ? RIGHT : 0);
    if (is_as_long(rect.top, rect.bottom, view.top, view.bottom))
        where &= (unsigned)SIDES;
    if (is_as_long(rect.left, rect.right, view.left, view.right))
        where &= (unsigned)VERTICAL;
    return where;
}

const char *
at_more_word(const struct at_node *scrollable)
{
    unsigned where = 0;
    const struct at_node *node = scrollable->first_child;
    while (node) {
        bool inner = (node->actions & AT_ACTION_SCROLL) != 0;
        if (is_content(node))
            where |= beyond(scrollable->seen, node->bounds);
        node = inner ? at_node_skip(node, scrollable)
                     : at_node_next(node, scrollable);
    }
    return words[where & VERTICAL ? where & VERTICAL : where];
}
