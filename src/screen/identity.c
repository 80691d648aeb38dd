#include "screen/identity.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "screen/hash.h"
#include "screen/label.h"
#include "screen/listed.h"

struct at_identity_fact {
    uint64_t chain;             // hash of the node and its ancestors
    const struct at_node *item; // the list item that contains it, or NULL
    const struct at_node *text; // the first node with a text in its subtree
    const struct at_node *kid1; // the first child whose subtree has a text
    const struct at_node *kid2; // the second such child
};

struct at_identity_count {
    uint64_t hash;
    uint32_t count;
};

static struct at_identity_fact *
fact_of(const struct at_identities *ids, const struct at_node *node)
{
    return &ids->facts[node->order];
}

static bool
holds_items(const struct at_node *node)
{
    if (node->role == AT_ROLE_LIST)
        return true;
    if (!node->first_child || node->first_child == node->last_child)
        return false;
    if (at_node_has(node, AT_NODE_SCROLLABLE))
        return true;
    // React Native and ScrollView insert one content view; the only child of a
    // list is a row
    return node->parent && node->parent->role != AT_ROLE_LIST &&
           at_node_has(node->parent, AT_NODE_SCROLLABLE) &&
           node->parent->first_child == node->parent->last_child;
}

static const struct at_node *
item_of(const struct at_identities *ids, const struct at_node *node)
{
    if (holds_items(node->parent))
        return node;
    return fact_of(ids, node->parent)->item;
}

static bool
has_context_text(const struct at_node *node)
{
    return node->role != AT_ROLE_TEXT_FIELD &&
           !at_node_has(node, AT_NODE_INVISIBLE) &&
           at_node_lasting_label(node).len > 0;
}

bool
at_identity_in_scope(enum at_identity_scope scope, const struct at_tree *tree,
                     const struct at_node *node)
{
    return scope == AT_IDENTITY_LISTED ? at_node_is_listed(tree, node)
                                       : at_node_has(node, AT_NODE_INTERACTIVE);
}

static void
learn_downwards(struct at_identities *ids, const struct at_tree *tree)
{
    const struct at_node *root = tree->root;
    ids->facts[0].chain = AT_HASH_INIT;
    for (const struct at_node *node = at_node_next(root, root); node;
         node = at_node_next(node, root)) {
        struct at_identity_fact *fact = fact_of(ids, node);
        uint64_t hash = fact_of(ids, node->parent)->chain;
        hash = at_hash_str(hash, node->class_name);
        hash = at_hash_str(hash, node->resource_id);
        fact->chain = at_hash_str(hash, node->pane);
        fact->item = item_of(ids, node);
        fact->text = has_context_text(node) ? node : NULL;
        ids->key_count += at_identity_in_scope(ids->scope, tree, node) ? 1 : 0;
    }
}

static const struct at_node *
first_leaf(const struct at_node *node)
{
    while (node->first_child)
        node = node->first_child;
    return node;
}

static void
learn_upwards(struct at_identities *ids, const struct at_tree *tree)
{
    const struct at_node *node = first_leaf(tree->root);
    while (node != tree->root) {
        struct at_identity_fact *above = fact_of(ids, node->parent);
        const struct at_node *text = fact_of(ids, node)->text;
        if (text && !above->kid1)
            above->kid1 = node;
        else if (text && !above->kid2)
            above->kid2 = node;
        if (text && !above->text)
            above->text = text;
        node = node->next ? first_leaf(node->next) : node->parent;
    }
}

// Return the first text of top's subtree that is outside node's, in reading
// order. Follow the path from top to node; two children suffice at each step.
static struct at_str
text_outside(const struct at_identities *ids, const struct at_node *top,
             const struct at_node *node)
{
    const struct at_node *way[AT_TREE_MAX_DEPTH + 1];
    const struct at_node *beside = NULL;
    size_t steps = 0;
    for (const struct at_node *it = node; it != top; it = it->parent)
        way[steps++] = it;
    for (const struct at_node *at = top; steps > 0; at = way[--steps]) {
        const struct at_identity_fact *fact = fact_of(ids, at);
        const struct at_node *next = way[steps - 1];
        if (has_context_text(at))
            return at_node_lasting_label(at);
        if (fact->kid1 && fact->kid1 != next)
            return at_node_lasting_label(fact_of(ids, fact->kid1)->text);
        if (fact->kid1 == next && fact->kid2)
            beside = fact->kid2; // the deepest text comes first
    }
    return beside ? at_node_lasting_label(fact_of(ids, beside)->text)
                  : AT_STR("");
}

