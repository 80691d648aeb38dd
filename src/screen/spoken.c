#include "screen/spoken.h"

#include "base/alike.h"
#include "screen/label.h"
#include "screen/px.h"
#include "screen/reach.h"
#include "screen/relation.h"

enum {
    ANCHOR_MAX_BYTES = 60,
    TRIES = 6,                 // texts, the nearest first
    OTHER_CONTROL_PX = 100000, // the text of another control is a last resort
    CARD_PARTS = 2, // a card is at most this part of the screen's height
};

const char *const at_spoken_wheres[AT_SPOKEN_WHERES] = {
    [AT_SPOKEN_ALONE] = "",
    [AT_SPOKEN_BESIDE] = "beside",
    [AT_SPOKEN_INSIDE] = "inside",
    [AT_SPOKEN_BELOW] = "below",
};

// The search for one element's anchor.
struct search {
    const struct at_tree *tree;
    const struct at_node *node;
    const struct at_spoken_words *words;
};

bool
at_spoken_is_same(const struct at_node *a, const struct at_node *b)
{
    return a == b || (a && b && at_reach_receiver(a) &&
                      at_reach_receiver(a) == at_reach_receiver(b) &&
                      !at_node_has(at_reach_receiver(a), AT_NODE_WRAPS_SCREEN));
}

bool
at_spoken_is_in_row(struct at_rect a, struct at_rect b)
{
    int32_t smaller = at_px_min(a.bottom - a.top, b.bottom - b.top);
    return at_px_overlap(a.top, a.bottom, b.top, b.bottom) * 2 > smaller;
}

static bool
is_shown(const struct at_tree *tree, const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node);
}

static bool
has_same_name(const struct search *search, const struct at_node *node)
{
    const struct at_spoken_words *words = search->words;
    struct at_str id = at_node_id_name(node);
    if (words->words.len == 0)
        return at_node_has(node, AT_NODE_INTERACTIVE) &&
               at_node_label(node, NULL).len == 0 &&
               node->actions != AT_ACTION_SCROLL &&
               !at_node_has(node, AT_NODE_WRAPS_SCREEN);
    if (words->is_id)
        return at_str_eq(id, words->words);
    struct at_str label = at_node_label(node, NULL);
    if (at_node_takes_text(node) && node->hint.len > 0 &&
        at_alike_eq_nocase(node->hint, words->words))
        return true;
    return at_alike_eq_nocase(at_str_trim(label), words->words);
}

// Return true if it is another element of the same name.
static bool
is_peer(const struct search *search, const struct at_node *node)
{
    return is_shown(search->tree, node) && has_same_name(search, node) &&
           !at_spoken_is_same(node, search->node) &&
           !at_node_is_within(node, search->node) &&
           !at_node_is_within(search->node, node);
}

// Return the next peer behind node in the subtree of top; node NULL: the first.
static const struct at_node *
next_peer(const struct search *search, const struct at_node *node,
          const struct at_node *top)
{
    node = node ? at_node_next(node, top) : top;
    while (node && !is_peer(search, node))
        node = at_node_next(node, top);
    return node;
}

static bool
is_text(const struct search *search, const struct at_node *node,
        struct at_str *out)
{
    *out = at_str_trim(at_node_own_label(node));
    return out->len > 0 && out->len <= ANCHOR_MAX_BYTES &&
           is_shown(search->tree, node) && !at_node_takes_text(node) &&
           !at_node_has(node, AT_NODE_PASSWORD) &&
           !at_str_has(*out, AT_STR("\n")) && !at_label_is_figure(*out) &&
           !at_node_is_within(node, search->node) &&
           !at_node_has(node, AT_NODE_WRAPS_SCREEN) &&
           !at_alike_eq_nocase(*out, search->words->words);
}

// Return true if no other element of the screen shows the text, but for those
// around it or in it.
static bool
is_only(const struct search *search, const struct at_node *anchor,
        struct at_str text)
{
    const struct at_node *root = search->tree->root;
    for (const struct at_node *it = root; it; it = at_node_next(it, root)) {
        if (is_shown(search->tree, it) && !at_node_is_within(it, anchor) &&
            !at_node_is_within(anchor, it) &&
            at_alike_eq_nocase(at_str_trim(at_node_own_label(it)), text))
            return false;
    }
    return true;
}

// Return true if the engine does not find another element by the anchor. It may
// find none: rows that touch are at the same distance in a flat tree.
static bool
agrees(const struct search *search, enum at_spoken_where where,
       struct at_str anchor)
{
    struct at_selector selector = AT_SELECTOR_INIT;
    if (search->words->words.len == 0)
        return true; // a selector cannot ask for a missing name
    if (search->words->is_id)
        selector.id = search->words->words;
    else
        selector.text = search->words->words;
    selector.labels = true;
    selector.touch = at_reach_receiver(search->node) != NULL;
    if (where == AT_SPOKEN_BELOW)
        selector.below = anchor;
    else
        selector.near = anchor;
    const struct at_node *found =
        at_relation_find(&selector, search->tree, NULL, NULL);
    return !found || at_spoken_is_same(found, search->node);
}

// Return true if the text belongs to a control that is not around the element.
static bool
is_other_control(const struct search *search, const struct at_node *text)
{
    const struct at_node *receiver = at_reach_receiver(text);
    return receiver && !at_node_has(receiver, AT_NODE_WRAPS_SCREEN) &&
           !at_node_is_within(search->node, receiver);
}

