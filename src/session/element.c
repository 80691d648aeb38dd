// element.c: the canonical element of the contract, 7.1
#include <stdio.h>
#include <string.h>

#include "screen/label.h"
#include "session/snapshot_priv.h"
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

// What a password field holds is not told under another name either.
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

static void
set_flag(json_t *object, const char *name, bool on)
{
    at_json_set(object, name, json_boolean(on));
}

static json_t *
states(const struct at_node *node)
{
    json_t *object = json_object();
    set_flag(object, "enabled", at_node_has(node, AT_NODE_ENABLED));
    set_flag(object, "visible",
             !at_node_has(node, AT_NODE_INVISIBLE) &&
                 !at_rect_empty(node->bounds));
    set_flag(object, "focused", at_node_has(node, AT_NODE_FOCUSED));
    set_flag(object, "checked", at_node_has(node, AT_NODE_CHECKED));
    return object;
}

// What axe matches a label with: of a field, whose text is its value, the
// reader keeps it as its description.
static struct at_str
ios_label(const struct at_node *node)
{
    return node->role == AT_ROLE_TEXT_FIELD ? node->description : node->text;
}

static json_t *
selectors(const struct at_node *node, bool is_ios)
{
    const struct at_str none = AT_STR("");
    json_t *both = json_object();
    json_t *ios = json_object();
    json_t *android = json_object();
    at_json_set(ios, "id", text_or_null(is_ios ? node->resource_id : none));
    at_json_set(
        ios, "label",
        text_or_null(is_ios ? without_secret(node, ios_label(node)) : none));
    at_json_set(android, "resource_id",
                text_or_null(is_ios ? none : node->resource_id));
    at_json_set(android, "content_desc",
                text_or_null(is_ios ? none : node->description));
    at_json_set(android, "class",
                text_or_null(is_ios ? none : node->class_name));
    at_json_set(both, "ios", ios);
    at_json_set(both, "android", android);
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
};

// What else helps, without what goes without saying.
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
at_element_json_in(const struct at_element *element,
                   const struct at_element_context *context)
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
    at_json_set(object, "states", states(node));
    at_json_set(object, "selectors", selectors(node, context->is_ios));
    at_json_set(meta, "platform", platform_meta(node, name, context));
    at_json_set(object, "meta", meta);
    return object;
}

json_t *
at_element_json(const struct at_element *element, const char *platform)
{
    struct at_element_context context = {
        .is_ios = strcmp(platform, "ios") == 0,
        .package = AT_STR(""),
    };
    return at_element_json_in(element, &context);
}
