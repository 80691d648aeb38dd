// dump.c: the front window, or all of them, as `uiautomator dump` writes it
// (AOSP AccessibilityNodeInfoDumper and KXmlSerializer: quotes, references and
// all)
#include "virtual-android/access/dump.h"

#include <string.h>

#include "base/limits.h"
#include "virtual-android/access/chrome.h"
#include "virtual-android/access/node_texts.h"
#include "virtual-android/access/view.h"
#include "virtual-android/model/layout.h"
#include "virtual-android/model/state.h"

enum { API_HINT = 34 }; // first API with hints in a dump

static bool
allowed_in_xml(uint32_t cp)
{
    return cp == '\t' || cp == '\n' || cp == '\r' ||
           (cp >= 0x20 && cp <= 0xD7FF) || (cp >= 0xE000 && cp <= 0xFFFD) ||
           (cp >= 0x10000 && cp <= 0x10FFFF);
}

static void
write_char(struct at_buf *out, uint32_t cp, char quote)
{
    if (cp == '&')
        at_buf_add_text(out, "&amp;");
    else if (cp == '<')
        at_buf_add_text(out, "&lt;");
    else if (cp == '>')
        at_buf_add_text(out, "&gt;");
    else if (cp == '\'' && quote == '\'')
        at_buf_add_text(out, "&apos;");
    else if (cp == '\n' || cp == '\r' || cp == '\t' || cp > 0xFFFF)
        at_buf_add_fmt(out, "&#%u;", (unsigned)cp);
    else
        at_buf_add_utf8(out, cp);
}

// Quote a value with double quotes in single quotes, so only one kind needs
// escaping.
static void
write_attribute(struct at_buf *out, const char *name, struct at_str value)
{
    char quote = at_str_has(value, AT_STR("\"")) ? '\'' : '"';
    at_buf_add_fmt(out, " %s=%c", name, quote);
    while (value.len > 0) {
        uint32_t cp = 0;
        size_t len = at_utf8_next(value, &cp);
        bool fine = len > 0 && allowed_in_xml(cp);
        write_char(out, fine ? cp : '.', quote);
        value = at_str_skip(value, len > 0 ? len : 1);
    }
    at_buf_add_char(out, quote);
}

static void
write_bool(struct at_buf *out, const char *name, bool value)
{
    at_buf_add_fmt(out, " %s=\"%s\"", name, value ? "true" : "false");
}

static bool
has_label(const struct vd_node *node)
{
    struct at_buf text = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    vd_node_text(node, &text);
    bool has = text.len > 0 || node->desc.len > 0;
    at_buf_deinit(&text);
    return has;
}

// "Not accessibility friendly": clickable, but without a label.
static bool
is_naf(struct vd_node *node)
{
    static const char *const excluded[] = {"GridView", "GridLayout", "ListView",
                                           "TableLayout"};
    if (!(node->flags & VD_CLICKABLE) || node->disabled)
        return false;
    for (size_t i = 0; i < AT_LEN(excluded); i++) {
        if (at_str_ends(at_str(node->class_name), at_str(excluded[i])))
            return false;
    }
    for (struct vd_node *n = node; n; n = vd_node_next(n, node)) {
        if (vd_node_shown(n) && has_label(n))
            return false;
    }
    return true;
}

static void
write_states(struct at_buf *out, const struct vd_window *window,
             const struct vd_node *node)
{
    write_bool(out, "checkable", node->flags & VD_CHECKABLE);
    write_bool(out, "checked", node->checked);
    write_bool(out, "clickable", node->flags & VD_CLICKABLE);
    write_bool(out, "enabled", !node->disabled);
    write_bool(out, "focusable", node->flags & VD_FOCUSABLE);
    write_bool(out, "focused", window->focus == node);
    write_bool(out, "scrollable",
               node->flags & VD_SCROLLABLE &&
                   (node->fixed || vd_scroll_max(node) > 0));
    write_bool(out, "long-clickable", node->flags & VD_LONG_CLICKABLE);
    write_bool(out, "password", node->password);
    write_bool(out, "selected", node->selected);
}

struct writer {
    const struct vd_device *device;
    const struct vd_window *window;
    bool compressed;
    struct at_buf *out;
};

