#include "screen/field_label.h"

#include "base/alike.h"
#include "screen/label.h"
#include "screen/px.h"

enum { REACH_HEIGHTS = 3 }; // maximum distance, in label heights

static bool
is_field(const struct at_tree *tree, const struct at_node *node)
{
    return at_node_takes_text(node) && at_node_visible(tree, node) &&
           !at_node_has(node, AT_NODE_CHROME);
}

static bool
is_named(const struct at_node *field, struct at_str name)
{
    return at_alike_eq_nocase(at_node_label(field, NULL), name) ||
           at_alike_eq_nocase(field->hint, name) ||
           at_alike_eq_nocase(field->description, name);
}

// Return the unique field with that name, else NULL. *out_count is the number
// of matching fields.
static const struct at_node *
find_named(const struct at_tree *tree, struct at_str name, size_t *out_count)
{
    const struct at_node *found = NULL;
    *out_count = 0;
    for (const struct at_node *it = tree->root; name.len > 0 && it;
         it = at_node_next(it, tree->root)) {
        if (!is_field(tree, it) || !is_named(it, name))
            continue;
        found = it;
        (*out_count)++;
    }
    return *out_count == 1 ? found : NULL;
}

// Compute the rectangle between two boxes in one row or column, and return
// their distance. In a column the left edges count too, because related
// elements are aligned.
static int32_t
gap_between(struct at_rect a, struct at_rect b, struct at_rect *out)
{
    *out = at_rect_intersect(a, b);
    bool in_row = (out->bottom - out->top) * 2 >
                  at_px_min(a.bottom - a.top, b.bottom - b.top);
    bool in_column = out->right > out->left;
    int32_t beside_px = out->left - out->right;
    int32_t between_px = out->top - out->bottom;
    int32_t reach_px = (a.bottom - a.top) * REACH_HEIGHTS;
    if (in_row && a.left < b.left) { // a label precedes its field
        *out = (struct at_rect){out->right, out->top, out->left, out->bottom};
        return at_px_max(beside_px, 0);
    }
    *out = (struct at_rect){out->left, out->bottom, out->right, out->top};
    int32_t shift_px = at_px_max(a.left, b.left) - at_px_min(a.left, b.left);
    return in_column && between_px <= reach_px
               ? at_px_max(between_px, 0) + shift_px
               : INT32_MAX;
}

// Return true if an element that shows or takes text lies between the two.
static bool
is_blocked(const struct at_tree *tree, const struct at_node *said,
           const struct at_node *field, struct at_rect gap)
{
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        struct at_rect at = it->seen;
        int32_t x = at.left + (at.right - at.left) / 2;
        int32_t y = at.top + (at.bottom - at.top) / 2;
        if (x < gap.left || x >= gap.right || y < gap.top || y >= gap.bottom ||
            (it->text.len == 0 && !at_node_takes_text(it)) ||
            !at_node_visible(tree, it) || at_node_is_within(said, it) ||
            at_node_is_within(it, said) || at_node_is_within(it, field))
            continue;
        return true;
    }
    return false;
}

static const struct at_node *
find_nearest(const struct at_tree *tree, const struct at_node *said)
{
    const struct at_node *best = NULL;
    int32_t best_px = INT32_MAX;
    bool twice = false;
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        struct at_rect gap;
        if (!is_field(tree, it) || at_node_window(it) != at_node_window(said))
            continue;
        int32_t px = gap_between(said->seen, it->seen, &gap);
        if (px == INT32_MAX || px > best_px || is_blocked(tree, said, it, gap))
            continue;
        twice = px == best_px;
        best_px = px;
        best = it;
    }
    return twice ? NULL : best;
}

// The text of an element that takes touches names that element, not a field.
static bool
may_be_label(const struct at_node *said)
{
    return said->text.len > 0 && !at_node_has(said, AT_NODE_INTERACTIVE);
}

const struct at_node *
at_field_label_find(const struct at_tree *tree, const struct at_node *said)
{
    size_t count;
    for (const struct at_node *up = said->parent; up; up = up->parent) {
        if (is_field(tree, up))
            return up;
    }
    const struct at_node *named = find_named(
        tree, said->text.len > 0 ? said->text : said->description, &count);
    if (named || !may_be_label(said))
        return named;
    return find_nearest(tree, said);
}
