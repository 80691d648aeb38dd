#include "screen/ref.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "screen/identity.h"
#include "screen/kind.h"
#include "screen/label.h"
#include "screen/ref_report.h"

// Of a numbered list, where plain texts have refs too.
static const char LIST_KIND = 'e';

struct entry {
    char name[AT_REF_NAME_MAX];
    uint32_t order; // of its node
    bool toggles;   // its text may be its state
    bool checked;
    struct at_rect bounds;
    struct at_identity id; // its texts are in the table's arena
    uint32_t bare_twins;   // elements of the snapshot with the same bare id
    uint32_t base_twins;
    uint32_t full_twins;
};

struct at_ref_table {
    const struct at_advice *advice; // NULL: at_advice_mcp
    uint32_t generation;
    enum at_identity_scope scope; // of the refs in it
    struct at_arena arena;        // texts of the entries
    struct entry *entries;        // owned
    size_t count;
    size_t cap;
    uint32_t next_number[128];     // by kind
    struct at_identities snapshot; // of the tree that refs are added from
    const struct at_tree *tree;    // between begin and end only
};

struct at_ref_table *
at_ref_table_new(void)
{
    return at_alloc(sizeof(struct at_ref_table));
}

void
at_ref_table_end(struct at_ref_table *table)
{
    at_identities_deinit(&table->snapshot);
    table->tree = NULL;
}

void
at_ref_table_free(struct at_ref_table *table)
{
    if (!table)
        return;
    at_ref_table_end(table);
    at_arena_deinit(&table->arena);
    free(table->entries);
    free(table);
}

void
at_ref_table_clear(struct at_ref_table *table)
{
    at_ref_table_end(table);
    at_arena_deinit(&table->arena);
    table->scope = AT_IDENTITY_INTERACTIVE;
    table->count = 0;
    memset(table->next_number, 0, sizeof(table->next_number));
}

void
at_ref_table_begin(struct at_ref_table *table)
{
    at_ref_table_clear(table);
    table->generation++;
}

void
at_ref_table_renew(struct at_ref_table *table)
{
    uint32_t numbers[AT_LEN(table->next_number)];
    memcpy(numbers, table->next_number, sizeof(numbers));
    at_ref_table_begin(table);
    memcpy(table->next_number, numbers, sizeof(numbers));
}

bool
at_ref_table_is_list(const struct at_ref_table *table)
{
    return table->scope == AT_IDENTITY_LISTED;
}

void
at_ref_table_set_advice(struct at_ref_table *table,
                        const struct at_advice *advice)
{
    table->advice = advice;
}

const struct at_advice *
at_ref_table_advice(const struct at_ref_table *table)
{
    return table && table->advice ? table->advice : &at_advice_mcp;
}

uint32_t
at_ref_table_generation(const struct at_ref_table *table)
{
    return table->generation;
}

size_t
at_ref_table_count(const struct at_ref_table *table)
{
    return table->count;
}

static struct at_identity
keep(struct at_arena *arena, struct at_identity id)
{
    id.package = at_arena_dup(arena, id.package);
    id.class_name = at_arena_dup(arena, id.class_name);
    id.resource_id = at_arena_dup(arena, id.resource_id);
    id.label = at_arena_dup(arena, id.label);
    id.context = at_arena_dup(arena, id.context);
    return id;
}

static bool
toggles(char kind, const struct at_node *node)
{
    if (kind != LIST_KIND)
        return kind == 'c';
    return at_node_interactive(node) &&
           at_node_kind(node, at_node_label(node, NULL)).letter == 'c';
}

static void
use_tree(struct at_ref_table *table, char kind, const struct at_tree *tree)
{
    if (table->tree == tree)
        return;
    table->scope =
        kind == LIST_KIND ? AT_IDENTITY_LISTED : AT_IDENTITY_INTERACTIVE;
    at_ref_table_end(table);
    at_identities_init(&table->snapshot, tree, table->scope);
    table->tree = tree;
}

static struct entry *
add_entry(struct at_ref_table *table, char kind, const struct at_tree *tree,
          const struct at_node *node)
{
    at_assert(kind > 0);
    use_tree(table, kind, tree);
    if (table->count == table->cap) {
        table->cap = table->cap ? table->cap * 2 : 32;
        table->entries = at_realloc_array(table->entries, table->cap,
                                          sizeof(*table->entries));
    }
    struct entry *entry = &table->entries[table->count++];
    *entry = (struct entry){
        .order = node->order,
        .toggles = toggles(kind, node),
        .checked = at_node_has(node, AT_NODE_CHECKED),
        .bounds = node->bounds,
        .id = keep(&table->arena, at_identity_of(&table->snapshot, node)),
    };
    entry->bare_twins = at_identity_twins(&table->snapshot, entry->id.bare);
    entry->base_twins = at_identity_twins(&table->snapshot, entry->id.base);
    entry->full_twins = at_identity_twins(&table->snapshot, entry->id.full);
    return entry;
}