static void
write_attributes(const struct writer *w, struct vd_node *node, int index)
{
    struct at_buf text = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    const char *package = node->package ? node->package : w->window->package;
    struct at_rect b = node->seen;
    vd_node_reported_text(w->device, node, &text);
    if (is_naf(node))
        at_buf_add_text(w->out, " NAF=\"true\"");
    at_buf_add_fmt(w->out, " index=\"%d\"", index);
    write_attribute(w->out, "text", at_buf_str(&text));
    write_attribute(w->out, "resource-id", at_str(node->id));
    write_attribute(w->out, "class", at_str(node->class_name));
    write_attribute(w->out, "package", at_str(package));
    write_attribute(w->out, "content-desc", node->desc);
    write_states(w->out, w->window, node);
    at_buf_add_fmt(w->out, " bounds=\"[%d,%d][%d,%d]\"", (int)b.left,
                   (int)b.top, (int)b.right, (int)b.bottom);
    at_buf_add_fmt(w->out, " drawing-order=\"%d\"",
                   node->fixed ? 0 : index + 1);
    if (w->device->hardware.api_level >= API_HINT)
        write_attribute(w->out, "hint", node->hint);
    at_buf_deinit(&text);
}

// The compressed form leaves out plain containers.
static bool
is_important(const struct vd_node *node)
{
    return node->text.len > 0 || node->desc.len > 0 || node->id[0] != '\0' ||
           node->flags != 0 || node->kind->layout == VD_LAYOUT_NONE;
}

static void
write_node(const struct writer *w, struct vd_node *node, int index)
{
    bool open = !w->compressed || is_important(node) || !node->parent->parent;
    if (open) {
        at_buf_add_text(w->out, "<node");
        write_attributes(w, node, index);
    }
    int i = 0;
    bool any = false;
    for (struct vd_node *c = node->first_child; c; c = c->next) {
        bool shown = vd_node_shown(c);
        if (shown) {
            if (open && !any)
                at_buf_add_text(w->out, ">");
            any = true;
            write_node(w, c, i);
        }
        bool exists = shown || !(node->kind->flags & VD_RECYCLES);
        i += exists && !c->hidden;
    }
    if (open)
        at_buf_add_text(w->out, any ? "</node>" : " />");
}

static void
write_start(struct at_buf *out)
{
    at_buf_add_text(out, "<?xml version='1.0' encoding='UTF-8' "
                         "standalone='yes' ?>");
}

static void
write_dump(const struct writer *w)
{
    write_start(w->out);
    at_buf_add_fmt(w->out, "<hierarchy rotation=\"%d\">", w->window->rotation);
    int i = 0;
    for (struct vd_node *c = w->window->root->first_child; c; c = c->next) {
        if (vd_node_shown(c))
            write_node(w, c, i++);
    }
    at_buf_add_text(w->out, "</hierarchy>");
}

// The attributes of a <window>.
struct about {
    const char *title;
    const char *type;
    int64_t id;
    struct at_rect bounds;
    bool front;
};

struct windows {
    struct writer w;
    struct at_rect screen;
    int count;
    int layer; // next layer
};

static void
open_window(struct windows *all, const struct about *about)
{
    struct at_buf *out = all->w.out;
    struct at_rect b = about->bounds;
    at_buf_add_fmt(out, "<window index=\"%d\"", all->count++);
    write_attribute(out, "title", at_str(about->title));
    at_buf_add_fmt(out, " bounds=\"[%d,%d][%d,%d]\"", (int)b.left, (int)b.top,
                   (int)b.right, (int)b.bottom);
    write_bool(out, "active", about->front);
    write_bool(out, "focused", about->front);
    write_bool(out, "accessibility-focused", false);
    at_buf_add_fmt(out,
                   " id=\"%lld\" layer=\"%d\" type=\"%s\"><hierarchy "
                   "rotation=\"%d\">",
                   (long long)about->id, all->layer--, about->type,
                   all->w.window->rotation);
}

static void
close_window(struct windows *all)
{
    at_buf_add_text(all->w.out, "</hierarchy></window>");
}

