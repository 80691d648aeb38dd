#include "maestro/report/hierarchy.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/compiler.h"
#include "wire/json.h"

static const struct {
    const char *name;
    uint32_t flag;
    bool is_member; // beside "attributes" too, as in Maestro
} flags[] = {
    {"clickable", AT_NODE_CLICKABLE, true},
    {"enabled", AT_NODE_ENABLED, true},
    {"focused", AT_NODE_FOCUSED, true},
    {"checked", AT_NODE_CHECKED, true},
    {"selected", AT_NODE_SELECTED, true},
    {"scrollable", AT_NODE_SCROLLABLE, false},
};

static json_t *
attributes(const struct at_maestro_node *node)
{
    json_t *row = json_object();
    const struct at_rect *at = &node->bounds;
    at_json_set(row, "text", at_json_text(node->text));
    at_json_set(row, "accessibilityText", at_json_text(node->description));
    at_json_set(row, "hintText", at_json_text(node->hint));
    at_json_set(row, "resource-id", at_json_text(node->resource_id));
    at_json_set(row, "class", at_json_text(node->class_name));
    if (node->has_bounds)
        at_json_set(row, "bounds",
                    json_sprintf("[%d,%d][%d,%d]", at->left, at->top, at->right,
                                 at->bottom));
    for (size_t i = 0; i < AT_LEN(flags); i++)
        at_json_set_text(row, flags[i].name,
                         node->flags & flags[i].flag ? "true" : "false");
    return row;
}

static json_t *
node_json(const struct at_maestro_node *node)
{
    json_t *row = json_object();
    at_json_set(row, "attributes",
                node->is_element ? attributes(node) : json_object());
    at_json_set(row, "children", json_array());
    for (size_t i = 0; node->is_element && i < AT_LEN(flags); i++) {
        if (flags[i].is_member)
            at_json_set(row, flags[i].name,
                        json_boolean(node->flags & flags[i].flag));
    }
    return row;
}

// A parent comes before its children.
void
at_maestro_hierarchy_json(const struct at_maestro_view *view,
                          const struct at_maestro_masking *masking,
                          struct at_buf *out)
{
    json_t **rows = at_alloc((view->count + 1) * sizeof(*rows));
    for (uint32_t i = 0; i < view->count; i++) {
        uint32_t parent = view->nodes[i].parent;
        rows[i] = node_json(&view->nodes[i]);
        if (parent != AT_MAESTRO_NO_NODE)
            json_array_append_new(json_object_get(rows[parent], "children"),
                                  rows[i]);
    }
    if (view->count > 0) {
        at_maestro_mask_json(masking, rows[0]);
        at_json_write(rows[0], out);
        json_decref(rows[0]);
    }
    free(rows);
}
