// ref_match.c: finds the elements of refs in a live tree
//
// An entry's matches in the live tree are counted at four levels, from loose
// (same structure and label) to strict (same context and place too). choose()
// accepts an element only if the counts leave one possibility:
//
// - The element was and is unique: it matches, wherever it moved.
// - It was and is unique in its context: it matches.
// - The number of twins is unchanged: the one at the old place matches.
// - Otherwise the ref is ambiguous (several match) or gone (none does).
//
// Remaining entries are searched where they must be: a scrolled row has moved
// as far as the rows around it, and an element with unchanged id, class and
// place in an unchanged window is the same under another label.
#include "screen/ref_match.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "screen/counted.h"
#include "screen/kind.h"
#include "screen/label.h"

void
at_ref_set_deinit(struct at_ref_set *set)
{
    at_arena_deinit(&set->arena);
    free(set->entries);
    at_ref_texts_deinit(&set->texts);
    *set = (struct at_ref_set){0};
}

static uint32_t
window_of(const struct at_node *node)
{
    while (node->depth > 1)
        node = node->parent;
    return node->order;
}

static struct at_ref_row
row_of(const struct at_identities *ids, const struct at_node *node)
{
    const struct at_node *item = at_identity_item(ids, node);
    if (!item || item->depth < 2)
        return (struct at_ref_row){0};
    return (struct at_ref_row){
        .list = at_identity_of(ids, item).ancestry | 1,
        .fixed = item == node && item->parent->role != AT_ROLE_LIST,
        .order = item->order,
    };
}

static struct at_identity
keep(struct at_arena *arena, struct at_identity id)
{
    id.package = at_arena_dup(arena, id.package);
    id.class_name = at_arena_dup(arena, id.class_name);
    id.resource_id = at_arena_dup(arena, id.resource_id);
    id.label = at_arena_dup(arena, id.label);
    id.context = at_arena_dup(arena, id.context);
    id.hint = at_arena_dup(arena, id.hint);
    id.given = at_arena_dup(arena, id.given);
    return id;
}

struct at_ref_entry *
at_ref_set_add(struct at_ref_set *set, const struct at_identities *ids,
               const struct at_node *node)
{
    if (set->count == set->cap) {
        set->cap = set->cap ? set->cap * 2 : 32;
        set->entries =
            at_realloc_array(set->entries, set->cap, sizeof(*set->entries));
    }
    struct at_ref_entry *entry = &set->entries[set->count++];
    struct at_identity id = at_identity_of(ids, node);
    *entry = (struct at_ref_entry){
        .order = node->order,
        .checked = at_node_has(node, AT_NODE_CHECKED),
        .bounds = node->bounds,
        .window = window_of(node),
        .row = row_of(ids, node),
        .id = keep(&set->arena, id),
        .structure_twins = at_identity_twins(ids, id.structure),
        .labelled_twins = at_identity_twins(ids, id.labelled),
        .in_context_twins = at_identity_twins(ids, id.in_context),
    };
    return entry;
}

struct tally {
    size_t count;
    const struct at_node *node; // last element counted
};

// The live elements equal to the entry, from loose to strict.
struct matches {
    struct tally labelled;
    struct tally labelled_here; // also at the entry's place; see match_all()
    struct tally in_context;
    struct tally in_context_here;
};

// A range of a live tree's keys, sorted by compare_keys().
struct candidates {
    const struct at_identity_key *keys;
    size_t count;
};

// Number of leading members that must be equal, in the order of compare_keys().
enum depth {
    BY_STRUCTURE = 1,
    BY_LABEL,
    BY_CONTEXT,
    BY_PLACE,
};

static int
compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int
compare_rects(struct at_rect a, struct at_rect b)
{
    const int32_t pairs[][2] = {{a.top, b.top},
                                {a.left, b.left},
                                {a.bottom, b.bottom},
                                {a.right, b.right}};
    for (size_t i = 0; i < AT_LEN(pairs); i++) {
        if (pairs[i][0] != pairs[i][1])
            return pairs[i][0] < pairs[i][1] ? -1 : 1;
    }
    return 0;
}

static int
compare_to(const struct at_identity_key *key, const struct at_ref_entry *entry,
           enum depth depth)
{
    int by = compare_numbers(key->structure, entry->id.structure);
    if (by == 0 && depth >= BY_LABEL)
        by = compare_numbers(key->labelled, entry->id.labelled);
    if (by == 0 && depth >= BY_CONTEXT)
        by = compare_numbers(key->in_context, entry->id.in_context);
    if (by == 0 && depth >= BY_PLACE)
        by = compare_rects(key->node->bounds, entry->bounds);
    return by;
}

