#include "screen/noticed.h"

#include <stdlib.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "screen/caption.h"
#include "screen/counted.h"
#include "screen/label.h"
#include "screen/px.h"
#include "screen/reach.h"
#include "screen/spoken.h"

const char *const at_noticed_kinds[AT_NOTICED_KINDS] = {
    [AT_NOTICED_SHOWN] = "shown",
    [AT_NOTICED_GONE] = "gone",
    [AT_NOTICED_STATE] = "state",
    [AT_NOTICED_VALUE] = "value",
};

enum {
    TEXT_MAX_BYTES = 80,  // longer ones are running text
    FIGURE_MIN_BYTES = 3, // shorter ones prove nothing alone
    KEPT_PERCENT = 40,    // texts kept by a screen that is still the same
    PLACE_PX = 4,         // a text at the same place has not moved further
    STEP = 1000000,       // between two classes; distances are less
};

// The classes of changes, the weakest first.
enum rank {
    RANK_GONE = 1,
    RANK_CONTROL, // a button or the like that has appeared
    RANK_TEXT,
    RANK_CHANGED,
    RANK_NEAR,
    RANK_GONE_NEAR,
    RANK_HEADING,
    RANK_TITLE,
    RANK_STATE,
    RANK_COUNTER,
    RANK_VALUE,
};

// A text that the screen shows.
struct shown {
    const struct at_node *node;
    struct at_str text;
    bool is_kept; // the other screen shows the same text
};

struct side {
    const struct at_tree *tree;
    struct shown *rows; // owned, in reading order
    size_t count;
};

struct comparison {
    struct side before;
    struct side after;
    const struct at_noticed_action *action;
    struct at_noticed *out;
};

static bool
is_text(const struct at_tree *tree, const struct at_node *node,
        struct at_str *out)
{
    if (at_node_has(node, AT_NODE_CHROME) || !at_node_visible(tree, node) ||
        at_node_takes_text(node) || at_node_has(node, AT_NODE_PASSWORD) ||
        node->role == AT_ROLE_PROGRESS_BAR)
        return false;
    *out = at_str_trim(at_node_own_label(node));
    return out->len > 0;
}

static void
collect(const struct at_tree *tree, struct side *out)
{
    out->tree = tree;
    out->count = 0;
    out->rows =
        at_realloc_array(NULL, tree->node_count + 1, sizeof(*out->rows));
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        struct shown row = {.node = it};
        if (is_text(tree, it, &row.text))
            out->rows[out->count++] = row;
    }
}

static int
compare_texts(const void *a, const void *b)
{
    const struct at_str *one = a;
    const struct at_str *two = b;
    return at_str_cmp(*one, *two);
}

// Mark the texts of side that the other one shows too. Returns how many.
static size_t
mark_kept(struct side *side, const struct side *other)
{
    struct at_str *texts =
        at_realloc_array(NULL, other->count + 1, sizeof(*texts));
    size_t kept = 0;
    for (size_t i = 0; i < other->count; i++)
        texts[i] = other->rows[i].text;
    qsort(texts, other->count, sizeof(*texts), compare_texts);
    for (size_t i = 0; i < side->count; i++) {
        struct shown *row = &side->rows[i];
        row->is_kept = bsearch(&row->text, texts, other->count, sizeof(*texts),
                               compare_texts) != NULL;
        kept += row->is_kept;
    }
    free(texts);
    return kept;
}

// ── what is worth telling ──

static bool
is_steady(const struct comparison *it, const struct shown *row)
{
    const struct at_tree *again = it->action->again;
    if (!again)
        return true;
    for (const struct at_node *node = again->root; node;
         node = at_node_next(node, again->root)) {
        struct at_str text;
        if (is_text(again, node, &text) && at_str_eq(text, row->text))
            return true;
    }
    return false;
}

