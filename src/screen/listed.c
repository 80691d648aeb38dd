#include "screen/listed.h"

#include "screen/element_text.h"
#include "base/quote.h"
#include "screen/kind.h"
#include "screen/label.h"

static const bool interactable[AT_ROLE_COUNT] = {
    [AT_ROLE_BUTTON] = true,       [AT_ROLE_IMAGE_BUTTON] = true,
    [AT_ROLE_TEXT_FIELD] = true,   [AT_ROLE_CHECK_BOX] = true,
    [AT_ROLE_SWITCH] = true,       [AT_ROLE_SLIDER] = true,
    [AT_ROLE_RADIO_BUTTON] = true, [AT_ROLE_SPINNER] = true,
};

bool
at_node_can_interact(const struct at_node *node)
{
    const uint32_t flags =
        AT_NODE_INTERACTIVE | AT_NODE_CLICKABLE | AT_NODE_FOCUSABLE;
    return (node->flags & flags) != 0 || interactable[node->role];
}

bool
at_node_is_listed(const struct at_tree *tree, const struct at_node *node)
{
    if (node == tree->root || at_node_has(node, AT_NODE_CHROME) ||
        !at_node_visible(tree, node))
        return false;
    return at_node_can_interact(node) || node->role == AT_ROLE_PROGRESS_BAR ||
           node->error.len > 0 || at_node_plain_text(node).len > 0;
}

struct at_str
at_listed_label(const struct at_node *node)
{
    if (at_node_has(node, AT_NODE_INTERACTIVE))
        return at_node_label(node, NULL);
    if (!at_node_can_interact(node))
        return at_node_plain_text(node);
    // a text directly in a wrapper of other elements names the screen
    return at_node_has(node, AT_NODE_HOLDS_INTERACTIVE)
               ? at_node_own_label(node)
               : at_node_label(node, NULL);
}

// A plain text has a line without a leading word.
static bool
has_text_line(const struct at_node *node)
{
    return at_node_plain_text(node).len > 0 || node->error.len > 0;
}

const char *
at_listed_word(const struct at_node *node)
{
    if (at_node_has(node, AT_NODE_INTERACTIVE))
        return at_node_kind(node, at_listed_label(node)).word;
    if (node->role == AT_ROLE_PROGRESS_BAR)
        return "progress";
    if (has_text_line(node) || !at_node_can_interact(node))
        return "";
    return at_node_opens_web(node) ? "web" : "tap";
}

void
at_listed_write(const struct at_node *node, const char *ref, struct at_buf *out)
{
    if (at_node_has(node, AT_NODE_INTERACTIVE) || has_text_line(node) ||
        node->role == AT_ROLE_PROGRESS_BAR) {
        at_element_text_write(node, ref, out);
        return;
    }
    struct at_str label = at_listed_label(node);
    at_buf_add_text(out, at_node_opens_web(node) ? "web" : "tap");
    if (label.len > 0 || at_node_id(node).len > 0)
        at_buf_add_text(out, label.len > 0 ? " " : " id=");
    if (label.len > 0)
        at_quote_write(label, out);
    else if (at_node_id(node).len > 0)
        at_quote_write(at_node_id_name(node), out);
    if (ref)
        at_buf_add_fmt(out, " %s", ref);
}
