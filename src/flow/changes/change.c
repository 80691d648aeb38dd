#include "flow/changes/change.h"

#include "base/limits.h"
#include "base/quote.h"
#include "screen/element_text.h"
#include "screen/fingerprint.h"
#include "screen/label.h"
#include "screen/shown_error.h"

struct compare {
    const struct at_tree *after;
    const struct at_ref_table *refs;
    const struct at_change_sink *sink;
    size_t count;
    bool like; // both trees are from the same reader
};

// Name node, but not by its own text if that is the difference.
static void
add_name(const struct compare *compare, const struct at_node *node,
         bool own_text, struct at_buf *out)
{
    const char *ref = compare->refs
                          ? at_ref_name_of(compare->refs, compare->after, node)
                          : NULL;
    if (ref) {
        at_buf_add_text(out, ref);
        return;
    }
    const struct at_node *from = NULL;
    struct at_str label = at_node_label(node, &from);
    bool named =
        label.len > 0 && (own_text || from != node || node->text.len == 0);
    // 'text "1" -> "2"' already implies a text
    if (named || node->role != AT_ROLE_TEXT_VIEW)
        at_buf_add_text(out, at_role_said(node->role));
    if (named) {
        at_buf_add_char(out, ' ');
        at_quote_write(at_utf8_head(label, AT_CHANGE_TEXT_MAX), out);
    }
}

static void
report(struct compare *compare, const struct at_buf *text)
{
    if (compare->count++ < AT_CHANGE_MAX)
        compare->sink->report(compare->sink->user, at_buf_text(text));
}

static void
add_text(bool secret, struct at_str text, struct at_buf *out)
{
    struct at_str head = at_utf8_head(text, AT_CHANGE_TEXT_MAX);
    if (secret) {
        at_buf_add_fmt(out, "(%zu characters)", at_utf8_count(text));
        return;
    }
    at_quote_write(head, out);
    if (head.len < text.len)
        at_buf_add_text(out, "...");
}

struct text_row {
    const char *what;
    size_t offset;
    bool open; // also reported for a password field
};

static void
compare_text(struct compare *compare, const struct text_row *row,
             const struct at_node *before, const struct at_node *after)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    size_t offset = row->offset;
    struct at_str was = *(const struct at_str *)((const char *)before + offset);
    struct at_str is = *(const struct at_str *)((const char *)after + offset);
    bool own_text = offset == offsetof(struct at_node, text);
    bool value = own_text && after->role == AT_ROLE_TEXT_FIELD;
    if (at_str_eq(was, is))
        return;
    add_name(compare, after, !own_text, &text);
    at_buf_add_fmt(&text, "%s%s ", text.len > 0 ? " " : "",
                   value ? "value" : row->what);
    add_text(!row->open && at_node_has(before, AT_NODE_PASSWORD), was, &text);
    at_buf_add_text(&text, " -> ");
    add_text(!row->open && at_node_has(after, AT_NODE_PASSWORD), is, &text);
    report(compare, &text);
    at_buf_deinit(&text);
}

static void
compare_expansion(struct compare *compare, const struct at_node *before,
                  const struct at_node *after)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    const char *was = at_node_expansion(before);
    const char *is = at_node_expansion(after);
    if (at_str_is(at_str(was), is))
        return;
    add_name(compare, after, true, &text);
    at_buf_add_fmt(&text, " %s -> %s", *was ? was : "\"\"", *is ? is : "\"\"");
    report(compare, &text);
    at_buf_deinit(&text);
}

static void
compare_flag(struct compare *compare, const char *what,
             const struct at_node *before, const struct at_node *after,
             enum at_node_flag flag)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    bool is = at_node_has(after, flag);
    if (at_node_has(before, flag) == is)
        return;
    add_name(compare, after, true, &text);
    at_buf_add_fmt(&text, " %s %s -> %s", what, is ? "false" : "true",
                   is ? "true" : "false");
    report(compare, &text);
    at_buf_deinit(&text);
}

static const struct {
    const char *what;
    enum at_node_flag flag;
} flags[] = {
    {"checked", AT_NODE_CHECKED},
    {"selected", AT_NODE_SELECTED},
    {"enabled", AT_NODE_ENABLED},
};

static const struct text_row texts[] = {
    {"text", offsetof(struct at_node, text), false},
    {"description", offsetof(struct at_node, description), false},
};
static const struct text_row hint = {"hint", offsetof(struct at_node, hint),
                                     false};
static const struct text_row state = {"state", offsetof(struct at_node, state),
                                      false};
static const struct text_row range = {"position",
                                      offsetof(struct at_node, range), true};

