#include "screen/place.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "screen/hash.h"
#include "screen/label.h"
#include "screen/more.h"
#include "screen/px.h"

enum {
    WINDOW = 12,       // lines before and after to search for a text
    OWNER_WINDOW = 40, // preceding lines to search for a container
    BESIDE_MAX_BYTES = 60,
    BAR_PARTS = 8, // the top and bottom eighths count as bars
    CORNERS = 9,
};

static const char *const corners[CORNERS] = {
    "at top left",    "at top",        "at top right",
    "at left",        "in the middle", "at right",
    "at bottom left", "at bottom",     "at bottom right",
};

struct placer {
    const struct at_tree *tree;
    struct at_compact_plan *plan;
    uint64_t *hashes; // owned, sorted; hashes of the lines
    size_t count;
    size_t in_corner[CORNERS]; // unnamed elements of the bars
    size_t unnamed_fields;
};

static bool
is_unnamed(const struct at_compact_line *line)
{
    return line->kind && line->words.label.len == 0 &&
           line->node->hint.len == 0;
}

static struct at_rect
on_screen(const struct at_tree *tree, const struct at_node *node)
{
    return at_rect_intersect(node->bounds, tree->root->bounds);
}

static size_t
third(int32_t at, int32_t from, int32_t to)
{
    int64_t part = to > from ? ((int64_t)at - from) * 3 / (to - from) : 0;
    return part < 0 ? 0 : part > 2 ? 2 : (size_t)part;
}

static size_t
corner_in(struct at_rect whole, struct at_rect part)
{
    struct at_point center = at_rect_center(part);
    return third(center.y_px, whole.top, whole.bottom) * 3 +
           third(center.x_px, whole.left, whole.right);
}

static bool
is_in_bar(const struct at_tree *tree, struct at_rect rect)
{
    int32_t bar = tree->height_px / BAR_PARTS;
    return rect.bottom <= bar || rect.top >= tree->height_px - bar;
}

// Return the labelled line that contains the element, if it is a row or a card
// rather than the whole screen.
static const struct at_compact_line *
owner_of(const struct placer *p, size_t i)
{
    const struct at_compact_line *lines = p->plan->lines;
    struct at_rect screen = p->tree->root->bounds;
    for (size_t n = 1; n <= OWNER_WINDOW && n <= i; n++) {
        const struct at_compact_line *line = &lines[i - n];
        if (line->indent >= lines[i].indent)
            continue;
        struct at_rect b = on_screen(p->tree, line->node);
        bool small = (int64_t)(b.bottom - b.top) * 2 < screen.bottom;
        return line->kind && line->words.label.len > 0 && small ? line : NULL;
    }
    return NULL;
}

// The gap between two boxes in one row or column, and the word for its
// direction.
struct gap {
    const char *word; // NULL: neither in the same row nor in the same column
    int32_t px;
};

static struct gap
gap_between(struct at_rect at, struct at_rect text)
{
    int64_t rows = at_px_overlap(at.top, at.bottom, text.top, text.bottom);
    int64_t columns = at_px_overlap(at.left, at.right, text.left, text.right);
    bool same_row =
        rows > at_px_min(at.bottom - at.top, text.bottom - text.top) / 2;
    bool same_column =
        columns > at_px_min(at.right - at.left, text.right - text.left) / 2;
    if (same_row && !same_column)
        return at.left >= text.left
                   ? (struct gap){"right of", at.left - text.left}
                   : (struct gap){"left of", text.left - at.right};
    if (same_column && !same_row)
        return at.top >= text.top ? (struct gap){"below", at.top - text.bottom}
                                  : (struct gap){"above", text.top - at.bottom};
    return (struct gap){NULL, 0};
}

static bool
can_name_place(const struct at_compact_line *line)
{
    return line->words.label.len > 0 &&
           line->words.label.len <= BESIDE_MAX_BYTES &&
           !at_str_has(line->words.label, AT_STR("\n")) &&
           !at_label_is_figure(line->words.label);
}

