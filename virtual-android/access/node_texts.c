// node_texts.c: a node's texts and states as an accessibility service gets them
#include "virtual-android/access/node_texts.h"

#include <string.h>

#include "virtual-android/model/expr.h"
#include "virtual-android/model/layout.h"
#include "virtual-android/model/state.h"

enum {
    CHARS_MAX = 100000,
    API_PASSWORD = 26,
    API_HINT = 26,
    API_PANE = 28,
    API_STATE = 30
};

static const struct {
    const char *key; // key in an app file's node
    unsigned bit;
    int api;
} flag_keys[] = {
    {"heading", VD_TREE_HEADING, API_PANE},
    {"dismissable", VD_TREE_DISMISSABLE, 0},
    {"expandable", VD_TREE_EXPANDABLE, 0},
    {"collapsible", VD_TREE_COLLAPSIBLE, 0},
    {"invalid", VD_TREE_INVALID, 0},
};

static unsigned
when(bool on, unsigned bit)
{
    return on ? bit : 0;
}

unsigned
vd_tree_flags(const struct vd_device *device, const struct vd_window *window,
              const struct vd_node *node)
{
    bool scrolls =
        node->flags & VD_SCROLLABLE && (node->fixed || vd_scroll_max(node) > 0);
    bool hint = node->flags & VD_EDITABLE && node->value.len == 0 &&
                node->hint.len > 0 &&
                (!node->password || device->hardware.api_level >= API_HINT);
    unsigned flags =
        when(!node->disabled, VD_TREE_ENABLED) |
        when(window->focus == node, VD_TREE_FOCUSED) |
        when(node->selected, VD_TREE_SELECTED) |
        when(node->checked, VD_TREE_CHECKED) |
        when(node->flags & VD_CHECKABLE, VD_TREE_CHECKABLE) |
        when(node->flags & VD_CLICKABLE, VD_TREE_CLICKABLE) |
        when(scrolls, VD_TREE_SCROLLABLE) |
        when(node->flags & VD_LONG_CLICKABLE, VD_TREE_LONG_CLICKABLE) |
        when(node->password, VD_TREE_PASSWORD) |
        when(node->flags & VD_FOCUSABLE, VD_TREE_FOCUSABLE) |
        when(!vd_node_shown(node), VD_TREE_INVISIBLE) |
        when(hint, VD_TREE_SHOWS_HINT) |
        when(node->flags & VD_EDITABLE, VD_TREE_EDITABLE);
    for (size_t i = 0; node->json && i < AT_LEN(flag_keys); i++)
        flags |= when(
            device->hardware.api_level >= flag_keys[i].api &&
                json_is_true(json_object_get(node->json, flag_keys[i].key)),
            flag_keys[i].bit);
    return flags;
}

// Some widgets have a state text of their own.
static void
own_state(const struct vd_node *node, struct at_buf *out)
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
    enum vd_tree_text which;
    const char *key;
    int api;
} text_keys[] = {
    {VD_TREE_STATE, "state", API_STATE},
    {VD_TREE_PANE, "pane", API_PANE},
    {VD_TREE_TOOLTIP, "tooltip", API_PANE},
    {VD_TREE_ERROR, "error", 0},
    {VD_TREE_ROLE, "role", 0},
};

static void
given(struct vd_device *device, struct vd_window *window,
      const struct vd_node *node, struct at_buf *out)
{
    for (size_t i = 0; i < AT_LEN(text_keys); i++) {
        const char *text =
            json_string_value(json_object_get(node->json, text_keys[i].key));
        struct at_buf *to = &out[text_keys[i].which];
        if (device->hardware.api_level < text_keys[i].api)
            continue;
        if (text) {
            char *full = vd_expand(device, window->app, text);
            at_buf_add_text(to, full);
            free(full);
        } else if (text_keys[i].which == VD_TREE_STATE) {
            own_state(node, to);
        }
    }
}

// Returns true if it cut anything.
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

// Before Android 8 a password field reported no text, unless passwords were
// spoken.
void
vd_node_reported_text(const struct vd_device *device,
                      const struct vd_node *node, struct at_buf *out)
{
    if (!node->password || device->hardware.api_level >= API_PASSWORD)
        vd_node_text(node, out);
}

bool
vd_tree_texts(struct vd_device *device, struct vd_window *window,
              const struct vd_node *node, struct at_buf *out)
{
    bool was_cut = false;
    for (size_t i = 0; i < VD_TREE_TEXTS; i++)
        at_buf_clear(&out[i]);
    at_buf_add_text(&out[VD_TREE_ID], node->id);
    vd_node_reported_text(device, node, &out[VD_TREE_TEXT]);
    at_buf_add_str(&out[VD_TREE_DESC], node->desc);
    if (device->hardware.api_level >= API_HINT)
        at_buf_add_str(&out[VD_TREE_HINT], node->hint);
    if (node->json)
        given(device, window, node, out);
    for (size_t i = 0; i < VD_TREE_TEXTS; i++) {
        if (out[i].len > CHARS_MAX)
            was_cut = cut(&out[i]) || was_cut;
    }
    return was_cut;
}
