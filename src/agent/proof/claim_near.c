#include "agent/proof/claim_near.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "screen/px.h"

static int64_t
smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

struct at_str
at_scene_text_with(const struct at_scene_row *row, struct at_str words)
{
    const struct at_str texts[] = {row->text,  row->description, row->label,
                                   row->value, row->hint,        row->error};
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (texts[i].len > 0 && at_claim_text_has(texts[i], words))
            return texts[i];
    }
    return AT_STR("");
}

bool
at_scene_is_named(const struct at_scene_row *row, struct at_str words)
{
    return (row->id.len > 0 && at_str_eq(row->id, words)) ||
           at_scene_text_with(row, words).len > 0;
}

// Remove the colon: "Total:" is the label "Total".
static bool
is_whole(const struct at_scene_row *row, struct at_str words)
{
    return at_claim_text_is(row->text, words) ||
           at_claim_text_is(row->description, words) ||
           at_claim_text_is(row->label, words) ||
           at_claim_text_is(row->hint, words) ||
           at_claim_text_is(row->value, words) || at_str_eq(row->id, words);
}

typedef bool row_test(const struct at_scene_row *row, struct at_str words);

static void
find(const struct at_scene *scene, struct at_str words, row_test *test,
     struct at_scene_rows *out)
{
    out->rows = at_realloc_array(NULL, scene->count + 1, sizeof(*out->rows));
    out->count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        if (!test(&scene->rows[i], words))
            continue;
        // Among nested rows with the same text the innermost one shows it.
        while (out->count > 0 &&
               at_scene_holds(scene, out->rows[out->count - 1], i))
            out->count--;
        out->rows[out->count++] = i;
    }
}

void
at_scene_find(const struct at_scene *scene, struct at_str words,
              struct at_scene_rows *out)
{
    *out = (struct at_scene_rows){0};
    if (words.len == 0)
        return;
    find(scene, words, is_whole, out);
    if (out->count > 0)
        return;
    at_scene_rows_deinit(out);
    find(scene, words, at_scene_is_named, out);
}

void
at_scene_find_all(const struct at_scene *scene, struct at_str words,
                  struct at_scene_rows *out)
{
    *out = (struct at_scene_rows){0};
    if (words.len > 0)
        find(scene, words, at_scene_is_named, out);
}

void
at_scene_rows_deinit(struct at_scene_rows *rows)
{
    free(rows->rows);
    *rows = (struct at_scene_rows){0};
}

// A container of at most a quarter of the screen is a card.
bool
at_scene_is_card(const struct at_scene *scene, size_t row)
{
    const struct at_scene_row *at = &scene->rows[row];
    int64_t area = at_px_height(at->box) * at_px_width(at->box);
    int64_t screen = (int64_t)scene->width_px * scene->height_px;
    return at->role == AT_ROLE_LIST_ITEM ||
           ((at->flags & AT_NODE_CLICKABLE) != 0 && 4 * area <= screen);
}

static bool
is_list(const struct at_scene *scene, size_t row)
{
    return row != AT_SCENE_NONE &&
           (scene->rows[row].role == AT_ROLE_LIST ||
            (scene->rows[row].flags & AT_NODE_SCROLLABLE) != 0);
}

size_t
at_scene_item(const struct at_scene *scene, size_t row)
{
    size_t item = AT_SCENE_NONE;
    for (size_t at = row; at != AT_SCENE_NONE && !is_list(scene, at);
         at = scene->rows[at].parent) {
        bool holds_more = scene->rows[at].end - at > 1;
        if (at_scene_is_card(scene, at) ||
            (holds_more && is_list(scene, scene->rows[at].parent) &&
             scene->rows[scene->rows[at].parent].role == AT_ROLE_LIST))
            item = at;
    }
    return item;
}

// Return true if the rows are in different items of a list.
static bool
are_apart(const struct at_scene *scene, size_t a, size_t b)
{
    size_t item_a = at_scene_item(scene, a);
    size_t item_b = at_scene_item(scene, b);
    bool a_has_rows =
        item_a != AT_SCENE_NONE && scene->rows[item_a].end - item_a > 1;
    bool b_has_rows =
        item_b != AT_SCENE_NONE && scene->rows[item_b].end - item_b > 1;
    return (a_has_rows && !at_scene_holds(scene, item_a, b)) ||
           (b_has_rows && !at_scene_holds(scene, item_b, a));
}

static bool
is_beside(struct at_rect a, struct at_rect b)
{
    int64_t shared = at_px_overlap(a.top, a.bottom, b.top, b.bottom);
    return 2 * shared >= smaller(at_px_height(a), at_px_height(b)) &&
           (b.left >= a.right - 1 || b.right <= a.left + 1);
}