const char *
at_ref_table_add(struct at_ref_table *table, char kind,
                 const struct at_tree *tree, const struct at_node *node)
{
    struct entry *entry = add_entry(table, kind, tree, node);
    snprintf(entry->name, sizeof(entry->name), "@%c%u", kind,
             (unsigned)++table->next_number[(unsigned char)kind]);
    return entry->name;
}

void
at_ref_table_keep(struct at_ref_table *table, const char *name,
                  const struct at_tree *tree, const struct at_node *node)
{
    struct entry *entry = add_entry(table, name[1], tree, node);
    at_str_cut(entry->name, sizeof(entry->name), at_str(name));
}

// The live elements that are the entry's equal, from loosely to strictly.
struct matches {
    size_t base;
    size_t base_here; // … at the entry's place
    size_t full;      // the context is the same too
    size_t full_here;
    const struct at_node *base_node; // the last of each
    const struct at_node *base_here_node;
    const struct at_node *full_node;
    const struct at_node *full_here_node;
};

static void
take_match(struct matches *m, const struct at_node *node, bool full, bool here)
{
    m->base++;
    m->base_node = node;
    if (here) {
        m->base_here++;
        m->base_here_node = node;
    }
    if (full) {
        m->full++;
        m->full_node = node;
    }
    if (full && here) {
        m->full_here++;
        m->full_here_node = node;
    }
}

// The keys of a live tree that may be the entry's: all, or those of its bare
// identity.
struct candidates {
    const struct at_identities *live;
    const struct at_identity_key *keys;
    size_t count;
};

static struct candidates
all_of(const struct at_identities *live)
{
    return (struct candidates){live, live->keys, live->key_count};
}

// By hashes alone; the one that is chosen is compared by its texts.
static struct matches
match_all(const struct entry *entry, const struct candidates *candidates)
{
    struct matches m = {0};
    for (size_t i = 0; i < candidates->count; i++) {
        const struct at_identity_key *key = &candidates->keys[i];
        if (key->base == entry->id.base)
            take_match(&m, key->node, key->full == entry->id.full,
                       at_rect_eq(entry->bounds, key->node->bounds));
    }
    return m;
}

// A toggle whose text is its state ("On", "Follow") is still itself after the
// state changed, as long as nothing else could be meant.
static const struct at_node *
match_toggled(const struct entry *entry, const struct candidates *candidates)
{
    const struct at_identities *live = candidates->live;
    if (!entry->toggles || entry->bare_twins != 1 ||
        at_identity_twins(live, entry->id.bare) != 1)
        return NULL;
    for (size_t i = 0; i < candidates->count; i++) {
        const struct at_node *node = candidates->keys[i].node;
        if (candidates->keys[i].bare != entry->id.bare)
            continue;
        struct at_identity id = at_identity_of(live, node);
        if (at_identity_same_bare(&entry->id, &id) &&
            at_node_has(node, AT_NODE_CHECKED) != entry->checked &&
            at_str_eq(entry->id.context, id.context) &&
            at_rect_eq(entry->bounds, node->bounds))
            return node;
    }
    return NULL;
}

// Which of the matches the entry means; NULL where that is not certain.
static const struct at_node *
choose(const struct entry *entry, const struct matches *m)
{
    bool bound = entry->id.context_in_item;

    if (m->base == 1 && entry->base_twins == 1 && (!bound || m->full == 1))
        return m->base_node;
    if (m->full == 1 && entry->full_twins == 1)
        return m->full_node;
    if (m->full == entry->full_twins && m->full_here == 1)
        return m->full_here_node;
    // The text beside them all changed (a counter between two icons), they
    // themselves did not. Where that text told them apart, it counts.
    if (m->full == 0 && !bound && m->base == entry->base_twins &&
        entry->full_twins == entry->base_twins && m->base_here == 1)
        return m->base_here_node;
    return NULL;
}

static const struct at_node *
resolve_among(const struct entry *entry, const struct candidates *candidates,
              struct matches *out_matches)
{
    *out_matches = match_all(entry, candidates);
    const struct at_node *node = choose(entry, out_matches);
    if (!node && out_matches->base == 0)
        return match_toggled(entry, candidates);
    if (!node)
        return NULL;
    struct at_identity id = at_identity_of(candidates->live, node);
    return at_identity_same_base(&entry->id, &id) ? node : NULL;
}

static const struct at_node *
resolve_entry(const struct entry *entry, const struct at_identities *live,
              struct matches *out_matches)
{
    const struct candidates candidates = all_of(live);
    return resolve_among(entry, &candidates, out_matches);
}

