#include "screen/elements.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "screen/compact.h"
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
    elements->last_number = elements->count;
}

void
at_elements_deinit(struct at_elements *elements)
{
    free(elements->rows);
    *elements = (struct at_elements){0};
}

static void
write_name(const struct at_element *row, char out[AT_REF_NAME_MAX])
{
    snprintf(out, AT_REF_NAME_MAX, "@e%u", (unsigned)row->number);
}

void
at_elements_fill_refs(const struct at_elements *elements,
                      const struct at_tree *tree, struct at_ref_table *table)
{
    char name[AT_REF_NAME_MAX];
    at_ref_table_begin_list(table);
    for (size_t i = 0; i < elements->count; i++) {
        write_name(&elements->rows[i], name);
        at_ref_table_keep(table, name, tree, elements->rows[i].node);
    }
    at_ref_table_skip(table, 'e', (uint32_t)elements->last_number);
    at_ref_table_end(table);
}

void
at_elements_take_numbers(struct at_elements *elements,
                         const struct at_ref_table *table)
{
    at_assert(at_ref_table_is_list(table) &&
              at_ref_table_count(table) == elements->count);
    for (size_t i = 0; i < elements->count; i++) {
        struct at_str name = at_str(at_ref_table_name(table, i));
        int64_t number = 0;
        bool ok = at_str_to_i64(at_str_skip(name, 2), 1, UINT32_MAX, &number);
        at_assert(ok);
        elements->rows[i].number = (size_t)number;
    }
    elements->last_number = at_ref_table_last(table, 'e');
}

// Return the row that contains the index-th one, or NULL.
static const struct at_element *
row_above(const struct at_elements *elements, size_t index)
{
    const struct at_element *row = &elements->rows[index];
    while (row->indent > 0 && index-- > 0) {
        if (elements->rows[index].indent == row->indent - 1)
            return &elements->rows[index];
    }
    return NULL;
}

bool
at_elements_shows(const struct at_elements *elements, size_t index)
{
    const struct at_element *row = &elements->rows[index];
    if (row->interactive)
        return true;
    const struct at_element *above = row_above(elements, index);
    struct at_str label = above ? at_listed_label(above->node) : AT_STR("");
    return label.len == 0 || !at_str_eq(at_listed_label(row->node), label);
}

static void
write_row(const struct at_element *row, struct at_buf *out)
{
    char ref[AT_REF_NAME_MAX];
    write_name(row, ref);
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
    at_compact_write_header(tree, fingerprint.text, out);
    at_buf_add_char(out, '\n');
    for (size_t i = 0; i < elements->count; i++) {
        if (at_elements_shows(elements, i))
            write_row(&elements->rows[i], out);
    }
}

static const char *const role_words[AT_ROLE_COUNT] = {
    [AT_ROLE_BUTTON] = "button",
    [AT_ROLE_TEXT_FIELD] = "textbox",
    [AT_ROLE_CHECK_BOX] = "checkbox",
    [AT_ROLE_SWITCH] = "switch",
};

const char *const at_element_roles[] = {
    // names used by the contract
    "button",
    "textbox",
    "checkbox",
    "switch",
    // names printed in the tree
    "btn",
    "input",
    "check",
    "radio",
    "slider",
    "spinner",
    "link",
    "tap",
    "scroll",
    "progress",
    // names used by the engine
    "text_field",
    "text_view",
    "check_box",
    "radio_button",
    "scroll_view",
    "image",
    "image_button",
    "container",
    "list",
    "list_item",
    "tab",
    "toolbar",
    "progress_bar",
    "web_view",
    "unknown",
    NULL,
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
    const struct at_str names[] = {at_listed_label(node), node->hint,
                                   at_node_id_name(node), node->description,
                                   node->text};
    size_t count = AT_LEN(names);
    if (at_node_has(node, AT_NODE_PASSWORD))
        count--;
    for (size_t i = 0; i < count; i++) {
        if (names[i].len > 0)
            return names[i];
    }
    return AT_STR("");
}

// Searching for parts must not reveal the value of a password field.
static bool
has_part(const struct at_node *node, struct at_str part)
{
    enum { KEPT = 2 }; // leading texts that do not reveal a password
    const struct at_str texts[] = {node->text, at_node_value(node),
                                   at_element_name(node), node->description,
                                   node->error};
    bool secret = at_node_has(node, AT_NODE_PASSWORD);

    for (size_t i = secret ? KEPT : 0; i < AT_LEN(texts); i++) {
        if (at_alike_has(texts[i], part))
            return true;
    }
    return false;
}

// The dots of a password do not count as text.
static bool
says(const struct at_node *node, struct at_str text)
{
    return at_alike_eq(at_element_name(node), text) ||
           at_alike_eq(node->description, text) ||
           at_alike_eq(node->error, text) ||
           (!at_node_has(node, AT_NODE_PASSWORD) &&
            at_alike_eq(node->text, text));
}

static bool
has_role(const struct at_node *node, struct at_str role)
{
    return at_str_is(role, at_element_role(node)) ||
           at_str_is(role, at_role_name(node->role)) ||
           at_str_is(role, at_listed_word(node));
}

bool
at_element_matches(const struct at_node *node,
                   const struct at_element_query *query)
{
    return (query->role.len == 0 || has_role(node, query->role)) &&
           (query->name.len == 0 ||
            at_alike_eq(at_element_name(node), query->name)) &&
           (query->contains.len == 0 || has_part(node, query->contains)) &&
           (query->says.len == 0 || says(node, query->says)) &&
           (query->id.len == 0 || at_match_id(at_node_id(node), query->id));
}
