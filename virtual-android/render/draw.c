#include "virtual-android/render/draw.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/model/layout.h"
#include "virtual-android/model/state.h"
#include "virtual-android/render/font.h"

enum { SCALE = 4, SMALL_SCALE = 3 }; // pixels a dot of the font

struct canvas {
    unsigned char *pixels;
    int32_t width;
    int32_t height;
    struct at_rect clip;
    int32_t scale;
};

static void
fill_rect(struct canvas *c, struct at_rect r, uint32_t rgb)
{
    r = vd_rect_clip(r, c->clip);
    for (int32_t y = r.top; y < r.bottom; y++) {
        unsigned char *p =
            c->pixels + ((size_t)y * (size_t)c->width + (size_t)r.left) * 4;
        for (int32_t x = r.left; x < r.right; x++, p += 4) {
            p[0] = (unsigned char)(rgb >> 16);
            p[1] = (unsigned char)(rgb >> 8);
            p[2] = (unsigned char)rgb;
            p[3] = 255;
        }
    }
}

static void
frame_rect(struct canvas *c, struct at_rect r, int32_t width, uint32_t rgb)
{
    struct at_rect sides[] = {
        {r.left, r.top, r.right, r.top + width},
        {r.left, r.bottom - width, r.right, r.bottom},
        {r.left, r.top, r.left + width, r.bottom},
        {r.right - width, r.top, r.right, r.bottom},
    };
    for (size_t i = 0; i < AT_LEN(sides); i++)
        fill_rect(c, sides[i], rgb);
}

static void
draw_char(struct canvas *c, int32_t x, int32_t y, uint32_t cp, uint32_t rgb)
{
    int32_t dot_px = c->scale;
    if (cp == 0x2022) { // a password's bullet
        struct at_rect dot = {x + dot_px, y + 2 * dot_px, x + 4 * dot_px,
                              y + 5 * dot_px};
        fill_rect(c, dot, rgb);
        return;
    }
    if (cp < VD_FONT_FIRST || cp > VD_FONT_LAST) {
        struct at_rect box = {x, y, x + 5 * dot_px, y + 7 * dot_px};
        frame_rect(c, box, dot_px / 2, rgb);
        return;
    }
    for (int32_t row = 0; row < VD_FONT_ROWS; row++) {
        unsigned bits = vd_font[cp - VD_FONT_FIRST][row];
        for (int32_t col = 0; col < VD_FONT_COLUMNS; col++) {
            if (!(bits >> (VD_FONT_COLUMNS - 1 - col) & 1U))
                continue;
            struct at_rect dot = {x + col * dot_px, y + row * dot_px,
                                  x + col * dot_px + dot_px,
                                  y + row * dot_px + dot_px};
            fill_rect(c, dot, rgb);
        }
    }
}

static int32_t
count_lines(struct at_str text, int32_t per_line)
{
    int32_t lines = 0;
    struct at_str line;
    while (at_str_next_line(&text, &line))
        lines += 1 + (int32_t)at_utf8_count(line) / (per_line + 1);
    return lines > 0 ? lines : 1;
}

// Lines are broken at the end of the box and centred in its height.
static void
draw_text(struct canvas *c, struct at_rect box, struct at_str text,
          uint32_t rgb)
{
    int32_t width = box.right - box.left;
    bool fits = (int32_t)at_utf8_count(text) * 6 * SCALE <= width;
    c->scale = fits ? SCALE : SMALL_SCALE;
    int32_t room = width / (6 * c->scale);
    int32_t per_line = room > 1 ? room : 1;
    int32_t line_px = 9 * c->scale;
    int32_t height = count_lines(text, per_line) * line_px;
    int32_t x = box.left;
    int32_t y = box.top + (box.bottom - box.top - height) / 2;
    int32_t column = 0;
    while (text.len > 0) {
        uint32_t cp = 0;
        size_t len = at_utf8_next(text, &cp);
        text = at_str_skip(text, len > 0 ? len : 1);
        if (cp == '\n' || column >= per_line) {
            x = box.left;
            y += line_px;
            column = 0;
        }
        if (cp == '\n')
            continue;
        draw_char(c, x, y, len > 0 ? cp : 0, rgb);
        x += 6 * c->scale;
        column++;
    }
}

