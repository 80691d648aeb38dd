#include "screen/relation.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/quote.h"
#include "screen/label.h"
#include "screen/match.h"
#include "screen/reach.h"
#include "screen/selector_report.h"

enum { ANCHORS_MAX = 32, CANDIDATES_MAX = 512, DOWN_COSTS = 4 };

struct nodes {
    const struct at_node *rows[ANCHORS_MAX];
    size_t count;
};

struct candidate {
    const struct at_node *node;
    uint32_t common_depth; // of the smallest element that has the anchor too
    int64_t distance;
};

struct candidates {
    struct candidate *rows; // owned
    size_t count;
};

bool
at_relation_given(const struct at_selector *selector)
{
    return selector->near.len > 0 || selector->inside.len > 0 ||
           selector->below.len > 0;
}

// Find the elements with this text, or if there are none, with it in their
// text.
static bool
find_anchors(struct at_str text, const struct at_tree *tree,
             const struct at_ref_table *refs, struct nodes *out,
             struct at_err *err)
{
    struct at_selector selector = AT_SELECTOR_INIT;
    selector.text = text;
    selector.labels = true;
    struct at_match match = at_match_init(&selector);
    out->count = 0;
    if (at_match_settle(&match, tree) == 0) {
        selector.text = (struct at_str){0};
        selector.text_contains = text;
        match = at_match_init(&selector);
        if (at_match_settle(&match, tree) == 0) {
            at_selector_report_none(&selector, tree, refs, err);
            return false;
        }
    }
    for (const struct at_node *node = tree->root;
         node && out->count < ANCHORS_MAX;
         node = at_node_next(node, tree->root)) {
        if (at_match_node(&match, tree, node))
            out->rows[out->count++] = node;
    }
    return true;
}

static bool
is_within(const struct at_node *node, const struct at_node *outer)
{
    while (node && node != outer)
        node = node->parent;
    return node != NULL;
}

static uint32_t
common_depth(const struct at_node *a, const struct at_node *b)
{
    while (a->depth > b->depth)
        a = a->parent;
    while (b->depth > a->depth)
        b = b->parent;
    while (a != b) {
        a = a->parent;
        b = b->parent;
    }
    return a->depth;
}

static int64_t
gap(int32_t a_from, int32_t a_to, int32_t b_from, int32_t b_to)
{
    if (b_from >= a_to)
        return (int64_t)b_from - a_to;
    return a_from >= b_to ? (int64_t)a_from - b_to : 0;
}

// What is in the same line counts as nearer than what is in another one.
static int64_t
distance_of(struct at_rect a, struct at_rect b)
{
    return gap(a.left, a.right, b.left, b.right) +
           DOWN_COSTS * gap(a.top, a.bottom, b.top, b.bottom);
}

static bool
is_below(const struct at_node *node, const struct at_node *anchor)
{
    return node->bounds.top >= anchor->bounds.bottom;
}

// Place a candidate by the anchor that it is closest to. Returns false if it is
// below none.
static bool
place(struct candidate *candidate, const struct nodes *anchors, bool below)
{
    bool placed = false;
    for (size_t i = 0; i < anchors->count; i++) {
        const struct at_node *anchor = anchors->rows[i];
        uint32_t depth = common_depth(candidate->node, anchor);
        int64_t distance = distance_of(candidate->node->bounds, anchor->bounds);
        if (candidate->node == anchor ||
            (below && !is_below(candidate->node, anchor)))
            continue;
        bool closer = depth != candidate->common_depth
                          ? depth > candidate->common_depth
                          : distance < candidate->distance;
        if (below)
            closer = distance < candidate->distance;
        if (placed && !closer)
            continue;
        candidate->common_depth = depth;
        candidate->distance = distance;
        placed = true;
    }
    return placed;
}

static void
keep_placed(struct candidates *all, const struct nodes *anchors, bool below)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        struct candidate candidate = all->rows[i];
        if (place(&candidate, anchors, below))
            all->rows[kept++] = candidate;
    }
    all->count = kept;
}

// Keep those that share the smallest element with an anchor. The whole screen
// holds everything, so that it tells nothing.
static void
keep_inside(struct candidates *all)
{
    uint32_t deepest = 1;
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        deepest = all->rows[i].common_depth > deepest
                      ? all->rows[i].common_depth
                      : deepest;
    for (size_t i = 0; i < all->count; i++) {
        if (all->rows[i].common_depth == deepest)
            all->rows[kept++] = all->rows[i];
    }
    all->count = kept;
}

