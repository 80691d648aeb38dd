#include "screen/selector.h"

#include "screen/label.h"
#include "screen/match.h"
#include "screen/reach.h"
#include "screen/relation.h"
#include "screen/selector_report.h"
#include "screen/words.h"

// clang-format off
#define AT(member) .offset = offsetof(struct at_selector, member)
const struct at_arg at_selector_args[] = {
    {.name = "ref", AT(ref),
     .help = "from the last tree, e.g. @b1; wins over the rest"},
    {.name = "id", AT(id), .help = "part of the resource-id"},
    {.name = "text", .verbatim = true, AT(text), .help = "whole text"},
    {.name = "textContains", .verbatim = true, AT(text_contains),
     .help = "part of the text"},
    {.name = "className", AT(class_name), .help = "whole class name"},
    {.name = "description", .verbatim = true, AT(description),
     .help = "part of the content description"},
    {.name = "near", .verbatim = true, AT(near),
     .help = "a text: the nearest match"},
    {.name = "inside", .verbatim = true, AT(inside),
     .help = "a text in the same row, card or dialog"},
    {.name = "below", .verbatim = true, AT(below)},
    {.name = "index", .type = AT_ARG_INTEGER, AT(index),
     .help = "nth match from 0", .max = 10000},
    {0},
};
// clang-format on

bool
at_selector_empty(const struct at_selector *selector)
{
    return selector->ref.len == 0 && !selector->focused &&
           !at_relation_given(selector) && at_match_init(selector).count == 0;
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

// The matches that take touches, either directly or through an element around
// them.
struct touchable {
    const struct at_node *node; // first such match
    size_t count;               // number of elements they act on
};

static struct touchable
count_touchable(const struct at_match *match, const struct at_tree *tree,
                bool themselves)
{
    struct touchable out = {NULL, 0};
    const struct at_node *last = NULL;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!at_match_node(match, tree, node))
            continue;
        const struct at_node *receiver = at_reach_receiver(node);
        if (!receiver || receiver == last || (themselves && receiver != node))
            continue;
        out.node = out.node ? out.node : node;
        out.count++;
        last = receiver;
    }
    return out;
}

static struct touchable
find_touchable(const struct at_match *match, const struct at_tree *tree)
{
    struct touchable found = count_touchable(match, tree, true);
    return found.count > 0 ? found : count_touchable(match, tree, false);
}

// Return the only match that takes input, NULL if there is none or more than
// one.
static const struct at_node *
only_input(const struct at_match *match, const struct at_tree *tree)
{
    struct touchable found = find_touchable(match, tree);
    return found.count == 1 ? found.node : NULL;
}

// Like only_input(), but also search the other texts: if no match takes input,
// return the only element with the words elsewhere that does.
static const struct at_node *
prefer_touchable(const struct at_match *settled, const struct at_tree *tree)
{
    struct at_match match = *settled;
    struct touchable found = find_touchable(&match, tree);
    while (found.count == 0 && at_match_next_source(&match))
        found = find_touchable(&match, tree);
    return found.count == 1 ? found.node : NULL;
}

static const struct at_node *
find_focused(const struct at_tree *tree, const struct at_ref_table *refs,
             struct at_err *err)
{
    const struct at_node *field = at_tree_focused_field(tree);
    if (!field)
        at_selector_report_focus(tree, refs, err);
    return field;
}

static const struct at_node *
find_words(const struct at_selector *selector, const struct at_tree *tree,
           const struct at_ref_table *refs, struct at_err *err)
{
    struct at_words_list list;
    at_words_find(selector, tree, &list);
    size_t index = selector->index > 0 ? (size_t)selector->index : 0;
    const struct at_node *found =
        index < list.count ? list.rows[index].node : NULL;
    if (list.count == 0)
        at_selector_report_none(selector, tree, refs, err);
    else if (!found)
        at_selector_report_index(selector, list.count, err);
    at_words_list_deinit(&list);
    return found;
}

