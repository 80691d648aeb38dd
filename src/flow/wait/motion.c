#include "flow/wait/motion.h"

#include <string.h>

#include "base/ascii.h"
#include "screen/fingerprint.h"
#include "screen/hash.h"
#include "screen/label.h"

enum { TICKS_AFTER = 2 }; // number of changes

// Pairs of nodes at the same place in two trees. ok becomes false if more than
// the words differ.
struct pairs {
    const struct at_tree *before;
    const struct at_tree *after;
    const struct at_node *was;
    const struct at_node *is;
    bool ok;
};

// Find the next visible node outside of the system bars.
static const struct at_node *
next_seen(const struct at_tree *tree, const struct at_node *node)
{
    node = at_node_next(node, tree->root);
    while (node &&
           (at_node_has(node, AT_NODE_CHROME) || !at_node_visible(tree, node)))
        node = at_node_has(node, AT_NODE_CHROME)
                   ? at_node_skip(node, tree->root)
                   : at_node_next(node, tree->root);
    return node;
}

static bool
same_words(const struct at_node *a, const struct at_node *b)
{
    return at_str_eq(a->text, b->text) && at_str_eq(a->state, b->state) &&
           at_str_eq(a->description, b->description) &&
           at_str_eq(a->range, b->range);
}

// Return true if the nodes only differ in words and the resulting size.
static bool
same_but_words(const struct at_node *a, const struct at_node *b)
{
    const uint32_t flags =
        AT_NODE_ENABLED | AT_NODE_SELECTED | AT_NODE_CHECKED |
        AT_NODE_CHECKABLE | AT_NODE_CLICKABLE | AT_NODE_SCROLLABLE |
        AT_NODE_INVALID | AT_NODE_EXPANDABLE | AT_NODE_COLLAPSIBLE;
    bool words = same_words(a, b);
    if (!words &&
        (a->role == AT_ROLE_TEXT_FIELD || a->role == AT_ROLE_PROGRESS_BAR))
        return false;
    return a->depth == b->depth && at_str_eq(a->class_name, b->class_name) &&
           at_str_eq(a->resource_id, b->resource_id) &&
           (a->flags & flags) == (b->flags & flags) &&
           at_str_eq(a->hint, b->hint) && at_str_eq(a->error, b->error) &&
           (!words || at_rect_eq(a->bounds, b->bounds));
}

static bool
next_pair(struct pairs *pairs)
{
    pairs->was = next_seen(pairs->before, pairs->was);
    pairs->is = next_seen(pairs->after, pairs->is);
    pairs->ok = !pairs->was == !pairs->is &&
                (!pairs->was || same_but_words(pairs->was, pairs->is));
    return pairs->ok && pairs->was;
}

static struct pairs
pairs_of(const struct at_tree *before, const struct at_tree *after)
{
    return (struct pairs){.before = before,
                          .after = after,
                          .was = before->root,
                          .is = after->root,
                          .ok = true};
}

static bool
differ_in_words_only(const struct at_tree *before, const struct at_tree *after)
{
    struct pairs pairs = pairs_of(before, after);
    bool front = at_str_eq(before->front_package, after->front_package) &&
                 before->rotation == after->rotation;
    while (front && next_pair(&pairs))
        ;
    return front && pairs.ok;
}

static uint64_t
place_of(const struct at_node *node)
{
    uint64_t hash = at_hash_str(AT_HASH_INIT, node->class_name);
    hash = at_hash_str(hash, node->resource_id);
    for (; node; node = node->parent)
        hash = at_hash_u64(hash, (uint64_t)(int64_t)node->index);
    return hash;
}

// Hash the elements of the screen without their words. Without ids, other
// screens have the same places too.
static uint64_t
shape_of(const struct at_tree *tree)
{
    uint64_t hash = at_hash_str(AT_HASH_INIT, tree->front_package);
    for (const struct at_node *node = next_seen(tree, tree->root); node;
         node = next_seen(tree, node)) {
        hash = at_hash_u64(hash, node->depth);
        hash = at_hash_str(hash, node->class_name);
        hash = at_hash_str(hash, node->resource_id);
    }
    return hash;
}

static unsigned
changes_at(const struct at_motion *motion, uint64_t place)
{
    for (size_t i = 0; i < AT_MOTION_PLACES; i++) {
        if (motion->places[i].place == place)
            return motion->places[i].changes;
    }
    return 0;
}

static unsigned
seen_at(const struct at_motion *motion, uint64_t place, uint64_t shape)
{
    for (size_t i = 0; i < AT_MOTION_PLACES; i++) {
        if (motion->places[i].place == place)
            return motion->places[i].shape == shape ? motion->places[i].seen
                                                    : 0;
    }
    return 0;
}

