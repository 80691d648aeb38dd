#include "screen/axe.h"

#include <jansson.h>
#include <stdio.h>

#include "base/limits.h"
#include "screen/axe_chrome.h"
#include "screen/axe_text.h"
#include "screen/axe_type.h"

struct reader {
    struct at_tree *tree;
    struct at_node *app; // the last application, NULL before the first
    struct at_err *err;
};

static struct at_str
member(const json_t *object, const char *name)
{
    const json_t *string = json_object_get(object, name);
    return at_str_n(json_string_value(string), json_string_length(string));
}

static struct at_str
without_ax(struct at_str name)
{
    return at_str_starts(name, AT_STR("AX")) ? at_str_skip(name, 2) : name;
}

static struct at_str
keep(struct reader *r, struct at_str text)
{
    return text.len > 0 ? at_arena_dup(&r->tree->arena, text) : AT_STR("");
}

// AXe's own reader accepts numbers and booleans as a value too.
static struct at_str
value_of(struct reader *r, const json_t *object)
{
    const json_t *value = json_object_get(object, "AXValue");
    char number[32] = "";
    if (json_is_string(value))
        return keep(r, member(object, "AXValue"));
    if (json_is_boolean(value))
        return json_is_true(value) ? AT_STR("1") : AT_STR("0");
    if (json_is_number(value))
        snprintf(number, sizeof(number), "%.10g", json_number_value(value));
    return keep(r, at_str(number));
}

// Clamp values beyond any screen to keep sums from overflowing.
static int32_t
whole_point(double value)
{
    const double max = 1000000;
    if (value > max)
        value = max;
    if (value < -max)
        value = -max;
    return value >= 0 ? (int32_t)(value + 0.5) : -(int32_t)(0.5 - value);
}

static struct at_rect
frame_of(const json_t *object)
{
    const json_t *frame = json_object_get(object, "frame");
    double x = json_number_value(json_object_get(frame, "x"));
    double y = json_number_value(json_object_get(frame, "y"));
    double width = json_number_value(json_object_get(frame, "width"));
    double height = json_number_value(json_object_get(frame, "height"));
    return (struct at_rect){whole_point(x), whole_point(y),
                            whole_point(x + width), whole_point(y + height)};
}

// An element's purpose wins over its type, because any type can be a search
// field.
static void
set_type(struct reader *r, struct at_node *node, const json_t *object)
{
    struct at_str name = member(object, "type");
    struct at_str role = without_ax(member(object, "role"));
    const struct at_axe_type *type =
        at_axe_type_find(without_ax(member(object, "subrole")));
    if (name.len == 0)
        name = role;
    if (!type)
        type = at_axe_type_find(name);
    if (!type)
        type = at_axe_type_find(role);
    node->class_name =
        type && at_str_eq(type->name, name) ? type->name : keep(r, name);
    if (!type)
        return;
    node->role = type->role;
    node->flags |= type->flags;
}

static bool
has_trait(const json_t *object, const char *name)
{
    const json_t *traits = json_object_get(object, "traits");
    size_t i;
    json_t *trait;
    json_array_foreach(traits, i, trait)
    {
        struct at_str text =
            at_str_n(json_string_value(trait), json_string_length(trait));
        if (at_str_eq_nocase(text, at_str(name)))
            return true;
    }
    return false;
}

static bool
is_on(struct at_str value)
{
    return at_str_is(value, "1") || at_str_eq_nocase(value, AT_STR("true"));
}

// AXe reports an empty field's placeholder as its value; an equal label gives
// it away.
static void
set_field(struct at_node *node, struct at_str label, struct at_str value)
{
    node->description = label;
    node->text = value;
    if (label.len > 0 && at_str_eq(label, value)) {
        node->hint = value;
        node->flags |= AT_NODE_SHOWS_HINT;
    }
}

// Set the value of an element by its role.
static void
set_value(struct at_node *node, struct at_str value)
{
    if (node->flags & AT_NODE_CHECKABLE)
        node->flags |= is_on(value) ? AT_NODE_CHECKED : 0;
    else if (node->role == AT_ROLE_TAB)
        node->flags |= is_on(value) ? AT_NODE_SELECTED : 0;
    else if (node->text.len == 0 && node->role != AT_ROLE_SLIDER)
        node->text = value;
    else if (!at_str_eq(node->text, value))
        node->state = value;
}

// An element of an unknown type that describes what a tap does can be tapped.
static bool
tells_of_taps(const struct at_node *node)
{
    return (node->role == AT_ROLE_UNKNOWN || node->role == AT_ROLE_IMAGE) &&
           node->tooltip.len > 0 && node->text.len > 0;
}

static void
set_texts(struct reader *r, struct at_node *node, const json_t *object)
{
    struct at_str label = keep(r, member(object, "AXLabel"));
    struct at_str value = value_of(r, object);
    struct at_str id = member(object, "AXUniqueId");
    node->resource_id =
        keep(r, id.len > 0 ? id : member(object, "AXIdentifier"));
    if (at_str_trim(label).len == 0)
        label = keep(r, member(object, "title"));
    node->tooltip = keep(r, member(object, "help"));
    if (node->role == AT_ROLE_TEXT_FIELD) {
        set_field(node, label, value);
        return;
    }
    node->text = label;
    set_value(node, value);
    if (tells_of_taps(node))
        node->flags |= AT_NODE_CLICKABLE;
}

