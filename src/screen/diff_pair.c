#include "screen/diff_pair.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "screen/hash.h"

struct pairing {
    struct at_diff_side *before;
    struct at_diff_side *after;
    bool same_screen; // most lines are equal
    uint64_t *still;  // owned, sorted: lists whose rows did not move
    size_t still_count;
};

// Outside of lists, an unchanged line at the same place keeps its ref: a new
// one would tell the client nothing, even among twins.
static bool
stands_there(const struct at_diff_line *was, const struct at_diff_line *is)
{
    return was->item == AT_DIFF_NONE && is->item == AT_DIFF_NONE &&
           was->text == is->text && was->structure == is->structure &&
           at_rect_eq(was->line.node->bounds, is->line.node->bounds);
}

static void
pair_lines(const struct pairing *p, size_t before, size_t after, bool certain)
{
    struct at_diff_line *was = &p->before->lines[before];
    struct at_diff_line *is = &p->after->lines[after];
    bool in_order =
        was->item != AT_DIFF_NONE && p->before->items[was->item].in_order;
    bool same = certain ? !in_order : stands_there(was, is);
    was->mate = after;
    is->mate = before;
    is->keeps = same && was->ref[0] && was->ref[1] == is->line.kind;
}

static void
pair_items(const struct pairing *p, size_t before, size_t after, bool certain)
{
    p->before->items[before].in_order = !certain;
    p->before->items[before].mate = after;
    p->after->items[after].mate = before;
}

// Return the line of the node with this number, or AT_DIFF_NONE. Lines are
// sorted by it.
static size_t
line_of(const struct at_diff_side *side, uint32_t order)
{
    size_t low = 0;
    size_t high = side->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (side->lines[middle].line.node->order < order)
            low = middle + 1;
        else
            high = middle;
    }
    bool found =
        low < side->count && side->lines[low].line.node->order == order;
    return found ? low : AT_DIFF_NONE;
}

// Pair the elements that the refs identify, and the rows that contain them.
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
        pair_lines(p, before, after, true);
        size_t was = line->item;
        size_t is = p->after->lines[after].item;
        if (was != AT_DIFF_NONE && is != AT_DIFF_NONE &&
            p->before->items[was].mate == AT_DIFF_NONE &&
            p->after->items[is].mate == AT_DIFF_NONE)
            pair_items(p, was, is, true);
    }
    free(matches);
}

// Set the key for pairing an unpaired line or item. Return false if this key
// does not apply.
typedef bool key_fn(const struct pairing *p, const struct at_diff_side *side,
                    size_t index, uint64_t *out_key);

static uint64_t
at_place(uint64_t hash, struct at_rect at)
{
    hash = at_hash_u64(hash, (uint64_t)(int64_t)at.left);
    return at_hash_u64(hash, (uint64_t)(int64_t)at.top);
}

static bool
item_content(const struct pairing *p, const struct at_diff_side *side,
             size_t index, uint64_t *out_key)
{
    const struct at_diff_item *item = &side->items[index];
    (void)p;
    *out_key = at_hash_u64(item->structure, item->content);
    return true;
}

static bool
item_content_here(const struct pairing *p, const struct at_diff_side *side,
                  size_t index, uint64_t *out_key)
{
    item_content(p, side, index, out_key);
    *out_key = at_place(*out_key, side->items[index].node->bounds);
    return true;
}

// List rows carry the id of their layout.
static bool
item_id(const struct pairing *p, const struct at_diff_side *side, size_t index,
        uint64_t *out_key)
{
    const struct at_diff_item *item = &side->items[index];
    (void)p;
    *out_key = item->structure;
    return item->node->resource_id.len > 0 &&
           item->node->parent->role != AT_ROLE_LIST;
}

// A position in a list is meaningless once its rows have moved.
static bool
item_here(const struct pairing *p, const struct at_diff_side *side,
          size_t index, uint64_t *out_key)
{
    const struct at_diff_item *item = &side->items[index];
    *out_key = at_place(item->structure, item->node->bounds);
    return p->still_count > 0 &&
           bsearch(&item->list, p->still, p->still_count, sizeof(*p->still),
                   at_hash_compare) != NULL;
}

