// look_find.c: which spot is the target, and where a touch of it goes
#include "virtual-android/helper/look.h"

#include <stdlib.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "virtual-android/access/node_texts.h"
#include "virtual-android/helper/writer.h"

enum { LEAST_PX = 8, TRIES_MAX = 20000, TOLD_MAX_UNITS = 200 };

static bool
is_secret(const struct vd_spot *spot)
{
    return spot->flags & VD_TREE_PASSWORD;
}

static bool
says(const struct vd_look *look, size_t top, struct at_str word)
{
    for (size_t i = top; i < look->count; i++) {
        const struct vd_spot *spot = &look->spots[i];
        if (i != top && !vd_spot_below(look, i, top))
            break; // preorder: the subtree is over
        if (!(spot->flags & VD_TREE_INVISIBLE) &&
            (at_alike_eq(spot->desc, word) ||
             (at_alike_eq(spot->text, word) && !is_secret(spot))))
            return true;
    }
    return false;
}

static bool
fits_word(struct at_str wanted, struct at_str word)
{
    return !wanted.ptr || at_alike_eq(wanted, word);
}

static bool
is_like(const struct vd_look *look, const struct vd_target *target, bool field,
        size_t i)
{
    const struct vd_spot *spot = &look->spots[i];
    return !(spot->flags & VD_TREE_INVISIBLE) && !vd_box_empty(spot->shown) &&
           (!field || spot->flags & VD_TREE_EDITABLE) &&
           at_str_eq(target->class_name, spot->class_name) &&
           fits_word(target->package, spot->package) &&
           fits_word(target->id, spot->id) &&
           fits_word(target->text, spot->text) &&
           fits_word(target->desc, spot->desc) &&
           (!target->label.ptr || says(look, i, target->label));
}

struct found {
    size_t *like; // owned; all that fit but for their surroundings
    size_t like_count;
    size_t *spots; // owned
    size_t count;
};

// Climb from a spot as long as no other one like it is in sight.
static size_t
surroundings(const struct vd_look *look, const struct found *found, size_t spot)
{
    size_t top = spot;
    for (;;) {
        size_t up = look->spots[top].parent;
        bool shared = up == top;
        for (size_t i = 0; i < found->like_count && !shared; i++) {
            size_t other = found->like[i];
            shared = other != spot &&
                     (other == up || vd_spot_below(look, other, up));
        }
        if (shared)
            return top;
        top = up;
    }
}

static void
collect(const struct vd_look *look, const struct vd_target *target, bool field,
        struct found *out)
{
    *out = (struct found){.count = 0};
    out->like = at_realloc_array(NULL, look->count + 1, sizeof(size_t));
    out->spots = at_realloc_array(NULL, look->count + 1, sizeof(size_t));
    for (size_t i = 0; i < look->count; i++) {
        if (is_like(look, target, field, i))
            out->like[out->like_count++] = i;
    }
    for (size_t i = 0; i < out->like_count; i++) {
        size_t spot = out->like[i];
        if (!target->within.ptr ||
            says(look, surroundings(look, out, spot), target->within))
            out->spots[out->count++] = spot;
    }
}

static size_t
choose(const struct vd_look *look, const struct vd_target *target, bool field,
       const struct found *found)
{
    size_t chosen = found->count == 1 ? found->spots[0] : VD_NOWHERE;
    for (size_t i = 0; i < found->count && found->count > 1; i++) {
        if (vd_box_same(look->spots[found->spots[i]].bounds, target->bounds))
            chosen = found->spots[i];
    }
    for (size_t i = 0; i < found->count && field && chosen == VD_NOWHERE; i++) {
        if (look->spots[found->spots[i]].flags & VD_TREE_FOCUSED)
            chosen = found->spots[i];
    }
    return chosen;
}

// The spot that people would name at this place.
static size_t
spot_at(const struct vd_look *look, struct at_point at)
{
    const unsigned used = VD_TREE_SCROLLABLE | VD_TREE_EDITABLE;
    size_t any = VD_NOWHERE;
    size_t named = VD_NOWHERE;
    for (size_t i = 0; i < look->count; i++) {
        const struct vd_spot *spot = &look->spots[i];
        if (!vd_box_has(spot->seen, at) || look->windows[spot->window].bar)
            continue;
        if (any != VD_NOWHERE && look->spots[any].window != spot->window)
            named = VD_NOWHERE;
        if (vd_spot_touched(spot) || spot->flags & used)
            named = i;
        any = i;
    }
    return named != VD_NOWHERE ? named : any;
}