static bool
has_peer_in_row(const struct search *search, struct at_rect row)
{
    const struct at_node *root = search->tree->root;
    const struct at_node *peer = next_peer(search, NULL, root);
    while (peer && !at_spoken_is_in_row(peer->seen, row))
        peer = next_peer(search, peer, root);
    return peer != NULL;
}

// Return the distance of a text in the element's row; -1: in another one. A
// text before it is measured from its left edge, so a title wins over what
// follows it.
static int64_t
row_distance(const struct search *search, const struct at_node *text)
{
    struct at_rect at = search->node->seen;
    struct at_rect by = text->seen;
    int64_t extra = is_other_control(search, text) ? OTHER_CONTROL_PX : 0;
    if (!at_spoken_is_in_row(at, by))
        return -1;
    if (by.right <= at.left)
        return (int64_t)at.left - by.right + extra;
    return by.left >= at.right ? (int64_t)by.left - at.right + extra : -1;
}

// Return the distance of a text above the element in its column; -1: it is not.
static int64_t
below_distance(const struct search *search, const struct at_node *text)
{
    struct at_rect at = search->node->seen;
    struct at_rect by = text->seen;
    if (by.bottom > at.top ||
        at_px_overlap(at.left, at.right, by.left, by.right) <= 0 ||
        is_other_control(search, text))
        return -1;
    return (int64_t)at.top - by.bottom;
}

// The first text of an item is its title.
static int64_t
reading_distance(const struct search *search, const struct at_node *text)
{
    return text->order +
           (is_other_control(search, text) ? OTHER_CONTROL_PX : 0);
}

static bool
is_first_below(const struct search *search, struct at_rect heading)
{
    struct at_rect at = search->node->seen;
    const struct at_node *root = search->tree->root;
    const struct at_node *peer = NULL;
    while ((peer = next_peer(search, peer, root))) {
        if (peer->seen.top >= heading.bottom &&
            (peer->seen.top < at.top || at_spoken_is_in_row(peer->seen, at)))
            return false;
    }
    return true;
}

// Return true if the text, which is near enough, names the element alone.
static bool
tells(const struct search *search, enum at_spoken_where where,
      const struct at_node *text, struct at_str words)
{
    if (where == AT_SPOKEN_BESIDE && has_peer_in_row(search, text->seen))
        return false;
    if (where == AT_SPOKEN_BELOW && !is_first_below(search, text->seen))
        return false;
    return is_only(search, text, words) && agrees(search, where, words);
}

typedef int64_t distance_fn(const struct search *search,
                            const struct at_node *text);

// A text that may be the anchor.
struct candidate {
    const struct at_node *node; // NULL: none
    struct at_str words;
    int64_t distance;
};

// Return true if a comes after b.
static bool
is_after(const struct candidate *a, const struct candidate *b)
{
    return !b->node || a->distance > b->distance ||
           (a->distance == b->distance && a->node->order > b->node->order);
}

// Find the nearest text that comes after the last one.
static bool
find_next(const struct search *search, const struct at_node *top,
          distance_fn *distance, const struct candidate *last,
          struct candidate *out)
{
    out->node = NULL;
    for (const struct at_node *it = top; it; it = at_node_next(it, top)) {
        struct candidate text = {.node = it};
        if (!is_text(search, it, &text.words))
            continue;
        text.distance = distance(search, it);
        if (text.distance >= 0 && is_after(&text, last) &&
            (!out->node || is_after(out, &text)))
            *out = text;
    }
    return out->node != NULL;
}

static bool
take_nearest(const struct search *search, const struct at_node *top,
             distance_fn *distance, enum at_spoken_where where,
             struct at_spoken *out)
{
    struct candidate last = {.node = NULL};
    struct candidate next;
    for (int i = 0; i < TRIES; i++) {
        if (!find_next(search, top, distance, &last, &next))
            return false;
        if (tells(search, where, next.node, next.words)) {
            *out = (struct at_spoken){where, next.words, true};
            return true;
        }
        last = next;
    }
    return false;
}

// The smallest list item or card around the element that has a text, but no
// other element of that name.
static bool
take_item(const struct search *search, struct at_spoken *out)
{
    const struct at_node *up = search->node->parent;
    for (; up && up->parent && !at_node_has(up, AT_NODE_WRAPS_SCREEN);
         up = up->parent) {
        if (at_px_height(up->seen) * CARD_PARTS > search->tree->height_px ||
            next_peer(search, NULL, up))
            return false;
        if (take_nearest(search, up, reading_distance, AT_SPOKEN_INSIDE, out))
            return true;
    }
    return false;
}

void
at_spoken_find(const struct at_tree *tree, const struct at_node *node,
               const struct at_spoken_words *words, struct at_spoken *out)
{
    const struct search search = {tree, node, words};
    *out = (struct at_spoken){AT_SPOKEN_ALONE, AT_STR(""), false};
    if (words->words.len > 0 && !next_peer(&search, NULL, tree->root)) {
        out->is_unique = true;
        return;
    }
    (void)(take_nearest(&search, tree->root, row_distance, AT_SPOKEN_BESIDE,
                        out) ||
           take_item(&search, out) ||
           take_nearest(&search, tree->root, below_distance, AT_SPOKEN_BELOW,
                        out));
}
