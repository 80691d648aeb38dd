#include "session/element.h"

#include <stdio.h>

#include "screen/label.h"
#include "wire/json.h"

static json_t *
text_or_null(struct at_str text)
{
    return text.len > 0 ? at_json_text(text) : json_null();
}

static void
set_if_any(json_t *object, const char *name, struct at_str text)
{
    if (text.len > 0)
        at_json_set(object, name, at_json_text(text));
}

static bool
is_secret(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_PASSWORD);
}

// Remove the text of a password field from its other members as well.
static struct at_str
without_secret(const struct at_node *node, struct at_str text)
{
    return is_secret(node) && at_str_eq(text, node->text) ? AT_STR("") : text;
}

static json_t *
bounds(struct at_rect rect)
{
    json_t *object = json_object();
    at_json_set(object, "x", json_integer(rect.left));
    at_json_set(object, "y", json_integer(rect.top));
    at_json_set(object, "w", json_integer((json_int_t)rect.right - rect.left));
    at_json_set(object, "h", json_integer((json_int_t)rect.bottom - rect.top));
    return object;
}

static json_t *
new_states(unsigned set)
{
    static const char *const names[] = {"enabled", "visible", "focused",
                                        "checked"};
    json_t *object = json_object();
    for (size_t i = 0; i < AT_LEN(names); i++)
        at_json_set(object, names[i], json_boolean(set >> i & 1U));
    return object;
}

// Return one shared object for all elements in the same state.
static json_t *
states(const struct at_node *node, struct at_element_context *context)
{
    bool visible =
        !at_node_has(node, AT_NODE_INVISIBLE) && !at_rect_empty(node->bounds);
    unsigned set = (at_node_has(node, AT_NODE_ENABLED) ? 1U : 0U) |
                   (visible ? 2U : 0U) |
                   (at_node_has(node, AT_NODE_FOCUSED) ? 4U : 0U) |
                   (at_node_has(node, AT_NODE_CHECKED) ? 8U : 0U);
    if (!context->states[set])
        context->states[set] = new_states(set);
    return json_incref(context->states[set]);
}

// Return the label that axe matches. A field's text is its value; its label is
// the description.
static struct at_str
ios_label(const struct at_node *node)
{
    return node->role == AT_ROLE_TEXT_FIELD ? node->description : node->text;
}

static json_t *
ios_selectors(const struct at_node *node)
{
    json_t *object = json_object();
    at_json_set(object, "id", text_or_null(at_node_id(node)));
    at_json_set(object, "label",
                text_or_null(without_secret(node, ios_label(node))));
    return object;
}

static json_t *
android_selectors(const struct at_node *node)
{
    json_t *object = json_object();
    at_json_set(object, "resource_id", text_or_null(at_node_id(node)));
    at_json_set(object, "content_desc", text_or_null(node->description));
    at_json_set(object, "class", text_or_null(node->class_name));
    return object;
}

// Return the platform's selectors and those of the other platform, which are
// all null in one shared object.
static json_t *
selectors(const struct at_node *node, struct at_element_context *context)
{
    static const struct at_node nothing = {0};
    json_t *both = json_object();
    if (!context->other_selectors)
        context->other_selectors = context->is_ios ? android_selectors(&nothing)
                                                   : ios_selectors(&nothing);
    json_t *other = json_incref(context->other_selectors);
    at_json_set(both, "ios", context->is_ios ? ios_selectors(node) : other);
    at_json_set(both, "android",
                context->is_ios ? other : android_selectors(node));
    return both;
}

static const struct {
    const char *name;
    enum at_node_flag flag;
} flags[] = {
    {"selected", AT_NODE_SELECTED},
    {"clickable", AT_NODE_CLICKABLE},
    {"long_clickable", AT_NODE_LONG_CLICKABLE},
    {"focusable", AT_NODE_FOCUSABLE},
    {"scrollable", AT_NODE_SCROLLABLE},
    {"checkable", AT_NODE_CHECKABLE},
    {"password", AT_NODE_PASSWORD},
    {"invalid", AT_NODE_INVALID},
    {"heading", AT_NODE_HEADING},
    {"dismissable", AT_NODE_DISMISSABLE},
    {"maybe_hint", AT_NODE_MAYBE_HINT},
};

// Return the remaining properties that differ from their defaults.
static json_t *
platform_meta(const struct at_node *node, struct at_str name,
              const struct at_element_context *context)
{
    struct at_str label = without_secret(node, at_node_label(node, NULL));
    json_t *meta = json_object();
    if (node->role != AT_ROLE_UNKNOWN)
        at_json_set_text(meta, "role", at_role_name(node->role));
    if (!at_str_eq(label, name))
        set_if_any(meta, "label", label);
    if (context->is_ios)
        set_if_any(meta, "class", node->class_name);
    if (!at_str_eq(node->package, context->package))
        set_if_any(meta, "package", node->package);
    set_if_any(meta, "hint", node->hint);
    set_if_any(meta, "state", without_secret(node, node->state));
    set_if_any(meta, "tooltip", node->tooltip);
    set_if_any(meta, "error", node->error);
    set_if_any(meta, "range", node->range);
    set_if_any(meta, "role_description", node->role_words);
    set_if_any(meta, "expansion", at_str(at_node_expansion(node)));
    for (size_t i = 0; i < AT_LEN(flags); i++) {
        if (at_node_has(node, flags[i].flag))
            at_json_set(meta, flags[i].name, json_true());
    }
    if (is_secret(node))
        at_json_set(meta, "length",
                    json_integer((json_int_t)at_utf8_count(node->text)));
    if (node->index > 0)
        at_json_set(meta, "index", json_integer(node->index));
    return meta;
}

json_t *
at_element_json(const struct at_element *element,
                struct at_element_context *context)
{
    const struct at_node *node = element->node;
    struct at_str name = without_secret(node, at_element_name(node));
    json_t *object = json_object();
    json_t *meta = json_object();
    char ref[24];
    snprintf(ref, sizeof(ref), "e%zu", element->number);
    at_json_set_text(object, "ref", ref);
    at_json_set_text(object, "role", at_element_role(node));
    at_json_set(object, "name", at_json_text(name));
    at_json_set(object, "value",
                is_secret(node) ? json_null()
                                : text_or_null(at_node_value(node)));
    at_json_set(object, "bounds", bounds(node->bounds));
    at_json_set(object, "states", states(node, context));
    at_json_set(object, "selectors", selectors(node, context));
    at_json_set(meta, "platform", platform_meta(node, name, context));
    at_json_set(object, "meta", meta);
    return object;
}

void
at_element_context_deinit(struct at_element_context *context)
{
    for (size_t i = 0; i < AT_LEN(context->states); i++)
        json_decref(context->states[i]);
    json_decref(context->other_selectors);
    *context = (struct at_element_context){0};
}
