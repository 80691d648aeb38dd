#include "device/android/framework/flutter/dart_semantics.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"

enum {
    MERGED_MAX_BYTES = 64 * 1024,
    WALK_MAX = AT_DART_DEPTH_MAX,
};

static const double dpi_of_dp = 160; // at a scale of 1

#define SCALE_SLACK 0.051 // scales are printed with one decimal
#define SIDE_SLACK 0.11   // so are coordinates

// From a node's coordinates to pixels, in homogeneous coordinates.
struct matrix {
    double at[3][3];
};

static const struct matrix identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static struct matrix
multiply(const struct matrix *a, const struct matrix *b)
{
    struct matrix product = {{{0}}};
    for (size_t row = 0; row < 3; row++) {
        for (size_t column = 0; column < 3; column++) {
            for (size_t i = 0; i < 3; i++)
                product.at[row][column] += a->at[row][i] * b->at[i][column];
        }
    }
    return product;
}

static struct matrix
translation(double x, double y)
{
    struct matrix moved = identity;
    moved.at[0][2] = x;
    moved.at[1][2] = y;
    return moved;
}

// Drop a node's depth, which is not visible: row and column 2.
static struct matrix
flat_matrix(const double printed[16])
{
    static const size_t kept[] = {0, 1, 3};
    struct matrix flat;
    for (size_t row = 0; row < 3; row++) {
        for (size_t column = 0; column < 3; column++)
            flat.at[row][column] = printed[kept[row] * 4 + kept[column]];
    }
    return flat;
}

static void
widen(struct at_dart_rect *rect, double x, double y)
{
    rect->left = fmin(rect->left, x);
    rect->top = fmin(rect->top, y);
    rect->right = fmax(rect->right, x);
    rect->bottom = fmax(rect->bottom, y);
}

// The rectangle around the four corners.
static struct at_dart_rect
map_rect(const struct matrix *matrix, struct at_dart_rect rect)
{
    const double xs[] = {rect.left, rect.right};
    const double ys[] = {rect.top, rect.bottom};
    struct at_dart_rect around = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < 4; i++) {
        double mapped[3];
        for (size_t row = 0; row < 3; row++)
            mapped[row] = matrix->at[row][0] * xs[i % 2] +
                          matrix->at[row][1] * ys[i / 2] + matrix->at[row][2];
        widen(&around, mapped[0] / mapped[2], mapped[1] / mapped[2]);
    }
    return around;
}

// A device's scale is its density divided by 160, and the root, in pixels, is
// as large as its child is in the app's units.
static double
exact_scale(const struct at_dart_node *node)
{
    const struct at_dart_node *parent = node->parent;
    double height = node->rect.bottom - node->rect.top;
    if (!parent || parent->parent || height < 1)
        return node->scale;
    double density =
        round((parent->rect.bottom - parent->rect.top) / height * dpi_of_dp);
    return fabs(density / dpi_of_dp - node->scale) < SCALE_SLACK
               ? density / dpi_of_dp
               : node->scale;
}

// A node's own coordinates as its parent's; without the distance, which is not
// printed, of one that is only moved.
static struct matrix
own_matrix(const struct at_dart_node *node)
{
    struct matrix own = identity;
    if (node->has_matrix)
        return flat_matrix(node->matrix);
    if (node->scale != 0)
        own.at[0][0] = own.at[1][1] = exact_scale(node);
    return own;
}

static bool
is_shown(const struct at_dart_node *node)
{
    return node->has_rect &&
           !(node->flags & (AT_DART_HIDDEN | AT_DART_INVISIBLE));
}

