// ref.c: the refs known to one client
//
// A table keeps the refs of the client's latest text, and those of the previous
// text to explain refs that are no longer valid.
#include "screen/ref.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "screen/identity.h"
#include "screen/kind.h"
#include "screen/label.h"
#include "screen/ref_match.h"
#include "screen/ref_report.h"

// Kind of every ref of a numbered list.
static const char LIST_KIND = 'e';

struct at_ref_table {
    const struct at_advice *advice;
    uint32_t generation; // highest generation of any set
    struct at_ref_set now;
    struct at_ref_set before;                 // refs of the previous text
    struct at_ref_set earlier[AT_REF_VISITS]; // other screens, oldest first
    size_t earlier_count;
    uint32_t last_number[128];     // last number used, by kind
    struct at_identities snapshot; // identities in tree
    const struct at_tree *tree;    // valid between begin and end only
};

struct at_ref_table *
at_ref_table_new(const struct at_advice *advice)
{
    struct at_ref_table *table = at_alloc(sizeof(*table));
    table->advice = advice;
    return table;
}

static bool
has_name(const struct at_ref_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++) {
        if (strcmp(set->entries[i].name, name) == 0)
            return true;
    }
    return false;
}

// Return true if the current text shows another screen: most refs of the
// previous text are missing in it.
static bool
is_elsewhere(const struct at_ref_set *before, const struct at_ref_set *now)
{
    size_t common = 0;
    for (size_t i = 0; i < before->count; i++)
        common += has_name(now, before->entries[i].name) ? 1 : 0;
    return 3 * common < 2 * before->count;
}

void
at_ref_table_end(struct at_ref_table *table)
{
    if (table->tree && table->before.valid && !table->before.kept)
        table->before.kept = is_elsewhere(&table->before, &table->now);
    at_identities_deinit(&table->snapshot);
    table->tree = NULL;
}

static void
forget_earlier(struct at_ref_table *table)
{
    for (size_t i = 0; i < table->earlier_count; i++)
        at_ref_set_deinit(&table->earlier[i]);
    table->earlier_count = 0;
}

// Keep the set for the client's return to its screen.
static void
keep_earlier(struct at_ref_table *table, struct at_ref_set *set)
{
    if (table->earlier_count == AT_REF_VISITS) {
        at_ref_set_deinit(&table->earlier[0]);
        table->earlier_count--;
        memmove(table->earlier, table->earlier + 1,
                table->earlier_count * sizeof(*set));
    }
    table->earlier[table->earlier_count++] = *set;
    *set = (struct at_ref_set){0};
}

void
at_ref_table_free(struct at_ref_table *table)
{
    if (!table)
        return;
    at_ref_table_clear(table);
    free(table);
}

void
at_ref_table_clear(struct at_ref_table *table)
{
    at_ref_table_end(table);
    forget_earlier(table);
    at_ref_set_deinit(&table->now);
    at_ref_set_deinit(&table->before);
    memset(table->last_number, 0, sizeof(table->last_number));
}

void
at_ref_table_renew(struct at_ref_table *table)
{
    at_ref_table_end(table);
    if (table->before.valid && table->before.kept)
        keep_earlier(table, &table->before);
    at_ref_set_deinit(&table->before);
    table->before = table->now;
    table->now = (struct at_ref_set){.scope = table->before.scope,
                                     .generation = ++table->generation,
                                     .valid = true};
}

static void
begin(struct at_ref_table *table, enum at_identity_scope scope)
{
    at_ref_table_renew(table);
    forget_earlier(table);
    table->before.valid = false;
    table->now.scope = scope;
    memset(table->last_number, 0, sizeof(table->last_number));
}

void
at_ref_table_begin(struct at_ref_table *table)
{
    begin(table, AT_IDENTITY_INTERACTIVE);
}

void
at_ref_table_begin_list(struct at_ref_table *table)
{
    begin(table, AT_IDENTITY_LISTED);
}

bool
at_ref_table_is_list(const struct at_ref_table *table)
{
    return table->now.scope == AT_IDENTITY_LISTED;
}

const struct at_advice *
at_ref_table_advice(const struct at_ref_table *table)
{
    return table->advice;
}

uint32_t
at_ref_table_generation(const struct at_ref_table *table)
{
    return table->now.generation;
}

static struct at_ref_set *
find_earlier(struct at_ref_table *table, uint32_t generation)
{
    if (table->before.valid && table->before.kept &&
        table->before.generation == generation)
        return &table->before;
    for (size_t i = 0; i < table->earlier_count; i++) {
        if (table->earlier[i].generation == generation)
            return &table->earlier[i];
    }
    return NULL;
}

bool
at_ref_table_keeps(const struct at_ref_table *table, uint32_t generation)
{
    return find_earlier((struct at_ref_table *)(uintptr_t)table, generation) !=
           NULL;
}

void
at_ref_table_go_back(struct at_ref_table *table, uint32_t generation)
{
    struct at_ref_set *earlier = find_earlier(table, generation);
    at_assert(earlier != NULL);
    struct at_ref_set now = table->now;
    at_ref_table_end(table);
    table->now = *earlier;
    table->now.kept = false;
    *earlier = now;
    earlier->kept = true;
}