// Return true if b is directly below a: at most one and a half lines apart.
static bool
is_below(struct at_rect a, struct at_rect b)
{
    int64_t line = smaller(at_px_height(a), at_px_height(b));
    int64_t gap = (int64_t)b.top - a.bottom;
    return at_px_overlap(a.left, a.right, b.left, b.right) > 0 &&
           2 * gap <= 3 * line && b.top >= a.bottom - line / 2 &&
           b.bottom > a.bottom;
}

static bool
has_text(const struct at_scene_row *row)
{
    return row->text.len > 0 || row->description.len > 0 ||
           row->value.len > 0 || row->label.len > 0;
}

// Return true if another text is between a and b in the column that they share.
static bool
is_between(const struct at_scene *scene, size_t a, size_t b)
{
    struct at_rect upper = scene->rows[a].box;
    struct at_rect lower = scene->rows[b].box;
    for (size_t i = 0; i < scene->count; i++) {
        struct at_rect box = scene->rows[i].box;
        if (i != a && i != b && has_text(&scene->rows[i]) &&
            scene->rows[i].end == i + 1 && box.top >= upper.bottom &&
            box.bottom <= lower.top &&
            at_px_overlap(box.left, box.right, upper.left, upper.right) > 0)
            return true;
    }
    return false;
}

static bool
is_inside(const struct at_scene *scene, size_t anchor, size_t other)
{
    size_t item = at_scene_item(scene, anchor);
    return at_scene_holds(scene, anchor, other) ||
           (item != AT_SCENE_NONE && at_scene_holds(scene, item, other));
}

// ── texts between two others ──

static bool
is_text(const struct at_scene *scene, size_t row)
{
    return has_text(&scene->rows[row]) && scene->rows[row].end == row + 1;
}

static struct at_str
text_of(const struct at_scene_row *row)
{
    return row->text.len > 0    ? row->text
           : row->value.len > 0 ? row->value
                                : row->description;
}

// Return true for a number with a unit or decimals; "Room 214" is not an
// amount.
static bool
is_amount(const struct at_scene_row *row)
{
    struct at_amount amount;
    return at_amount_find(text_of(row), &amount) &&
           (amount.unit.len > 0 || amount.decimals > 0);
}

// Return true if a text has the size of the anchor, in a language of signs that
// readers know: labels of one kind look alike.
static bool
looks_like(const struct at_scene *scene, size_t row, size_t anchor)
{
    const struct at_scene_row *a = &scene->rows[anchor];
    const struct at_scene_row *r = &scene->rows[row];
    int64_t height = at_px_height(r->box);
    int64_t like = at_px_height(a->box);
    return 100 * height >= 88 * like && 100 * height <= 160 * like &&
           is_amount(r) == is_amount(a);
}

static bool
is_between_in_column(struct at_rect upper, struct at_rect lower,
                     struct at_rect box)
{
    return box.top >= upper.bottom - at_px_height(upper) / 2 &&
           box.bottom <= lower.top + at_px_height(lower) / 2 &&
           at_px_overlap(box.left, box.right, upper.left, upper.right) > 0 &&
           at_px_overlap(box.left, box.right, lower.left, lower.right) > 0;
}

// Return true if row is a part of the item that a is in, and b is not.
static bool
is_part_of(const struct at_scene *scene, size_t row, size_t a, size_t b)
{
    size_t item = at_scene_item(scene, a);
    return item != AT_SCENE_NONE && at_scene_holds(scene, item, row) &&
           !at_scene_holds(scene, item, b);
}

// Return true if other is the next one below anchor (or above it): no text that
// looks like the upper one begins another entry between them, and an amount is
// the nearest.
static bool
is_next(const struct at_scene *scene, size_t anchor, size_t other, bool below)
{
    struct at_rect upper = scene->rows[below ? anchor : other].box;
    struct at_rect lower = scene->rows[below ? other : anchor].box;
    bool amount = is_amount(&scene->rows[other]);
    if (lower.top < upper.bottom - at_px_height(upper) / 2 ||
        lower.bottom <= upper.bottom ||
        at_px_overlap(upper.left, upper.right, lower.left, lower.right) <= 0)
        return false;
    for (size_t i = 0; i < scene->count; i++) {
        if (i != anchor && i != other && is_text(scene, i) &&
            !at_scene_holds(scene, i, other) &&
            !at_scene_holds(scene, other, i) &&
            is_between_in_column(upper, lower, scene->rows[i].box) &&
            (looks_like(scene, i, below ? anchor : other) ||
             (amount && is_amount(&scene->rows[i]))) &&
            !is_part_of(scene, i, below ? anchor : other,
                        below ? other : anchor))
            return false;
    }
    return true;
}