// Use the word for the new error or, without one, for the old error.
static void
compare_error(struct compare *compare, const struct at_node *before,
              const struct at_node *after)
{
    const struct at_node *of = after->error.len > 0 ? after : before;
    const struct text_row error = {at_node_error_word(of),
                                   offsetof(struct at_node, error), true};
    compare_text(compare, &error, before, after);
}

// Only some readers report these. Between two different readers they would look
// like changes of the screen.
static void
compare_extras(struct compare *compare, const struct at_node *before,
               const struct at_node *after)
{
    compare_text(compare, &hint, before, after);
    compare_error(compare, before, after);
    if (!at_element_state_repeats_flag(before) ||
        !at_element_state_repeats_flag(after))
        compare_text(compare, &state, before, after);
    if (at_str_eq(before->state,
                  after->state)) // otherwise the state implies it
        compare_text(compare, &range, before, after);
    if (at_str_eq(before->error, after->error))
        compare_flag(compare, "invalid", before, after, AT_NODE_INVALID);
    compare_expansion(compare, before, after);
}

static void
compare_nodes(struct compare *compare, const struct at_node *before,
              const struct at_node *after)
{
    for (size_t i = 0; i < AT_LEN(texts); i++)
        compare_text(compare, &texts[i], before, after);
    for (size_t i = 0; i < AT_LEN(flags); i++)
        compare_flag(compare, flags[i].what, before, after, flags[i].flag);
    if (compare->like)
        compare_extras(compare, before, after);
}

// The text of a field that was typed into is expected, and so is an error that
// disappears. A new error is reported: it is usually the answer to a button.
static void
compare_typed(struct compare *compare, const struct at_node *before,
              const struct at_node *after)
{
    if (compare->like && after->error.len > 0)
        compare_error(compare, before, after);
}

static bool
is_besides(const struct at_change_besides *besides,
           const struct at_node *before)
{
    for (size_t i = 0; i < besides->count; i++) {
        if (besides->nodes[i] == before)
            return true;
    }
    return false;
}

static bool
same_place(const struct at_node *a, const struct at_node *b)
{
    return a->depth == b->depth && at_str_eq(a->class_name, b->class_name) &&
           at_str_eq(a->resource_id, b->resource_id);
}

// Find the next node that is not part of the status bar or the keyboard.
static const struct at_node *
next_own(const struct at_tree *tree, const struct at_node *node)
{
    node = at_node_next(node, tree->root);
    while (node && at_node_has(node, AT_NODE_CHROME))
        node = at_node_skip(node, tree->root);
    return node;
}

size_t
at_change_list_besides(const struct at_tree *before,
                       const struct at_tree *after,
                       const struct at_ref_table *refs,
                       const struct at_change_besides *besides,
                       const struct at_change_sink *sink, bool *out_same_shape)
{
    struct compare compare = {after, refs, sink, 0,
                              before->source == after->source};
    const struct at_node *a = next_own(before, before->root);
    const struct at_node *b = next_own(after, after->root);
    while (a && b && same_place(a, b)) {
        if (is_besides(besides, a))
            compare_typed(&compare, a, b);
        else
            compare_nodes(&compare, a, b);
        a = next_own(before, a);
        b = next_own(after, b);
    }
    if (out_same_shape)
        *out_same_shape = !a && !b;
    if (a || b) {
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        at_buf_add_text(&text, "elements appeared or went");
        report(&compare, &text);
        at_buf_deinit(&text);
    }
    return compare.count;
}

size_t
at_change_list(const struct at_tree *before, const struct at_tree *after,
               const struct at_ref_table *refs,
               const struct at_change_sink *sink, bool *out_same_shape)
{
    const struct at_change_besides none = {.nodes = NULL};
    return at_change_list_besides(before, after, refs, &none, sink,
                                  out_same_shape);
}

bool
at_change_none(const struct at_tree *before, const struct at_tree *after)
{
    return at_tree_idle_fingerprint(before) == at_tree_idle_fingerprint(after);
}

static const struct at_node *
focused(const struct at_tree *tree)
{
    const struct at_node *node = next_own(tree, tree->root);
    while (node && !at_node_has(node, AT_NODE_FOCUSED))
        node = next_own(tree, node);
    return node;
}

bool
at_change_focus(const struct at_tree *before, const struct at_tree *after)
{
    const struct at_node *was = focused(before);
    const struct at_node *is = focused(after);
    return was && is ? was->order != is->order : was != is;
}

bool
at_change_seen(const struct at_tree *before, const struct at_tree *after)
{
    return !at_change_none(before, after) || at_change_focus(before, after);
}