// A column counts only if the gap is at most the element's height; a text in
// the same row wins over one above.
static bool
is_nearer(struct gap *gap, struct at_rect at, int32_t best_px)
{
    enum { ANOTHER_ROW_PX = 100000 };
    int32_t height = at.bottom - at.top;
    if (!gap->word || gap->px < -height)
        return false;
    if (gap->word[0] == 'a' || gap->word[0] == 'b') {
        if (gap->px > height * 2)
            return false;
        gap->px += ANOTHER_ROW_PX;
    }
    return gap->px < best_px;
}

static bool
find_beside(const struct placer *p, size_t i, struct at_element_words *words)
{
    const struct at_compact_line *lines = p->plan->lines;
    struct at_rect at = on_screen(p->tree, lines[i].node);
    int32_t best_px = INT32_MAX;
    size_t from = i > WINDOW ? i - WINDOW : 0;
    for (size_t n = from; n < p->plan->count && n <= i + WINDOW; n++) {
        struct at_rect b = on_screen(p->tree, lines[n].node);
        if (n == i || !can_name_place(&lines[n]) ||
            at_rect_contains(b, at_rect_center(at)))
            continue;
        struct gap gap = gap_between(at, b);
        if (!is_nearer(&gap, at, best_px))
            continue;
        best_px = gap.px;
        words->place.word = gap.word;
        words->place.beside = lines[n].words.label;
    }
    return best_px < INT32_MAX;
}

static uint64_t
hash_id(const struct at_node *node)
{
    return at_hash_str(AT_HASH_INIT, node->resource_id);
}

static uint64_t
hash_label(const struct at_compact_line *line)
{
    return at_hash_str(AT_HASH_INIT + (unsigned char)line->kind,
                       line->words.label);
}

static uint64_t
hash_label_and_id(const struct at_compact_line *line)
{
    return at_hash_str(hash_label(line), line->node->resource_id);
}

static void
learn(struct placer *p)
{
    for (size_t i = 0; i < p->plan->count; i++) {
        const struct at_compact_line *line = &p->plan->lines[i];
        if (!line->kind)
            continue;
        if (is_unnamed(line)) {
            struct at_rect at = on_screen(p->tree, line->node);
            p->hashes[p->count++] = hash_id(line->node);
            p->unnamed_fields +=
                line->kind == 'f' && line->node->resource_id.len == 0 ? 1 : 0;
            if (is_in_bar(p->tree, at))
                p->in_corner[corner_in(p->tree->root->bounds, at)]++;
        } else {
            p->hashes[p->count++] = hash_label(line);
            p->hashes[p->count++] = hash_label_and_id(line);
        }
    }
    qsort(p->hashes, p->count, sizeof(*p->hashes), at_hash_compare);
}

static bool
is_shared(const struct placer *p, uint64_t hash)
{
    const uint64_t *found =
        bsearch(&hash, p->hashes, p->count, sizeof(hash), at_hash_compare);
    size_t at = found ? (size_t)(found - p->hashes) : 0;
    return found && ((at > 0 && p->hashes[at - 1] == hash) ||
                     (at + 1 < p->count && p->hashes[at + 1] == hash));
}

// Return true if both belong to a series of similar elements in a row or grid,
// such as days of a month or dots of a pager. From three on, their number is
// the best description.
static bool
is_alike(const struct at_compact_line *a, const struct at_compact_line *b)
{
    return is_unnamed(b) && a->kind == b->kind && a->indent == b->indent &&
           a->node->role != AT_ROLE_TEXT_FIELD &&
           b->words.tells_id == a->words.tells_id &&
           at_str_eq(a->node->class_name, b->node->class_name);
}

static size_t
run_from(const struct placer *p, size_t i)
{
    size_t end = i + 1;
    while (end < p->plan->count &&
           is_alike(&p->plan->lines[i], &p->plan->lines[end]))
        end++;
    return end - i;
}

static bool
starts_row(const struct at_compact_line *before,
           const struct at_compact_line *line)
{
    return line->node->bounds.top >= before->node->bounds.bottom;
}