static void
write_chrome_node(struct windows *all, const struct vd_chrome *chrome, int i,
                  struct at_rect window)
{
    static const char *const states[] = {"focusable",  "focused",
                                         "scrollable", "long-clickable",
                                         "password",   "selected"};
    const struct vd_chrome_node *node = &chrome->nodes[i];
    struct at_rect b = vd_chrome_part(node, window);
    struct at_buf *out = all->w.out;
    at_buf_add_fmt(out, "<node index=\"%d\"", i > 0 ? i - 1 : 0);
    write_attribute(out, "text", at_str(node->text));
    write_attribute(out, "resource-id", at_str(node->id));
    write_attribute(out, "class", at_str(node->class_name));
    write_attribute(out, "package", at_str(chrome->package));
    write_attribute(out, "content-desc", at_str(node->desc));
    write_bool(out, "checkable", false);
    write_bool(out, "checked", false);
    write_bool(out, "clickable", node->button);
    write_bool(out, "enabled", true);
    for (size_t k = 0; k < AT_LEN(states); k++)
        write_bool(out, states[k], false);
    at_buf_add_fmt(out, " bounds=\"[%d,%d][%d,%d]\" drawing-order=\"%d\"",
                   (int)b.left, (int)b.top, (int)b.right, (int)b.bottom, i);
    write_attribute(out, "hint", AT_STR(""));
}

// The first node contains the others.
static void
write_chrome(struct windows *all, const struct vd_chrome *chrome)
{
    struct at_rect at = vd_chrome_bounds(chrome, all->screen);
    const struct vd_device *device = all->w.device;
    if (chrome->keyboard && !device->screen.keyboard)
        return;
    if (chrome->keyboard)
        at.top = vd_screen_keyboard_top(device);
    const struct about about = {
        chrome->title, chrome->keyboard ? "TYPE_INPUT_METHOD" : "TYPE_SYSTEM",
        chrome->id, at, false};
    open_window(all, &about);
    write_chrome_node(all, chrome, 0, at);
    at_buf_add_text(all->w.out, ">");
    for (int i = 1; i < VD_CHROME_NODES && chrome->nodes[i].class_name; i++) {
        write_chrome_node(all, chrome, i, at);
        at_buf_add_text(all->w.out, " />");
    }
    at_buf_add_text(all->w.out, "</node>");
    close_window(all);
}

// Each root of a captured dump is a window; the last one is in front.
static void
write_roots(struct windows *all, struct vd_node *root)
{
    const struct vd_window *window = all->w.window;
    if (!root)
        return;
    write_roots(all, root->next);
    if (!vd_node_shown(root))
        return;
    const struct about about = {window->dialog ? "" : vd_view_title(window),
                                "TYPE_APPLICATION", (int64_t)window->id,
                                root->seen, !root->next};
    open_window(all, &about);
    write_node(&all->w, root, 0);
    close_window(all);
}

static void
write_chromes(struct windows *all, const struct vd_chrome *chrome)
{
    if (!chrome->type)
        return;
    write_chromes(all, chrome + 1);
    write_chrome(all, chrome);
}

// From the topmost down.
static void
write_windows(const struct writer *w, bool bars_only)
{
    enum { TOP_LAYER = 20 };
    bool turned = w->window->rotation % 2 != 0;
    int32_t width_px = w->device->hardware.width_px;
    int32_t height_px = w->device->hardware.height_px;
    struct windows all = {.w = *w, .layer = TOP_LAYER};
    all.screen.right = turned ? height_px : width_px;
    all.screen.bottom = turned ? width_px : height_px;
    write_start(w->out);
    at_buf_add_text(w->out, "<displays><display id=\"0\">");
    write_chromes(&all, vd_chromes);
    if (!bars_only)
        write_roots(&all, w->window->root->first_child);
    at_buf_add_text(w->out, "</display></displays>");
}

bool
vd_device_dump(struct vd_device *device, unsigned how, struct at_buf *out)
{
    vd_lock(device);
    struct vd_window *window = vd_screen_front(device);
    bool ok = window && !device->screen.off;
    if (ok) {
        const struct writer w = {device, window, how & VD_DUMP_COMPRESSED, out};
        vd_window_refresh(device, window);
        if (how & VD_DUMP_WINDOWS)
            write_windows(&w, how & VD_DUMP_BARS);
        else
            write_dump(&w);
    }
    vd_unlock(device);
    return ok;
}