static void
note_change(struct at_motion *motion, uint64_t place, uint64_t shape,
            unsigned times)
{
    size_t i = 0;
    while (i < AT_MOTION_PLACES && motion->places[i].place != place)
        i++;
    if (i == AT_MOTION_PLACES) {
        i = motion->next++ % AT_MOTION_PLACES;
        motion->places[i].place = place;
        motion->places[i].changes = 0;
        motion->places[i].seen = 0;
    }
    if (motion->places[i].shape != shape)
        motion->places[i].seen = 0;
    motion->places[i].shape = shape;
    unsigned *counts[] = {&motion->places[i].changes, &motion->places[i].seen};
    for (size_t n = 0; n < AT_LEN(counts); n++) {
        *counts[n] += times;
        if (*counts[n] > TICKS_AFTER)
            *counts[n] = TICKS_AFTER;
    }
}

void
at_motion_learn(struct at_motion *motion, const struct at_tree *before,
                const struct at_tree *after)
{
    struct pairs pairs = pairs_of(before, after);
    if (!differ_in_words_only(before, after))
        return;
    uint64_t shape = shape_of(after);
    while (next_pair(&pairs)) {
        if (!same_words(pairs.was, pairs.is))
            note_change(motion, place_of(pairs.is), shape, 1);
    }
}

// Take the digits at the beginning of text.
static struct at_str
take_digits(struct at_str *text)
{
    size_t len = 0;
    while (len < text->len && at_ascii_is_digit(text->ptr[len]))
        len++;
    struct at_str digits = at_str_head(*text, len);
    *text = at_str_skip(*text, len);
    return digits;
}

// Return true if the number is is smaller than was. Both are digits.
static bool
falls(struct at_str was, struct at_str is)
{
    return is.len < was.len ||
           (is.len == was.len && memcmp(is.ptr, was.ptr, is.len) < 0);
}

// Return true if the texts differ only in digits, like those of a clock.
static bool
is_clock(struct at_str was, struct at_str is)
{
    bool clock = false, differs = false, down = false;
    while (was.len > 0 && is.len > 0) {
        struct at_str a = take_digits(&was);
        struct at_str b = take_digits(&is);
        if (!differs && !at_str_eq(a, b)) {
            differs = true;
            down = falls(a, b);
        }
        if (was.len == 0 || is.len == 0)
            break;
        if (was.ptr[0] != is.ptr[0])
            return false;
        clock = clock || (was.ptr[0] == ':' && a.len > 0 && was.len > 1 &&
                          at_ascii_is_digit(was.ptr[1]));
        was = at_str_skip(was, 1);
        is = at_str_skip(is, 1);
    }
    return was.len == 0 && is.len == 0 && differs && (clock || down);
}

void
at_motion_learn_clocks(struct at_motion *motion, const struct at_tree *before,
                       const struct at_tree *after)
{
    struct pairs pairs = pairs_of(before, after);
    if (!differ_in_words_only(before, after))
        return;
    uint64_t shape = shape_of(after);
    while (next_pair(&pairs)) {
        if (is_clock(pairs.was->text, pairs.is->text))
            note_change(motion, place_of(pairs.is), shape, TICKS_AFTER);
    }
}

void
at_motion_mark_input(struct at_motion *motion)
{
    for (size_t i = 0; i < AT_MOTION_PLACES; i++) {
        if (motion->places[i].changes > 0)
            motion->places[i].changes = TICKS_AFTER;
    }
}

static enum at_motion_kind
compare(const struct at_motion *motion, const struct at_tree *before,
        const struct at_tree *after, bool seen, const struct at_node **out_node)
{
    struct pairs pairs = pairs_of(before, after);
    if (at_tree_idle_fingerprint(before) == at_tree_idle_fingerprint(after))
        return AT_MOTION_NONE;
    if (!differ_in_words_only(before, after))
        return AT_MOTION_MOVES;
    if (out_node)
        *out_node = NULL;
    uint64_t shape = seen ? shape_of(after) : 0;
    while (next_pair(&pairs)) {
        if (same_words(pairs.was, pairs.is))
            continue;
        uint64_t place = place_of(pairs.is);
        if ((seen ? seen_at(motion, place, shape) : changes_at(motion, place)) <
            TICKS_AFTER)
            return AT_MOTION_MOVES;
        if (out_node && !*out_node)
            *out_node = pairs.is;
    }
    return AT_MOTION_TICKS;
}

enum at_motion_kind
at_motion_compare(const struct at_motion *motion, const struct at_tree *before,
                  const struct at_tree *after, const struct at_node **out_node)
{
    return compare(motion, before, after, false, out_node);
}

bool
at_motion_only_ticks(const struct at_motion *motion,
                     const struct at_tree *before, const struct at_tree *after)
{
    return compare(motion, before, after, true, NULL) == AT_MOTION_TICKS;
}