struct look {
    uint32_t background; // NONE: transparent
    uint32_t text;
    int32_t inset;
};

enum { NONE = 0x1000000 };

static struct look
look_of(const struct vd_node *node)
{
    const char *name = strrchr(node->class_name, '.');
    name = name ? name + 1 : node->class_name;
    if (node->disabled)
        return (struct look){0xE0E0E0, 0x9E9E9E, 24};
    if (strcmp(name, "Button") == 0)
        return (struct look){0x6750A4, 0xFFFFFF, 24};
    if (node->flags & VD_EDITABLE)
        return (struct look){0xF3EDF7, 0x1D1B20, 24};
    if (node->selected)
        return (struct look){0xE8DEF8, 0x1D192B, 12};
    if (strcmp(name, "ImageView") == 0 || strcmp(name, "ImageButton") == 0)
        return (struct look){0xD0BCFF, 0x381E72, 12};
    return (struct look){NONE, 0x1D1B20, 4};
}

static struct at_rect
shrink(struct at_rect r, int32_t by)
{
    return (struct at_rect){r.left + by, r.top + by, r.right - by,
                            r.bottom - by};
}

// The box at the right of a checkable node.
static void
draw_mark(struct canvas *c, const struct vd_node *node)
{
    int32_t middle = (node->rect.top + node->rect.bottom) / 2;
    struct at_rect mark = {node->rect.right - 84, middle - 24,
                           node->rect.right - 36, middle + 24};
    frame_rect(c, mark, 6, 0x6750A4);
    if (node->checked)
        fill_rect(c, shrink(mark, 12), 0x6750A4);
}

static void
draw_bar(struct canvas *c, const struct vd_node *node)
{
    int32_t middle = (node->rect.top + node->rect.bottom) / 2;
    int32_t width = node->rect.right - node->rect.left;
    int32_t at = node->rect.left + width * node->progress / 100;
    struct at_rect line = {node->rect.left, middle - 4, node->rect.right,
                           middle + 4};
    fill_rect(c, line, 0xCAC4D0);
    struct at_rect knob = {at - 20, middle - 20, at + 20, middle + 20};
    fill_rect(c, knob, 0x6750A4);
}

static void
draw_node(struct canvas *c, const struct vd_window *window,
          const struct vd_node *node)
{
    struct look look = look_of(node);
    struct at_buf text = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    c->clip =
        vd_rect_clip(node->seen, (struct at_rect){0, 0, c->width, c->height});
    if (look.background != NONE)
        fill_rect(c, shrink(node->rect, 4), look.background);
    else if (node->flags & VD_CLICKABLE)
        frame_rect(c, node->rect, 2, 0xE7E0EC);
    if (window->focus == node)
        frame_rect(c, node->rect, 5, 0x6750A4);
    vd_node_text(node, &text);
    if (text.len == 0 && !node->first_child)
        at_buf_add_str(&text, node->desc);
    bool is_hint = node->flags & VD_EDITABLE && node->value.len == 0;
    draw_text(c, shrink(node->rect, look.inset), at_buf_str(&text),
              is_hint ? 0x79747E : look.text);
    if (node->flags & VD_CHECKABLE)
        draw_mark(c, node);
    if (node->flags & VD_SEEK)
        draw_bar(c, node);
    if (strstr(node->class_name, "ProgressBar"))
        frame_rect(c, shrink(node->rect, 16), 12, 0x6750A4);
    at_buf_deinit(&text);
}

static void
draw_window(struct canvas *c, struct vd_device *device,
            struct vd_window *window)
{
    if (!window)
        return;
    if (window->dialog && window->below)
        draw_window(c, device, window->below);
    window->dirty = true;
    vd_window_refresh(device, window);
    c->clip = (struct at_rect){0, 0, c->width, c->height};
    if (window->dialog)
        fill_rect(c, window->root->rect, 0xECE6F0);
    for (struct vd_node *node = window->root->first_child; node;
         node = vd_node_next(node, window->root)) {
        if (vd_node_shown(node))
            draw_node(c, window, node);
    }
}