static void
set_flags(struct at_node *node, const json_t *object)
{
    static const struct {
        const char *trait;
        uint32_t flag;
    } traits[] = {
        {"Selected", AT_NODE_SELECTED},
        {"Button", AT_NODE_CLICKABLE},
        {"Link", AT_NODE_CLICKABLE},
    };
    if (!json_is_false(json_object_get(object, "enabled")))
        node->flags |= AT_NODE_ENABLED;
    for (size_t i = 0; i < AT_LEN(traits); i++) {
        if (has_trait(object, traits[i].trait))
            node->flags |= traits[i].flag;
    }
}

static bool
fail_limit(struct reader *r, const char *what, size_t max)
{
    return at_fail(r->err, AT_ETREE,
                   "the screen description has more than %zu %s: no real "
                   "screen does; try again, or scroll to a smaller part",
                   max, what);
}

static bool
check_texts(struct reader *r, const json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        if (json_string_length(value) > AT_NODE_TEXT_MAX_BYTES)
            return fail_limit(r, "bytes in one text", AT_NODE_TEXT_MAX_BYTES);
    }
    return true;
}

static bool read_node(struct reader *r, struct at_node *parent,
                      const json_t *object);

static bool
read_children(struct reader *r, struct at_node *node, const json_t *object)
{
    const json_t *children = json_object_get(object, "children");
    size_t i;
    json_t *child;
    json_array_foreach(children, i, child)
    {
        if (!read_node(r, node, child))
            return false;
        node->last_child->index = (int32_t)i;
    }
    return true;
}

// The application's label is the app name, and its frame is the screen.
static void
read_application(struct reader *r, struct at_node *node)
{
    struct at_tree *tree = r->tree;
    r->app = node;
    tree->app_name = at_str_trim(node->text);
    node->text = AT_STR("");
    if (node->bounds.right > tree->width_px)
        tree->width_px = node->bounds.right;
    if (node->bounds.bottom > tree->height_px)
        tree->height_px = node->bounds.bottom;
}

static bool
fail_element(struct reader *r)
{
    return at_fail(r->err, AT_ETREE,
                   "the screen description has something else in place of "
                   "element %zu, which would have a type and a frame: not "
                   "what 'axe describe-ui' prints; try again",
                   r->tree->node_count + 1);
}

// The recursion is bounded by AT_JSON_MAX_DEPTH.
static bool
read_node(struct reader *r, struct at_node *parent, const json_t *object)
{
    if (!json_object_get(object, "type") && !json_object_get(object, "role"))
        return fail_element(r);
    if (!check_texts(r, object))
        return false;
    struct at_node *node = at_tree_add(r->tree, parent);
    if (!node)
        return fail_limit(r, "elements", AT_TREE_MAX_NODES);
    node->bounds = frame_of(object);
    set_type(r, node, object);
    set_flags(node, object);
    set_texts(r, node, object);
    if (at_str_is(node->class_name, "Application"))
        read_application(r, node);
    if (!read_children(r, node, object))
        return false;
    bool probed = json_is_true(json_object_get(object, "synthesized"));
    if (parent == r->app && at_axe_is_status(node, probed))
        node->flags |= AT_NODE_CHROME;
    return true;
}

static bool
is_application(const json_t *object)
{
    return at_str_is(member(object, "type"), "Application");
}

// idb lists the elements after their application, not inside it.
static bool
read_roots(struct reader *r, const json_t *json)
{
    size_t i;
    json_t *object;
    if (json_is_object(json))
        return read_node(r, r->tree->root, json);
    json_array_foreach(json, i, object)
    {
        bool inside = r->app && !is_application(object);
        struct at_node *parent = inside ? r->app : r->tree->root;
        if (!read_node(r, parent, object))
            return false;
        parent->last_child->index = (int32_t)i;
    }
    const struct at_node *only = r->tree->root->first_child;
    if (!only || (r->tree->node_count == 1 && at_rect_empty(only->bounds)))
        return at_fail(r->err, AT_ETREE,
                       "the screen description has no elements: the app is "
                       "still starting, or accessibility does not answer in "
                       "this simulator; try again, then restart it");
    return true;
}

bool
at_axe_parse(struct at_str text, struct at_tree **out_tree, struct at_err *err)
{
    struct reader r = {.err = err};
    bool around = false;
    *out_tree = NULL;
    if (text.len > AT_DUMP_MAX_BYTES)
        return at_fail(err, AT_ELIMIT,
                       "the screen description has %zu bytes, more than %zu",
                       text.len, AT_DUMP_MAX_BYTES);
    json_t *json = at_axe_text_parse(text, &around, err);
    if (!json)
        return false;
    r.tree = at_tree_new();
    r.tree->source = AT_TREE_OF_AXE;
    r.tree->repaired = around;
    r.tree->hides_hints = true; // except for fields whose label equals the hint
    r.tree->unordered = true;
    bool ok = read_roots(&r, json);
    json_decref(json);
    if (ok) {
        at_axe_mark_chrome(r.tree);
        at_tree_finish(r.tree);
        *out_tree = r.tree;
        return true;
    }
    at_tree_free(r.tree);
    return false;
}