// Number count lines starting at i. Return false for a run that is too short.
static bool
number_run(const struct placer *p, size_t i, size_t count)
{
    enum { RUN_MIN = 3 };
    struct at_compact_line *lines = &p->plan->lines[i];
    uint32_t rows = 1;
    bool column = count > 1;
    if (count < RUN_MIN)
        return false;
    for (size_t n = 1; n < count; n++) {
        bool next = starts_row(&lines[n - 1], &lines[n]);
        rows += next ? 1 : 0;
        column = column && next;
    }
    bool grid = rows > 1 && !column;
    for (uint32_t n = 0, row = 1, at = 0; n < count; n++) {
        bool next = grid && n > 0 && starts_row(&lines[n - 1], &lines[n]);
        row += next ? 1 : 0;
        at = next ? 1 : at + 1;
        lines[n].words.place =
            grid ? (struct at_place){.row = row, .number = at}
                 : (struct at_place){.number = at, .of = (uint32_t)count};
    }
    return true;
}

static void
place_line(const struct placer *p, size_t i)
{
    struct at_compact_line *line = &p->plan->lines[i];
    struct at_rect screen = p->tree->root->bounds;
    struct at_rect at = on_screen(p->tree, line->node);
    const struct at_compact_line *owner = owner_of(p, i);
    size_t corner = corner_in(screen, at);
    bool alone = is_in_bar(p->tree, at) && p->in_corner[corner] == 1;
    if (owner)
        line->words.place.word =
            corners[corner_in(on_screen(p->tree, owner->node), at)];
    else if (at_node_has(line->node, AT_NODE_WRAPS_SCREEN))
        line->words.place.word = "around all";
    else if (alone || !find_beside(p, i, &line->words))
        line->words.place.word = corners[corner];
}

static bool
has_own_id(const struct placer *p, const struct at_compact_line *line)
{
    return line->node->resource_id.len > 0 &&
           !at_node_has(line->node, AT_NODE_WRAPS_SCREEN) &&
           !is_shared(p, hash_id(line->node));
}

// A sole field, or an element that shows a value, needs no place.
static bool
needs_place(const struct placer *p, const struct at_compact_line *line)
{
    if (line->kind == 's' || !is_unnamed(line) || has_own_id(p, line))
        return false;
    return line->kind == 'f' ? p->unnamed_fields > 1
                             : at_node_value(line->node).len == 0;
}

// A scrollable is identified by its content.
static bool
holds_lines(const struct placer *p, size_t i)
{
    const struct at_compact_line *lines = p->plan->lines;
    return i + 1 < p->plan->count && lines[i + 1].indent > lines[i].indent;
}

static void
tell_apart(const struct placer *p, size_t i)
{
    struct at_compact_line *line = &p->plan->lines[i];
    if (is_unnamed(line)) {
        bool tells =
            has_own_id(p, line) && !(line->kind == 's' && holds_lines(p, i));
        line->words.hides_id = !tells;
        line->words.tells_id = tells;
    } else if (line->words.label.len > 0 && line->node->resource_id.len > 0) {
        line->words.tells_id = is_shared(p, hash_label(line)) &&
                               !is_shared(p, hash_label_and_id(line));
    }
}

void
at_place_lines(const struct at_tree *tree, struct at_compact_plan *plan)
{
    struct placer p = {.tree = tree, .plan = plan};
    p.hashes = at_realloc_array(NULL, plan->count * 2 + 1, sizeof(*p.hashes));
    learn(&p);
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->lines[i].kind)
            tell_apart(&p, i);
        if (plan->lines[i].kind == 's')
            plan->lines[i].words.place.word = at_more_word(plan->lines[i].node);
    }
    for (size_t i = 0; i < plan->count;) {
        size_t run = needs_place(&p, &plan->lines[i]) ? run_from(&p, i) : 0;
        bool numbered = run > 0 && number_run(&p, i, run);
        if (run > 0 && !numbered)
            place_line(&p, i);
        i += numbered ? run : 1;
    }
    free(p.hashes);
}
