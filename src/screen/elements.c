#include "screen/elements.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "screen/compact_plan.h"
#include "screen/label.h"
#include "screen/listed.h"
#include "screen/match.h"

enum { LEVELS = AT_TREE_MAX_DEPTH + 2 };

void
at_elements_init(struct at_elements *elements, const struct at_tree *tree,
                 bool only_interactive)
{
    const struct at_node *root = tree->root;
    size_t above[LEVELS] = {0}; // listed ancestors, by depth in the tree
    size_t cap = 0;

    *elements = (struct at_elements){0};
    for (const struct at_node *node = at_node_next(root, root); node;
         node = at_node_next(node, root)) {
        bool interactive = at_node_can_interact(node);
        bool listed =
            at_node_is_listed(tree, node) && (interactive || !only_interactive);
        above[node->depth + 1] = above[node->depth] + (listed ? 1 : 0);
        if (!listed)
            continue;
        if (elements->count == cap) {
            cap = cap ? cap * 2 : 64;
            elements->rows =
                at_realloc_array(elements->rows, cap, sizeof(*elements->rows));
        }
        size_t at = elements->count++;
        elements->rows[at] = (struct at_element){
            .node = node,
            .number = at + 1,
            .indent = above[node->depth],
            .interactive = interactive,
        };
    }
}

void
at_elements_deinit(struct at_elements *elements)
{
    free(elements->rows);
    *elements = (struct at_elements){0};
}

void
at_elements_fill_refs(const struct at_elements *elements,
                      const struct at_tree *tree, struct at_ref_table *table)
{
    at_ref_table_begin(table);
    for (size_t i = 0; i < elements->count; i++)
        at_ref_table_add(table, 'e', tree, elements->rows[i].node);
    at_ref_table_end(table);
}

static void
write_row(const struct at_element *row, struct at_buf *out)
{
    char ref[AT_REF_NAME_MAX];

    snprintf(ref, sizeof(ref), "@e%zu", row->number);
    for (size_t i = 0; i < row->indent; i++)
        at_buf_add(out, "  ", 2);
    at_listed_write(row->node, ref, out);
    at_buf_add_char(out, '\n');
}

void
at_elements_write_tree(const struct at_elements *elements,
                       const struct at_tree *tree, struct at_buf *out)
{
    struct at_fingerprint fingerprint = at_tree_screen_fingerprint(tree);
    struct at_str labels[LEVELS] = {{0}}; // of the lines above, by indentation

    at_compact_write_header(tree, fingerprint.text, out);
    at_buf_add_char(out, '\n');
    for (size_t i = 0; i < elements->count; i++) {
        const struct at_element *row = &elements->rows[i];
        struct at_str above =
            row->indent > 0 ? labels[row->indent - 1] : AT_STR("");
        labels[row->indent] = at_listed_label(row->node);
        bool said = !row->interactive && above.len > 0 &&
                    at_str_eq(labels[row->indent], above);
        if (!said)
            write_row(row, out);
    }
}

static const char *const role_words[AT_ROLE_COUNT] = {
    [AT_ROLE_BUTTON] = "button",
    [AT_ROLE_TEXT_FIELD] = "textbox",
    [AT_ROLE_CHECK_BOX] = "checkbox",
    [AT_ROLE_SWITCH] = "switch",
};

const char *
at_element_role(const struct at_node *node)
{
    const char *word = role_words[node->role];
    return word ? word : "unknown";
}

struct at_str
at_element_name(const struct at_node *node)
{
    struct at_str label = at_listed_label(node);

    if (label.len > 0)
        return label;
    return node->hint.len > 0 ? node->hint : at_node_id_name(node);
}

// What a password field holds must not be told by asking for its parts.
static bool
has_part(const struct at_node *node, struct at_str part)
{
    enum { KEPT = 2 }; // those that a password field does not tell
    const struct at_str texts[] = {node->text, at_node_value(node),
                                   at_element_name(node), node->description,
                                   node->error};
    bool secret = at_node_has(node, AT_NODE_PASSWORD);

    for (size_t i = secret ? KEPT : 0; i < AT_LEN(texts); i++) {
        if (at_str_has(texts[i], part))
            return true;
    }
    return false;
}

static bool
has_role(const struct at_node *node, struct at_str role)
{
    return at_str_is(role, at_element_role(node)) ||
           at_str_is(role, at_role_name(node->role));
}

bool
at_element_matches(const struct at_node *node,
                   const struct at_element_query *query)
{
    return (query->role.len == 0 || has_role(node, query->role)) &&
           (query->name.len == 0 ||
            at_str_eq(at_element_name(node), query->name)) &&
           (query->contains.len == 0 || has_part(node, query->contains)) &&
           (query->id.len == 0 || at_match_id(node->resource_id, query->id));
}