// Return the index of the first key not less than the entry or, if past is set,
// of the first key greater than it.
static size_t
bound(const struct candidates *all, const struct at_ref_entry *entry,
      enum depth depth, bool past)
{
    size_t low = 0;
    size_t high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_to(&all->keys[middle], entry, depth) < (past ? 1 : 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct candidates
equal_keys(const struct candidates *all, const struct at_ref_entry *entry,
           enum depth depth)
{
    size_t first = bound(all, entry, depth, false);
    return (struct candidates){all->keys + first,
                               bound(all, entry, depth, true) - first};
}

static struct tally
tally_of(const struct candidates *range)
{
    return (struct tally){
        .count = range->count,
        .node = range->count > 0 ? range->keys[range->count - 1].node : NULL,
    };
}

static struct tally
tally_here(const struct at_ref_entry *entry, const struct candidates *labelled)
{
    struct tally tally = {0};
    for (size_t i = 0; i < labelled->count; i++) {
        if (!at_rect_eq(entry->bounds, labelled->keys[i].node->bounds))
            continue;
        tally.count++;
        tally.node = labelled->keys[i].node;
    }
    return tally;
}

// Compare hashes only; the chosen element's texts are compared later.
static struct matches
match_all(const struct at_ref_entry *entry, const struct candidates *few)
{
    struct candidates labelled = equal_keys(few, entry, BY_LABEL);
    struct candidates in_context = equal_keys(&labelled, entry, BY_CONTEXT);
    struct candidates here = equal_keys(&in_context, entry, BY_PLACE);
    struct matches m = {.labelled = tally_of(&labelled),
                        .in_context = tally_of(&in_context),
                        .in_context_here = tally_of(&here)};
    // only these cases need it: avoid comparing thousands of twins in pairs
    if (in_context.count == 0 || entry->id.role == AT_ROLE_TEXT_FIELD)
        m.labelled_here = tally_here(entry, &labelled);
    return m;
}

struct at_ref_likes
at_ref_count_likes(const struct at_ref_entry *entry,
                   const struct at_identities *live)
{
    struct at_ref_likes likes = {0};
    for (size_t i = 0; i < live->key_count; i++) {
        const struct at_identity_key *key = &live->keys[i];
        if (key->labelled != entry->id.labelled)
            continue;
        likes.labelled++;
        likes.in_context += key->in_context == entry->id.in_context ? 1 : 0;
    }
    return likes;
}

static bool
was_and_is_only(uint32_t twins, const struct tally *now)
{
    return twins == 1 && now->count == 1;
}

// The text next to the twins changed (a counter between two icons), the twins
// did not, and that text never distinguished them.
static bool
only_context_changed(const struct at_ref_entry *entry, const struct matches *m)
{
    return m->in_context.count == 0 && !entry->id.context_in_item &&
           m->labelled.count == entry->labelled_twins &&
           entry->in_context_twins == entry->labelled_twins;
}

// Return the matching element, NULL if it is not certain.
static const struct at_node *
choose(const struct at_ref_entry *entry, const struct matches *m)
{
    if (was_and_is_only(entry->labelled_twins, &m->labelled) &&
        (!entry->id.context_in_item || m->in_context.count == 1))
        return m->labelled.node;
    if (was_and_is_only(entry->in_context_twins, &m->in_context))
        return m->in_context.node;
    if (m->in_context.count == entry->in_context_twins &&
        m->in_context_here.count == 1)
        return m->in_context_here.node;
    if (only_context_changed(entry, m) && m->labelled_here.count == 1)
        return m->labelled_here.node;
    return NULL;
}

// Maximum number of elements equal in everything, including their place, that
// are distinguished by their order.
enum { STACK_MAX = 16 };

// A touch reaches the same one of several equal elements at one place, so tree
// order is enough to distinguish them.
static const struct at_node *
choose_in_stack(const struct at_ref_set *set, const struct at_ref_entry *entry,
                const struct candidates *few)
{
    struct candidates stack = equal_keys(few, entry, BY_PLACE);
    size_t count = 0;
    size_t rank = 0;
    if (stack.count < 2 || stack.count > STACK_MAX ||
        stack.count > entry->in_context_twins)
        return NULL;
    for (size_t i = 0; i < set->count; i++) {
        const struct at_ref_entry *it = &set->entries[i];
        if (it->id.in_context != entry->id.in_context ||
            !at_rect_eq(it->bounds, entry->bounds))
            continue;
        count++;
        rank += it->order < entry->order ? 1 : 0;
    }
    return count == stack.count ? stack.keys[rank].node : NULL;
}

struct matching {
    const struct at_ref_set *set;
    const struct at_tree *tree;
    const struct at_identities *live;
    const struct at_node **nodes; // indexed by entry
    bool *taken;                  // indexed by node order
    struct at_ref_texts texts;    // texts of the live tree
    // the two windows compared last
    uint32_t window_before;
    uint32_t window_now;
    struct at_ref_overlap overlap;
};

static struct candidates
with_structure(const struct at_identities *live,
               const struct at_ref_entry *entry)
{
    const struct candidates all = {live->keys, live->key_count};
    return equal_keys(&all, entry, BY_STRUCTURE);
}

static void
read_texts(struct matching *m)
{
    if (!m->texts.rows)
        at_ref_texts_init(&m->texts, m->live, m->tree);
}

// Return true if the windows share this many thirds of their texts, not
// counting the element's own. A window without other texts proves nothing.
static bool
shares(struct at_ref_overlap overlap, size_t thirds)
{
    return overlap.all > 1 && 3 * overlap.common >= thirds * (overlap.all - 1);
}

static struct at_ref_overlap
compare_windows(struct matching *m, const struct at_ref_entry *entry,
                const struct at_node *node)
{
    uint32_t now = window_of(node);
    read_texts(m);
    if (m->window_before != entry->window || m->window_now != now) {
        m->window_before = entry->window;
        m->window_now = now;
        m->overlap =
            at_ref_texts_compare(&m->set->texts, entry->window, &m->texts, now);
    }
    return m->overlap;
}

static bool
is_same_window(struct matching *m, const struct at_ref_entry *entry,
               const struct at_node *node)
{
    return shares(compare_windows(m, entry, node), 2);
}

// A toggle whose text is its state ("On", "Follow") remains the same element
// after a state change, as long as there is no other candidate.
static bool
is_toggled(const struct at_ref_entry *entry, const struct at_node *node,
           const struct at_identity *id)
{
    return entry->toggles &&
           at_node_has(node, AT_NODE_CHECKED) != entry->checked &&
           at_str_eq(entry->id.context, id->context) &&
           at_rect_eq(entry->bounds, node->bounds);
}

static bool
starts_same(struct at_rect a, struct at_rect b)
{
    return a.left == b.left && a.top == b.top;
}

static bool
is_same_row(const struct at_ref_entry *entry, const struct at_identity *id)
{
    return entry->row.list == 0 || entry->row.fixed ||
           (entry->id.context_in_item && id->context_in_item &&
            at_str_eq(entry->id.context, id->context));
}

// The only element of its id and class keeps its identity under another label
// ("Cart (1)") at its old place in the same window; in a list only in the same
// row.
static bool
is_relabelled(struct matching *m, const struct at_ref_entry *entry,
              const struct at_node *node, const struct at_identity *id)
{
    return entry->id.resource_id.len > 0 && is_same_row(entry, id) &&
           starts_same(entry->bounds, node->bounds) &&
           is_same_window(m, entry, node);
}

static const struct at_node *
find_changed(struct matching *m, const struct at_ref_entry *entry,
             const struct candidates *few)
{
    if (entry->structure_twins != 1 || few->count != 1)
        return NULL;
    const struct at_node *node = few->keys[0].node;
    struct at_identity id = at_identity_of(m->live, node);
    bool same =
        at_identity_same_structure(&entry->id, &id) &&
        (is_toggled(entry, node, &id) || is_relabelled(m, entry, node, &id));
    return same ? node : NULL;
}

// Return true if the label may have changed only in its numbers; in a list only
// in the same row. With an id and words a match is likely, so other texts may
// have changed too. A different amount of money may belong to another order.
static bool
may_count(struct matching *m, const struct at_ref_entry *entry,
          const struct at_node *node, const struct at_identity *id)
{
    struct at_ref_overlap overlap = compare_windows(m, entry, node);
    bool named = entry->id.resource_id.len > 0 &&
                 at_counted_has_words(entry->id.label) &&
                 !at_counted_is_money(entry->id.label);
    return starts_same(entry->bounds, node->bounds) && is_same_row(entry, id) &&
           (shares(overlap, named ? 1 : 2) || (named && overlap.all <= 1));
}

// Find the only element whose label differs just in numbers ("Basket (1)", then
// "Basket (2)"), provided that there was no other one.
static const struct at_node *
find_counted(struct matching *m, const struct at_ref_entry *entry,
             const struct candidates *few)
{
    const struct at_node *found = NULL;
    size_t before = 0;
    size_t now = 0;
    for (size_t i = 0; i < m->set->count; i++) {
        const struct at_identity *id = &m->set->entries[i].id;
        before += id->structure == entry->id.structure &&
                  at_counted_same(id->label, entry->id.label);
    }
    for (size_t i = 0; i < few->count; i++) {
        const struct at_node *node = few->keys[i].node;
        if (!at_counted_same(at_identity_of(m->live, node).label,
                             entry->id.label))
            continue;
        found = node;
        now++;
    }
    if (before != 1 || now != 1)
        return NULL;
    struct at_identity id = at_identity_of(m->live, found);
    return at_identity_same_structure(&entry->id, &id) &&
                   may_count(m, entry, found, &id)
               ? found
               : NULL;
}

// A field whose hint disappears with the first input then has another adjacent
// text. Choose the one at its place if the number of such fields is unchanged.
static const struct at_node *
find_field(struct matching *m, const struct at_ref_entry *entry,
           const struct matches *matches)
{
    if (entry->id.role != AT_ROLE_TEXT_FIELD || entry->id.context_in_item ||
        matches->labelled.count != entry->labelled_twins ||
        matches->labelled_here.count != 1)
        return NULL;
    const struct at_node *node = matches->labelled_here.node;
    bool other_hint = entry->id.hint.len > 0 && node->hint.len > 0 &&
                      !at_str_eq(entry->id.hint, node->hint);
    return !other_hint && is_same_window(m, entry, node) ? node : NULL;
}

static const struct at_node *
find_by_tree(struct matching *m, const struct at_ref_entry *entry,
             const struct candidates *few)
{
    struct matches matches = match_all(entry, few);
    const struct at_node *node = choose(entry, &matches);
    if (!node && matches.in_context.count == entry->in_context_twins)
        node = choose_in_stack(m->set, entry, few);
    if (!node)
        node = find_field(m, entry, &matches);
    if (!node && matches.labelled.count == 0) {
        node = find_changed(m, entry, few);
        return node ? node : find_counted(m, entry, few);
    }
    if (!node)
        return NULL;
    struct at_identity id = at_identity_of(m->live, node);
    return at_identity_same_labelled(&entry->id, &id) ? node : NULL;
}

// Return true if the node has a given name now and it differs from the old one.
static bool
has_other_name(struct matching *m, const struct at_ref_entry *entry,
               const struct at_node *node)
{
    struct at_str now = at_identity_of(m->live, node).given;
    return entry->id.given.len > 0 && now.len > 0 &&
           !at_str_eq(entry->id.given, now);
}

static const struct at_node *
find_by_given(struct matching *m, const struct at_ref_entry *entry,
              const struct candidates *few)
{
    const struct at_node *found = NULL;
    for (size_t i = 0; i < few->count; i++) {
        struct at_identity id = at_identity_of(m->live, few->keys[i].node);
        if (!at_str_eq(entry->id.given, id.given) ||
            !at_identity_same_labelled(&entry->id, &id))
            continue;
        if (found)
            return NULL;
        found = few->keys[i].node;
    }
    return found;
}

static const struct at_node *
find(struct matching *m, const struct at_ref_entry *entry)
{
    const struct candidates few = with_structure(m->live, entry);
    const struct at_node *node = find_by_tree(m, entry, &few);
    if (node && has_other_name(m, entry, node))
        node = find_by_given(m, entry, &few);
    return node;
}

static void
take(struct matching *m, size_t index, const struct at_node *node)
{
    if (!node || m->taken[node->order])
        return;
    m->taken[node->order] = true;
    m->nodes[index] = node;
}

static bool
same_size(struct at_rect a, struct at_rect b)
{
    return a.right - a.left == b.right - b.left &&
           a.bottom - a.top == b.bottom - b.top;
}

// The shift of a list's rows, if all rows found moved equally.
struct shift {
    uint64_t list;
    int32_t dx;
    int32_t dy;
    bool unequal;
};

static int
compare_shifts(const void *a, const void *b)
{
    const struct shift *one = a;
    const struct shift *two = b;
    return (one->list > two->list) - (one->list < two->list);
}

// Collect the shifts of all rows found, one per list, sorted by list.
static size_t
collect_shifts(const struct matching *m, struct shift *out)
{
    size_t count = 0;
    size_t lists = 0;
    for (size_t i = 0; i < m->set->count; i++) {
        const struct at_ref_entry *entry = &m->set->entries[i];
        const struct at_node *node = m->nodes[i];
        if (!node || entry->row.list == 0)
            continue;
        // a row clipped at an edge moved by a different distance
        if (same_size(entry->bounds, node->bounds))
            out[count++] = (struct shift){
                entry->row.list, node->bounds.left - entry->bounds.left,
                node->bounds.top - entry->bounds.top, false};
    }
    qsort(out, count, sizeof(*out), compare_shifts);
    for (size_t i = 0; i < count; i++) {
        struct shift *last = lists > 0 ? &out[lists - 1] : NULL;
        if (!last || last->list != out[i].list)
            out[lists++] = out[i];
        else if (last->dx != out[i].dx || last->dy != out[i].dy)
            last->unequal = true;
    }
    return lists;
}

// Return true if one row may be the clipped remainder of the other: it then has
// no text that the other lacks.
static bool
may_be_cut(struct matching *m, const struct at_ref_row *was,
           const struct at_ref_row *is)
{
    size_t common = 0;
    read_texts(m);
    for (size_t i = 0; i < m->texts.count; i++) {
        const struct at_ref_text *text = &m->texts.rows[i];
        common += text->row == is->order &&
                          at_ref_texts_row_says(&m->set->texts, was->order,
                                                text->hash)
                      ? 1
                      : 0;
    }
    return common == at_ref_texts_in_row(&m->texts, is->order) ||
           common == at_ref_texts_in_row(&m->set->texts, was->order);
}

// A row at the edge of its list lost the text that identifies it. It has moved
// as far as the other rows.
static const struct at_node *
find_shifted(struct matching *m, const struct at_ref_entry *entry,
             const struct shift *shift)
{
    const struct candidates few = with_structure(m->live, entry);
    const struct at_node *found = NULL;
    struct at_rect at = entry->bounds;
    at = (struct at_rect){at.left + shift->dx, at.top + shift->dy,
                          at.right + shift->dx, at.bottom + shift->dy};
    for (size_t i = 0; i < few.count; i++) {
        const struct at_node *node = few.keys[i].node;
        if (few.keys[i].labelled != entry->id.labelled ||
            !at_rect_eq(at, node->bounds))
            continue;
        if (found)
            return NULL;
        found = node;
    }
    if (!found)
        return NULL;
    struct at_identity id = at_identity_of(m->live, found);
    struct at_ref_row row = row_of(m->live, found);
    bool same = at_identity_same_labelled(&entry->id, &id) &&
                may_be_cut(m, &entry->row, &row);
    return same ? found : NULL;
}

static void
match_rows(struct matching *m)
{
    struct shift *shifts =
        at_realloc_array(NULL, m->set->count, sizeof(*shifts));
    size_t count = collect_shifts(m, shifts);
    for (size_t i = 0; i < m->set->count && count > 0; i++) {
        const struct at_ref_entry *entry = &m->set->entries[i];
        const struct shift key = {.list = entry->row.list};
        if (m->nodes[i] || entry->row.list == 0)
            continue;
        const struct shift *shift =
            bsearch(&key, shifts, count, sizeof(*shifts), compare_shifts);
        if (shift && !shift->unequal && (shift->dx != 0 || shift->dy != 0))
            take(m, i, find_shifted(m, entry, shift));
    }
    free(shifts);
}

static int
compare_keys(const void *a, const void *b)
{
    const struct at_identity_key *one = a;
    const struct at_identity_key *two = b;
    int by = compare_numbers(one->structure, two->structure);
    by = by ? by : compare_numbers(one->labelled, two->labelled);
    by = by ? by : compare_numbers(one->in_context, two->in_context);
    by = by ? by : compare_rects(one->node->bounds, two->node->bounds);
    return by ? by : compare_numbers(one->node->order, two->node->order);
}

void
at_ref_set_match(const struct at_ref_set *set, const struct at_tree *tree,
                 struct at_identities *live, const struct at_node **out_nodes)
{
    struct matching m = {.set = set,
                         .tree = tree,
                         .live = live,
                         .nodes = out_nodes,
                         .taken = at_alloc(tree->node_count + 1),
                         .window_before = UINT32_MAX};
    qsort(live->keys, live->key_count, sizeof(*live->keys), compare_keys);
    for (size_t i = 0; i < set->count; i++) {
        out_nodes[i] = NULL;
        take(&m, i, find(&m, &set->entries[i]));
    }
    match_rows(&m);
    at_ref_texts_deinit(&m.texts);
    free(m.taken);
}

bool
at_ref_set_same_window(const struct at_ref_set *set,
                       const struct at_ref_entry *entry,
                       const struct at_identities *live,
                       const struct at_tree *tree, const struct at_node *node)
{
    struct at_ref_texts now;
    at_ref_texts_init(&now, live, tree);
    struct at_ref_overlap overlap =
        at_ref_texts_compare(&set->texts, entry->window, &now, window_of(node));
    at_ref_texts_deinit(&now);
    return shares(overlap, 2);
}
