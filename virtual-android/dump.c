// dump.c: the front window as `uiautomator dump` writes it (AOSP
// AccessibilityNodeInfoDumper and KXmlSerializer: quotes, references and all)
#include "virtual-android/dump.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/model.h"

// From when on a password field tells its dots, and a dump its fields' hints.
enum { API_TELLS_PASSWORDS = 26, API_HINT = 34 };

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

// Within single quotes where the value has a double one, never both escaped.
void
va_xml_attribute(struct at_buf *out, const char *name, struct at_str value)
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

static void
add_bullets(struct at_buf *out, struct at_str value)
{
    size_t count = at_utf8_count(value);
    for (size_t i = 0; i < count; i++)
        at_buf_add_text(out, "•");
}

// The hint where that shows.
void
va_node_text(const struct va_node *node, struct at_buf *out)
{
    if (!(node->flags & VA_EDITABLE)) {
        at_buf_add_str(out, node->text);
        return;
    }
    if (node->value.len == 0)
        at_buf_add_str(out, node->hint);
    else if (node->password)
        add_bullets(out, at_buf_str(&node->value));
    else
        at_buf_add_str(out, at_buf_str(&node->value));
}

// Before Android 8 a password field told nothing, unless passwords were spoken.
void
va_node_told(const struct va_device *device, const struct va_node *node,
             struct at_buf *out)
{
    if (!node->password || device->api_level >= API_TELLS_PASSWORDS)
        va_node_text(node, out);
}

static bool
has_label(const struct va_node *node)
{
    struct at_buf text = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    va_node_text(node, &text);
    bool has = text.len > 0 || node->desc.len > 0;
    at_buf_deinit(&text);
    return has;
}

// "Not accessibility friendly": can be clicked, and nothing says what for.
static bool
is_naf(struct va_node *node)
{
    static const char *const excluded[] = {"GridView", "GridLayout", "ListView",
                                           "TableLayout"};
    if (!(node->flags & VA_CLICKABLE) || node->disabled)
        return false;
    for (size_t i = 0; i < AT_LEN(excluded); i++) {
        if (at_str_ends(at_str(node->class_name), at_str(excluded[i])))
            return false;
    }
    for (struct va_node *n = node; n; n = va_node_next(n, node)) {
        if (va_node_shown(n) && has_label(n))
            return false;
    }
    return true;
}

static void
write_states(struct at_buf *out, const struct va_window *window,
             const struct va_node *node)
{
    write_bool(out, "checkable", node->flags & VA_CHECKABLE);
    write_bool(out, "checked", node->checked);
    write_bool(out, "clickable", node->flags & VA_CLICKABLE);
    write_bool(out, "enabled", !node->disabled);
    write_bool(out, "focusable", node->flags & VA_FOCUSABLE);
    write_bool(out, "focused", window->focus == node);
    write_bool(out, "scrollable",
               node->flags & VA_SCROLLABLE &&
                   (node->fixed || va_scroll_max(node) > 0));
    write_bool(out, "long-clickable", node->flags & VA_LONG_CLICKABLE);
    write_bool(out, "password", node->password);
    write_bool(out, "selected", node->selected);
}

struct writer {
    const struct va_device *device;
    const struct va_window *window;
    bool compressed;
    struct at_buf *out;
};

static void
write_attributes(const struct writer *w, struct va_node *node, int index)
{
    struct at_buf text = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    const char *package = node->package ? node->package : w->window->package;
    struct at_rect b = node->seen;
    va_node_told(w->device, node, &text);
    if (is_naf(node))
        at_buf_add_text(w->out, " NAF=\"true\"");
    at_buf_add_fmt(w->out, " index=\"%d\"", index);
    va_xml_attribute(w->out, "text", at_buf_str(&text));
    va_xml_attribute(w->out, "resource-id", at_str(node->id));
    va_xml_attribute(w->out, "class", at_str(node->class_name));
    va_xml_attribute(w->out, "package", at_str(package));
    va_xml_attribute(w->out, "content-desc", node->desc);
    write_states(w->out, w->window, node);
    at_buf_add_fmt(w->out, " bounds=\"[%d,%d][%d,%d]\"", (int)b.left,
                   (int)b.top, (int)b.right, (int)b.bottom);
    at_buf_add_fmt(w->out, " drawing-order=\"%d\"",
                   node->fixed ? 0 : index + 1);
    if (w->device->api_level >= API_HINT)
        va_xml_attribute(w->out, "hint", node->hint);
    at_buf_deinit(&text);
}

// Plain containers, which the compressed form leaves out.
static bool
is_important(const struct va_node *node)
{
    return node->text.len > 0 || node->desc.len > 0 || node->id[0] != '\0' ||
           node->flags != 0 || node->kind->layout == VA_LAYOUT_NONE;
}

static void
write_node(const struct writer *w, struct va_node *node, int index)
{
    bool open = !w->compressed || is_important(node) || !node->parent->parent;
    if (open) {
        at_buf_add_text(w->out, "<node");
        write_attributes(w, node, index);
    }
    int i = 0;
    bool any = false;
    for (struct va_node *c = node->first_child; c; c = c->next) {
        bool shown = va_node_shown(c);
        if (shown) {
            if (open && !any)
                at_buf_add_text(w->out, ">");
            any = true;
            write_node(w, c, i);
        }
        bool exists = shown || !(node->kind->flags & VA_RECYCLES);
        i += exists && !c->hidden;
    }
    if (open)
        at_buf_add_text(w->out, any ? "</node>" : " />");
}

void
va_dump_write(const struct va_device *device, const struct va_window *window,
              bool compressed, struct at_buf *out)
{
    const struct writer w = {device, window, compressed, out};
    at_buf_add_fmt(out,
                   "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
                   "<hierarchy rotation=\"%d\">",
                   window->rotation);
    int i = 0;
    for (struct va_node *c = window->root->first_child; c; c = c->next) {
        if (va_node_shown(c))
            write_node(&w, c, i++);
    }
    at_buf_add_text(out, "</hierarchy>");
}