static int
compare_distances(const void *a, const void *b)
{
    const struct candidate *one = a;
    const struct candidate *two = b;
    if (one->distance != two->distance)
        return one->distance < two->distance ? -1 : 1;
    return one->node->order < two->node->order ? -1 : 1;
}

// Without parts anything that takes input is meant.
static bool
is_candidate(const struct at_selector *selector, const struct at_match *match,
             const struct at_tree *tree, const struct at_node *node)
{
    if (match->count > 0)
        return at_match_node(match, tree, node);
    return at_node_visible(tree, node) && !at_node_has(node, AT_NODE_CHROME) &&
           at_node_has(node, AT_NODE_INTERACTIVE) &&
           (!selector->fields || at_node_takes_text(node));
}

static void
collect(const struct at_selector *selector, const struct at_tree *tree,
        struct candidates *out)
{
    struct at_match match = at_match_init(selector);
    if (match.count > 0)
        at_match_settle(&match, tree);
    out->rows = at_realloc_array(NULL, CANDIDATES_MAX, sizeof(*out->rows));
    for (const struct at_node *node = tree->root;
         node && out->count < CANDIDATES_MAX;
         node = at_node_next(node, tree->root)) {
        if (is_candidate(selector, &match, tree, node))
            out->rows[out->count++] = (struct candidate){.node = node};
    }
}

// Where some take touches, the others are only texts of the same words.
static void
keep_touchable(struct candidates *all)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        kept += at_reach_receiver(all->rows[i].node) == all->rows[i].node;
    if (kept == 0)
        return;
    kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (at_reach_receiver(all->rows[i].node) == all->rows[i].node)
            all->rows[kept++] = all->rows[i];
    }
    all->count = kept;
}

// A row around the text is not what stands near it.
static void
drop_around(struct candidates *all, const struct nodes *anchors)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        bool around = false;
        for (size_t k = 0; k < anchors->count; k++)
            around = around || is_within(anchors->rows[k], all->rows[i].node);
        if (!around)
            all->rows[kept++] = all->rows[i];
    }
    all->count = kept;
}

static bool
narrow(const struct at_selector *selector, const struct at_tree *tree,
       const struct at_ref_table *refs, struct candidates *all,
       struct at_err *err)
{
    const struct {
        struct at_str text;
        bool inside, below;
    } rows[] = {{selector->inside, true, false},
                {selector->below, false, true},
                {selector->near, true, false}};
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct nodes anchors;
        if (rows[i].text.len == 0)
            continue;
        if (!find_anchors(rows[i].text, tree, refs, &anchors, err))
            return false;
        if (at_match_init(selector).count == 0)
            drop_around(all, &anchors);
        keep_placed(all, &anchors, rows[i].below);
        if (rows[i].inside)
            keep_inside(all);
    }
    return true;
}

static const struct at_node *
choose(const struct at_selector *selector, struct candidates *all,
       struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool ordered = selector->near.len > 0 || selector->below.len > 0;
    size_t index = selector->index > 0 ? (size_t)selector->index : 0;
    bool found = index < all->count &&
                 (ordered || selector->index >= 0 || all->count == 1);
    if (found && ordered)
        qsort(all->rows, all->count, sizeof(*all->rows), compare_distances);
    at_selector_write(selector, &text);
    if (!found && all->count == 0)
        at_fail(err, AT_ENOTFOUND,
                "Element not found matching: %s; nothing "
                "that matches the rest is there",
                at_buf_text(&text));
    else if (!found)
        at_fail(err, AT_ENOTFOUND,
                "Element not found matching: %s; %zu "
                "elements match: give an index from 0 to %zu, or near",
                at_buf_text(&text), all->count, all->count - 1);
    at_buf_deinit(&text);
    return found ? all->rows[index].node : NULL;
}

const struct at_node *
at_relation_find(const struct at_selector *selector, const struct at_tree *tree,
                 const struct at_ref_table *refs, struct at_err *err)
{
    struct candidates all = {0};
    const struct at_node *node = NULL;
    bool parts = at_match_init(selector).count > 0;
    collect(selector, tree, &all);
    if (all.count == 0 && parts)
        at_selector_report_none(selector, tree, refs, err);
    else if (narrow(selector, tree, refs, &all, err)) {
        if (selector->touch)
            keep_touchable(&all);
        node = choose(selector, &all, err);
    }
    free(all.rows);
    return node;
}