static bool
is_worth(const struct comparison *it, const struct shown *row)
{
    return !row->is_kept && row->text.len <= TEXT_MAX_BYTES &&
           !at_str_has(row->text, AT_STR("\n")) &&
           !at_noticed_is_volatile(row->text) && is_steady(it, row);
}

static bool
is_known(const struct at_noticed *out, const struct at_noticed_row *row)
{
    for (size_t i = 0; i < out->count; i++) {
        if (out->rows[i].kind == row->kind &&
            at_alike_eq_nocase(out->rows[i].text, row->text) &&
            at_str_eq(out->rows[i].of, row->of))
            return true;
    }
    return false;
}

// Put the row in its place; the last of a full list is dropped.
static void
add(struct at_noticed *out, struct at_noticed_row row)
{
    size_t at = out->count;
    if (is_known(out, &row))
        return;
    while (at > 0 && out->rows[at - 1].rank < row.rank)
        at--;
    if (at == AT_NOTICED_MAX)
        return;
    if (out->count < AT_NOTICED_MAX)
        out->count++;
    for (size_t i = out->count - 1; i > at; i--)
        out->rows[i] = out->rows[i - 1];
    out->rows[at] = row;
}

static int64_t
gap(int32_t a_from, int32_t a_to, int32_t b_from, int32_t b_to)
{
    int64_t shared = at_px_overlap(a_from, a_to, b_from, b_to);
    return shared < 0 ? -shared : 0;
}

// Return the distance from the touched element; across a row it counts less
// than down the screen.
static int64_t
distance(const struct comparison *it, const struct at_node *node)
{
    enum { DOWN_COSTS = 4 };
    struct at_rect a = it->action->touched;
    struct at_rect b = node->seen;
    int64_t px = gap(a.left, a.right, b.left, b.right) +
                 DOWN_COSTS * gap(a.top, a.bottom, b.top, b.bottom);
    return px < STEP ? px : STEP - 1;
}

static bool
is_touched(const struct comparison *it, const struct at_node *node)
{
    struct at_rect touched = it->action->touched;
    struct at_rect common = at_rect_intersect(touched, node->bounds);
    return !at_rect_empty(touched) && !at_rect_empty(common) &&
           2 * at_px_area(common) >= at_px_area(node->bounds);
}

static bool
is_near(const struct comparison *it, const struct at_node *node)
{
    return !at_rect_empty(it->action->touched) &&
           at_spoken_is_in_row(it->action->touched, node->seen);
}

static bool
is_control(const struct at_node *node)
{
    const struct at_node *receiver = at_reach_receiver(node);
    return receiver && !at_node_has(receiver, AT_NODE_WRAPS_SCREEN);
}

// ── texts ──

// Return the text that was at the place of an element of after, if that has
// changed.
static const struct shown *
text_before(const struct comparison *it, const struct shown *row)
{
    const struct at_node *node = row->node;
    const struct side *before = &it->before;
    for (size_t i = 0; i < before->count; i++) {
        const struct at_node *was = before->rows[i].node;
        bool by_id = node->resource_id.len > 0 &&
                     at_str_eq(node->resource_id, was->resource_id);
        bool in_place = abs(node->bounds.left - was->bounds.left) <= PLACE_PX &&
                        abs(node->bounds.top - was->bounds.top) <= PLACE_PX;
        if (!before->rows[i].is_kept && (by_id || in_place) &&
            node->depth == was->depth &&
            at_str_eq(node->class_name, was->class_name) &&
            at_str_eq(node->resource_id, was->resource_id) && in_place)
            return &before->rows[i];
        if (!before->rows[i].is_kept && by_id &&
            at_counted_same(before->rows[i].text, row->text))
            return &before->rows[i];
    }
    return NULL;
}

static enum rank
rank_on_same(const struct comparison *it, const struct shown *row,
             const struct shown *was)
{
    if (was && at_counted_same(was->text, row->text))
        return RANK_COUNTER;
    if (is_near(it, row->node))
        return RANK_NEAR;
    if (was)
        return RANK_CHANGED;
    if (at_node_has(row->node, AT_NODE_HEADING))
        return RANK_HEADING;
    return is_control(row->node) || at_label_is_figure(row->text) ? RANK_CONTROL
                                                                  : RANK_TEXT;
}