static const struct entry *
find_entry(const struct at_ref_table *table, struct at_str ref)
{
    for (size_t i = 0; i < table->count; i++) {
        if (at_str_is(ref, table->entries[i].name))
            return &table->entries[i];
    }
    return NULL;
}

static const char *
name_in(const struct at_ref_table *table, const struct at_identities *live,
        const struct at_node *node)
{
    struct at_identity id = at_identity_of(live, node);
    struct matches unused;

    for (size_t i = 0; i < table->count; i++) {
        const struct entry *entry = &table->entries[i];
        if (entry->id.bare == id.bare &&
            resolve_entry(entry, live, &unused) == node)
            return entry->name;
    }
    return NULL;
}

const char *
at_ref_name_of(const struct at_ref_table *table, const struct at_tree *tree,
               const struct at_node *node)
{
    struct at_identities live;

    if (table->count == 0 || !at_identity_in_scope(table->scope, tree, node))
        return NULL;
    at_identities_init(&live, tree, table->scope);
    const char *name = name_in(table, &live, node);
    at_identities_deinit(&live);
    return name;
}

static void
fail_entry(const struct at_ref_table *table, const struct entry *entry,
           const struct at_identities *live, const struct matches *m,
           struct at_err *err)
{
    struct at_ref_report report = AT_REF_REPORT_INIT;
    const struct at_node *near[AT_REF_NEAR_MAX];
    bool ambiguous = m->full > 1 || (m->base > 1 && m->full != 0);
    size_t count = at_ref_report_nearest(live, &entry->id, near);

    at_ref_report_subject(&report, entry->name, &entry->id, ambiguous);
    for (size_t i = 0; i < count; i++)
        at_ref_report_candidate(&report, near[i],
                                name_in(table, live, near[i]));
    at_ref_report_fail(&report, at_ref_table_advice(table), err);
}

const struct at_node *
at_ref_resolve(const struct at_ref_table *table, struct at_str ref,
               const struct at_tree *tree, struct at_err *err)
{
    const struct entry *entry = find_entry(table, ref);
    struct at_identities live;
    struct matches matches;

    if (!entry) {
        at_ref_report_unknown(ref, table, err);
        return NULL;
    }
    at_identities_init(&live, tree, table->scope);
    const struct at_node *node = resolve_entry(entry, &live, &matches);
    if (!node)
        fail_entry(table, entry, &live, &matches, err);
    at_identities_deinit(&live);
    return node;
}

static int
compare_keys(const void *a, const void *b)
{
    const struct at_identity_key *one = a;
    const struct at_identity_key *two = b;
    if (one->bare != two->bare)
        return one->bare < two->bare ? -1 : 1;
    return one->node->order < two->node->order ? -1 : 1;
}

// Those of sorted keys that share a bare identity.
static struct candidates
with_bare(const struct candidates *sorted, uint64_t bare)
{
    size_t low = 0;
    size_t high = sorted->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted->keys[middle].bare < bare)
            low = middle + 1;
        else
            high = middle;
    }
    while (high < sorted->count && sorted->keys[high].bare == bare)
        high++;
    return (struct candidates){sorted->live, sorted->keys + low, high - low};
}

void
at_ref_match_all(const struct at_ref_table *table, const struct at_tree *tree,
                 struct at_ref_match *out_matches)
{
    struct at_identities live;
    struct matches unused;
    at_identities_init(&live, tree, table->scope);
    bool *taken = at_alloc(tree->node_count + 1);
    qsort(live.keys, live.key_count, sizeof(*live.keys), compare_keys);
    const struct candidates sorted = all_of(&live);
    for (size_t i = 0; i < table->count; i++) {
        const struct entry *entry = &table->entries[i];
        const struct candidates few = with_bare(&sorted, entry->id.bare);
        const struct at_node *node = resolve_among(entry, &few, &unused);
        if (node && taken[node->order])
            node = NULL;
        if (node)
            taken[node->order] = true;
        out_matches[i].order = entry->order;
        out_matches[i].node = node;
        at_str_cut(out_matches[i].name, sizeof(out_matches[i].name),
                   at_str(entry->name));
    }
    free(taken);
    at_identities_deinit(&live);
}

bool
at_ref_is_gone(const struct at_ref_table *table, struct at_str ref,
               const struct at_tree *tree)
{
    const struct entry *entry = find_entry(table, ref);
    struct at_identities live;
    struct matches matches;

    if (!entry)
        return false;
    at_identities_init(&live, tree, table->scope);
    const struct at_node *node = resolve_entry(entry, &live, &matches);
    at_identities_deinit(&live);
    return !node && matches.base == 0;
}
