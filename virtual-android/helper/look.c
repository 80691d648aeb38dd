// look.c: the spots of a tree and their visible parts
#include "virtual-android/helper/look.h"

#include "base/alloc.h"
#include "virtual-android/access/node_texts.h"

enum { TEXT_MAX_UNITS = 4096, PX_MAX = 32767, SIDES = 4 };

bool
vd_box_empty(struct at_rect box)
{
    return box.right <= box.left || box.bottom <= box.top;
}

struct at_rect
vd_box_cut(struct at_rect a, struct at_rect b)
{
    if (b.left > a.left)
        a.left = b.left;
    if (b.top > a.top)
        a.top = b.top;
    if (b.right < a.right)
        a.right = b.right;
    if (b.bottom < a.bottom)
        a.bottom = b.bottom;
    return a;
}

bool
vd_box_has(struct at_rect box, struct at_point at)
{
    return at.x_px >= box.left && at.x_px < box.right && at.y_px >= box.top &&
           at.y_px < box.bottom;
}

bool
vd_box_same(struct at_rect a, struct at_rect b)
{
    return a.left == b.left && a.top == b.top && a.right == b.right &&
           a.bottom == b.bottom;
}

static bool
overlap(struct at_rect a, struct at_rect b)
{
    return !vd_box_empty(vd_box_cut(a, b));
}

// The text of a member, or one without a pointer.
static struct at_str
take_word(struct vd_fields *fields, const char *name)
{
    struct at_str none = {NULL, 0};
    size_t units = 0;
    if (!vd_has(fields, name))
        return none;
    struct at_str word = vd_take_text(fields, name, NULL);
    for (size_t i = 0; i < word.len; i++) {
        unsigned char c = (unsigned char)word.ptr[i];
        units += (c & 0xc0) != 0x80;
        units += c >= 0xf0; // half of a pair
    }
    if (units > TEXT_MAX_UNITS)
        vd_refuse(fields->refusal, VD_BAD_REQUEST,
                  "'%s' in target has more than %d characters", name,
                  TEXT_MAX_UNITS);
    return word.ptr ? word : AT_STR("");
}

static void
take_bounds(struct vd_fields *fields, struct at_rect *out)
{
    json_t *list =
        vd_take_list(fields, "bounds", (struct vd_range){SIDES, SIDES});
    int32_t *const sides[SIDES] = {&out->left, &out->top, &out->right,
                                   &out->bottom};
    for (size_t i = 0; i < SIDES && list; i++) {
        json_t *side = json_array_get(list, i);
        json_int_t px = json_integer_value(side);
        if (!json_is_integer(side) || px > PX_MAX || px < -PX_MAX)
            vd_refuse(fields->refusal, VD_BAD_REQUEST,
                      "'bounds' in target must be whole numbers from %d to %d",
                      -PX_MAX, PX_MAX);
        *sides[i] = (int32_t)px;
    }
}

bool
vd_target_read(struct vd_fields *action, struct vd_target *out)
{
    *out = (struct vd_target){.force = false};
    if (!vd_has(action, "target"))
        return false;
    struct vd_fields fields =
        vd_fields_of(vd_take(action, "target"), "target", action->refusal);
    out->class_name = take_word(&fields, "class");
    if (!out->class_name.ptr)
        vd_refuse(action->refusal, VD_BAD_REQUEST,
                  "'class' is missing in target");
    out->package = take_word(&fields, "package");
    out->id = take_word(&fields, "id");
    out->text = take_word(&fields, "text");
    out->desc = take_word(&fields, "desc");
    out->label = take_word(&fields, "label");
    out->within = take_word(&fields, "within");
    take_bounds(&fields, &out->bounds);
    out->force = vd_take_bool(&fields, "force");
    return vd_fields_done(&fields);
}

static struct at_str
word_of(const json_t *object, const char *name, struct at_str fallback)
{
    const json_t *value = json_object_get(object, name);
    return value ? at_str_n(json_string_value(value), json_string_length(value))
                 : fallback;
}

static struct at_rect
box_of(const json_t *list)
{
    int32_t side[SIDES];
    for (size_t i = 0; i < SIDES; i++)
        side[i] = (int32_t)json_integer_value(json_array_get(list, i));
    return (struct at_rect){side[0], side[1], side[2], side[3]};
}

static bool
ends_like(const struct vd_spot *spot, const char *end)
{
    return at_str_ends(spot->class_name, at_str(end));
}

bool
vd_spot_touched(const struct vd_spot *spot)
{
    return (spot->flags & (VD_TREE_CLICKABLE | VD_TREE_LONG_CLICKABLE)) ||
           ends_like(spot, "SeekBar") || ends_like(spot, "RatingBar") ||
           ends_like(spot, "Slider");
}

bool
vd_spot_below(const struct vd_look *look, size_t spot, size_t top)
{
    while (look->spots[spot].parent != spot) {
        spot = look->spots[spot].parent;
        if (spot == top)
            return true;
    }
    return false;
}

