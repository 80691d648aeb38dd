// layout.c: placing nodes: columns, rows, frames, and scrolling
//
// A node's "h" and "w" are pixels. Without "h" a leaf has its kind's height and
// a container that of its content; a container that scrolls takes the remaining
// height, as does "h": "fill". In a row, nodes without "w" share the remaining
// width.
#include "virtual-android/model/layout.h"

#include <string.h>

#include "virtual-android/model/window.h"

enum { LINE_PX = 58, CHAR_PX = 25 };

static int32_t
number(const struct vd_node *node, const char *key, int32_t fallback)
{
    json_t *value = json_object_get(node->json, key);
    return json_is_integer(value) ? (int32_t)json_integer_value(value)
                                  : fallback;
}

static bool
fills(const struct vd_node *node)
{
    const char *h = json_string_value(json_object_get(node->json, "h"));
    if (h)
        return strcmp(h, "fill") == 0;
    return !json_object_get(node->json, "h") && (node->flags & VD_SCROLLABLE) &&
           node->kind->layout == VD_LAYOUT_COLUMN;
}

static int32_t
text_lines(const struct vd_node *node, int32_t width)
{
    struct at_str rest =
        node->flags & VD_EDITABLE ? at_buf_str(&node->value) : node->text;
    int32_t per_line = width / CHAR_PX > 1 ? width / CHAR_PX : 1;
    int32_t lines = 0;
    struct at_str line;
    while (at_str_next_line(&rest, &line))
        lines += 1 + (int32_t)at_utf8_count(line) / (per_line + 1);
    return lines > 0 ? lines : 1;
}

static bool
scrolls(const struct vd_node *node)
{
    return (node->flags & VD_SCROLLABLE) != 0;
}

static int32_t measure(const struct vd_node *node, int32_t width);

static int32_t
measure_children(const struct vd_node *node, int32_t width)
{
    int32_t pad = number(node, "pad", 0);
    int32_t gap = number(node, "gap", 0);
    int32_t sum = 0;
    int32_t most = 0;
    int count = 0;
    for (struct vd_node *child = node->first_child; child;
         child = child->next) {
        if (child->hidden)
            continue;
        int32_t child_width = number(child, "w", width - 2 * pad);
        int32_t height = measure(child, child_width);
        sum += height + (count++ ? gap : 0);
        most = height > most ? height : most;
    }
    return 2 * pad + (node->kind->layout == VD_LAYOUT_COLUMN ? sum : most);
}

static int32_t
measure(const struct vd_node *node, int32_t width)
{
    json_t *h = json_object_get(node->json, "h");
    if (json_is_integer(h))
        return (int32_t)json_integer_value(h);
    if (node->fixed)
        return node->rect.bottom - node->rect.top;
    if (node->kind->height_px > 0 && !json_object_get(node->json, "lines"))
        return node->kind->height_px;
    if (json_object_get(node->json, "lines"))
        return number(node, "lines", 1) * LINE_PX + 74;
    if (node->kind->layout == VD_LAYOUT_NONE)
        return text_lines(node, width) * LINE_PX;
    return measure_children(node, width);
}

static struct at_rect
inset(struct at_rect rect, int32_t by)
{
    return (struct at_rect){rect.left + by, rect.top + by, rect.right - by,
                            rect.bottom - by};
}

static int32_t
clamp(int32_t value, int32_t low, int32_t high)
{
    if (value > high)
        value = high;
    return value < low ? low : value;
}

int32_t
vd_scroll_max(const struct vd_node *node)
{
    int32_t room = node->kind->layout == VD_LAYOUT_ROW
                       ? node->rect.right - node->rect.left
                       : node->rect.bottom - node->rect.top;
    int32_t over = node->content_px - room;
    return scrolls(node) && over > 0 ? over : 0;
}

static void place(struct vd_node *node, struct at_rect rect);

static void
place_column(struct vd_node *node, struct at_rect area)
{
    int32_t gap = number(node, "gap", 0);
    int32_t width = area.right - area.left;
    int32_t fixed = 0;
    int count = 0;
    int filling = 0;
    for (struct vd_node *c = node->first_child; c; c = c->next) {
        if (c->hidden)
            continue;
        fixed += count++ ? gap : 0;
        if (fills(c) && !scrolls(node))
            filling++;
        else
            fixed += measure(c, number(c, "w", width));
    }
    int32_t left = area.bottom - area.top - fixed;
    int32_t share = filling && left > 0 ? left / filling : 0;
    int32_t pad = number(node, "pad", 0);
    node->content_px = fixed + share * filling + 2 * pad;
    node->scroll_px = clamp(node->scroll_px, 0, vd_scroll_max(node));
    int32_t y = area.top - node->scroll_px;
    for (struct vd_node *c = node->first_child; c; c = c->next) {
        if (c->hidden)
            continue;
        int32_t w = number(c, "w", width);
        int32_t h = fills(c) && !scrolls(node) ? share : measure(c, w);
        place(c, (struct at_rect){area.left, y, area.left + w, y + h});
        y += h + gap;
    }
}

