// node_texts.c: a node's texts and states as an accessibility service gets them
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/dump.h"
#include "virtual-android/helper/node_texts.h"
#include "virtual-android/model.h"

enum { CHARS_MAX = 100000, API_HINT = 26, API_PANE = 28, API_STATE = 30 };

static const struct {
    const char *key; // of a node in an app file
    unsigned bit;
    int api;
} flag_keys[] = {
    {"heading", VA_TREE_HEADING, API_PANE},
    {"dismissable", VA_TREE_DISMISSABLE, 0},
    {"expandable", VA_TREE_EXPANDABLE, 0},
    {"collapsible", VA_TREE_COLLAPSIBLE, 0},
    {"invalid", VA_TREE_INVALID, 0},
};

static unsigned
when(bool on, unsigned bit)
{
    return on ? bit : 0;
}

unsigned
va_tree_flags(const struct va_device *device, const struct va_window *window,
              const struct va_node *node)
{
    bool scrolls =
        node->flags & VA_SCROLLABLE && (node->fixed || va_scroll_max(node) > 0);
    bool hint = node->flags & VA_EDITABLE && node->value.len == 0 &&
                node->hint.len > 0 &&
                (!node->password || device->api_level >= API_HINT);
    unsigned flags =
        when(!node->disabled, VA_TREE_ENABLED) |
        when(window->focus == node, VA_TREE_FOCUSED) |
        when(node->selected, VA_TREE_SELECTED) |
        when(node->checked, VA_TREE_CHECKED) |
        when(node->flags & VA_CHECKABLE, VA_TREE_CHECKABLE) |
        when(node->flags & VA_CLICKABLE, VA_TREE_CLICKABLE) |
        when(scrolls, VA_TREE_SCROLLABLE) |
        when(node->flags & VA_LONG_CLICKABLE, VA_TREE_LONG_CLICKABLE) |
        when(node->password, VA_TREE_PASSWORD) |
        when(node->flags & VA_FOCUSABLE, VA_TREE_FOCUSABLE) |
        when(!va_node_shown(node), VA_TREE_INVISIBLE) |
        when(hint, VA_TREE_SHOWS_HINT) |
        when(node->flags & VA_EDITABLE, VA_TREE_EDITABLE);
    for (size_t i = 0; node->json && i < AT_LEN(flag_keys); i++)
        flags |= when(
            device->api_level >= flag_keys[i].api &&
                json_is_true(json_object_get(node->json, flag_keys[i].key)),
            flag_keys[i].bit);
    return flags;
}

// What the widgets say of their state by themselves.
static void
own_state(const struct va_node *node, struct at_buf *out)
{
    const char *kind = node->kind->name;
    if (node->fixed || !node->json)
        return;
    if (strcmp(kind, "switch") == 0 || strcmp(kind, "toggle") == 0)
        at_buf_add_text(out, node->checked ? "ON" : "OFF");
    else if (strcmp(kind, "check") == 0 || strcmp(kind, "radio") == 0)
        at_buf_add_text(out, node->checked ? "checked" : "not checked");
    else if (strcmp(kind, "slider") == 0)
        at_buf_add_fmt(out, "%d%%", (int)node->progress);
}

static const struct {
    enum va_tree_text which;
    const char *key;
    int api;
} text_keys[] = {
    {VA_TREE_STATE, "state", API_STATE},
    {VA_TREE_PANE, "pane", API_PANE},
    {VA_TREE_TOOLTIP, "tooltip", API_PANE},
    {VA_TREE_ERROR, "error", 0},
    {VA_TREE_ROLE, "role", 0},
};

static void
given(struct va_device *device, struct va_window *window,
      const struct va_node *node, struct at_buf *out)
{
    for (size_t i = 0; i < AT_LEN(text_keys); i++) {
        const char *text =
            json_string_value(json_object_get(node->json, text_keys[i].key));
        struct at_buf *to = &out[text_keys[i].which];
        if (device->api_level < text_keys[i].api)
            continue;
        if (text) {
            char *full = va_expand(device, window->app, text);
            at_buf_add_text(to, full);
            free(full);
        } else if (text_keys[i].which == VA_TREE_STATE) {
            own_state(node, to);
        }
    }
}

// True where something had to go.
static bool
cut(struct at_buf *text)
{
    struct at_str rest = at_buf_str(text);
    for (size_t chars = 0; rest.len > 0; chars++) {
        size_t len = at_utf8_next(rest, NULL);
        if (chars == CHARS_MAX) {
            at_buf_cut(text, text->len - rest.len);
            return true;
        }
        rest = at_str_skip(rest, len > 0 ? len : 1);
    }
    return false;
}

bool
va_tree_texts(struct va_device *device, struct va_window *window,
              const struct va_node *node, struct at_buf *out)
{
    bool was_cut = false;
    for (size_t i = 0; i < VA_TREE_TEXTS; i++)
        at_buf_clear(&out[i]);
    at_buf_add_text(&out[VA_TREE_ID], node->id);
    va_node_told(device, node, &out[VA_TREE_TEXT]);
    at_buf_add_str(&out[VA_TREE_DESC], node->desc);
    if (device->api_level >= API_HINT)
        at_buf_add_str(&out[VA_TREE_HINT], node->hint);
    if (node->json)
        given(device, window, node, out);
    for (size_t i = 0; i < VA_TREE_TEXTS; i++) {
        if (out[i].len > CHARS_MAX)
            was_cut = cut(&out[i]) || was_cut;
    }
    return was_cut;
}