// Find the scope in which the line may be paired: 0 for lines outside of rows,
// otherwise a pair of rows. Return false for a line of an unpaired row.
static bool
scope_of(const struct pairing *p, const struct at_diff_side *side,
         const struct at_diff_line *line, uint64_t *out)
{
    *out = 0;
    if (line->item == AT_DIFF_NONE)
        return true;
    size_t mate = side->items[line->item].mate;
    *out = 1 + (side == p->before ? line->item : mate);
    return mate != AT_DIFF_NONE;
}

static bool
line_equal(const struct pairing *p, const struct at_diff_side *side,
           size_t index, uint64_t *out_key)
{
    const struct at_diff_line *line = &side->lines[index];
    bool may = scope_of(p, side, line, out_key);
    *out_key = at_hash_u64(*out_key, line->structure);
    *out_key = at_hash_u64(*out_key, line->text);
    return may;
}

static bool
line_equal_here(const struct pairing *p, const struct at_diff_side *side,
                size_t index, uint64_t *out_key)
{
    bool may = line_equal(p, side, index, out_key);
    *out_key = at_place(*out_key, side->lines[index].line.node->bounds);
    return may;
}

// Match the same text elsewhere in the hierarchy.
static bool
line_text(const struct pairing *p, const struct at_diff_side *side,
          size_t index, uint64_t *out_key)
{
    const struct at_diff_line *line = &side->lines[index];
    bool may = scope_of(p, side, line, out_key);
    *out_key = at_hash_u64(*out_key, line->text);
    return may;
}

// A text that grows keeps its top left corner.
static bool
line_here(const struct pairing *p, const struct at_diff_side *side,
          size_t index, uint64_t *out_key)
{
    const struct at_diff_line *line = &side->lines[index];
    bool may = scope_of(p, side, line, out_key);
    may = may && (*out_key > 0 || p->same_screen);
    *out_key = at_hash_u64(*out_key, line->structure);
    *out_key = at_place(*out_key, line->line.node->bounds);
    return may;
}