// The first text that is not a control's is the title of a new screen.
static enum rank
rank_on_another(const struct shown *row, bool *has_title)
{
    if (at_node_has(row->node, AT_NODE_HEADING) && !*has_title) {
        *has_title = true;
        return RANK_TITLE;
    }
    if (is_control(row->node) || at_label_is_figure(row->text))
        return RANK_CONTROL;
    if (!*has_title) {
        *has_title = true;
        return RANK_TITLE;
    }
    return RANK_TEXT;
}

// A short text, or a number that has changed, needs the text that explains it.
static bool
explain_figure(const struct comparison *it, const struct shown *row,
               bool has_changed, struct at_str *out)
{
    *out = AT_STR("");
    bool is_short = row->text.len < FIGURE_MIN_BYTES;
    if (!is_short && (!has_changed || !at_label_is_figure(row->text)))
        return true;
    *out = at_str_trim(at_node_caption(it->after.tree, row->node));
    if (out->len > TEXT_MAX_BYTES || at_noticed_is_volatile(*out))
        *out = AT_STR("");
    return out->len > 0 || !is_short;
}

static void
notice_shown(struct comparison *it)
{
    bool has_title = false;
    for (size_t i = 0; i < it->after.count; i++) {
        const struct shown *row = &it->after.rows[i];
        struct at_noticed_row noticed = {.kind = AT_NOTICED_SHOWN,
                                         .text = row->text};
        const struct shown *was = NULL;
        if (!is_worth(it, row))
            continue;
        if (!it->out->is_another_screen)
            was = text_before(it, row);
        if (!explain_figure(it, row, was != NULL, &noticed.of))
            continue;
        enum rank rank = it->out->is_another_screen
                             ? rank_on_another(row, &has_title)
                             : rank_on_same(it, row, was);
        noticed.was = was ? was->text : AT_STR("");
        noticed.rank =
            rank * (int64_t)STEP -
            (it->out->is_another_screen || at_rect_empty(it->action->touched)
                 ? (int64_t)i
                 : distance(it, row->node));
        add(it->out, noticed);
    }
}

// Return true if another text has taken its place; that one is listed instead.
static bool
is_replaced(const struct comparison *it, const struct shown *row)
{
    for (size_t i = 0; i < it->after.count; i++) {
        if (!it->after.rows[i].is_kept &&
            text_before(it, &it->after.rows[i]) == row)
            return true;
    }
    return false;
}

static void
notice_gone(struct comparison *it)
{
    for (size_t i = 0; i < it->before.count; i++) {
        const struct shown *row = &it->before.rows[i];
        if (row->is_kept || row->text.len > TEXT_MAX_BYTES ||
            row->text.len < FIGURE_MIN_BYTES ||
            at_str_has(row->text, AT_STR("\n")) ||
            at_noticed_is_volatile(row->text) ||
            at_label_is_figure(row->text) || is_replaced(it, row))
            continue;
        enum rank rank = is_near(it, row->node) ? RANK_GONE_NEAR : RANK_GONE;
        add(it->out,
            (struct at_noticed_row){.kind = AT_NOTICED_GONE,
                                    .text = row->text,
                                    .rank = rank * (int64_t)STEP - (int64_t)i});
    }
}

// ── states and values ──

static const struct at_node *
same_element(const struct at_tree *before, const struct at_node *node)
{
    struct at_str id = node->resource_id;
    struct at_str name = at_node_label(node, NULL);
    for (const struct at_node *it = before->root; it;
         it = at_node_next(it, before->root)) {
        if (it->role == node->role && at_str_eq(it->resource_id, id) &&
            abs(it->bounds.left - node->bounds.left) <= PLACE_PX &&
            abs(it->bounds.top - node->bounds.top) <= PLACE_PX &&
            (at_node_takes_text(node) ||
             at_str_eq(at_node_label(it, NULL), name)))
            return it;
    }
    return NULL;
}

