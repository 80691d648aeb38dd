#include "screen/relation.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/quote.h"
#include "screen/label.h"
#include "screen/match.h"
#include "screen/reach.h"
#include "screen/selector_report.h"

enum { ANCHORS_MAX = 64, DOWN_COSTS = 4 };

struct nodes {
    const struct at_node *rows[ANCHORS_MAX];
    size_t count;
};

struct candidate {
    const struct at_node *node;
    uint32_t common_depth; // smallest element around both
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

// Do not use AT_ENOTFOUND: this proves nothing about the screen.
static bool
fail_anchors(struct at_str text, struct at_err *err)
{
    return at_fail(err, AT_EUSAGE,
                   "more than %d elements have the text %s: give a longer one",
                   ANCHORS_MAX, AT_QUOTED(at_utf8_head(text, 100)));
}

// Find the elements with exactly this text, else those that contain it.
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
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!at_match_node(&match, tree, node))
            continue;
        if (out->count == ANCHORS_MAX)
            return fail_anchors(text, err);
        out->rows[out->count++] = node;
    }
    return true;
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

// Elements in the same line count as nearer than elements in another one.
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

// Measure a candidate from its nearest anchor. Return false if it is not below
// any.
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

// Keep the candidates that share the smallest element with an anchor. The root
// contains everything, so it does not count.
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

// A selector without other parts matches anything that takes input.
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
    out->rows =
        at_realloc_array(NULL, tree->node_count + 1, sizeof(*out->rows));
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (is_candidate(selector, &match, tree, node))
            out->rows[out->count++] = (struct candidate){.node = node};
    }
}

// If some candidates take touches, the others are only texts with the same
// words.
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

// Drop rows that contain the anchor: they are not near it but around it.
static void
drop_around(struct candidates *all, const struct nodes *anchors)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        bool around = false;
        for (size_t k = 0; k < anchors->count; k++)
            around = around ||
                     at_node_is_within(anchors->rows[k], all->rows[i].node);
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

static bool
acts_as(const struct at_node *a, const struct at_node *b)
{
    const struct at_node *receiver = at_reach_receiver(a);
    return receiver && receiver == at_reach_receiver(b);
}

// Return true if the first candidate is not distinguished from another and that
// matters.
static bool
is_ambiguous(const struct at_selector *selector, const struct candidates *all)
{
    bool ordered = selector->near.len > 0 || selector->below.len > 0;
    if (selector->any || selector->index >= 0)
        return false;
    for (size_t i = 1; i < all->count; i++) {
        if (ordered && all->rows[i].distance != all->rows[0].distance)
            return false;
        if (!acts_as(all->rows[0].node, all->rows[i].node))
            return true;
    }
    return false;
}

static void
fail(const struct at_selector *selector, size_t count, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_selector_write(selector, &text);
    if (count == 0)
        at_fail(err, AT_ENOTFOUND,
                "Element not found matching: %s; nothing "
                "that matches the rest is there",
                at_buf_text(&text));
    else
        at_fail(err,
                selector->touch || selector->only ? AT_ENOTFOUND : AT_EASSERT,
                "%zu elements match %s, and nothing tells which one is meant: "
                "give an index from 0 to %zu, or another text near it",
                count, at_buf_text(&text), count - 1);
    at_buf_deinit(&text);
}

static const struct at_node *
choose(const struct at_selector *selector, struct candidates *all,
       struct at_err *err)
{
    size_t index = selector->index > 0 ? (size_t)selector->index : 0;
    if (selector->near.len > 0 || selector->below.len > 0)
        qsort(all->rows, all->count, sizeof(*all->rows), compare_distances);
    if (index < all->count && !is_ambiguous(selector, all))
        return all->rows[index].node;
    if (index > 0 && all->count > 0)
        at_selector_report_index(selector, all->count, err);
    else
        fail(selector, all->count, err);
    return NULL;
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
