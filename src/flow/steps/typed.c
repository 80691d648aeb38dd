#include "flow/steps/typed.h"

#include "screen/hash.h"

static uint64_t
hash_of(const struct at_node *field)
{
    uint64_t hash = at_hash_str(AT_HASH_INIT, field->resource_id);
    hash = at_hash_str(hash, field->class_name);
    return at_hash_str(hash, field->text);
}

void
at_typed_note(struct at_typed *typed, const struct at_node *field)
{
    typed->fields[typed->count++ % AT_TYPED_MAX] = hash_of(field);
}

static bool
is_noted(const struct at_typed *typed, uint64_t hash)
{
    size_t kept = typed->count < AT_TYPED_MAX ? typed->count : AT_TYPED_MAX;
    for (size_t i = 0; i < kept; i++) {
        if (typed->fields[i] == hash)
            return true;
    }
    return false;
}

void
at_typed_unmark(const struct at_typed *typed, struct at_tree *tree)
{
    struct at_node *node = typed->count > 0 ? tree->root : NULL;
    for (; node; node = (struct at_node *)at_node_next(node, tree->root)) {
        if (at_node_has(node, AT_NODE_MAYBE_HINT) &&
            is_noted(typed, hash_of(node)))
            node->flags &= ~(uint32_t)AT_NODE_MAYBE_HINT;
    }
}