const struct at_node *
at_selector_find(const struct at_selector *selector, const struct at_tree *tree,
                 const struct at_ref_table *refs, struct at_err *err)
{
    if (selector->ref.len > 0)
        return at_ref_resolve(refs, selector->ref, tree, err);
    if (selector->focused)
        return find_focused(tree, refs, err);
    if (selector->words.len > 0)
        return find_words(selector, tree, refs, err);
    if (at_relation_given(selector))
        return at_relation_find(selector, tree, refs, err);
    struct at_match match = at_match_init(selector);
    if (match.count == 0) {
        at_fail(err, AT_EUSAGE,
                "the selector is empty: give ref, id, text, textContains, "
                "className or description");
        return NULL;
    }
    size_t count = at_match_settle(&match, tree);
    if (count > 0 && selector->touch && selector->index < 0) {
        const struct at_node *touchable = prefer_touchable(&match, tree);
        if (touchable)
            return touchable;
    }
    size_t index = selector->index > 0 ? (size_t)selector->index : 0;
    if (index < count && selector->only && count > 1) {
        const struct at_node *only = only_input(&match, tree);
        if (!only)
            at_selector_report_many(selector, &match, tree, refs, err);
        return only;
    }
    if (count == 0)
        at_selector_report_none(selector, tree, refs, err);
    else if (index >= count)
        at_selector_report_index(selector, count, err);
    return index < count ? nth_match(&match, tree, index) : NULL;
}

size_t
at_selector_count(const struct at_selector *selector,
                  const struct at_tree *tree)
{
    struct at_match match = at_match_init(selector);
    struct at_words_list list;
    struct at_selector related = *selector;
    related.any = true;
    if (at_relation_given(selector))
        return at_relation_find(&related, tree, NULL, NULL) ? 1 : 0;
    if (selector->words.len == 0)
        return match.count > 0 ? at_match_settle(&match, tree) : 0;
    at_words_find(selector, tree, &list);
    size_t count = list.count;
    at_words_list_deinit(&list);
    return count;
}

// Count the matches in all texts, including parts of ids and descriptions.
static size_t
count_all(struct at_match match, const struct at_tree *tree)
{
    size_t count = 0;
    match.source = AT_MATCH_TEXT;
    match.whole = false;
    do {
        for (const struct at_node *node = tree->root; node;
             node = at_node_next(node, tree->root))
            count += at_match_node(&match, tree, node) ? 1 : 0;
    } while (at_match_next_source(&match));
    return count;
}

void
at_selector_write_choice(const struct at_selector *selector,
                         const struct at_tree *tree, const struct at_node *node,
                         struct at_buf *out)
{
    struct at_match match = at_match_init(selector);
    if (selector->ref.len > 0 || selector->index >= 0 || selector->focused ||
        selector->words.len > 0 || match.count == 0 ||
        at_relation_given(selector))
        return;
    size_t count = at_match_settle(&match, tree);
    size_t all = count_all(match, tree);
    bool touchable = (selector->touch || selector->only) &&
                     (count > 1 || !at_match_node(&match, tree, node)) &&
                     at_reach_receiver(node);
    if (touchable && prefer_touchable(&match, tree) == node)
        at_buf_add_fmt(
            out, "%zu elements match, this is the only one that takes input",
            all);
    else if (count > 1)
        at_buf_add_fmt(out, "%zu elements match, this is the first", count);
    else if (count == 1 && selector->id.len > 0 && !selector->exact &&
             !at_match_id(at_node_id(node), selector->id))
        at_buf_add_text(out, "no id is this one: the only one that has it in "
                             "part was taken");
    else if (match.whole && all > 1)
        at_buf_add_fmt(out, "%zu elements match in part, this one as a whole",
                       all);
}

const struct at_node *
at_selector_find_hidden(const struct at_selector *selector,
                        const struct at_tree *tree)
{
    struct at_match match = at_match_init(selector);
    if (match.count == 0 || at_relation_given(selector))
        return NULL;
    do {
        for (const struct at_node *node = at_node_next(tree->root, tree->root);
             node; node = at_node_next(node, tree->root)) {
            if (!at_node_visible(tree, node) &&
                at_match_parts(&match, match.count, node))
                return node;
        }
    } while (at_match_next_source(&match));
    return NULL;
}