// Number of the nearest spot before this one that is less deep.
static size_t
parent_of(const struct vd_look *look, const json_t *nodes, size_t first,
          size_t i)
{
    json_int_t depth =
        json_integer_value(json_object_get(json_array_get(nodes, i), "depth"));
    for (size_t k = i; k-- > 0;) {
        if (json_integer_value(json_object_get(json_array_get(nodes, k),
                                               "depth")) == depth - 1)
            return first + k;
    }
    return look->count;
}

static void
add_spot(struct vd_look *look, const json_t *window, const json_t *nodes,
         size_t i)
{
    const json_t *node = json_array_get(nodes, i);
    size_t first = look->windows[look->window_count].root;
    struct vd_spot *spot = &look->spots[look->count];
    *spot = (struct vd_spot){
        .window = look->window_count,
        .parent = parent_of(look, nodes, first, i),
        .class_name = word_of(node, "class", AT_STR("")),
        .package =
            word_of(node, "package", word_of(window, "package", AT_STR(""))),
        .id = word_of(node, "id", AT_STR("")),
        .text = word_of(node, "text", AT_STR("")),
        .desc = word_of(node, "desc", AT_STR("")),
        .flags = (unsigned)json_integer_value(json_object_get(node, "flags")),
        .drawn = json_integer_value(json_object_get(node, "drawn")),
        .has_pane = word_of(node, "pane", AT_STR("")).len > 0,
        .bounds =
            vd_box_cut(box_of(json_object_get(node, "bounds")), look->screen),
    };
    look->count++;
}

static bool
is_bar(const struct vd_look *look, const struct vd_spot *root)
{
    struct at_rect box = root->bounds;
    bool system_ui =
        at_str_is(root->package, "com.android.systemui") ||
        at_str_starts(root->package, AT_STR("com.android.systemui."));
    return system_ui && (vd_box_empty(box) ||
                         box.bottom - box.top < look->screen.bottom / 3 ||
                         box.right - box.left < look->screen.right / 3);
}

static void
add_window(struct vd_look *look, const json_t *window)
{
    const json_t *nodes = json_object_get(window, "nodes");
    size_t size = json_array_size(nodes);
    if (size == 0 || look->window_count == VD_LOOK_WINDOWS_MAX)
        return;
    struct vd_look_window *out = &look->windows[look->window_count];
    *out = (struct vd_look_window){
        .root = look->count,
        .type = word_of(window, "type", AT_STR("")),
        .focused = json_is_true(json_object_get(window, "focused")),
    };
    look->spots =
        at_realloc_array(look->spots, look->count + size, sizeof(*look->spots));
    for (size_t i = 0; i < size; i++)
        add_spot(look, window, nodes, i);
    out->bar = is_bar(look, &look->spots[out->root]);
    look->window_count++;
}

// The window that takes all touches where it overlaps others.
static size_t
front_window(const struct vd_look *look)
{
    for (size_t i = look->window_count; i-- > 0;) {
        const struct vd_look_window *window = &look->windows[i];
        if (window->focused)
            return window->bar || at_str_is(window->type, "input_method")
                       ? VD_NOWHERE
                       : i;
    }
    return VD_NOWHERE;
}

static struct at_rect
root_box(const struct vd_look *look, size_t window)
{
    return look->spots[look->windows[window].root].bounds;
}

size_t
vd_look_hider(const struct vd_look *look, size_t number)
{
    const struct vd_spot *spot = &look->spots[number];
    size_t front = front_window(look);
    if (look->windows[spot->window].bar)
        return VD_NOWHERE;
    if (front != VD_NOWHERE && front > spot->window &&
        overlap(root_box(look, front), root_box(look, spot->window)))
        return front;
    for (size_t i = spot->window + 1; i < look->window_count; i++) {
        const struct vd_spot *root = &look->spots[look->windows[i].root];
        if (!look->windows[i].bar && !(root->flags & VD_TREE_INVISIBLE) &&
            vd_box_same(vd_box_cut(spot->shown, root->bounds), spot->shown))
            return i;
    }
    return VD_NOWHERE;
}

static void
see(struct vd_look *look, size_t number)
{
    struct vd_spot *spot = &look->spots[number];
    bool clips = (spot->flags & VD_TREE_SCROLLABLE) || spot->has_pane ||
                 ends_like(spot, "WebView");
    spot->clip =
        spot->parent == number ? look->screen : look->spots[spot->parent].clip;
    if (clips && !vd_box_empty(spot->bounds))
        spot->clip = vd_box_cut(spot->clip, spot->bounds);
    spot->shown = vd_box_cut(spot->bounds, spot->clip);
    if (!(spot->flags & VD_TREE_INVISIBLE) && !vd_box_empty(spot->shown) &&
        vd_look_hider(look, number) == VD_NOWHERE)
        spot->seen = spot->shown;
}

void
vd_look_init(struct vd_look *look, const json_t *tree)
{
    size_t i;
    const json_t *window;
    *look = (struct vd_look){
        .screen = {0, 0,
                   (int32_t)json_integer_value(json_object_get(tree, "width")),
                   (int32_t)json_integer_value(
                       json_object_get(tree, "height"))},
    };
    json_array_foreach(json_object_get(tree, "windows"), i, window)
        add_window(look, window);
    for (i = 0; i < look->count; i++)
        see(look, i);
}

void
vd_look_deinit(struct vd_look *look)
{
    free(look->spots);
    look->spots = NULL;
}