static void
draw_keyboard(struct canvas *c, int32_t top)
{
    static const char *const rows[] = {"qwertyuiop", "asdfghjkl", "zxcvbnm",
                                       "?123 , space . enter"};
    c->clip = (struct at_rect){0, 0, c->width, c->height};
    fill_rect(c, (struct at_rect){0, top, c->width, c->height}, 0xE6E0E9);
    int32_t row_height = (c->height - top) / 4;
    for (int32_t i = 0; i < 4; i++) {
        struct at_rect row = {40, top + i * row_height, c->width,
                              top + (i + 1) * row_height};
        for (size_t j = 0; j < strlen(rows[i]); j++) {
            struct at_rect key = row;
            key.left += (int32_t)j * (i < 3 ? 104 : 48);
            draw_text(c, key, at_str_n(rows[i] + j, 1), 0x1D1B20);
        }
    }
}

static void
draw_toast(struct canvas *c, const char *text)
{
    struct at_rect box = {120, c->height - 420, c->width - 120,
                          c->height - 260};
    c->clip = (struct at_rect){0, 0, c->width, c->height};
    fill_rect(c, box, 0x322F35);
    draw_text(c, shrink(box, 30), at_str(text), 0xF5EFF7);
}

static void
draw_screen(struct canvas *c, struct vd_device *device)
{
    struct vd_app *app = vd_app_front(device);
    draw_window(c, device, app ? app->top : NULL);
    draw_window(c, device, device->screen.system);
    c->clip = (struct at_rect){0, 0, c->width, c->height};
    fill_rect(c, (struct at_rect){0, 0, c->width, VD_STATUS_BAR_PX}, 0xE7E0EC);
    draw_text(c, (struct at_rect){40, 0, 400, VD_STATUS_BAR_PX}, AT_STR("9:41"),
              0x1D1B20);
    if (device->screen.keyboard)
        draw_keyboard(c, vd_screen_keyboard_top(device));
    const struct vd_toast *toast = vd_screen_toast(device);
    if (toast)
        draw_toast(c, toast->text);
}

// A secure window is hidden from others; the system bars remain.
static void
hide_secure(struct canvas *c, struct vd_device *device)
{
    enum { BAR_PART = 30 };
    const struct vd_window *front = vd_screen_front(device);
    int32_t bar = c->height / BAR_PART;
    if (front && json_is_true(json_object_get(front->json, "secure")))
        fill_rect(c, (struct at_rect){0, bar, c->width, c->height - bar}, 0);
}

static void
draw(struct canvas *c, struct vd_device *device)
{
    c->clip = (struct at_rect){0, 0, c->width, c->height};
    c->pixels = at_alloc((size_t)c->width * (size_t)c->height * 4);
    fill_rect(c, c->clip, device->screen.off ? 0 : 0xFEF7FF);
    if (!device->screen.off)
        draw_screen(c, device);
    hide_secure(c, device);
}

unsigned char *
vd_device_draw(struct vd_device *device)
{
    vd_lock(device);
    struct canvas c = {.width = device->hardware.width_px,
                       .height = device->hardware.height_px};
    draw(&c, device);
    vd_unlock(device);
    return c.pixels;
}

unsigned char *
vd_device_draw_turned(struct vd_device *device, int32_t *out_width_px,
                      int32_t *out_height_px)
{
    vd_lock(device);
    const struct vd_window *front = vd_screen_front(device);
    bool turned = front && !device->screen.off && front->rotation % 2 != 0;
    const struct vd_hardware *hardware = &device->hardware;
    struct canvas c = {
        .width = turned ? hardware->height_px : hardware->width_px,
        .height = turned ? hardware->width_px : hardware->height_px,
    };
    draw(&c, device);
    vd_unlock(device);
    *out_width_px = c.width;
    *out_height_px = c.height;
    return c.pixels;
}
