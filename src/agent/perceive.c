#include "agent/perceive.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "screen/detect.h"
#include "screen/label.h"
#include "wire/json.h"

enum {
    TEXT_MAX_BYTES = 120, // limit of one text
    CHILD_TEXTS_MAX = 4,
};

struct item {
    const struct at_node *node;
    bool acts; // it takes input
};

struct items {
    const struct at_secrets *secrets; // may be NULL
    struct item *rows;                // owned
    size_t count;
    const struct at_node *dialog; // root of the dialog, or NULL
};

static const char *const role_names[AT_ROLE_COUNT] = {
    [AT_ROLE_BUTTON] = "button",       [AT_ROLE_TEXT_FIELD] = "input",
    [AT_ROLE_TEXT_VIEW] = "text",      [AT_ROLE_CHECK_BOX] = "toggle",
    [AT_ROLE_SWITCH] = "toggle",       [AT_ROLE_RADIO_BUTTON] = "toggle",
    [AT_ROLE_SCROLL_VIEW] = "scroll",  [AT_ROLE_IMAGE] = "image",
    [AT_ROLE_IMAGE_BUTTON] = "button", [AT_ROLE_LIST] = "list",
    [AT_ROLE_LIST_ITEM] = "listItem",  [AT_ROLE_TAB] = "tab",
    [AT_ROLE_SPINNER] = "button",
};

static const char *
role_of(const struct items *items, const struct at_node *node)
{
    const char *name = role_names[node->role];
    if (node == items->dialog)
        return "dialog";
    if (name)
        return name;
    if (node->actions & AT_ACTION_TAP)
        return "button";
    return node->actions & AT_ACTION_SCROLL ? "scroll" : "container";
}

static struct at_str
text_of(const struct at_node *node)
{
    bool secret = at_node_has(node, AT_NODE_PASSWORD);
    if (node->text.len > 0 && !secret)
        return node->text;
    return node->hint;
}

static bool
is_item(const struct items *items, const struct at_tree *tree,
        const struct at_node *node)
{
    if (node == items->dialog)
        return true;
    if (at_node_has(node, AT_NODE_CHROME) || !at_node_visible(tree, node))
        return false;
    return at_node_has(node, AT_NODE_INTERACTIVE) || text_of(node).len > 0 ||
           node->description.len > 0;
}

// Find the item around node. An element that only wraps the screen does not
// count.
static const struct at_node *
item_around(const struct items *items, const struct at_tree *tree,
            const struct at_node *node)
{
    const struct at_node *up = node->parent;
    while (up && !is_item(items, tree, up))
        up = up->parent;
    return up;
}

// Return true for a text inside a button, which is listed with the button.
static bool
is_part(const struct items *items, const struct at_tree *tree,
        const struct at_node *node)
{
    const struct at_node *up = item_around(items, tree, node);
    return up && up != items->dialog &&
           !at_node_has(node, AT_NODE_INTERACTIVE) &&
           (up->actions & (uint32_t)~AT_ACTION_SCROLL) != 0 &&
           !at_node_has(up, AT_NODE_WRAPS_SCREEN);
}

static int
compare_place(const void *a, const void *b)
{
    const struct item *x = a;
    const struct item *y = b;
    const struct at_rect p = x->node->bounds;
    const struct at_rect q = y->node->bounds;
    if (p.top != q.top)
        return p.top < q.top ? -1 : 1;
    if (p.left != q.left)
        return p.left < q.left ? -1 : 1;
    return x->node->order < y->node->order ? -1 : 1;
}

// Keep count items: drop texts before elements that act, the last ones first.
static void
keep(struct items *items, size_t count)
{
    for (int acts = 0; acts < 2; acts++) {
        for (size_t i = items->count; i-- > 0 && items->count > count;) {
            if (items->rows[i].acts != (acts == 1))
                continue;
            memmove(&items->rows[i], &items->rows[i + 1],
                    (items->count - i - 1) * sizeof(*items->rows));
            items->count--;
        }
    }
}

static void
collect(struct items *items, const struct at_tree *tree)
{
    size_t cap = 0;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!is_item(items, tree, node) || is_part(items, tree, node))
            continue;
        if (items->count == cap) {
            cap = cap ? cap * 2 : 64;
            items->rows =
                at_realloc_array(items->rows, cap, sizeof(*items->rows));
        }
        items->rows[items->count++] = (struct item){
            .node = node, .acts = at_node_has(node, AT_NODE_INTERACTIVE)};
    }
    if (items->count > 1)
        qsort(items->rows, items->count, sizeof(*items->rows), compare_place);
}

static json_t *
text_json(const struct items *items, struct at_str text)
{
    struct at_buf masked = AT_BUF_INIT(2 * AT_NODE_TEXT_MAX_BYTES);
    if (items->secrets)
        at_secrets_mask(items->secrets, text, &masked);
    struct at_str shown = items->secrets ? at_buf_str(&masked) : text;
    json_t *json = at_json_text(at_utf8_head(shown, TEXT_MAX_BYTES));
    at_buf_deinit(&masked);
    return json;
}

static void
set_text(json_t *json, const struct items *items, const char *name,
         struct at_str text)
{
    if (text.len > 0)
        at_json_set(json, name, text_json(items, text));
}

static void
set_flag(json_t *json, const char *name, bool set)
{
    if (set)
        at_json_set(json, name, json_true());
}

