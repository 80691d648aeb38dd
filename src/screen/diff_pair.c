#include "screen/diff_pair.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "screen/hash.h"
#include "screen/identity.h"

void
at_diff_side_init(struct at_diff_side *side, const struct at_tree *tree,
                  const struct at_compact_opts *opts)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_identities ids;

    *side = (struct at_diff_side){.tree = tree};
    at_compact_plan_init(&side->plan, tree, opts);
    side->lines =
        at_realloc_array(NULL, side->plan.count, sizeof(*side->lines));
    at_identities_init(&ids, tree, AT_IDENTITY_INTERACTIVE);
    for (size_t i = 0; i < side->plan.count; i++) {
        const struct at_compact_line *line = &side->plan.lines[i];
        at_buf_clear(&text);
        at_compact_write_line(line, &text);
        side->lines[i] = (struct at_diff_line){
            .line = line,
            .text = at_hash_str(AT_HASH_INIT, at_buf_str(&text)),
            .bare = at_identity_of(&ids, line->node).bare,
            .mate = AT_DIFF_NONE,
        };
    }
    at_identities_deinit(&ids);
    at_buf_deinit(&text);
}

void
at_diff_side_deinit(struct at_diff_side *side)
{
    free(side->lines);
    at_compact_plan_deinit(&side->plan);
    *side = (struct at_diff_side){0};
}

struct pairing {
    struct at_diff_side *before;
    struct at_diff_side *after;
};

static void
pair(const struct pairing *p, size_t before, size_t after)
{
    p->before->lines[before].mate = after;
    p->after->lines[after].mate = before;
}

// The line of the node with this number, or NONE; lines are in its order.
static size_t
line_of(const struct at_diff_side *side, uint32_t order)
{
    size_t low = 0;
    size_t high = side->plan.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (side->lines[middle].line->node->order < order)
            low = middle + 1;
        else
            high = middle;
    }
    bool found =
        low < side->plan.count && side->lines[low].line->node->order == order;
    return found ? low : AT_DIFF_NONE;
}

static void
pair_by_ref(const struct pairing *p, const struct at_ref_table *refs)
{
    size_t count = at_ref_table_count(refs);
    struct at_ref_match *matches =
        at_realloc_array(NULL, count, sizeof(*matches));
    at_ref_match_all(refs, p->after->tree, matches);
    for (size_t i = 0; i < count; i++) {
        size_t before = line_of(p->before, matches[i].order);
        if (before == AT_DIFF_NONE)
            continue;
        struct at_diff_line *line = &p->before->lines[before];
        at_str_cut(line->ref, sizeof(line->ref), at_str(matches[i].name));
        size_t after = matches[i].node
                           ? line_of(p->after, matches[i].node->order)
                           : AT_DIFF_NONE;
        if (after == AT_DIFF_NONE)
            continue;
        pair(p, before, after);
        p->after->lines[after].keeps =
            line->ref[1] == p->after->lines[after].line->kind;
    }
    free(matches);
}

static uint64_t
key_equal(const struct at_diff_line *line)
{
    return at_hash_u64(line->text, line->bare);
}

// The same words in another place of the hierarchy.
static uint64_t
key_text(const struct at_diff_line *line)
{
    return line->text;
}

// A text that grows keeps its upper left corner.
static uint64_t
key_place(const struct at_diff_line *line)
{
    struct at_rect at = line->line->node->bounds;
    uint64_t hash = at_hash_u64(line->bare, (uint64_t)(int64_t)at.left);
    return at_hash_u64(hash, (uint64_t)(int64_t)at.top);
}

static uint64_t
key_bare(const struct at_diff_line *line)
{
    return line->bare;
}

struct slot {
    uint64_t key;
    size_t index;
    bool after;
};

static int
compare_slots(const void *a, const void *b)
{
    const struct slot *one = a;
    const struct slot *two = b;
    if (one->key != two->key)
        return one->key < two->key ? -1 : 1;
    if (one->after != two->after)
        return one->after ? 1 : -1;
    return one->index < two->index ? -1 : 1;
}

typedef uint64_t key_fn(const struct at_diff_line *line);

static size_t
add_slots(const struct at_diff_side *side, bool after, key_fn *key,
          struct slot *out)
{
    size_t count = 0;
    for (size_t i = 0; i < side->plan.count; i++) {
        if (side->lines[i].mate == AT_DIFF_NONE)
            out[count++] = (struct slot){key(&side->lines[i]), i, after};
    }
    return count;
}

// One group of equal keys: before's slots, then after's.
static void
pair_group(const struct pairing *p, const struct slot *group, size_t count,
           bool in_order)
{
    size_t split = 0;
    while (split < count && !group[split].after)
        split++;
    size_t pairs = split < count - split ? split : count - split;
    if (!in_order && count != 2)
        return;
    for (size_t i = 0; i < pairs; i++)
        pair(p, group[i].index, group[split + i].index);
}

// Of lines with equal keys pair the only one with the only one, or in order.
static void
pair_by_key(const struct pairing *p, key_fn *key, bool in_order)
{
    size_t max = p->before->plan.count + p->after->plan.count;
    struct slot *slots = at_realloc_array(NULL, max, sizeof(*slots));
    size_t count = add_slots(p->before, false, key, slots);
    count += add_slots(p->after, true, key, slots + count);
    qsort(slots, count, sizeof(*slots), compare_slots);
    for (size_t start = 0, end = 0; start < count; start = end) {
        while (end < count && slots[end].key == slots[start].key)
            end++;
        pair_group(p, slots + start, end - start, in_order);
    }
    free(slots);
}

static bool
pair_if_equal(const struct pairing *p, size_t before, size_t after, key_fn *key)
{
    const struct at_diff_line *a = &p->before->lines[before];
    const struct at_diff_line *b = &p->after->lines[after];
    if (a->mate != AT_DIFF_NONE || b->mate != AT_DIFF_NONE || key(a) != key(b))
        return false;
    pair(p, before, after);
    return true;
}

// Equal lines beside a pair are a pair (after P. Heckel, 1978).
static void
pair_neighbours(const struct pairing *p, key_fn *key)
{
    size_t before_count = p->before->plan.count;
    size_t after_count = p->after->plan.count;
    for (size_t i = 0; i < after_count; i++) {
        size_t mate = p->after->lines[i].mate;
        if (mate != AT_DIFF_NONE && i + 1 < after_count &&
            mate + 1 < before_count)
            pair_if_equal(p, mate + 1, i + 1, key);
    }
    for (size_t i = after_count; i-- > 1;) {
        size_t mate = p->after->lines[i].mate;
        if (mate != AT_DIFF_NONE && mate > 0)
            pair_if_equal(p, mate - 1, i - 1, key);
    }
}

// Each step pairs what the ones before it have left.
static const struct {
    key_fn *key;
    bool equal; // such lines are the same text: neighbours, then in order
} steps[] = {
    {key_equal, true},
    {key_text, true},
    {key_place, false},
    {key_bare, false},
};

void
at_diff_pair(struct at_diff_side *before, struct at_diff_side *after,
             const struct at_ref_table *refs)
{
    const struct pairing p = {before, after};
    pair_by_ref(&p, refs);
    for (size_t i = 0; i < AT_LEN(steps); i++) {
        pair_by_key(&p, steps[i].key, false);
        if (!steps[i].equal)
            continue;
        pair_neighbours(&p, steps[i].key);
        pair_by_key(&p, steps[i].key, true);
    }
}