// The box around the children of a node, in its coordinates.
static bool
find_extent(const struct at_dart_node *node, struct at_dart_rect *out)
{
    *out = (struct at_dart_rect){INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (const struct at_dart_node *it = node->first_child; it; it = it->next) {
        if (!is_shown(it))
            continue;
        struct matrix own = own_matrix(it);
        struct at_dart_rect rect = map_rect(&own, it->rect);
        widen(out, rect.left, rect.top);
        widen(out, rect.right, rect.bottom);
    }
    return out->left <= out->right && out->top <= out->bottom;
}

// Guess the distance by which a node was moved along one axis, from the place
// of its children: nearly always its own coordinates begin at its corner. A row
// that is partly scrolled away begins before it, and some nodes are not moved
// at all.
static double
guess_distance(double low, double high, double child_low, double child_high)
{
    double least = low - child_low - SIDE_SLACK;
    double most = high - child_high + SIDE_SLACK;
    if (least > most || (least <= low && low <= most))
        return low;
    if (least <= 0 && 0 <= most)
        return 0;
    return low < least ? least : most;
}

static struct matrix
inner_matrix(const struct at_dart_node *node, const struct matrix *outer)
{
    struct matrix own = own_matrix(node);
    struct at_dart_rect extent;
    struct at_dart_rect rect = node->rect;
    if (!node->has_matrix && node->scale == 0 && find_extent(node, &extent))
        own = translation(
            guess_distance(rect.left, rect.right, extent.left, extent.right),
            guess_distance(rect.top, rect.bottom, extent.top, extent.bottom));
    return multiply(outer, &own);
}

// Convert to pixels of the screen, cut to the view.
static struct at_rect
to_pixels(struct at_dart_rect rect, struct at_rect view)
{
    const double sides[] = {rect.left, rect.top, rect.right, rect.bottom};
    struct at_rect pixels = {0};
    int32_t *const out[] = {&pixels.left, &pixels.top, &pixels.right,
                            &pixels.bottom};
    for (size_t i = 0; i < 4; i++) {
        if (!(fabs(sides[i]) < 1e8))
            return (struct at_rect){0};
        *out[i] = (int32_t)lround(sides[i]);
    }
    return at_rect_intersect(pixels, view);
}

// A node, with all nodes that are merged into it.
struct element {
    uint32_t flags;
    uint32_t actions;
    struct at_str id;
    struct at_str value;
    struct at_str tooltip;
    struct at_buf label;
    struct at_buf hint;
};

static void
add_line(struct at_buf *to, struct at_str text)
{
    if (text.len == 0)
        return;
    if (to->len > 0)
        at_buf_add_char(to, '\n');
    at_buf_add_str(to, text);
}

static void
keep_first(struct at_str *to, struct at_str text)
{
    if (to->len == 0)
        *to = text;
}

static void
add_node(struct element *element, const struct at_dart_node *node)
{
    element->flags |= node->flags;
    element->actions |= node->actions;
    keep_first(&element->id, node->id);
    keep_first(&element->value, node->value);
    keep_first(&element->tooltip, node->tooltip);
    add_line(&element->label, node->label);
    add_line(&element->hint, node->hint);
}

// The next node in preorder below top, NULL at the end.
static const struct at_dart_node *
next_node(const struct at_dart_node *node, const struct at_dart_node *top)
{
    if (node->first_child)
        return node->first_child;
    while (node != top && !node->next)
        node = node->parent;
    return node == top ? NULL : node->next;
}

static void
gather(const struct at_dart_node *node, struct element *out)
{
    *out = (struct element){.label = AT_BUF_INIT(MERGED_MAX_BYTES),
                            .hint = AT_BUF_INIT(MERGED_MAX_BYTES)};
    add_node(out, node);
    if (!(node->flags & AT_DART_MERGES))
        return;
    for (const struct at_dart_node *it = next_node(node, node); it;
         it = next_node(it, node))
        add_node(out, it);
}

static void
element_deinit(struct element *element)
{
    at_buf_deinit(&element->label);
    at_buf_deinit(&element->hint);
}

// An element has the class of the first row that matches it.
static const struct class_row {
    uint32_t flags;
    uint32_t actions;
    const char *name;
} class_rows[] = {
    {AT_DART_FIELD, 0, "android.widget.EditText"},
    {AT_DART_TOGGLABLE, 0, "android.widget.Switch"},
    {AT_DART_TAB, 0, "android.widget.TabWidget"},
    {AT_DART_CHECKABLE, 0, "android.widget.CheckBox"},
    {AT_DART_SLIDER, AT_DART_ADJUST, "android.widget.SeekBar"},
    {AT_DART_PROGRESS, 0, "android.widget.ProgressBar"},
    {AT_DART_BUTTON, 0, "android.widget.Button"},
    {AT_DART_IMAGE, 0, "android.widget.ImageView"},
    {0, AT_DART_SCROLL_Y, "android.widget.ScrollView"},
    {0, AT_DART_SCROLL_X, "android.widget.HorizontalScrollView"},
};

static struct at_str
class_of(const struct element *element)
{
    const uint32_t radio = AT_DART_CHECKABLE | AT_DART_EXCLUSIVE;
    bool takes_touches = element->actions & (AT_DART_TAP | AT_DART_LONG_PRESS);
    if ((element->flags & radio) == radio)
        return AT_STR("android.widget.RadioButton");
    for (size_t i = 0; i < AT_LEN(class_rows); i++) {
        if ((element->flags & class_rows[i].flags) ||
            (element->actions & class_rows[i].actions))
            return at_str(class_rows[i].name);
    }
    return element->label.len > 0 && !takes_touches
               ? AT_STR("android.widget.TextView")
               : AT_STR("android.view.View");
}

// The node's flag for a flag or an action of the semantics.
static const struct flag_row {
    uint32_t flag;
    uint32_t action;
    uint32_t node_flag;
} node_flag_rows[] = {
    {AT_DART_CHECKABLE | AT_DART_TOGGLABLE, 0, AT_NODE_CHECKABLE},
    {AT_DART_CHECKED | AT_DART_TOGGLED, 0, AT_NODE_CHECKED},
    {AT_DART_SELECTED, 0, AT_NODE_SELECTED},
    {AT_DART_FOCUSABLE | AT_DART_FIELD, 0, AT_NODE_FOCUSABLE},
    {AT_DART_FOCUSED, 0, AT_NODE_FOCUSED},
    {AT_DART_OBSCURED, 0, AT_NODE_PASSWORD},
    {AT_DART_HEADER, 0, AT_NODE_HEADING},
    {AT_DART_INVALID, 0, AT_NODE_INVALID},
    {AT_DART_FIELD, AT_DART_TAP, AT_NODE_CLICKABLE},
    {0, AT_DART_LONG_PRESS, AT_NODE_LONG_CLICKABLE},
    {0, AT_DART_SCROLL_X | AT_DART_SCROLL_Y, AT_NODE_SCROLLABLE},
    {0, AT_DART_DISMISS, AT_NODE_DISMISSABLE},
};

static uint32_t
node_flags(const struct element *element)
{
    bool may_be_off = element->flags & AT_DART_HAS_ENABLED;
    uint32_t flags = 0;
    for (size_t i = 0; i < AT_LEN(node_flag_rows); i++) {
        if ((element->flags & node_flag_rows[i].flag) ||
            (element->actions & node_flag_rows[i].action))
            flags |= node_flag_rows[i].node_flag;
    }
    if (!may_be_off || (element->flags & AT_DART_ENABLED))
        flags |= AT_NODE_ENABLED;
    if (element->flags & AT_DART_EXPANDABLE)
        flags |= element->flags & AT_DART_EXPANDED ? AT_NODE_COLLAPSIBLE
                                                   : AT_NODE_EXPANDABLE;
    return flags;
}

static bool
is_worth_showing(const struct element *element)
{
    const uint32_t parts = AT_DART_BUTTON | AT_DART_FIELD | AT_DART_CHECKABLE |
                           AT_DART_TOGGLABLE | AT_DART_SLIDER |
                           AT_DART_PROGRESS | AT_DART_TAB;
    return element->actions || (element->flags & parts) ||
           element->label.len > 0 || element->value.len > 0 ||
           element->tooltip.len > 0 || element->id.len > 0;
}

static void
fill_item(struct at_overlay *overlay, struct at_overlay_item *item,
          const struct element *element)
{
    struct at_arena *arena = &overlay->arena;
    bool field = element->flags & AT_DART_FIELD;
    bool secret = element->flags & AT_DART_OBSCURED;
    struct at_str label = at_buf_str(&element->label);
    struct at_str value = secret ? AT_STR("") : element->value;
    item->class_name = class_of(element);
    item->flags = node_flags(element);
    item->label = at_arena_dup(arena, label.len > 0 ? label : element->tooltip);
    item->id = at_arena_dup(arena, element->id);
    item->hint = at_arena_dup(arena, at_buf_str(&element->hint));
    if (field)
        item->text = at_arena_dup(arena, value);
    else
        item->state = at_arena_dup(arena, value);
}

struct walk {
    struct at_overlay *overlay;
    struct {
        struct matrix inner;
        uint32_t depth; // depth of the items below
    } levels[WALK_MAX + 1];
};

static bool
add_item(struct walk *walk, const struct at_dart_node *node, size_t level)
{
    const struct matrix *outer = &walk->levels[level].inner;
    struct matrix own = own_matrix(node);
    struct matrix whole = multiply(outer, &own);
    struct at_rect bounds =
        to_pixels(map_rect(&whole, node->rect), walk->overlay->under);
    struct element element;
    gather(node, &element);
    bool shown = !at_rect_empty(bounds) && is_worth_showing(&element);
    struct at_overlay_item *item = shown ? at_overlay_add(walk->overlay) : NULL;
    if (item) {
        fill_item(walk->overlay, item, &element);
        item->bounds = bounds;
        item->depth = walk->levels[level].depth;
    }
    element_deinit(&element);
    return item != NULL;
}

static const struct at_dart_node *
skip_node(const struct at_dart_node *node)
{
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

static size_t
level_of(const struct at_dart_node *node)
{
    size_t level = 0;
    for (; node->parent; node = node->parent)
        level++;
    return level;
}

void
at_dart_semantics_add(const struct at_dart_dump *dump,
                      struct at_overlay *overlay)
{
    struct walk *walk = at_alloc(sizeof(*walk));
    walk->overlay = overlay;
    walk->levels[0].inner =
        translation(overlay->under.left, overlay->under.top);
    walk->levels[0].depth = 0;
    const struct at_dart_node *node = dump->root;
    while (node) {
        size_t level = level_of(node);
        bool added = is_shown(node) && add_item(walk, node, level);
        if (!is_shown(node) || (node->flags & AT_DART_MERGES)) {
            node = skip_node(node);
            continue;
        }
        walk->levels[level + 1].inner =
            inner_matrix(node, &walk->levels[level].inner);
        walk->levels[level + 1].depth =
            walk->levels[level].depth + (added ? 1 : 0);
        node = node->first_child ? node->first_child : skip_node(node);
    }
    free(walk);
}
