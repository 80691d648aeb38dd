#include "screen/words.h"

#include <stdlib.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "screen/label.h"
#include "screen/reach.h"

// Lower ranks are likelier.
enum {
    RANK_PART = 1 << 0,   // the touch acts on an element around it
    RANK_PARTLY = 1 << 1, // the text contains more than the words
    RANK_TEXT = 1 << 2,   // takes no touch
    RANK_NO_FIELD = 1 << 3,
};

const char *
at_words_source_name(enum at_match_source source)
{
    static const char *const names[] = {
        [AT_MATCH_TEXT] = "text",   [AT_MATCH_DESCRIPTION] = "content-desc",
        [AT_MATCH_HINT] = "hint",   [AT_MATCH_ERROR] = "error text",
        [AT_MATCH_LABEL] = "label", [AT_MATCH_ID] = "resource-id",
    };
    _Static_assert(AT_LEN(names) == AT_MATCH_SOURCES, "a name each");
    return names[source];
}

void
at_words_list_deinit(struct at_words_list *list)
{
    free(list->rows);
    *list = (struct at_words_list){0};
}

// Return the element that a touch acts on. A screen-sized wrapper does not
// count, because it takes touches on everything in it.
static const struct at_node *
receiver_of(const struct at_node *node)
{
    const struct at_node *receiver = at_reach_receiver(node);
    bool wraps = receiver && receiver != node &&
                 at_node_has(receiver, AT_NODE_WRAPS_SCREEN);
    return wraps ? NULL : receiver;
}

static unsigned
rank_of(const struct at_selector *selector, const struct at_words_row *row)
{
    const struct at_node *receiver = receiver_of(row->node);
    bool whole = at_alike_eq_nocase(row->value, selector->words);
    return (selector->fields && !at_node_takes_text(row->node) ? RANK_NO_FIELD
                                                               : 0) |
           (receiver ? 0 : RANK_TEXT) | (whole ? 0 : RANK_PARTLY) |
           (receiver && receiver != row->node ? RANK_PART : 0);
}

// Return true if an enclosing element, or the box that it labels, has the same
// text and takes the same touches.
static bool
is_repeated(const struct at_words_list *list, const struct at_words_row *row)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_words_row *other = &list->rows[i];
        if (other->node->named_by == row->node)
            return true;
        if (!at_alike_eq_nocase(other->value, row->value) ||
            receiver_of(other->node) != receiver_of(row->node))
            continue;
        for (const struct at_node *up = row->node->parent; up; up = up->parent)
            if (up == other->node)
                return true;
    }
    return false;
}

static void
drop_repeated(struct at_words_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!is_repeated(list, &list->rows[i]))
            list->rows[kept++] = list->rows[i];
        else
            list->rows[i].value = AT_STR(""); // it must not hide others
    }
    list->count = kept;
}

static void
add(struct at_words_list *list, size_t *cap, const struct at_words_row *row)
{
    if (list->count == *cap) {
        *cap = *cap ? *cap * 2 : 16;
        list->rows = at_realloc_array(list->rows, *cap, sizeof(*list->rows));
    }
    list->rows[list->count++] = *row;
}

// Select the first of match's sources in which node has the words. A password's
// dots do not count as text.
static bool
find_source(struct at_match *match, unsigned sources,
            const struct at_tree *tree, const struct at_node *node)
{
    for (size_t i = 0; i < AT_MATCH_SOURCES; i++) {
        match->source = (enum at_match_source)i;
        bool dots = i == AT_MATCH_TEXT && at_node_has(node, AT_NODE_PASSWORD) &&
                    !node->covered;
        if ((sources & (1U << i)) && !dots && at_match_node(match, tree, node))
            return true;
    }
    return false;
}

static void
collect(const struct at_selector *selector, const struct at_tree *tree,
        unsigned sources, bool chrome, struct at_words_list *out)
{
    const struct at_selector words = {
        .words = selector->words, .words_in = selector->words_in, .index = -1};
    struct at_match match = at_match_init(&words);
    size_t cap = 0;
    match.chrome = chrome;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!find_source(&match, match.sources & sources, tree, node))
            continue;
        struct at_words_row row = {.node = node, .source = match.source};
        row.value = at_match_read(&match, 0, node);
        row.rank = rank_of(selector, &row);
        add(out, &cap, &row);
    }
}

static void
keep_whole(const struct at_selector *selector, struct at_words_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (at_alike_eq_nocase(list->rows[i].value, selector->words))
            list->rows[kept++] = list->rows[i];
    }
    list->count = kept;
}

static int
compare(const void *a, const void *b)
{
    const struct at_words_row *x = a;
    const struct at_words_row *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->node->order < y->node->order ? -1 : 1;
}

void
at_words_find(const struct at_selector *selector, const struct at_tree *tree,
              struct at_words_list *out)
{
    const unsigned ids = 1U << AT_MATCH_ID;
    *out = (struct at_words_list){0};
    for (int pass = 0; out->count == 0 && pass < 4; pass++) {
        bool chrome = pass >= 2;
        if (chrome && selector->app_only)
            break;
        at_words_list_deinit(out);
        collect(selector, tree, pass % 2 == 0 ? ~ids : ids, chrome, out);
        if (pass % 2 == 1 && selector->words_in == AT_WORDS_ANY &&
            !selector->touch)
            keep_whole(selector, out);
    }
    drop_repeated(out);
    if (out->count > 1)
        qsort(out->rows, out->count, sizeof(*out->rows), compare);
}
