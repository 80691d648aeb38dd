#include "screen/label.h"

// Icon fonts draw their pictures with private characters, which say nothing.
static bool
is_icon_glyph(uint32_t cp)
{
    return (cp >= 0xe000 && cp <= 0xf8ff) || cp >= 0xf0000;
}

// A long run of blanks is content too; nobody's label needs it looked through.
static bool
is_blank(struct at_str text)
{
    enum { BLANK_MAX_BYTES = 256 };
    uint32_t cp = 0;

    if (text.len > BLANK_MAX_BYTES)
        return false;
    text = at_str_trim(text);
    while (text.len > 0) {
        size_t len = at_utf8_next(text, &cp);
        if (len == 0 || !is_icon_glyph(cp))
            return false;
        text = at_str_skip(text, len);
    }
    return true;
}

// A character takes one to four bytes, so most texts need no counting.
static bool
is_aggregate(struct at_str description)
{
    if (description.len <= AT_LABEL_MAX_CHARS || is_blank(description))
        return false;
    return description.len > (size_t)4 * AT_LABEL_MAX_CHARS ||
           at_utf8_count(description) > AT_LABEL_MAX_CHARS;
}

// "38%", "50.0": where a slider stands, not what it is called.
static bool
is_number(struct at_str text)
{
    bool digit = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c >= '0' && c <= '9')
            digit = true;
        else if (c != '.' && c != ',' && c != '%' && c != '-' && c != ' ')
            return false;
    }
    return digit;
}

static bool
is_value(const struct at_node *node, struct at_str text)
{
    return node->role == AT_ROLE_SLIDER && is_number(text);
}

struct at_str
at_node_value(const struct at_node *node)
{
    bool is_slider = node->role == AT_ROLE_SLIDER;

    if (node->role == AT_ROLE_TEXT_FIELD)
        return node->text;
    if ((is_slider || node->role == AT_ROLE_PROGRESS_BAR) &&
        node->state.len > 0)
        return node->state;
    if (is_slider && is_number(node->text))
        return node->text;
    if (is_slider && is_number(node->description))
        return node->description;
    return node->range;
}

// One that shows both is half open, as a sheet over the screen may be.
const char *
at_node_expansion(const struct at_node *node)
{
    bool more = at_node_has(node, AT_NODE_EXPANDABLE);
    bool less = at_node_has(node, AT_NODE_COLLAPSIBLE);

    if (more && less)
        return "half-expanded";
    return more ? "collapsed" : less ? "expanded" : "";
}

struct at_str
at_node_own_label(const struct at_node *node)
{
    if (node->role != AT_ROLE_TEXT_FIELD && !is_blank(node->text) &&
        !is_value(node, node->text))
        return node->text;
    if (!is_blank(node->description) && !is_aggregate(node->description) &&
        !is_value(node, node->description))
        return node->description;
    if (node->role != AT_ROLE_TEXT_FIELD && !is_blank(node->hint))
        return node->hint;
    return is_blank(node->tooltip) ? AT_STR("") : node->tooltip;
}

static bool
can_be_hoisted(const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_INVISIBLE) &&
           !at_rect_empty(node->bounds);
}

// The shallowest label below top, the first of its level: what a search by
// breadth finds, without a queue.
static struct at_str
hoist(const struct at_node *top, const struct at_node **out_from)
{
    struct at_str best = AT_STR("");
    const struct at_node *node = top->first_child;
    uint32_t best_depth = UINT32_MAX;

    *out_from = NULL;
    while (node) {
        bool closed =
            at_node_has(node, AT_NODE_INTERACTIVE) || node->depth >= best_depth;
        if (!closed && can_be_hoisted(node)) {
            struct at_str label = at_node_own_label(node);
            if (label.len > 0) {
                best = label;
                best_depth = node->depth;
                *out_from = node;
            }
        }
        node = closed ? at_node_skip(node, top) : at_node_next(node, top);
    }
    return best;
}

// What a scrollable holds is its content, not its name.
static bool
may_hoist(const struct at_node *node)
{
    return node->role == AT_ROLE_TEXT_FIELD ||
           !at_node_has(node, AT_NODE_SCROLLABLE);
}

struct at_str
at_node_label(const struct at_node *node, const struct at_node **out_from)
{
    const struct at_node *from = NULL;
    struct at_str label = at_node_own_label(node);

    if (label.len > 0)
        from = node;
    else if (may_hoist(node))
        label = hoist(node, &from);
    if (!from && is_aggregate(node->description)) {
        label = node->description; // nothing below says it in fewer words
        from = node;
    }
    if (out_from)
        *out_from = from;
    return label;
}

struct at_str
at_node_id_name(const struct at_node *node)
{
    ptrdiff_t at = at_str_find(node->resource_id, AT_STR(":id/"));
    return at < 0 ? node->resource_id
                  : at_str_skip(node->resource_id, (size_t)at + 4);
}

static bool
holds_text(const struct at_node *node)
{
    for (const struct at_node *it = node->first_child; it;
         it = at_node_next(it, node)) {
        if (at_str_trim(it->text).len > 0 ||
            at_str_trim(it->description).len > 0)
            return true;
    }
    return false;
}

struct at_str
at_node_plain_text(const struct at_node *node)
{
    struct at_str label = at_node_own_label(node);
    if (label.len > 0 || at_str_trim(node->description).len == 0)
        return label;
    return holds_text(node) ? AT_STR("") : node->description;
}

static struct at_str
any_text(const struct at_node *node)
{
    const struct at_str *const texts[] = {
        &node->text,
        &node->description,
        &node->hint,
        &node->tooltip,
    };
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (texts[i]->len > 0)
            return *texts[i];
    }
    return AT_STR("");
}

struct at_str
at_node_effective_text(const struct at_node *node)
{
    for (const struct at_node *it = node; it; it = at_node_next(it, node)) {
        struct at_str text = any_text(it);
        if (text.len > 0)
            return text;
    }
    return AT_STR("");
}

bool
at_node_interactive(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_INTERACTIVE);
}

bool
at_node_visible(const struct at_tree *tree, const struct at_node *node)
{
    if (at_node_has(node, AT_NODE_INVISIBLE) || at_rect_empty(node->bounds))
        return false;
    if (tree->width_px <= 0 || tree->height_px <= 0)
        return true;
    return node->bounds.left < tree->width_px &&
           node->bounds.top < tree->height_px && node->bounds.right > 0 &&
           node->bounds.bottom > 0;
}

bool
at_node_is_chrome(const struct at_tree *tree, const struct at_node *node)
{
    (void)tree;
    return at_node_has(node, AT_NODE_CHROME);
}