size_t
at_ref_table_count(const struct at_ref_table *table)
{
    return table->now.count;
}

uint32_t
at_ref_table_last(const struct at_ref_table *table, char kind)
{
    return table->last_number[(unsigned char)kind];
}

const char *
at_ref_table_name(const struct at_ref_table *table, size_t index)
{
    at_assert(index < table->now.count);
    return table->now.entries[index].name;
}

static bool
toggles(char kind, const struct at_node *node)
{
    if (kind != LIST_KIND)
        return kind == 'c';
    return at_node_has(node, AT_NODE_INTERACTIVE) &&
           at_node_kind(node, at_node_label(node, NULL)).letter == 'c';
}

static void
use_tree(struct at_ref_table *table, const struct at_tree *tree)
{
    if (table->tree == tree)
        return;
    at_ref_table_end(table);
    at_identities_init(&table->snapshot, tree, table->now.scope);
    at_ref_texts_deinit(&table->now.texts);
    at_ref_texts_init(&table->now.texts, &table->snapshot, tree);
    table->tree = tree;
}

static struct at_ref_entry *
add_entry(struct at_ref_table *table, char kind, const struct at_tree *tree,
          const struct at_node *node)
{
    at_assert(kind > 0 && at_ref_table_is_list(table) == (kind == LIST_KIND));
    use_tree(table, tree);
    struct at_ref_entry *entry =
        at_ref_set_add(&table->now, &table->snapshot, node);
    entry->toggles = toggles(kind, node);
    return entry;
}

const char *
at_ref_table_add(struct at_ref_table *table, char kind,
                 const struct at_tree *tree, const struct at_node *node)
{
    struct at_ref_entry *entry = add_entry(table, kind, tree, node);
    snprintf(entry->name, sizeof(entry->name), "@%c%u", kind,
             (unsigned)++table->last_number[(unsigned char)kind]);
    return entry->name;
}

void
at_ref_table_keep(struct at_ref_table *table, const char *name,
                  const struct at_tree *tree, const struct at_node *node)
{
    struct at_ref_entry *entry = add_entry(table, name[1], tree, node);
    int64_t number = 0;
    at_str_cut(entry->name, sizeof(entry->name), at_str(name));
    if (at_str_to_i64(at_str(name + 2), 1, UINT32_MAX, &number))
        at_ref_table_skip(table, name[1], (uint32_t)number);
}

void
at_ref_table_skip(struct at_ref_table *table, char kind, uint32_t number)
{
    uint32_t *last = &table->last_number[(unsigned char)kind];
    if (number > *last)
        *last = number;
}

static const struct at_ref_entry *
find_entry(const struct at_ref_set *set, struct at_str ref)
{
    for (size_t i = 0; i < set->count; i++) {
        if (at_str_is(ref, set->entries[i].name))
            return &set->entries[i];
    }
    return NULL;
}

// Return the node of each entry of the set, in an array that the caller frees.
static const struct at_node **
match_set(const struct at_ref_set *set, const struct at_tree *tree)
{
    struct at_identities live;
    const struct at_node **nodes =
        at_realloc_array(NULL, set->count, sizeof(*nodes));
    at_identities_init(&live, tree, set->scope);
    at_ref_set_match(set, tree, &live, nodes);
    at_identities_deinit(&live);
    return nodes;
}

static const struct at_node *
resolve_entry(const struct at_ref_set *set, const struct at_ref_entry *entry,
              const struct at_tree *tree)
{
    const struct at_node **nodes = match_set(set, tree);
    const struct at_node *node = nodes[entry - set->entries];
    free(nodes);
    return node;
}

static const char *
name_among(const struct at_ref_set *set, const struct at_node **nodes,
           const struct at_node *node)
{
    for (size_t i = 0; i < set->count; i++) {
        if (nodes[i] == node)
            return set->entries[i].name;
    }
    return NULL;
}

const char *
at_ref_name_of(const struct at_ref_table *table, const struct at_tree *tree,
               const struct at_node *node)
{
    const struct at_ref_set *set = &table->now;
    if (set->count == 0 || !at_identity_in_scope(set->scope, tree, node))
        return NULL;
    const struct at_node **nodes = match_set(set, tree);
    const char *name = name_among(set, nodes, node);
    free(nodes);
    return name;
}

// Return the node of a ref of an earlier text whose screen is shown again.
static const struct at_node *
resolve_again(const struct at_ref_set *set, struct at_str ref,
              const struct at_tree *tree)
{
    const struct at_ref_entry *entry = set->valid ? find_entry(set, ref) : NULL;
    const struct at_node *node = entry ? resolve_entry(set, entry, tree) : NULL;
    struct at_identities live;
    if (!node)
        return NULL;
    at_identities_init(&live, tree, set->scope);
    bool same = at_ref_set_same_window(set, entry, &live, tree, node);
    at_identities_deinit(&live);
    return same ? node : NULL;
}

