#include "screen/pinpoint.h"

#include "screen/label.h"

enum {
    TEXT_MAX_BYTES = 4096, // the protocol's limit, UTF-16 units
    LIKE_MAX = 64,         // skip the search beyond this
};

static bool
is_short(struct at_str text)
{
    return text.len <= TEXT_MAX_BYTES;
}

static bool
shows(const struct at_node *node)
{
    return !(node->flags & (AT_NODE_INVISIBLE | AT_NODE_GRAFTED)) &&
           !at_rect_empty(node->bounds);
}

static bool
is_value(const struct at_node *node)
{
    return at_node_takes_text(node) || at_node_has(node, AT_NODE_PASSWORD) ||
           node->role == AT_ROLE_SLIDER || node->role == AT_ROLE_PROGRESS_BAR;
}

// Return a descendant's text that names the node and does not change.
static struct at_str
label_of(const struct at_node *node)
{
    const struct at_node *from;
    struct at_str label = at_node_label(node, &from);
    bool below =
        from && from != node && shows(from) && at_node_is_within(from, node);
    bool told =
        below && !is_value(from) &&
        (at_str_eq(label, from->text) || at_str_eq(label, from->description));
    return told && is_short(label) && !at_label_is_figure(label) ? label
                                                                 : AT_STR("");
}

// Return true if the node or a descendant has this text or description.
static bool
says(const struct at_node *top, struct at_str word)
{
    for (const struct at_node *it = top; it; it = at_node_next(it, top)) {
        bool text =
            !at_node_has(it, AT_NODE_PASSWORD) && at_str_eq(it->text, word);
        if (shows(it) && (text || at_str_eq(it->description, word)))
            return true;
    }
    return false;
}

static bool
fits(const struct at_pinpoint *as, const struct at_node *node)
{
    return shows(node) && at_str_eq(node->class_name, as->class_name) &&
           at_str_eq(node->package, as->package) &&
           at_str_eq(node->resource_id, as->resource_id) &&
           (!as->has_text || at_str_eq(node->text, as->text)) &&
           (!as->has_description ||
            at_str_eq(node->description, as->description)) &&
           (as->label.len == 0 || says(node, as->label));
}

struct alike {
    const struct at_node *nodes[LIKE_MAX];
    size_t count;
};

// Return false if there are too many.
static bool
find_alike(const struct at_tree *tree, const struct at_pinpoint *as,
           struct alike *out)
{
    out->count = 0;
    for (const struct at_node *it = at_node_next(tree->root, tree->root); it;
         it = at_node_next(it, tree->root)) {
        if (!fits(as, it))
            continue;
        if (out->count == LIKE_MAX)
            return false;
        out->nodes[out->count++] = it;
    }
    return true;
}

static bool
holds_other(const struct at_node *top, const struct alike *alike,
            const struct at_node *than)
{
    for (size_t i = 0; i < alike->count; i++) {
        if (alike->nodes[i] != than && at_node_is_within(alike->nodes[i], top))
            return true;
    }
    return false;
}

// Return the largest subtree that contains node but no similar node.
static const struct at_node *
surroundings(const struct at_tree *tree, const struct alike *alike,
             const struct at_node *node)
{
    const struct at_node *top = node;
    while (top->parent != tree->root && !holds_other(top->parent, alike, node))
        top = top->parent;
    return top;
}

static bool
is_said_elsewhere(const struct at_tree *tree, const struct alike *alike,
                  const struct at_node *node, struct at_str word)
{
    for (size_t i = 0; i < alike->count; i++) {
        const struct at_node *other = alike->nodes[i];
        if (other != node && says(surroundings(tree, alike, other), word))
            return true;
    }
    return false;
}

// Return the first word of the node's surroundings that the others'
// surroundings lack.
static struct at_str
word_within(const struct at_tree *tree, const struct alike *alike,
            const struct at_node *node)
{
    const struct at_node *top = surroundings(tree, alike, node);
    for (const struct at_node *it = top; it; it = at_node_next(it, top)) {
        struct at_str word = it->text.len > 0 ? it->text : it->description;
        if (word.len > 0 && is_short(word) && shows(it) && !is_value(it) &&
            !at_label_is_figure(word) &&
            !is_said_elsewhere(tree, alike, node, word))
            return word;
    }
    return AT_STR("");
}

// Return true if a number is a count. A node whose id is shared is a key
// instead.
static bool
is_counter(const struct at_tree *tree, const struct at_node *node)
{
    if (node->resource_id.len == 0 || node->text.len == 0 ||
        !at_label_is_figure(node->text))
        return false;
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        if (it != node && at_str_eq(it->resource_id, node->resource_id))
            return false;
    }
    return true;
}

void
at_pinpoint_of(const struct at_tree *tree, const struct at_node *node,
               struct at_pinpoint *out)
{
    struct alike alike;
    bool value = is_value(node);
    bool words = node->text.len > 0 || node->description.len > 0;
    *out = (struct at_pinpoint){
        .class_name = node->class_name,
        .package = node->package,
        .resource_id = node->resource_id,
        .has_text = !value && is_short(node->text) && !is_counter(tree, node),
        .text = node->text,
        .has_description =
            is_short(node->description) && (!value || at_node_takes_text(node)),
        .description = node->description,
        .label = words || value ? AT_STR("") : label_of(node),
        .within = AT_STR(""),
        .bounds = node->bounds,
    };
    if (find_alike(tree, out, &alike) && alike.count > 1)
        out->within = word_within(tree, &alike, node);
}
