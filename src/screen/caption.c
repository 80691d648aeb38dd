#include "screen/caption.h"

#include "screen/label.h"
#include "screen/px.h"

enum {
    LINE_PERCENT = 50,   // minimum overlap, of the smaller height
    ABOVE_PERCENT = 150, // maximum gap of a caption above, of the box height
};

static bool
is_in_line(struct at_rect a, struct at_rect b)
{
    int32_t height = at_px_min(a.bottom - a.top, b.bottom - b.top);
    int64_t shared = at_px_overlap(a.top, a.bottom, b.top, b.bottom);
    return (shared > 0 ? shared : 0) * 100 >= (int64_t)height * LINE_PERCENT;
}

// Return the distance from caption to box, -1 if it cannot be its caption. A
// text in the same line is nearer than any text above.
static int64_t
distance(struct at_rect box, struct at_rect caption)
{
    enum { ABOVE = 1000000 };
    int64_t height = box.bottom - box.top;
    int64_t gap = (int64_t)box.top - caption.bottom;
    if (is_in_line(box, caption)) {
        if (caption.right <= box.left)
            return (int64_t)box.left - caption.right;
        return caption.left >= box.right ? (int64_t)caption.left - box.right
                                         : -1;
    }
    bool above =
        gap >= 0 && gap * 100 <= height * ABOVE_PERCENT &&
        at_px_overlap(box.left, box.right, caption.left, caption.right) > 0;
    return above ? ABOVE + gap : -1;
}

static bool
needs_caption(const struct at_node *node)
{
    if (at_node_takes_text(node))
        return node->hint.len == 0 && at_node_label(node, NULL).len == 0;
    struct at_str text = at_node_plain_text(node);
    return text.len > 0 && !at_node_has(node, AT_NODE_INTERACTIVE) &&
           at_label_is_figure(text);
}

struct at_str
at_node_caption(const struct at_tree *tree, const struct at_node *node)
{
    struct at_str best = AT_STR("");
    int64_t nearest = -1;
    if (!needs_caption(node))
        return best;
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        struct at_str text = at_node_own_label(it);
        if (text.len == 0 || it == node || at_label_is_figure(text) ||
            at_node_has(it, AT_NODE_CHROME) || !at_node_visible(tree, it))
            continue;
        int64_t away = distance(node->seen, it->seen);
        if (away >= 0 && (nearest < 0 || away < nearest)) {
            nearest = away;
            best = text;
        }
    }
    return best;
}
