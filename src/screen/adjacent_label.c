#include "screen/adjacent_label.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "screen/label.h"

enum { NEAR_TEXTS = 8, TEXT_MAX_BYTES = 60 };

// A text that may label a control, and the control that would take it.
struct candidate {
    struct at_node *text;
    struct at_node *control;
    size_t takers;
};

struct namer {
    struct candidate *texts; // owned; in the tree's order
    size_t count;
};

static bool
is_nameless(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_INTERACTIVE) &&
           (node->actions & AT_ACTION_CHECK) &&
           !(node->actions & AT_ACTION_SCROLL) &&
           node->role != AT_ROLE_TEXT_FIELD && node->hint.len == 0 &&
           at_node_label(node, NULL).len == 0;
}

// Return true if the text belongs to an element as its label or content.
static bool
is_inside_element(const struct at_node *text)
{
    for (const struct at_node *up = text; up; up = up->parent) {
        if (at_node_has(up, AT_NODE_INTERACTIVE) &&
            !at_node_has(up, AT_NODE_WRAPS_SCREEN) &&
            up->actions != AT_ACTION_SCROLL)
            return true;
    }
    return false;
}

// Return true if the line of this text has nothing more to lose.
static bool
says_only_its_text(const struct at_node *text)
{
    return text->description.len == 0 && text->error.len == 0 &&
           !at_node_has(text, AT_NODE_CHOSEN) &&
           !at_node_has(text, AT_NODE_TEXT_CUT);
}

static bool
may_name(const struct at_tree *tree, const struct at_node *text)
{
    return text->text.len > 0 && text->text.len <= TEXT_MAX_BYTES &&
           text->role != AT_ROLE_TEXT_FIELD &&
           !at_node_has(text, AT_NODE_CHROME) && at_node_visible(tree, text) &&
           !at_str_has(text->text, AT_STR("\n")) &&
           !at_label_is_figure(text->text) && says_only_its_text(text) &&
           !is_inside_element(text);
}

static bool
is_in_row(struct at_rect a, struct at_rect b)
{
    int32_t from = a.top > b.top ? a.top : b.top;
    int32_t to = a.bottom < b.bottom ? a.bottom : b.bottom;
    int32_t height_a = a.bottom - a.top;
    int32_t height_b = b.bottom - b.top;
    int32_t smaller = height_a < height_b ? height_a : height_b;
    return (to - from) * 2 > smaller;
}

// Return the distance of text from control in the same row, INT32_MAX if it is
// in another row. A preceding text is measured from its left edge, so a title
// wins over its explanation.
static int32_t
distance(const struct at_node *control, const struct at_node *text)
{
    struct at_rect at = control->seen;
    struct at_rect by = text->seen;
    if (!is_in_row(at, by))
        return INT32_MAX;
    if (by.right <= at.left)
        return at.left - by.left;
    return by.left >= at.right ? by.left - at.right : INT32_MAX;
}

// Assign to control the nearest text among those around index before.
static void
take_nearest(struct namer *namer, size_t before, struct at_node *control)
{
    struct candidate *best = NULL;
    int32_t best_px = INT32_MAX;
    size_t from = before > NEAR_TEXTS ? before - NEAR_TEXTS : 0;
    for (size_t i = from; i < namer->count && i < before + NEAR_TEXTS; i++) {
        struct candidate *it = &namer->texts[i];
        int32_t px = distance(control, it->text);
        if (px < best_px &&
            at_node_window(it->text) == at_node_window(control)) {
            best_px = px;
            best = it;
        }
    }
    if (!best)
        return;
    best->control = control;
    best->takers++;
}

static bool
has_nameless(const struct at_tree *tree)
{
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        if (is_nameless(it))
            return true;
    }
    return false;
}

static void
list_texts(struct at_tree *tree, struct namer *namer)
{
    for (struct at_node *it = tree->root; it;
         it = (struct at_node *)at_node_next(it, tree->root)) {
        if (may_name(tree, it))
            namer->texts[namer->count++] = (struct candidate){.text = it};
    }
}

static void
take_texts(struct at_tree *tree, struct namer *namer)
{
    size_t before = 0;
    for (struct at_node *it = tree->root; it;
         it = (struct at_node *)at_node_next(it, tree->root)) {
        if (before < namer->count && namer->texts[before].text == it)
            before++;
        else if (is_nameless(it))
            take_nearest(namer, before, it);
    }
}

void
at_tree_name_controls(struct at_tree *tree)
{
    struct namer namer = {0};
    if (!has_nameless(tree))
        return;
    namer.texts =
        at_realloc_array(NULL, tree->node_count + 1, sizeof(*namer.texts));
    list_texts(tree, &namer);
    take_texts(tree, &namer);
    for (size_t i = 0; i < namer.count; i++) {
        if (namer.texts[i].takers != 1)
            continue;
        namer.texts[i].control->named_by = namer.texts[i].text;
        namer.texts[i].text->flags |= AT_NODE_NAMES_CONTROL;
    }
    free(namer.texts);
}