static void
place_row(struct vd_node *node, struct at_rect area)
{
    int32_t gap = number(node, "gap", 0);
    int32_t fixed = 0;
    int count = 0;
    int sharing = 0;
    for (struct vd_node *c = node->first_child; c; c = c->next) {
        if (c->hidden)
            continue;
        int32_t w = number(c, "w", -1);
        fixed += (w > 0 ? w : 0) + (count++ ? gap : 0);
        sharing += w < 0;
    }
    int32_t left = area.right - area.left - fixed;
    int32_t share = sharing && left > 0 ? left / sharing : 0;
    int32_t pad = number(node, "pad", 0);
    node->content_px = fixed + share * sharing + 2 * pad;
    node->scroll_px = clamp(node->scroll_px, 0, vd_scroll_max(node));
    int32_t x = area.left - node->scroll_px;
    for (struct vd_node *c = node->first_child; c; c = c->next) {
        if (c->hidden)
            continue;
        int32_t w = number(c, "w", share);
        int32_t h = number(c, "h", area.bottom - area.top);
        int32_t y = area.top + (area.bottom - area.top - h) / 2;
        place(c, (struct at_rect){x, y, x + w, y + h});
        x += w + gap;
    }
}

static bool
explicit_bounds(const struct vd_node *node, struct at_rect *out)
{
    json_t *b = json_object_get(node->json, "bounds");
    if (json_array_size(b) != 4)
        return false;
    int32_t v[4];
    for (size_t i = 0; i < 4; i++)
        v[i] = (int32_t)json_integer_value(json_array_get(b, i));
    *out = (struct at_rect){v[0], v[1], v[2], v[3]};
    return true;
}

static void
place_frame(struct vd_node *node, struct at_rect area)
{
    for (struct vd_node *c = node->first_child; c; c = c->next) {
        struct at_rect rect = area;
        json_t *h = json_object_get(c->json, "h");
        if (json_is_integer(h) || c->kind->layout == VD_LAYOUT_NONE)
            rect.bottom = rect.top + measure(c, area.right - area.left);
        rect.right = rect.left + number(c, "w", area.right - area.left);
        place(c, rect);
    }
}

static void
place(struct vd_node *node, struct at_rect rect)
{
    struct at_rect bounds;
    if (explicit_bounds(node, &bounds))
        rect = bounds;
    rect.top += node->inset_top_px;
    rect.bottom -= node->inset_bottom_px;
    if (!node->fixed)
        node->rect = rect;
    struct at_rect area = inset(node->rect, number(node, "pad", 0));
    switch (node->kind->layout) {
    case VD_LAYOUT_COLUMN:
        place_column(node, area);
        break;
    case VD_LAYOUT_ROW:
        place_row(node, area);
        break;
    case VD_LAYOUT_FRAME:
        place_frame(node, area);
        break;
    case VD_LAYOUT_NONE:
        break;
    }
}

static void
clip(struct vd_node *node, struct at_rect window, bool hidden)
{
    hidden = hidden || node->hidden;
    node->seen = node->rect;
    if (!node->fixed) // a captured node may be outside of its parent
        node->seen = vd_rect_clip(node->rect, window);
    if (hidden)
        node->seen = (struct at_rect){0, 0, 0, 0};
    struct at_rect inner = node->fixed ? window : node->seen;
    for (struct vd_node *c = node->first_child; c; c = c->next)
        clip(c, inner, hidden);
}

struct at_rect
vd_rect_clip(struct at_rect a, struct at_rect b)
{
    struct at_rect r = {a.left > b.left ? a.left : b.left,
                        a.top > b.top ? a.top : b.top,
                        a.right < b.right ? a.right : b.right,
                        a.bottom < b.bottom ? a.bottom : b.bottom};
    return vd_rect_empty(r) ? (struct at_rect){0, 0, 0, 0} : r;
}

bool
vd_rect_empty(struct at_rect r)
{
    return r.right <= r.left || r.bottom <= r.top;
}

bool
vd_rect_has(struct at_rect r, struct at_point at)
{
    return at.x_px >= r.left && at.x_px < r.right && at.y_px >= r.top &&
           at.y_px < r.bottom;
}

void
vd_layout(struct vd_window *window, struct at_rect area)
{
    if (window->dialog && window->root->first_child) { // the height of its
                                                       // content
        struct vd_node *top = window->root->first_child;
        int32_t bottom = area.top + measure(top, area.right - area.left);
        area.bottom = bottom < area.bottom ? bottom : area.bottom;
    }
    window->root->rect = area;
    for (struct vd_node *c = window->root->first_child; c; c = c->next)
        place(c, area);
    clip(window->root, area, false);
}

bool
vd_node_shown(const struct vd_node *node)
{
    return node->fixed ? !node->hidden : !vd_rect_empty(node->seen);
}
