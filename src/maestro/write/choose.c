#include "maestro/write/choose.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "maestro/read/commands.h"
#include "screen/label.h"
#include "screen/reach.h"

// Longer texts are cut: their beginning identifies them.
enum {
    TEXT_MAX_CHARS = 60,
    LABELS_MAX = 24,
    ANCESTORS_MAX = 12,
    ANCHORS_MAX = 6,
    INDEXES_MAX = 24, // from the top, and from the bottom
};

struct chooser {
    struct at_arena *arena;
    const struct at_maestro_view *view;
    const struct at_maestro_node *wanted;
};

static const struct at_maestro_node *
seen(const struct at_maestro_view *view, const struct at_node *node)
{
    uint32_t place = node->order <= view->tree->node_count
                         ? view->places[node->order]
                         : AT_MAESTRO_NO_NODE;
    return place == AT_MAESTRO_NO_NODE ? NULL : &view->nodes[place];
}

void
at_maestro_pattern_write(struct at_str text, struct at_buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] && strchr("\\^$|?*+()[]{}", text.ptr[i]))
            at_buf_add_char(out, '\\');
        at_buf_add_char(out, text.ptr[i]);
    }
}

struct at_str
at_maestro_pattern_of(struct at_arena *arena, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_str head = text;
    size_t chars = 0;
    for (head.len = 0; head.len < text.len && chars < TEXT_MAX_CHARS; chars++) {
        uint32_t cp;
        head.len += at_utf8_next(at_str_skip(text, head.len), &cp);
    }
    at_maestro_pattern_write(head, &out);
    if (head.len < text.len)
        at_buf_add_text(&out, ".*");
    struct at_str pattern = at_arena_dup(arena, at_buf_str(&out));
    at_buf_deinit(&out);
    return pattern;
}

// Look a selector up. Returns how many matches there are, and the chosen one.
static size_t
look(const struct at_maestro_selector *selector,
     const struct at_maestro_view *view,
     const struct at_maestro_node **out_chosen)
{
    struct at_maestro_finder *finder = NULL;
    struct at_maestro_found found = AT_MAESTRO_FOUND_INIT;
    size_t count = 0;
    *out_chosen = NULL;
    if (at_maestro_finder_new(selector, &finder, NULL) &&
        at_maestro_find(finder, view, &found, NULL)) {
        count = found.count;
        *out_chosen = found.chosen;
    }
    at_maestro_found_deinit(&found);
    at_maestro_finder_free(finder);
    return count;
}

static bool
is_same(const struct at_maestro_node *a, const struct at_maestro_node *b)
{
    return a && b && a->same == b->same;
}

static bool
is_only(const struct at_maestro_selector *selector,
        const struct at_maestro_view *view, const struct at_maestro_node *node)
{
    const struct at_maestro_node *chosen;
    return look(selector, view, &chosen) == 1 && is_same(chosen, node);
}

bool
at_maestro_selector_means(const struct at_maestro_selector *selector,
                          const struct at_maestro_view *view,
                          const struct at_node *node)
{
    const struct at_maestro_node *wanted = seen(view, node);
    const struct at_maestro_node *chosen;
    size_t count = look(selector, view, &chosen);
    return wanted && is_same(chosen, wanted) &&
           (count == 1 || selector->index.ptr);
}

static struct at_maestro_selector *
blank(const struct chooser *chooser)
{
    struct at_maestro_selector *selector =
        at_arena_alloc(chooser->arena, sizeof(*selector));
    at_maestro_selector_init(selector);
    return selector;
}

// Return the name at the end of an id; empty if it has none, or one that a
// program made up for this run (":r12:", "view_1048576").
static struct at_str
lasting_id(const struct at_maestro_node *node)
{
    struct at_str name = at_str_after_last(node->resource_id, '/');
    size_t digits = 0;
    for (size_t i = 0; i < name.len; i++) {
        digits = name.ptr[i] >= '0' && name.ptr[i] <= '9' ? digits + 1 : 0;
        if (digits >= 5 || name.ptr[i] == ':')
            return (struct at_str){0};
    }
    return at_str_trim(name).len > 0 ? name : (struct at_str){0};
}

static bool
is_secret(const struct at_maestro_node *node)
{
    return node->node &&
           (at_node_has(node->node, AT_NODE_PASSWORD) || node->node->covered);
}

// Return the words of a node that its user has not entered; empty: none.
static struct at_str
lasting_text(const struct at_maestro_node *node)
{
    bool is_field = node->node && (node->node->actions & AT_ACTION_TYPE);
    struct at_str words = at_maestro_node_words(node);
    if (is_secret(node))
        words = node->description;
    else if (is_field && node->text.len > 0 &&
             !at_node_has(node->node, AT_NODE_SHOWS_HINT))
        words = node->description.len > 0 ? node->description : node->hint;
    return at_str_trim(words).len > 0 ? words : (struct at_str){0};
}

// The id, the text or both of a node; NULL: it has none.
enum { BY_ID = 1, BY_TEXT = 2 };

