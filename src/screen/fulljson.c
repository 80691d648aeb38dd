#include "screen/fulljson.h"

#include "base/alloc.h"
#include "screen/label.h"
#include "base/quote.h"
#include "screen/role.h"

struct writer {
    const struct at_tree *tree;
    struct at_fulljson_opts opts;
    uint32_t *kids; // owned; child objects, by node order
    struct at_buf *out;
};

static bool
drawn(const struct writer *w, const struct at_node *node)
{
    if (at_node_has(node, AT_NODE_CHROME) || !at_node_visible(w->tree, node))
        return false;
    return !w->opts.only_interactive ||
           (node->flags & (AT_NODE_INTERACTIVE | AT_NODE_HOLDS_INTERACTIVE));
}

static bool
is_wrapper(const struct writer *w, const struct at_node *node)
{
    if (w->opts.only_interactive)
        return !at_node_has(node, AT_NODE_INTERACTIVE);
    return node->actions == 0 && at_node_own_label(node).len == 0 &&
           node->text.len == 0 && node->description.len == 0 &&
           node->error.len == 0 && node->range.len == 0 &&
           node->pane.len == 0 && node->state.len == 0 &&
           !at_node_opens_web(node) &&
           (at_node_id(node).len == 0 ||
            at_str_starts(at_node_id(node), AT_STR("android:")));
}

// Return true if the node gets its own object. A wrapper is replaced by its
// only child.
static bool
is_kept(const struct writer *w, const struct at_node *node)
{
    return drawn(w, node) &&
           !(is_wrapper(w, node) && w->kids[node->order] == 1);
}

static const struct at_node *
first_leaf(const struct at_node *node)
{
    while (node->first_child)
        node = node->first_child;
    return node;
}

static void
count_kids(struct writer *w)
{
    const struct at_node *root = w->tree->root;
    const struct at_node *node = first_leaf(root);
    while (node != root) {
        uint32_t below = w->kids[node->order];
        w->kids[node->parent->order] += drawn(w, node) ? 1 : below;
        node = node->next ? first_leaf(node->next) : node->parent;
    }
}

static void
write_key(struct writer *w, const char *key)
{
    at_buf_add_fmt(w->out, ",\"%s\":", key);
}

static bool
is_too_long(const struct writer *w, size_t len)
{
    return w->opts.text_max > 0 && len > w->opts.text_max;
}

static void
write_cut(struct writer *w, struct at_str text)
{
    struct at_str head = at_utf8_head(text, w->opts.text_max);
    struct at_buf cut = AT_BUF_INIT(head.len + sizeof("…"));
    at_buf_add_str(&cut, head);
    at_buf_add_text(&cut, "…");
    at_quote_write(at_buf_str(&cut), w->out);
    at_buf_deinit(&cut);
}

static void
write_text(struct writer *w, const char *key, struct at_str text)
{
    if (text.len == 0)
        return;
    write_key(w, key);
    if (is_too_long(w, text.len))
        write_cut(w, text);
    else
        at_quote_write(text, w->out);
}

static void
write_node_text(struct writer *w, const struct at_node *node)
{
    if (at_node_has(node, AT_NODE_PASSWORD) && node->text.len > 0) {
        write_key(w, "text");
        at_buf_add_char(w->out, '"');
        size_t count = at_utf8_count(node->text);
        for (size_t n = is_too_long(w, count) ? w->opts.text_max : count; n > 0;
             n--)
            at_buf_add_utf8(w->out, 0x2022);
        at_buf_add_char(w->out, '"');
        return;
    }
    struct at_str text = node->text;
    if (w->opts.only_interactive && text.len == 0 &&
        node->description.len == 0 && node->role != AT_ROLE_TEXT_FIELD)
        text = at_node_label(node, NULL); // the child it comes from is omitted
    write_text(w, "text", text);
}

static const struct {
    uint32_t flag;
    const char *key;
} true_flags[] = {
    {AT_NODE_CHECKED, "checked"},       {AT_NODE_FOCUSED, "focused"},
    {AT_NODE_SELECTED, "selected"},     {AT_NODE_PASSWORD, "password"},
    {AT_NODE_SCROLLABLE, "scrollable"}, {AT_NODE_INVALID, "invalid"},
    {AT_NODE_HEADING, "heading"},       {AT_NODE_DISMISSABLE, "dismissable"},
    {AT_NODE_TEXT_CUT, "textCut"},      {AT_NODE_MAYBE_HINT, "maybeHint"},
};