// Arabic and Hebrew are read from the right.
static bool
is_read_from_right(struct at_str text)
{
    uint32_t cp = 0;
    for (size_t len; (len = at_utf8_next(text, &cp)) > 0;
         text = at_str_skip(text, len)) {
        if (cp >= 0x0590 && cp <= 0x08ff)
            return true;
        if (cp >= 0x80 || at_ascii_is_letter((char)cp))
            return false;
    }
    return false;
}

static bool
is_right_of(struct at_rect a, struct at_rect b)
{
    return b.left >= a.right - 1;
}

// Return true if other comes after anchor in reading direction, as a value
// comes after its label.
static bool
is_behind(const struct at_scene *scene, size_t anchor, size_t other)
{
    bool right = is_right_of(scene->rows[anchor].box, scene->rows[other].box);
    return right != is_read_from_right(text_of(&scene->rows[anchor]));
}

// Return true if i is a nearer amount in anchor's line than other: it is
// between them, or other comes before the label and i after it.
static bool
comes_first(const struct at_scene *scene, size_t anchor, size_t other, size_t i)
{
    struct at_rect a = scene->rows[anchor].box;
    struct at_rect b = scene->rows[other].box;
    struct at_rect box = scene->rows[i].box;
    if (!is_beside(a, box) || !is_text(scene, i) ||
        !is_amount(&scene->rows[i]) || are_apart(scene, anchor, i))
        return false;
    if (is_right_of(a, b) != is_right_of(a, box))
        return is_behind(scene, anchor, i);
    return is_right_of(a, b) ? box.right <= b.left + 1
                             : box.left >= b.right - 1;
}

static bool
is_in_line(const struct at_scene *scene, size_t anchor, size_t other)
{
    if (!is_beside(scene->rows[anchor].box, scene->rows[other].box))
        return false;
    if (!is_amount(&scene->rows[other]))
        return true;
    for (size_t i = 0; i < scene->count; i++) {
        if (i != anchor && i != other && comes_first(scene, anchor, other, i))
            return false;
    }
    return true;
}

bool
at_scene_is_near(const struct at_scene *scene, size_t anchor, size_t other,
                 enum at_claim_where where)
{
    switch (where) {
    case AT_CLAIM_BESIDE:
        return anchor == other || (!are_apart(scene, anchor, other) &&
                                   is_in_line(scene, anchor, other));
    case AT_CLAIM_BELOW:
        return is_next(scene, anchor, other, true);
    case AT_CLAIM_ABOVE:
        return is_next(scene, anchor, other, false);
    case AT_CLAIM_INSIDE:
        return is_inside(scene, anchor, other);
    default:
        return at_scene_distance(scene, anchor, other) != SIZE_MAX;
    }
}

// An amount elsewhere in the item does not belong to the anchor if the anchor
// has one in its line or below it.
static bool
belongs_elsewhere(const struct at_scene *scene, size_t anchor, size_t other)
{
    if (!is_amount(&scene->rows[other]))
        return false;
    for (size_t i = 0; i < scene->count; i++) {
        if (i != anchor && i != other && is_text(scene, i) &&
            is_amount(&scene->rows[i]) && !are_apart(scene, anchor, i) &&
            (is_in_line(scene, anchor, i) ||
             (is_below(scene->rows[anchor].box, scene->rows[i].box) &&
              !is_between(scene, anchor, i))))
            return true;
    }
    return false;
}

enum { SAME, BESIDE = 1, BEFORE = 1 << 18, BELOW = 1 << 20, INSIDE = 1 << 21 };

size_t
at_scene_distance(const struct at_scene *scene, size_t anchor, size_t other)
{
    struct at_rect a = scene->rows[anchor].box;
    struct at_rect b = scene->rows[other].box;
    if (anchor == other || at_scene_holds(scene, anchor, other))
        return SAME;
    if (are_apart(scene, anchor, other))
        return SIZE_MAX;
    if (is_in_line(scene, anchor, other)) {
        int64_t gap = is_right_of(a, b) ? (int64_t)b.left - a.right
                                        : (int64_t)a.left - b.right;
        return (is_behind(scene, anchor, other) ? BESIDE : BEFORE) +
               (size_t)(gap > 0 ? gap : 0);
    }
    if (is_below(a, b) && !is_between(scene, anchor, other))
        return BELOW;
    return is_inside(scene, anchor, other) &&
                   !belongs_elsewhere(scene, anchor, other)
               ? INSIDE
               : SIZE_MAX;
}

enum at_scene_place
at_scene_place_of(size_t distance)
{
    return distance < BELOW    ? AT_SCENE_IN_LINE
           : distance < INSIDE ? AT_SCENE_BELOW
                               : AT_SCENE_IN_ITEM;
}
