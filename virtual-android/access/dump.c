// dump.c: the front window as `uiautomator dump` writes it (AOSP
// AccessibilityNodeInfoDumper and KXmlSerializer: quotes, references and all)
#include "virtual-android/access/dump.h"

#include <string.h>

#include "base/limits.h"
#include "virtual-android/access/node_texts.h"
#include "virtual-android/model/layout.h"
#include "virtual-android/model/state.h"

enum { API_HINT = 34 }; // from then on a dump has the hints of fields

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

// A value with a double quote is put in single quotes, so that one kind is
// escaped.
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
write_dump(const struct vd_device *device, const struct vd_window *window,
           bool compressed, struct at_buf *out)
{
    const struct writer w = {device, window, compressed, out};
    at_buf_add_fmt(out,
                   "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
                   "<hierarchy rotation=\"%d\">",
                   window->rotation);
    int i = 0;
    for (struct vd_node *c = window->root->first_child; c; c = c->next) {
        if (vd_node_shown(c))
            write_node(&w, c, i++);
    }
    at_buf_add_text(out, "</hierarchy>");
}

bool
vd_device_dump(struct vd_device *device, bool compressed, struct at_buf *out)
{
    vd_lock(device);
    struct vd_window *window = vd_screen_front(device);
    bool ok = window && !device->screen.off;
    if (ok) {
        vd_window_refresh(device, window);
        write_dump(device, window, compressed, out);
    }
    vd_unlock(device);
    return ok;
}