static struct at_maestro_selector *
named(const struct chooser *chooser, const struct at_maestro_node *node,
      unsigned by)
{
    struct at_str id = lasting_id(node);
    struct at_str text = lasting_text(node);
    if (((by & BY_ID) && id.len == 0) || ((by & BY_TEXT) && text.len == 0))
        return NULL;
    struct at_maestro_selector *selector = blank(chooser);
    if (by & BY_ID)
        selector->id = at_maestro_pattern_of(chooser->arena, id);
    if (by & BY_TEXT)
        selector->text = at_maestro_pattern_of(chooser->arena, text);
    return selector;
}

// The first of id, text and both that means only this node; NULL.
static const struct at_maestro_selector *
by_name(const struct chooser *chooser, const struct at_maestro_node *node)
{
    // An id of Android's own ("button2") says less than the words beside it.
    static const unsigned own[] = {BY_ID, BY_TEXT, BY_ID | BY_TEXT};
    static const unsigned of_system[] = {BY_TEXT, BY_ID, BY_ID | BY_TEXT};
    bool is_system = at_str_starts(node->resource_id, AT_STR("android:id/"));
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
        const struct at_maestro_selector *selector =
            named(chooser, node, is_system ? of_system[i] : own[i]);
        if (selector && is_only(selector, chooser->view, node))
            return selector;
    }
    return NULL;
}

// Return true if a tap on the middle of label is one on the wanted element.
static bool
is_label(const struct chooser *chooser, const struct at_maestro_node *label)
{
    const struct at_tree *tree = chooser->view->tree;
    const struct at_node *wanted = chooser->wanted->node;
    if (!label->node || at_reach_receiver(label->node) != wanted)
        return false;
    const struct at_node *hit =
        at_reach_hit(tree, at_maestro_node_center(label));
    return hit == wanted || hit == label->node;
}

static const struct at_maestro_selector *
by_label(const struct chooser *chooser)
{
    const struct at_maestro_view *view = chooser->view;
    size_t tried = 0;
    uint32_t first = (uint32_t)(chooser->wanted - view->nodes);
    if (!chooser->wanted->node)
        return NULL;
    for (uint32_t i = first + 1; i < chooser->wanted->end; i++) {
        if (lasting_text(&view->nodes[i]).len == 0 ||
            !is_label(chooser, &view->nodes[i]))
            continue;
        const struct at_maestro_selector *selector =
            by_name(chooser, &view->nodes[i]);
        if (selector || ++tried == LABELS_MAX)
            return selector;
    }
    return NULL;
}

// An ancestor known by a text in it: the row of a list.
static const struct at_maestro_selector *
by_content(const struct chooser *chooser, const struct at_maestro_node *node)
{
    const struct at_maestro_view *view = chooser->view;
    size_t tried = 0;
    for (uint32_t i = (uint32_t)(node - view->nodes) + 1;
         i < node->end && tried < LABELS_MAX; i++) {
        const struct at_maestro_node *inner = &view->nodes[i];
        struct at_maestro_selector *selector = named(chooser, node, BY_ID);
        const struct at_maestro_selector *label =
            named(chooser, inner, BY_TEXT);
        if (!selector || !label || is_same(inner, chooser->wanted))
            continue;
        tried++;
        if (!is_only(label, view, inner))
            continue;
        selector->contains_descendants = label;
        selector->contains_descendants_count = 1;
        if (is_only(selector, view, node))
            return selector;
    }
    return NULL;
}

// Name the wanted element within an ancestor.
static const struct at_maestro_selector *
in_ancestor(const struct chooser *chooser,
            const struct at_maestro_selector *anchor)
{
    static const unsigned ways[] = {BY_ID, BY_TEXT, BY_ID | BY_TEXT};
    for (size_t i = 0; anchor && i < sizeof(ways) / sizeof(ways[0]); i++) {
        struct at_maestro_selector *selector =
            named(chooser, chooser->wanted, ways[i]);
        if (!selector)
            continue;
        selector->child_of = anchor;
        if (is_only(selector, chooser->view, chooser->wanted))
            return selector;
    }
    return NULL;
}

static const struct at_maestro_selector *
by_ancestor(const struct chooser *chooser)
{
    const struct at_maestro_view *view = chooser->view;
    uint32_t parent = chooser->wanted->parent;
    for (size_t n = 0; parent != AT_MAESTRO_NO_NODE && n < ANCESTORS_MAX; n++) {
        const struct at_maestro_node *node = &view->nodes[parent];
        const struct at_maestro_selector *selector =
            in_ancestor(chooser, by_content(chooser, node));
        if (!selector)
            selector = in_ancestor(chooser, by_name(chooser, node));
        if (selector)
            return selector;
        parent = node->parent;
    }
    return NULL;
}

// Set the index with which a selector means the wanted element; false if none
// near the top, or the bottom (-1), does.
static bool
set_index(const struct chooser *chooser, struct at_maestro_selector *selector)
{
    const struct at_maestro_node *chosen;
    size_t count = look(selector, chooser->view, &chosen);
    size_t near = count < INDEXES_MAX ? count : INDEXES_MAX;
    for (size_t i = 0; i < 2 * near; i++) {
        char number[24];
        int index = i < near ? (int)i : (int)near - (int)i - 1;
        snprintf(number, sizeof(number), "%d", index);
        selector->index = at_str(number);
        (void)look(selector, chooser->view, &chosen);
        selector->index = at_arena_dup(chooser->arena, selector->index);
        if (is_same(chosen, chooser->wanted))
            return true;
    }
    return false;
}

