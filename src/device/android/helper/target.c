#include "device/android/helper/target.h"

#include "screen/pinpoint.h"

static void
set_text(json_t *object, const char *name, struct at_str text, bool given)
{
    if (given)
        at_json_set(object, name, at_json_text(text));
}

static json_t *
bounds_json(struct at_rect rect)
{
    const int32_t sides[] = {rect.left, rect.top, rect.right, rect.bottom};
    json_t *list = json_array();
    for (size_t i = 0; i < AT_LEN(sides); i++)
        json_array_append_new(list, json_integer(sides[i]));
    return list;
}

void
at_helper_set_target(json_t *object, const struct at_helper_action *action)
{
    struct at_pinpoint point;
    // the device does not have a grafted element: its place has to do
    if (!action->node || at_node_has(action->node, AT_NODE_GRAFTED))
        return;
    at_pinpoint_of(action->tree, action->node, &point);
    json_t *target = json_object();
    set_text(target, "class", point.class_name, true);
    set_text(target, "package", point.package, point.package.len > 0);
    set_text(target, "id", point.resource_id, true);
    set_text(target, "text", point.text, point.has_text);
    set_text(target, "desc", point.description, point.has_description);
    set_text(target, "label", point.label, point.label.len > 0);
    set_text(target, "within", point.within, point.within.len > 0);
    at_json_set(target, "bounds", bounds_json(point.bounds));
    if (action->force)
        at_json_set(target, "force", json_true());
    at_json_set(object, "target", target);
}

enum at_refusal
at_helper_refusal(struct at_str code)
{
    static const char *const names[] = {
        [AT_REFUSAL_GONE] = "TARGET_GONE",
        [AT_REFUSAL_AMBIGUOUS] = "TARGET_AMBIGUOUS",
        [AT_REFUSAL_COVERED] = "TARGET_COVERED",
        [AT_REFUSAL_MOVING] = "TARGET_MOVING",
        [AT_REFUSAL_TEXT] = "TEXT_OTHER",
    };
    for (size_t i = AT_REFUSAL_GONE; i < AT_LEN(names); i++) {
        if (at_str_is(code, names[i]))
            return (enum at_refusal)i;
    }
    return AT_REFUSAL_NONE;
}
