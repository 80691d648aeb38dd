#include "screen/fingerprint.h"

#include <stdio.h>

#include "screen/hash.h"
#include "screen/label.h"

static size_t
digits(struct at_str s)
{
    size_t n = 0;
    while (n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '9')
        n++;
    return n;
}

// ^\d{1,2}:\d{2}(:\d{2})?(\s?(AM|PM))?$
bool
at_text_is_clock(struct at_str s)
{
    size_t n = digits(s);
    if (n < 1 || n > 2)
        return false;
    s = at_str_skip(s, n);
    for (int part = 0; part < 2 && s.len > 0 && s.ptr[0] == ':'; part++) {
        s = at_str_skip(s, 1);
        if (digits(s) != 2)
            return false;
        s = at_str_skip(s, 2);
        n = 0; // require at least one ":MM"
    }
    s = at_str_trim(s);
    return n == 0 && (s.len == 0 || at_str_is(s, "AM") || at_str_is(s, "PM"));
}

static uint64_t
hash_text(uint64_t hash, struct at_str text)
{
    return at_hash_str(hash, at_text_is_clock(text) ? AT_STR("clock") : text);
}

static int32_t
round_2px(int32_t px)
{
    return px >= 0 ? (px + 1) / 2 : -((1 - px) / 2);
}

static uint64_t
hash_bounds(uint64_t hash, struct at_rect rect)
{
    const int32_t sides[] = {rect.left, rect.top, rect.right, rect.bottom};
    for (size_t i = 0; i < AT_LEN(sides); i++)
        hash = at_hash_u64(hash, (uint64_t)(int64_t)round_2px(sides[i]));
    return hash;
}

static uint64_t
hash_node(uint64_t hash, const struct at_node *node, bool with_values)
{
    const uint32_t counted = AT_NODE_ENABLED | AT_NODE_SELECTED |
                             AT_NODE_CHECKED | AT_NODE_CHECKABLE |
                             AT_NODE_CLICKABLE | AT_NODE_SCROLLABLE;
    const uint32_t stateful =
        AT_NODE_INVALID | AT_NODE_EXPANDABLE | AT_NODE_COLLAPSIBLE;
    bool is_field = node->role == AT_ROLE_TEXT_FIELD;
    hash = at_hash_u64(hash, node->flags & counted);
    hash = at_hash_str(hash, node->class_name);
    hash = at_hash_str(hash, node->resource_id);
    hash = hash_text(hash, node->description);
    if (with_values || !is_field)
        hash = hash_text(hash, node->text);
    if (!with_values)
        return hash;
    hash = at_hash_str(hash, node->hint);
    hash = at_hash_str(hash, node->state);
    hash = at_hash_str(hash, node->error);
    hash = at_hash_str(hash, node->range);
    hash = at_hash_u64(hash, node->flags & stateful);
    hash = at_hash_u64(hash, node->depth);
    return hash_bounds(hash, node->bounds);
}

static uint64_t
hash_tree(const struct at_tree *tree, bool with_values)
{
    uint64_t hash = at_hash_str(AT_HASH_INIT, tree->front_package);
    const struct at_node *root = tree->root;
    const struct at_node *node = at_node_next(root, root);
    hash = at_hash_u64(hash, (uint64_t)tree->rotation);
    while (node) {
        // a Compose field's placeholder is a node that disappears on typing
        bool closed = !with_values && node->role == AT_ROLE_TEXT_FIELD;
        if (!at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node))
            hash = hash_node(hash, node, with_values);
        node = closed ? at_node_skip(node, root) : at_node_next(node, root);
    }
    return hash;
}

uint64_t
at_tree_idle_fingerprint(const struct at_tree *tree)
{
    return hash_tree(tree, true);
}

struct at_fingerprint
at_tree_screen_fingerprint(const struct at_tree *tree)
{
    struct at_fingerprint out;
    uint64_t hash = hash_tree(tree, false);
    unsigned folded = (unsigned)((hash ^ hash >> 24 ^ hash >> 48) & 0xffffff);
    snprintf(out.text, sizeof(out.text), "%06x", folded);
    return out;
}