static void
write_flags(struct writer *w, const struct at_node *node, bool unlabelled)
{
    if (unlabelled && at_node_has(node, AT_NODE_CLICKABLE))
        at_buf_add_text(w->out, ",\"clickable\":true");
    if (!at_node_has(node, AT_NODE_ENABLED))
        at_buf_add_text(w->out, ",\"enabled\":false");
    if (at_node_opens_web(node))
        at_buf_add_text(w->out, ",\"web\":true");
    for (size_t i = 0; i < AT_LEN(true_flags); i++) {
        if (node->flags & true_flags[i].flag) {
            write_key(w, true_flags[i].key);
            at_buf_add_text(w->out, "true");
        }
    }
}

static void
write_actions(struct writer *w, const struct at_node *node)
{
    const char *before = "[";
    if (node->actions == 0)
        return;
    write_key(w, "actions");
    for (uint32_t bit = 1; bit <= node->actions; bit <<= 1) {
        if (!(node->actions & bit))
            continue;
        at_buf_add_fmt(w->out, "%s\"%s\"", before,
                       at_action_name((enum at_action)bit));
        before = ",";
    }
    at_buf_add_char(w->out, ']');
}

static void
write_fields(struct writer *w, const struct at_node *node)
{
    bool unlabelled = node->text.len == 0 && node->description.len == 0;
    struct at_rect b = node->bounds;
    at_buf_add_fmt(w->out, "{\"role\":\"%s\"", at_role_name(node->role));
    at_buf_add_fmt(w->out, ",\"bounds\":\"[%d,%d][%d,%d]\"", (int)b.left,
                   (int)b.top, (int)b.right, (int)b.bottom);
    write_text(w, "id", at_node_id(node));
    write_node_text(w, node);
    write_text(w, "desc", node->description);
    write_text(w, "label", node->given_label);
    if (unlabelled)
        write_text(w, "cls", at_class_short_name(node->class_name));
    write_text(w, "hint", node->hint);
    write_text(w, "state", node->state);
    write_text(w, "pane", node->pane);
    write_text(w, "tooltip", node->tooltip);
    write_text(w, "error", node->error);
    write_text(w, "range", node->range);
    write_text(w, "roleDescription", node->role_words);
    write_text(w, "expansion", at_str(at_node_expansion(node)));
    write_flags(w, node, unlabelled);
    write_actions(w, node);
}

static void
write_hidden(struct writer *w, const struct at_node *top)
{
    size_t hidden = 0;
    for (const struct at_node *it = top->first_child; it;
         it = at_node_next(it, top))
        hidden += at_node_has(it, AT_NODE_INTERACTIVE) ? 1 : 0;
    if (hidden > 0)
        at_buf_add_fmt(w->out, ",\"more\":\"+%zu more interactive elements\"",
                       hidden);
}

static void write_kids(struct writer *w, const struct at_node *node,
                       size_t depth, bool *first);

static void
write_object(struct writer *w, const struct at_node *node, size_t depth)
{
    bool first = true;
    write_fields(w, node);
    if (w->kids[node->order] > 0) {
        if (w->opts.max_depth > 0 && depth >= w->opts.max_depth) {
            write_hidden(w, node);
        } else {
            at_buf_add_text(w->out, ",\"children\":[");
            write_kids(w, node, depth + 1, &first);
            at_buf_add_char(w->out, ']');
        }
    }
    at_buf_add_char(w->out, '}');
}

// The recursion is bounded by AT_TREE_MAX_DEPTH.
static void
write_kids(struct writer *w, const struct at_node *node, size_t depth,
           bool *first)
{
    for (const struct at_node *it = node->first_child; it; it = it->next) {
        if (!is_kept(w, it)) {
            write_kids(w, it, depth, first);
            continue;
        }
        if (!*first)
            at_buf_add_char(w->out, ',');
        *first = false;
        write_object(w, it, depth);
    }
}

void
at_fulljson_write(const struct at_tree *tree,
                  const struct at_fulljson_opts *opts, struct at_buf *out)
{
    struct writer w = {tree, *opts, NULL, out};
    bool first = true;
    w.kids = at_alloc((tree->node_count + 1) * sizeof(*w.kids));
    count_kids(&w);
    if (w.kids[0] == 1)
        write_kids(&w, tree->root, 1, &first);
    else
        write_object(&w, tree->root, 0);
    free(w.kids);
}