static void
set_child_texts(json_t *json, const struct items *items,
                const struct at_tree *tree, const struct at_node *top)
{
    json_t *texts = json_array();
    for (const struct at_node *node = at_node_next(top, top);
         node && json_array_size(texts) < CHILD_TEXTS_MAX;
         node = at_node_next(node, top)) {
        struct at_str text = at_node_own_label(node);
        if (text.len > 0 && is_part(items, tree, node) &&
            item_around(items, tree, node) == top)
            json_array_append_new(texts, text_json(items, text));
    }
    if (json_array_size(texts) > 0)
        at_json_set(json, "childTexts", json_incref(texts));
    json_decref(texts);
}

static json_int_t
index_of(const struct items *items, const struct at_node *node)
{
    for (; node; node = node->parent) {
        for (size_t i = 0; i < items->count; i++) {
            if (items->rows[i].node == node)
                return (json_int_t)i;
        }
    }
    return -1;
}

static void
set_place(json_t *json, const struct at_node *node)
{
    struct at_rect at = node->bounds;
    struct at_point centre = at_rect_center(node->seen);
    at_json_set(json, "bounds",
                json_pack("[iiii]", (int)at.left, (int)at.top, (int)at.right,
                          (int)at.bottom));
    at_json_set(json, "cx", json_integer(centre.x_px));
    at_json_set(json, "cy", json_integer(centre.y_px));
}

static void
set_states(json_t *json, const struct at_node *node)
{
    set_flag(json, "clickable", (node->actions & AT_ACTION_TAP) != 0);
    set_flag(json, "long", (node->actions & AT_ACTION_LONG_PRESS) != 0);
    set_flag(json, "selected", at_node_has(node, AT_NODE_SELECTED));
    if (at_node_has(node, AT_NODE_CHECKABLE))
        at_json_set(json, "checked",
                    json_boolean(at_node_has(node, AT_NODE_CHECKED)));
    if (!at_node_has(node, AT_NODE_ENABLED))
        at_json_set(json, "enabled", json_false());
}

static json_t *
item_json(const struct items *items, const struct at_tree *tree,
          const struct at_ref_table *refs, size_t index)
{
    const struct at_node *node = items->rows[index].node;
    const char *ref = refs ? at_ref_name_of(refs, tree, node) : NULL;
    json_t *json = json_object();
    at_json_set(json, "i", json_integer((json_int_t)index));
    at_json_set_text(json, "role", role_of(items, node));
    set_text(json, items, "text", text_of(node));
    set_text(json, items, "desc", node->description);
    set_text(json, items, "id", at_node_id_name(node));
    set_child_texts(json, items, tree, node);
    set_place(json, node);
    set_states(json, node);
    at_json_set(json, "parent", json_integer(index_of(items, node->parent)));
    if (ref)
        at_json_set_text(json, "ref", ref);
    return json;
}

static json_t *
screen_json(const struct items *items, const struct at_tree *tree,
            const struct at_ref_table *refs, size_t all)
{
    json_t *list = json_array();
    for (size_t i = 0; i < items->count; i++)
        json_array_append_new(list, item_json(items, tree, refs, i));
    json_t *json = json_object();
    at_json_set(json, "w", json_integer(tree->width_px));
    at_json_set(json, "h", json_integer(tree->height_px));
    at_json_set(json, "count", json_integer((json_int_t)all));
    at_json_set(json, "truncated", json_boolean(items->count < all));
    at_json_set(json, "items", list);
    return json;
}

// Return true if the JSON is within the contract's length.
static bool
fits(const json_t *json)
{
    struct at_buf text = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    bool ok = at_json_write(json, &text) &&
              at_utf8_count(at_buf_str(&text)) <= AT_PERCEIVE_TEXT_MAX;
    at_buf_deinit(&text);
    return ok;
}

json_t *
at_perceive(const struct at_tree *tree, const struct at_ref_table *refs,
            const struct at_secrets *secrets)
{
    struct at_dialog dialog = at_tree_dialog(tree);
    struct items items = {.secrets = secrets,
                          .dialog = dialog.kind == AT_DIALOG_NONE ? NULL
                                                                  : dialog.top};
    collect(&items, tree);
    size_t all = items.count;
    keep(&items, AT_PERCEIVE_ITEMS_MAX);
    json_t *json = screen_json(&items, tree, refs, all);
    while (!fits(json) && items.count > 0) {
        json_decref(json);
        keep(&items, items.count - 1);
        json = screen_json(&items, tree, refs, all);
    }
    free(items.rows);
    return json;
}

size_t
at_perceive_write(const struct at_tree *tree, const struct at_ref_table *refs,
                  const struct at_secrets *secrets, struct at_buf *out,
                  bool *out_whole)
{
    json_t *json = at_perceive(tree, refs, secrets);
    size_t count = json_array_size(json_object_get(json, "items"));
    *out_whole = !json_is_true(json_object_get(json, "truncated"));
    (void)at_json_write(json, out);
    json_decref(json);
    return count;
}

void
at_perceive_write_row(struct at_str value, struct at_point at,
                      struct at_buf *out)
{
    json_t *json = json_object();
    at_json_set(json, "value", at_json_text(value));
    at_json_set(json, "cx", json_integer(at.x_px));
    at_json_set(json, "cy", json_integer(at.y_px));
    (void)at_json_write(json, out);
    json_decref(json);
}