// Which of several, from the top.
static const struct at_maestro_selector *
by_index(const struct chooser *chooser)
{
    static const unsigned ways[] = {BY_ID | BY_TEXT, BY_TEXT, BY_ID};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        struct at_maestro_selector *selector =
            named(chooser, chooser->wanted, ways[i]);
        if (selector && set_index(chooser, selector))
            return selector;
    }
    return NULL;
}

static int64_t
distance(struct at_rect a, struct at_rect b)
{
    struct at_point from = at_rect_center(a);
    struct at_point to = at_rect_center(b);
    int64_t dx = from.x_px - to.x_px;
    int64_t dy = from.y_px - to.y_px;
    return dx * dx + dy * dy;
}

// Return the nearest node that has a name of its own and is farther away than
// *past, which becomes its distance; NULL if there is none.
static const struct at_maestro_node *
next_anchor(const struct chooser *chooser, int64_t *past)
{
    const struct at_maestro_view *view = chooser->view;
    const struct at_maestro_node *nearest = NULL;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < view->count; i++) {
        const struct at_maestro_node *it = &view->nodes[i];
        if (!it->has_bounds || !it->node || it == chooser->wanted ||
            at_node_has(it->node, AT_NODE_CHROME) ||
            (lasting_id(it).len == 0 && lasting_text(it).len == 0))
            continue;
        int64_t away = distance(it->bounds, chooser->wanted->bounds);
        if (away <= *past || away >= least)
            continue;
        least = away;
        nearest = it;
    }
    *past = least;
    return nearest;
}

// Set where the wanted element lies, all of it; false if it does not.
static bool
set_relation(struct at_maestro_selector *selector, unsigned way,
             const struct at_maestro_selector *anchor, struct at_rect wanted,
             struct at_rect at)
{
    switch (way) {
    case 0:
        selector->right_of = anchor;
        return wanted.left >= at.right;
    case 1:
        selector->left_of = anchor;
        return wanted.right <= at.left;
    case 2:
        selector->below = anchor;
        return wanted.top >= at.bottom;
    default:
        selector->above = anchor;
        return wanted.bottom <= at.top;
    }
}

// The relation to an anchor in which the fewest elements come first; NULL.
static const struct at_maestro_selector *
beside(const struct chooser *chooser, const struct at_maestro_node *it,
       int64_t *least)
{
    const struct at_maestro_selector *anchor = by_name(chooser, it);
    const struct at_maestro_selector *best = NULL;
    for (unsigned way = 0; anchor && way < 4; way++) {
        struct at_maestro_selector *selector = blank(chooser);
        int64_t index;
        if (set_relation(selector, way, anchor, chooser->wanted->bounds,
                         it->bounds) &&
            set_index(chooser, selector) &&
            at_str_to_i64(selector->index, 0, *least - 1, &index)) {
            *least = index;
            best = selector;
        }
    }
    return best;
}

// An element without a name: which one it is on a side of a near one.
static const struct at_maestro_selector *
by_relation(const struct chooser *chooser)
{
    const struct at_maestro_selector *best = NULL;
    int64_t past = -1;
    int64_t least = INDEXES_MAX;
    for (size_t n = 0; n < ANCHORS_MAX && least > 0; n++) {
        const struct at_maestro_node *it = next_anchor(chooser, &past);
        const struct at_maestro_selector *selector =
            it ? beside(chooser, it, &least) : NULL;
        best = selector ? selector : best;
        if (!it)
            break;
    }
    return best;
}

static const struct at_maestro_selector *
choose(struct at_arena *arena, const struct at_maestro_view *view,
       const struct at_node *node, bool labels)
{
    const struct chooser chooser = {arena, view, seen(view, node)};
    if (!chooser.wanted)
        return NULL;
    const struct at_maestro_selector *selector =
        by_name(&chooser, chooser.wanted);
    if (!selector && labels)
        selector = by_label(&chooser);
    if (!selector)
        selector = by_ancestor(&chooser);
    return selector ? selector : by_index(&chooser);
}

const struct at_maestro_selector *
at_maestro_choose(struct at_arena *arena, const struct at_maestro_view *view,
                  const struct at_node *node)
{
    return choose(arena, view, node, true);
}

const struct at_maestro_selector *
at_maestro_choose_itself(struct at_arena *arena,
                         const struct at_maestro_view *view,
                         const struct at_node *node)
{
    return choose(arena, view, node, false);
}

const struct at_maestro_selector *
at_maestro_choose_beside(struct at_arena *arena,
                         const struct at_maestro_view *view,
                         const struct at_node *node)
{
    const struct chooser chooser = {arena, view, seen(view, node)};
    return chooser.wanted ? by_relation(&chooser) : NULL;
}