static const struct {
    enum at_node_flag flag;
    const char *is;
    const char *is_not;
} states[] = {
    {AT_NODE_CHECKED, "checked", "unchecked"},
    {AT_NODE_CHOSEN, "selected", "not selected"},
    {AT_NODE_ENABLED, "enabled", "disabled"},
};

// The element that was selected before is not worth telling; the new one is.
static bool
is_news(const struct at_node *before, const struct at_node *after, size_t state)
{
    bool was = at_node_has(before, states[state].flag);
    bool is = at_node_has(after, states[state].flag);
    return was != is && (is || states[state].flag != AT_NODE_CHOSEN);
}

static void
notice_states(struct comparison *it, const struct at_node *before,
              const struct at_node *after, struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(states); i++) {
        if (!is_news(before, after, i))
            continue;
        bool is = at_node_has(after, states[i].flag);
        enum rank rank = is_touched(it, after) ? RANK_STATE : RANK_CHANGED;
        add(it->out, (struct at_noticed_row){
                         .kind = AT_NOTICED_STATE,
                         .text = at_str(is ? states[i].is : states[i].is_not),
                         .of = name,
                         .rank = rank * (int64_t)STEP - distance(it, after)});
    }
}

static void
notice_value(struct comparison *it, const struct at_node *before,
             const struct at_node *after, struct at_str name)
{
    struct at_str was = at_node_value(before);
    struct at_str is = at_str_trim(at_node_value(after));
    if (at_str_eq(was, is) || is.len == 0 || is.len > TEXT_MAX_BYTES ||
        at_node_has(after, AT_NODE_PASSWORD) || at_str_has(is, AT_STR("\n")) ||
        at_noticed_is_volatile(is))
        return;
    add(it->out, (struct at_noticed_row){.kind = AT_NOTICED_VALUE,
                                         .text = is,
                                         .of = name,
                                         .rank = RANK_VALUE * (int64_t)STEP -
                                                 distance(it, after)});
}

static void
notice_elements(struct comparison *it)
{
    const struct at_node *root = it->after.tree->root;
    for (const struct at_node *node = root; node;
         node = at_node_next(node, root)) {
        if (!at_node_has(node, AT_NODE_INTERACTIVE) ||
            at_node_has(node, AT_NODE_CHROME) ||
            !at_node_visible(it->after.tree, node))
            continue;
        const struct at_node *was = same_element(it->before.tree, node);
        struct at_str name =
            at_str_trim(at_node_takes_text(node) && node->hint.len > 0
                            ? node->hint
                            : at_node_label(node, NULL));
        if (!was || name.len == 0 || name.len > TEXT_MAX_BYTES ||
            at_noticed_is_volatile(name))
            continue;
        notice_states(it, was, node, name);
        notice_value(it, was, node, name);
    }
}

// Return true if hardly a text of the screen before is left, or if another
// window is in front.
static bool
is_another_screen(const struct comparison *it, size_t kept)
{
    size_t most =
        it->before.count > it->after.count ? it->before.count : it->after.count;
    return most > 0 && kept * 100 < most * KEPT_PERCENT;
}

void
at_noticed_find(const struct at_tree *before, const struct at_tree *after,
                const struct at_noticed_action *action, struct at_noticed *out)
{
    struct comparison it = {.action = action, .out = out};
    *out = (struct at_noticed){.count = 0};
    collect(before, &it.before);
    collect(after, &it.after);
    size_t kept = mark_kept(&it.after, &it.before);
    (void)mark_kept(&it.before, &it.after);
    out->is_another_screen = is_another_screen(&it, kept);
    notice_shown(&it);
    if (!out->is_another_screen) {
        notice_gone(&it);
        notice_elements(&it);
    }
    free(it.before.rows);
    free(it.after.rows);
}