static const struct at_node *
resolve_earlier(const struct at_ref_table *table, struct at_str ref,
                const struct at_tree *tree)
{
    const struct at_node *node = resolve_again(&table->before, ref, tree);
    for (size_t i = table->earlier_count; !node && i > 0; i--)
        node = resolve_again(&table->earlier[i - 1], ref, tree);
    return node;
}

// Report that the entry is no longer on the screen, with the most similar
// elements.
static void
fail_gone(const struct at_ref_table *table, const struct at_ref_entry *entry,
          const struct at_tree *tree, const char *advice, struct at_err *err)
{
    struct at_ref_report report = AT_REF_REPORT_INIT;
    const struct at_node *near[AT_REF_NEAR_MAX];
    struct at_identities live;
    at_identities_init(&live, tree, table->now.scope);
    struct at_ref_likes likes = at_ref_count_likes(entry, &live);
    bool ambiguous =
        likes.in_context > 1 || (likes.labelled > 1 && likes.in_context != 0);
    size_t count = at_ref_report_nearest(&live, &entry->id, near);
    const struct at_node **nodes = match_set(&table->now, tree);
    at_ref_report_subject(&report, entry->name, &entry->id, ambiguous);
    for (size_t i = 0; i < count; i++)
        at_ref_report_candidate(&report, near[i],
                                name_among(&table->now, nodes, near[i]));
    at_ref_report_fail(&report, advice, err);
    free(nodes);
    at_identities_deinit(&live);
}

// Fail with the current name of a ref of an earlier text, if the element is
// still there.
static void
fail_old(const struct at_ref_table *table, const struct at_ref_entry *entry,
         const struct at_tree *tree, const char *advice, struct at_err *err)
{
    const struct at_node *node = resolve_entry(&table->before, entry, tree);
    const char *name = node ? at_ref_name_of(table, tree, node) : NULL;
    if (name)
        at_ref_report_renamed(entry->name, node, name, err);
    else
        fail_gone(table, entry, tree, advice, err);
}

// Return true if such a ref existed since numbering last restarted at 1.
static bool
was_given_out(const struct at_ref_table *table, struct at_str ref)
{
    int64_t number;
    if (ref.len < 3 || ref.ptr[0] != '@' || ref.ptr[1] <= 0)
        return false;
    return at_str_to_i64(at_str_skip(ref, 2), 1,
                         at_ref_table_last(table, ref.ptr[1]), &number);
}

const struct at_node *
at_ref_resolve(const struct at_ref_table *table, struct at_str ref,
               const struct at_tree *tree, struct at_err *err)
{
    if (!table) {
        at_fail(err, AT_ENOTFOUND, "no refs were given out here");
        return NULL;
    }
    const struct at_ref_entry *entry = find_entry(&table->now, ref);
    const struct at_ref_entry *old = find_entry(&table->before, ref);
    const char *advice = table->advice->fresh_refs;
    const struct at_node *node = entry ? resolve_entry(&table->now, entry, tree)
                                       : resolve_earlier(table, ref, tree);
    if (node || !err)
        return node;
    if (entry)
        fail_gone(table, entry, tree, advice, err);
    else if (old)
        fail_old(table, old, tree, advice, err);
    else if (was_given_out(table, ref))
        at_ref_report_earlier(ref, advice, err);
    else
        at_ref_report_unknown(ref, table->now.count, advice, err);
    return NULL;
}

bool
at_ref_explain_old(const struct at_ref_table *table, struct at_str ref,
                   const struct at_tree *tree, struct at_err *err)
{
    const struct at_ref_entry *old = find_entry(&table->before, ref);
    if (!old)
        return false;
    fail_old(table, old, tree, NULL, err);
    return true;
}

void
at_ref_match_all(const struct at_ref_table *table, const struct at_tree *tree,
                 struct at_ref_match *out_matches)
{
    const struct at_ref_set *set = &table->now;
    const struct at_node **nodes = match_set(set, tree);
    for (size_t i = 0; i < set->count; i++) {
        const struct at_ref_entry *entry = &set->entries[i];
        out_matches[i].order = entry->order;
        out_matches[i].node = nodes[i];
        at_str_cut(out_matches[i].name, sizeof(out_matches[i].name),
                   at_str(entry->name));
    }
    free(nodes);
}

bool
at_ref_is_known(const struct at_ref_table *table, struct at_str ref)
{
    bool known = find_entry(&table->now, ref) ||
                 (table->before.valid && find_entry(&table->before, ref));
    for (size_t i = 0; !known && i < table->earlier_count; i++)
        known = find_entry(&table->earlier[i], ref) != NULL;
    return known;
}

bool
at_ref_is_gone(const struct at_ref_table *table, struct at_str ref,
               const struct at_tree *tree)
{
    const struct at_ref_set *set = &table->now;
    const struct at_ref_entry *entry = find_entry(set, ref);
    struct at_identities live;
    if (!entry) {
        set = &table->before;
        entry = find_entry(set, ref);
    }
    if (!entry || resolve_entry(set, entry, tree))
        return false;
    at_identities_init(&live, tree, set->scope);
    size_t labelled = at_ref_count_likes(entry, &live).labelled;
    at_identities_deinit(&live);
    return labelled == 0;
}
