#include "screen/kind.h"

enum { BUTTON_LABEL_MAX_CHARS = 30 };

// Kinds determined by the role alone.
static const struct at_kind role_kinds[AT_ROLE_COUNT] = {
    [AT_ROLE_TEXT_FIELD] = {'f', "input"},
    [AT_ROLE_CHECK_BOX] = {'c', "check"},
    [AT_ROLE_SWITCH] = {'c', "switch"},
    [AT_ROLE_RADIO_BUTTON] = {'c', "radio"},
    [AT_ROLE_BUTTON] = {'b', "btn"},
    [AT_ROLE_IMAGE_BUTTON] = {'b', "btn"},
    [AT_ROLE_SLIDER] = {'g', "slider"},
    [AT_ROLE_SPINNER] = {'g', "spinner"},
};

static bool
is_short(struct at_str label)
{
    return label.len > 0 && at_utf8_count(label) <= BUTTON_LABEL_MAX_CHARS;
}

struct at_kind
at_node_kind(const struct at_node *node, struct at_str label)
{
    struct at_kind by_role = role_kinds[node->role];
    if (by_role.letter == 'f')
        return by_role;
    bool chooses =
        node->role == AT_ROLE_SPINNER && (node->actions & AT_ACTION_TAP) != 0;
    if ((node->actions & AT_ACTION_SCROLL) && node->role != AT_ROLE_SLIDER &&
        !chooses)
        return (struct at_kind){'s', "scroll"};
    if (by_role.letter == 'c')
        return by_role;
    if (node->actions & AT_ACTION_CHECK)
        return (struct at_kind){'c', "check"};
    if (by_role.letter)
        return by_role;
    if (node->role == AT_ROLE_TEXT_VIEW)
        return (struct at_kind){'l', "link"};
    if (is_short(label) && !at_node_has(node, AT_NODE_HOLDS_CONTROL))
        return (struct at_kind){'b', "btn"};
    return (struct at_kind){'g', "tap"};
}
