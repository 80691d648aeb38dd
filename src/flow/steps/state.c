#include "flow/steps/state.h"

#include <assert.h>

#include "base/alike.h"
#include "screen/label.h"

// Pairs of opposite states.
static const struct {
    const char *name;
    enum at_node_flag flag;
    bool on;
} states[] = {
    {"checked", AT_NODE_CHECKED, true},
    {"unchecked", AT_NODE_CHECKED, false},
    {"enabled", AT_NODE_ENABLED, true},
    {"disabled", AT_NODE_ENABLED, false},
    {"selected", AT_NODE_SELECTED, true},
    {"unselected", AT_NODE_SELECTED, false},
    {"focused", AT_NODE_FOCUSED, true},
    {"unfocused", AT_NODE_FOCUSED, false},
};

const char *const at_state_names[] = {
    "checked",    "unchecked", "enabled",   "disabled", "selected",
    "unselected", "focused",   "unfocused", NULL,
};
static_assert(AT_LEN(at_state_names) == AT_LEN(states) + 1, "a name each");

// Return the element that takes the touches for node: itself or the row around
// it, but not a list or a page.
static const struct at_node *
row_of(const struct at_node *node)
{
    for (const struct at_node *at = node; at; at = at->parent) {
        if (at_node_has(at, AT_NODE_WRAPS_SCREEN) ||
            at->actions == AT_ACTION_SCROLL)
            break;
        if (at_node_has(at, AT_NODE_INTERACTIVE))
            return at;
    }
    return node;
}

static bool
can_be_checked(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_CHECKABLE) ||
           at_node_has(node, AT_NODE_CHECKED);
}

// Return the only box or switch of node, or NULL.
static const struct at_node *
box_of(const struct at_node *node)
{
    const struct at_node *row = row_of(node);
    const struct at_node *box = NULL;
    if (can_be_checked(node))
        return node;
    if (can_be_checked(row))
        return row;
    for (const struct at_node *at = row; at; at = at_node_next(at, row)) {
        if (!can_be_checked(at))
            continue;
        if (box)
            return NULL;
        box = at;
    }
    return box;
}

static bool
is_on(const struct at_node *node, enum at_node_flag flag)
{
    bool own = at_node_has(node, flag);
    bool rows = at_node_has(row_of(node), flag);
    if (flag == AT_NODE_CHECKED) // state of the box found by box_of()
        return own;
    return flag == AT_NODE_ENABLED ? own && rows : own || rows;
}

bool
at_state_holds(const struct at_node *node, struct at_str name,
               struct at_buf *why)
{
    size_t wanted = 0;
    while (wanted + 1 < AT_LEN(states) && !at_str_is(name, states[wanted].name))
        wanted++;
    enum at_node_flag flag = states[wanted].flag;
    const struct at_node *asked = flag == AT_NODE_CHECKED ? box_of(node) : node;
    if (!asked) {
        at_buf_add_fmt(why,
                       "expected %s, but it is not a box or switch, and has "
                       "not just one within",
                       states[wanted].name);
        return false;
    }
    if (is_on(asked, flag) == states[wanted].on)
        return true;
    at_buf_add_fmt(why, "expected %s, it is %s", states[wanted].name,
                   states[wanted ^ 1].name);
    return false;
}

struct at_str
at_state_value(const struct at_node *node)
{
    struct at_str value = at_node_value(node);
    return value.len > 0 || node->role == AT_ROLE_TEXT_FIELD
               ? value
               : at_node_effective_text(node);
}

bool
at_state_has_value(const struct at_node *node, struct at_str value)
{
    struct at_str is = at_state_value(node);
    if (at_alike_eq(is, value))
        return true;
    struct at_str rest = at_str_skip(is, value.len);
    return value.len > 0 && at_node_value(node).len > 0 &&
           node->role != AT_ROLE_TEXT_FIELD && at_str_starts(is, value) &&
           (at_str_is(rest, "%") || at_str_starts(rest, AT_STR(" of ")));
}