static void
set_context(const struct at_identities *ids, const struct at_node *node,
            struct at_identity *out)
{
    const struct at_node *item = fact_of(ids, node)->item;
    if (node->role == AT_ROLE_TEXT_FIELD && node->hint.len > 0) {
        out->context = node->hint;
        return;
    }
    if (item && item != node)
        out->context = text_outside(ids, item, node);
    out->context_in_item = out->context.len > 0;
    const struct at_node *below = node;
    for (const struct at_node *top = node->parent; top && out->context.len == 0;
         below = top, top = top->parent) {
        const struct at_identity_fact *fact = fact_of(ids, top);
        bool only_from_below = fact->kid1 == below && !fact->kid2;
        if (has_context_text(top))
            out->context = at_node_lasting_label(top);
        else if (fact->kid1 && !only_from_below)
            out->context = text_outside(ids, top, node);
    }
}

// A spinner's text is the chosen value, like a field's typed text.
static struct at_str
label_of(const struct at_node *node)
{
    if (node->role == AT_ROLE_TEXT_FIELD)
        return at_node_lasting_label(node);
    if (node->role == AT_ROLE_SPINNER)
        return AT_STR("");
    // a given label counts as the tree's own only together with its source
    struct at_str label = at_listed_label(node);
    bool given = label.len > 0 && label.ptr == node->given_label.ptr;
    return given ? AT_STR("") : label;
}

struct at_identity
at_identity_of(const struct at_identities *ids, const struct at_node *node)
{
    struct at_identity out = {
        .role = node->role,
        .password = at_node_has(node, AT_NODE_PASSWORD),
        .package = node->package,
        .class_name = node->class_name,
        .resource_id = node->resource_id,
        .label = label_of(node),
        .context = AT_STR(""),
        .hint = node->hint,
        .given = node->given_label.len > 0 ? node->given_label : node->given_id,
        .ancestry = fact_of(ids, node->parent)->chain,
    };
    set_context(ids, node, &out);
    out.structure =
        at_hash_u64(fact_of(ids, node)->chain, out.password ? 1 : 0);
    out.structure = at_hash_str(out.structure, node->package);
    out.labelled = at_hash_str(out.structure + 1, out.label);
    out.in_context = at_hash_str(out.labelled + 1, out.context);
    return out;
}

const struct at_node *
at_identity_item(const struct at_identities *ids, const struct at_node *node)
{
    return fact_of(ids, node)->item;
}

static struct at_identity_count *
find_count(const struct at_identities *ids, uint64_t hash)
{
    size_t slot = (size_t)(hash ^ hash >> 32) & ids->count_mask;
    while (ids->counts[slot].count > 0 && ids->counts[slot].hash != hash)
        slot = (slot + 1) & ids->count_mask;
    return &ids->counts[slot];
}

static void
count_hash(struct at_identities *ids, uint64_t hash)
{
    struct at_identity_count *found = find_count(ids, hash);
    found->hash = hash;
    found->count++;
}

static void
fill_keys(struct at_identities *ids, const struct at_tree *tree)
{
    size_t n = 0;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!at_identity_in_scope(ids->scope, tree, node))
            continue;
        struct at_identity id = at_identity_of(ids, node);
        ids->keys[n++] = (struct at_identity_key){node, id.structure,
                                                  id.labelled, id.in_context};
        count_hash(ids, id.structure);
        count_hash(ids, id.labelled);
        count_hash(ids, id.in_context);
    }
}

void
at_identities_init(struct at_identities *ids, const struct at_tree *tree,
                   enum at_identity_scope scope)
{
    size_t slots = 16;
    *ids = (struct at_identities){.scope = scope};
    ids->facts =
        at_realloc_array(NULL, tree->node_count + 1, sizeof(*ids->facts));
    for (size_t i = 0; i <= tree->node_count; i++)
        ids->facts[i] = (struct at_identity_fact){0};
    learn_downwards(ids, tree);
    learn_upwards(ids, tree);
    while (slots < ids->key_count * 6) // three hashes each, half full
        slots *= 2;
    ids->counts = at_alloc(slots * sizeof(*ids->counts));
    ids->count_mask = slots - 1;
    ids->keys = at_realloc_array(NULL, ids->key_count, sizeof(*ids->keys));
    fill_keys(ids, tree);
}

void
at_identities_deinit(struct at_identities *ids)
{
    free(ids->facts);
    free(ids->keys);
    free(ids->counts);
    *ids = (struct at_identities){0};
}

uint32_t
at_identity_twins(const struct at_identities *ids, uint64_t hash)
{
    return find_count(ids, hash)->count;
}

bool
at_identity_same_structure(const struct at_identity *a,
                           const struct at_identity *b)
{
    return a->structure == b->structure && a->role == b->role &&
           a->password == b->password && a->ancestry == b->ancestry &&
           at_str_eq(a->package, b->package) &&
           at_str_eq(a->class_name, b->class_name) &&
           at_str_eq(a->resource_id, b->resource_id);
}

bool
at_identity_same_labelled(const struct at_identity *a,
                          const struct at_identity *b)
{
    return a->labelled == b->labelled && at_identity_same_structure(a, b) &&
           at_str_eq(a->label, b->label);
}
