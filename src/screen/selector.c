#include "screen/selector.h"

#include "screen/label.h"
#include "screen/match.h"
#include "screen/quote.h"
#include "screen/selector_report.h"

bool
at_selector_empty(const struct at_selector *selector)
{
    return selector->ref.len == 0 && !selector->focused &&
           at_match_init(selector).count == 0;
}

void
at_selector_write(const struct at_selector *selector, struct at_buf *out)
{
    const struct {
        const char *name;
        struct at_str text;
    } all[] = {
        {"ref", selector->ref},
        {"id", selector->id},
        {"text", selector->text},
        {"textContains", selector->text_contains},
        {"className", selector->class_name},
        {"description", selector->description},
    };
    const char *before = "{";

    for (size_t i = 0; i < AT_LEN(all); i++) {
        if (all[i].text.len == 0)
            continue;
        at_buf_add_fmt(out, "%s\"%s\":", before, all[i].name);
        at_quote_write(all[i].text, out);
        before = ",";
    }
    if (selector->index >= 0) {
        at_buf_add_fmt(out, "%s\"index\":%lld", before,
                       (long long)selector->index);
        before = ",";
    }
    if (selector->focused) {
        at_buf_add_fmt(out, "%s\"focused\":true", before);
        before = ",";
    }
    at_buf_add_text(out, before[0] == '{' ? "{}" : "}");
}

static const struct at_node *
nth_match(const struct at_match *match, const struct at_tree *tree, size_t n)
{
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (at_match_node(match, tree, node) && n-- == 0)
            return node;
    }
    return NULL;
}

bool
at_node_takes_text(const struct at_node *node)
{
    return node->role == AT_ROLE_TEXT_FIELD || (node->actions & AT_ACTION_TYPE);
}

const struct at_node *
at_tree_focused_field(const struct at_tree *tree)
{
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (at_node_has(node, AT_NODE_FOCUSED) && at_node_takes_text(node))
            return node;
    }
    return NULL;
}

// The one of several matches that takes input; NULL where that is none, or
// more than one.
static const struct at_node *
only_input(const struct at_match *match, const struct at_tree *tree)
{
    const struct at_node *found = NULL;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!at_match_node(match, tree, node) || !at_node_interactive(node))
            continue;
        if (found)
            return NULL;
        found = node;
    }
    return found;
}

const struct at_node *
at_selector_find(const struct at_selector *selector, const struct at_tree *tree,
                 const struct at_ref_table *refs, struct at_err *err)
{
    if (selector->ref.len > 0) {
        if (refs)
            return at_ref_resolve(refs, selector->ref, tree, err);
        at_fail(err, AT_ENOTFOUND,
                "unknown ref '%.*s': no tree has given out refs yet; %s",
                AT_STR_ARG(at_utf8_head(selector->ref, 60)),
                at_ref_table_advice(refs)->fresh_refs);
        return NULL;
    }
    if (selector->focused) {
        const struct at_node *field = at_tree_focused_field(tree);
        if (!field)
            at_selector_report_focus(tree, refs, err);
        return field;
    }
    struct at_match match = at_match_init(selector);
    if (match.count == 0) {
        at_fail(err, AT_EUSAGE,
                "the selector is empty: give ref, id, text, textContains, "
                "className or description");
        return NULL;
    }
    size_t count = at_match_settle(&match, tree);
    size_t wanted = selector->index > 0 ? (size_t)selector->index : 0;
    if (count == 0)
        at_selector_report_none(selector, tree, refs, err);
    else if (wanted >= count)
        at_selector_report_index(selector, count, err);
    else if (selector->only && count > 1) {
        const struct at_node *only = only_input(&match, tree);
        if (!only)
            at_selector_report_many(selector, &match, tree, refs, err);
        return only;
    }
    return wanted < count ? nth_match(&match, tree, wanted) : NULL;
}

size_t
at_selector_count(const struct at_selector *selector,
                  const struct at_tree *tree)
{
    struct at_match match = at_match_init(selector);
    return match.count > 0 ? at_match_settle(&match, tree) : 0;
}