bool
vd_look_find(const struct vd_look *look, const struct vd_target *target,
             bool field, struct at_point meant, size_t *out_spot,
             struct vd_refusal *refusal)
{
    struct found found;
    collect(look, target, field, &found);
    *out_spot = choose(look, target, field, &found);
    if (found.count == 0)
        vd_refuse(refusal, VD_TARGET_GONE,
                  "the target is not on the screen any more, nothing was "
                  "touched");
    else if (*out_spot == VD_NOWHERE)
        vd_refuse(refusal, VD_TARGET_AMBIGUOUS,
                  "%zu elements are like the target, and none is at its "
                  "place, nothing was touched",
                  found.count);
    if (*out_spot == VD_NOWHERE) {
        vd_look_tell(look, spot_at(look, meant), refusal);
        refusal->candidates = found.count;
    }
    free(found.like);
    free(found.spots);
    return *out_spot != VD_NOWHERE;
}

static int32_t
along(int32_t part, int32_t of, int32_t start, int32_t length)
{
    return of <= 0 ? start + part
                   : start + (int32_t)((int64_t)part * length / of);
}

struct at_point
vd_look_carry(const struct vd_target *target, const struct vd_spot *spot,
              struct at_point at)
{
    struct at_rect from = target->bounds;
    struct at_rect to = spot->bounds;
    return (struct at_point){
        along(at.x_px - from.left, from.right - from.left, to.left,
              to.right - to.left),
        along(at.y_px - from.top, from.bottom - from.top, to.top,
              to.bottom - to.top),
    };
}

static bool
covered(const struct vd_look *look, size_t by, struct vd_refusal *refusal)
{
    vd_refuse(refusal, VD_TARGET_COVERED,
              "something else lies over the target, nothing was touched");
    vd_look_tell(look, by, refusal);
    return false;
}

bool
vd_look_seen(const struct vd_look *look, size_t spot,
             struct vd_refusal *refusal)
{
    size_t hider = vd_look_hider(look, spot);
    return !vd_box_empty(look->spots[spot].seen) ||
           covered(look, hider == VD_NOWHERE ? spot : look->windows[hider].root,
                   refusal);
}

enum drawn { DRAWN_UNDER, DRAWN_MAYBE_OVER, DRAWN_OVER };

static bool
is_root(const struct vd_look *look, size_t spot)
{
    return look->spots[spot].parent == spot;
}

static bool
holds(const struct vd_look *look, size_t top, size_t spot)
{
    return spot == top || vd_spot_below(look, spot, top);
}

// Return where spot i is drawn relative to the other one.
static enum drawn
drawn_of(const struct vd_look *look, size_t i, size_t other)
{
    size_t a = i;
    size_t b = other;
    if (vd_spot_below(look, i, other))
        return DRAWN_OVER;
    if (vd_spot_below(look, other, i))
        return DRAWN_UNDER;
    while (!is_root(look, a) && !holds(look, look->spots[a].parent, other))
        a = look->spots[a].parent;
    if (is_root(look, a))
        return i > other ? DRAWN_OVER : DRAWN_UNDER;
    while (look->spots[b].parent != look->spots[a].parent)
        b = look->spots[b].parent;
    json_int_t first = look->spots[b].drawn;
    json_int_t second = look->spots[a].drawn;
    if (first > 0 && second > 0 && first != second)
        return second > first ? DRAWN_OVER : DRAWN_UNDER;
    return i > other ? DRAWN_MAYBE_OVER : DRAWN_UNDER;
}

// Return true if spot i takes touches from the target.
static bool
lies_over(const struct vd_look *look, size_t i, size_t target)
{
    const struct vd_spot *over = &look->spots[i];
    const struct vd_spot *under = &look->spots[target];
    bool below = vd_spot_below(look, i, target);
    if (i == target || vd_box_empty(over->seen) ||
        look->windows[over->window].bar)
        return false;
    enum drawn drawn = drawn_of(look, i, target);
    bool certain = drawn == DRAWN_OVER && !below;
    bool takes = vd_spot_touched(over) || is_root(look, i) ||
                 (certain && (over->flags & VD_TREE_SCROLLABLE));
    if (drawn == DRAWN_UNDER || !takes)
        return false;
    if (certain || !vd_box_same(over->bounds, under->bounds))
        return true;
    return !below && over->id.len > 0 && at_str_eq(over->id, under->id) &&
           at_str_eq(over->class_name, under->class_name);
}

static size_t
last_over(const struct vd_look *look, size_t target, struct at_point at)
{
    for (size_t i = look->count; i-- > 0;) {
        if (vd_box_has(look->spots[i].seen, at) && lies_over(look, i, target))
            return i;
    }
    return VD_NOWHERE;
}

// A search for the largest box of the target that nothing lies over.
struct clearing {
    const struct vd_look *look;
    size_t target;
    struct at_rect least; // right and bottom: minimum for a finger
    struct at_rect best;
    int tries;
};