static bool
line_id(const struct pairing *p, const struct at_diff_side *side, size_t index,
        uint64_t *out_key)
{
    const struct at_diff_line *line = &side->lines[index];
    bool may = scope_of(p, side, line, out_key);
    may = may && (*out_key > 0 || line->line.node->resource_id.len > 0);
    *out_key = at_hash_u64(*out_key, line->structure);
    return may;
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

// Each step pairs leftovers of the previous steps: either a unique line of
// before with a unique line of after or, as a guess, all in order.
struct step {
    key_fn *key;
    bool in_order;
};

// The things a step can pair: lines or items.
struct kind {
    size_t (*count)(const struct at_diff_side *side);
    bool (*is_free)(const struct at_diff_side *side, size_t index);
    void (*pair)(const struct pairing *p, size_t before, size_t after,
                 bool certain);
};

static size_t
count_lines(const struct at_diff_side *side)
{
    return side->count;
}

static bool
is_free_line(const struct at_diff_side *side, size_t index)
{
    return side->lines[index].mate == AT_DIFF_NONE;
}

static size_t
count_items(const struct at_diff_side *side)
{
    return side->item_count;
}

static bool
is_free_item(const struct at_diff_side *side, size_t index)
{
    return side->items[index].mate == AT_DIFF_NONE;
}

static const struct kind lines = {count_lines, is_free_line, pair_lines};
static const struct kind items = {count_items, is_free_item, pair_items};

static size_t
add_slots(const struct pairing *p, const struct kind *kind, key_fn *key,
          bool after, struct slot *out)
{
    const struct at_diff_side *side = after ? p->after : p->before;
    size_t count = 0;
    for (size_t i = 0; i < kind->count(side); i++) {
        struct slot slot = {0, i, after};
        if (kind->is_free(side, i) && key(p, side, i, &slot.key))
            out[count++] = slot;
    }
    return count;
}

// Pair a group of equal keys; before's slots come first.
static void
pair_group(const struct pairing *p, const struct kind *kind,
           const struct slot *group, size_t count, bool in_order)
{
    size_t split = 0;
    while (split < count && !group[split].after)
        split++;
    size_t pairs = split < count - split ? split : count - split;
    bool only = count == 2;
    for (size_t i = 0; i < pairs && (only || in_order); i++)
        kind->pair(p, group[i].index, group[split + i].index, only);
}

static void
run_steps(const struct pairing *p, const struct kind *kind,
          const struct step *steps, size_t step_count)
{
    size_t max = kind->count(p->before) + kind->count(p->after);
    struct slot *slots = at_realloc_array(NULL, max, sizeof(*slots));
    for (size_t i = 0; i < step_count; i++) {
        const struct step *step = &steps[i];
        size_t count = add_slots(p, kind, step->key, false, slots);
        count += add_slots(p, kind, step->key, true, slots + count);
        qsort(slots, count, sizeof(*slots), compare_slots);
        for (size_t start = 0, end = 0; start < count; start = end) {
            while (end < count && slots[end].key == slots[start].key)
                end++;
            pair_group(p, kind, slots + start, end - start, step->in_order);
        }
    }
    free(slots);
}

// A list did not move if no row found on both sides moved, and these are at
// least half of its rows.
struct list {
    uint64_t hash;
    size_t rows; // rows on both sides
    size_t still;
    bool moved;
};

static int
compare_lists(const void *a, const void *b)
{
    const struct list *one = a;
    const struct list *two = b;
    return (one->hash > two->hash) - (one->hash < two->hash);
}

static size_t
add_lists(const struct pairing *p, const struct at_diff_side *side,
          struct list *out)
{
    for (size_t i = 0; i < side->item_count; i++) {
        const struct at_diff_item *item = &side->items[i];
        struct at_rect here = item->node->bounds;
        out[i] = (struct list){.hash = item->list, .rows = 1};
        if (item->mate == AT_DIFF_NONE)
            continue;
        const struct at_diff_side *other =
            side == p->before ? p->after : p->before;
        struct at_rect there = other->items[item->mate].node->bounds;
        out[i].moved = here.left != there.left || here.top != there.top;
        out[i].still = out[i].moved ? 0 : 1;
    }
    return side->item_count;
}

static void
find_still(struct pairing *p)
{
    size_t count = p->before->item_count + p->after->item_count;
    struct list *all = at_realloc_array(NULL, count, sizeof(*all));
    p->still = at_realloc_array(NULL, count, sizeof(*p->still));
    size_t first = add_lists(p, p->before, all);
    add_lists(p, p->after, all + first);
    qsort(all, count, sizeof(*all), compare_lists);
    for (size_t i = 0, end = 0; i < count; i = end) {
        struct list sum = {.hash = all[i].hash};
        for (; end < count && all[end].hash == sum.hash; end++) {
            sum.rows += all[end].rows;
            sum.still += all[end].still;
            sum.moved = sum.moved || all[end].moved;
        }
        if (!sum.moved && 2 * sum.still >= sum.rows)
            p->still[p->still_count++] = sum.hash;
    }
    free(all);
}

static bool
is_same_screen(const struct pairing *p)
{
    size_t most =
        p->before->count > p->after->count ? p->before->count : p->after->count;
    size_t equal = 0;
    for (size_t i = 0; i < p->after->count; i++) {
        const struct at_diff_line *line = &p->after->lines[i];
        equal += line->mate != AT_DIFF_NONE &&
                         p->before->lines[line->mate].text == line->text
                     ? 1
                     : 0;
    }
    return 2 * equal >= most;
}

void
at_diff_pair(struct at_diff_side *before, struct at_diff_side *after,
             const struct at_ref_table *refs)
{
    static const struct step equal_items[] = {{item_content, false},
                                              {item_content_here, false},
                                              {item_content, true}};
    static const struct step changed_items[] = {{item_id, false},
                                                {item_here, false}};
    static const struct step equal_lines[] = {
        {line_equal, false}, {line_equal_here, false}, {line_equal, true},
        {line_text, false},  {line_text, true},
    };
    static const struct step changed_lines[] = {{line_id, false},
                                                {line_here, false}};
    struct pairing p = {.before = before, .after = after};
    pair_by_ref(&p, refs);
    run_steps(&p, &items, equal_items, AT_LEN(equal_items));
    find_still(&p);
    run_steps(&p, &items, changed_items, AT_LEN(changed_items));
    run_steps(&p, &lines, equal_lines, AT_LEN(equal_lines));
    p.same_screen = is_same_screen(&p);
    run_steps(&p, &lines, changed_lines, AT_LEN(changed_lines));
    free(p.still);
}