static int64_t
area(struct at_rect box)
{
    return vd_box_empty(box)
               ? 0
               : (int64_t)(box.right - box.left) * (box.bottom - box.top);
}

static void
clear(struct clearing *c, struct at_rect box, size_t from)
{
    if (box.right - box.left < c->least.right ||
        box.bottom - box.top < c->least.bottom || area(box) <= area(c->best) ||
        c->tries++ > TRIES_MAX)
        return;
    while (from < c->look->count &&
           (!lies_over(c->look, from, c->target) ||
            vd_box_empty(vd_box_cut(c->look->spots[from].seen, box))))
        from++;
    if (from == c->look->count) {
        c->best = box;
        return;
    }
    struct at_rect it = c->look->spots[from++].seen;
    clear(c, (struct at_rect){box.left, box.top, it.left, box.bottom}, from);
    clear(c, (struct at_rect){it.right, box.top, box.right, box.bottom}, from);
    clear(c, (struct at_rect){box.left, box.top, box.right, it.top}, from);
    clear(c, (struct at_rect){box.left, it.bottom, box.right, box.bottom},
          from);
}

static struct at_point
middle(struct at_rect box)
{
    return (struct at_point){(box.left + box.right) / 2,
                             (box.top + box.bottom) / 2};
}

static int32_t
smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

bool
vd_look_touch(const struct vd_look *look, const struct vd_target *target,
              size_t number, struct at_point meant, struct at_point *out,
              struct vd_refusal *refusal)
{
    const struct vd_spot *spot = &look->spots[number];
    struct at_rect was = target->bounds;
    struct at_rect is = spot->bounds;
    bool same_size = was.right - was.left == is.right - is.left &&
                     was.bottom - was.top == is.bottom - is.top;
    if (!vd_look_seen(look, number, refusal))
        return false;
    *out = vd_look_carry(target, spot, meant);
    if (same_size && vd_box_has(spot->seen, *out) &&
        (target->force || last_over(look, number, *out) == VD_NOWHERE))
        return true;
    *out = middle(spot->seen);
    size_t over = last_over(look, number, *out);
    if (over == VD_NOWHERE || target->force)
        return true;
    struct clearing c = {
        .look = look,
        .target = number,
        .least = {0, 0, smaller(spot->seen.right - spot->seen.left, LEAST_PX),
                  smaller(spot->seen.bottom - spot->seen.top, LEAST_PX)},
    };
    clear(&c, spot->seen, 0);
    if (vd_box_empty(c.best))
        return covered(look, over, refusal);
    *out = middle(c.best);
    return true;
}

static struct at_str
public_text(const struct vd_spot *spot)
{
    return is_secret(spot) ? AT_STR("") : spot->text;
}

// Return the first words below a spot without own words.
static struct at_str
label_of(const struct vd_look *look, size_t top)
{
    for (size_t i = top; i < look->count; i++) {
        const struct vd_spot *spot = &look->spots[i];
        if (i != top && !vd_spot_below(look, i, top))
            break;
        struct at_str word = public_text(spot);
        word = word.len > 0 ? word : spot->desc;
        if (!vd_box_empty(spot->seen) && word.len > 0)
            return i == top ? AT_STR("") : word;
    }
    return AT_STR("");
}

static void
put_some(struct vd_writer *w, const char *name, struct at_str text)
{
    if (text.len > 0)
        vd_put_text(w, name, at_utf8_head(text, TOLD_MAX_UNITS));
}

void
vd_look_tell(const struct vd_look *look, size_t number,
             struct vd_refusal *refusal)
{
    struct at_buf out = AT_BUF_INIT(sizeof(refusal->there) - 1);
    struct vd_writer w = {.out = &out};
    if (number == VD_NOWHERE) {
        at_buf_add_text(&out, "null");
    } else {
        const struct vd_spot *spot = &look->spots[number];
        vd_open(&w, '{');
        vd_put_text(&w, "class",
                    at_utf8_head(spot->class_name, TOLD_MAX_UNITS));
        vd_put_text(&w, "package", at_utf8_head(spot->package, TOLD_MAX_UNITS));
        vd_put_text(&w, "window", look->windows[spot->window].type);
        vd_name(&w, "bounds");
        vd_open(&w, '[');
        vd_int(&w, spot->bounds.left);
        vd_int(&w, spot->bounds.top);
        vd_int(&w, spot->bounds.right);
        vd_int(&w, spot->bounds.bottom);
        vd_close(&w, ']');
        put_some(&w, "id", spot->id);
        put_some(&w, "text", public_text(spot));
        put_some(&w, "desc", spot->desc);
        put_some(&w, "label", label_of(look, number));
        vd_close(&w, '}');
    }
    at_str_cut(refusal->there, sizeof(refusal->there), at_buf_str(&out));
    at_buf_deinit(&out);
}
