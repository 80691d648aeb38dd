// node.c: the kinds of widgets, and trees of nodes made from an app's JSON
#include "virtual-android/model/node.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/model/window.h"

const char *
vd_json_text(const json_t *json, const char *key, const char *fallback)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : fallback;
}

#define W "android.widget."
#define CLICK (VD_CLICKABLE | VD_FOCUSABLE)
#define CHECK (CLICK | VD_CHECKABLE)

static const struct vd_kind kinds[] = {
    {"text", W "TextView", 0, VD_LAYOUT_NONE, 0},
    {"button", W "Button", CLICK, VD_LAYOUT_NONE, 126},
    {"image", W "ImageView", 0, VD_LAYOUT_NONE, 126},
    {"icon", W "ImageButton", CLICK, VD_LAYOUT_NONE, 126},
    {"field", W "EditText", CLICK | VD_LONG_CLICKABLE | VD_EDITABLE,
     VD_LAYOUT_NONE, 132},
    {"check", W "CheckBox", CHECK, VD_LAYOUT_NONE, 126},
    {"switch", W "Switch", CHECK, VD_LAYOUT_NONE, 126},
    {"toggle", W "ToggleButton", CHECK, VD_LAYOUT_NONE, 126},
    {"radio", W "RadioButton", CHECK | VD_RADIO, VD_LAYOUT_NONE, 126},
    {"slider", W "SeekBar", VD_FOCUSABLE | VD_SEEK, VD_LAYOUT_NONE, 84},
    {"spinner", W "ProgressBar", 0, VD_LAYOUT_NONE, 126},
    {"column", W "LinearLayout", 0, VD_LAYOUT_COLUMN, 0},
    {"row", W "LinearLayout", 0, VD_LAYOUT_ROW, 0},
    {"frame", W "FrameLayout", 0, VD_LAYOUT_FRAME, 0},
    {"radiogroup", W "RadioGroup", 0, VD_LAYOUT_COLUMN, 0},
    {"scroll", W "ScrollView", VD_SCROLLABLE | VD_FOCUSABLE, VD_LAYOUT_COLUMN,
     0},
    {"hscroll", W "HorizontalScrollView", VD_SCROLLABLE | VD_FOCUSABLE,
     VD_LAYOUT_ROW, 0},
    {"list", "androidx.recyclerview.widget.RecyclerView",
     VD_SCROLLABLE | VD_FOCUSABLE | VD_RECYCLES, VD_LAYOUT_COLUMN, 0},
    {"hlist", "androidx.recyclerview.widget.RecyclerView",
     VD_SCROLLABLE | VD_FOCUSABLE | VD_RECYCLES, VD_LAYOUT_ROW, 0},
    {"toolbar", "android.view.ViewGroup", 0, VD_LAYOUT_ROW, 147},
    {"tabs", W "HorizontalScrollView", 0, VD_LAYOUT_ROW, 126},
    {"tab", W "LinearLayout", CLICK, VD_LAYOUT_COLUMN, 126},
    {"view", "android.view.View", 0, VD_LAYOUT_NONE, 0},
    {"group", "android.view.ViewGroup", 0, VD_LAYOUT_COLUMN, 0},
    {"rn", "com.facebook.react.views.view.ReactViewGroup", 0, VD_LAYOUT_COLUMN,
     0},
    {"rnrow", "com.facebook.react.views.view.ReactViewGroup", 0, VD_LAYOUT_ROW,
     0},
    {"web", "android.webkit.WebView", VD_FOCUSABLE, VD_LAYOUT_COLUMN, 0},
};

const struct vd_kind *
vd_kind_find(const char *name)
{
    for (size_t i = 0; i < AT_LEN(kinds); i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    }
    return NULL;
}

static const char *
arena_text(struct vd_window *window, const char *text)
{
    return at_arena_dup(&window->arena, at_str(text)).ptr;
}

// "title" is an id of the app; "android:id/title" is one already.
static const char *
full_id(struct vd_window *window, const char *id)
{
    if (id[0] == '\0' || strstr(id, ":id/") || id[0] == '@')
        return arena_text(window, id[0] == '@' ? id + 1 : id);
    char *full = at_strfmt("%s:id/%s", window->package, id);
    const char *kept = arena_text(window, full);
    free(full);
    return kept;
}

struct vd_node *
vd_node_bare(struct vd_window *window, struct vd_node *parent,
             const char *class_name)
{
    struct vd_node *node = at_arena_alloc(&window->arena, sizeof(*node));
    node->kind = vd_kind_find("frame");
    node->class_name = arena_text(window, class_name);
    node->id = "";
    node->value = (struct at_buf)AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    node->parent = parent;
    if (parent) {
        if (parent->last_child)
            parent->last_child->next = node;
        else
            parent->first_child = node;
        parent->last_child = node;
    }
    return node;
}

static const struct {
    const char *key;
    unsigned flag;
} flag_keys[] = {
    {"clickable", VD_CLICKABLE},           {"focusable", VD_FOCUSABLE},
    {"long_clickable", VD_LONG_CLICKABLE}, {"checkable", VD_CHECKABLE},
    {"scrollable", VD_SCROLLABLE},         {"editable", VD_EDITABLE},
};

static unsigned
flags_of(json_t *json, const struct vd_kind *kind)
{
    unsigned flags = kind->flags;
    if (json_object_get(json, "tap") || json_object_get(json, "double_tap"))
        flags |= CLICK;
    if (json_object_get(json, "long_press"))
        flags |= VD_LONG_CLICKABLE;
    for (size_t i = 0; i < AT_LEN(flag_keys); i++) {
        json_t *value = json_object_get(json, flag_keys[i].key);
        if (json_is_true(value))
            flags |= flag_keys[i].flag;
        else if (json_is_false(value))
            flags &= ~flag_keys[i].flag;
    }
    return flags;
}

struct vd_node *
vd_node_add(struct vd_window *window, struct vd_node *parent, json_t *json)
{
    const char *name = vd_json_text(json, "kind", "column");
    const struct vd_kind *kind = vd_kind_find(name);
    if (!kind)
        kind = vd_kind_find("view");
    struct vd_node *node = vd_node_bare(
        window, parent, vd_json_text(json, "class", kind->class_name));
    node->kind = kind;
    node->json = json;
    node->id = full_id(window, vd_json_text(json, "id", ""));
    node->flags = flags_of(json, kind);
    node->hidden = json_is_true(json_object_get(json, "hidden"));
    node->disabled = json_is_false(json_object_get(json, "enabled"));
    node->checked = json_is_true(json_object_get(json, "checked"));
    node->selected = json_is_true(json_object_get(json, "selected"));
    node->password = json_is_true(json_object_get(json, "password"));
    json_t *progress = json_object_get(json, "progress");
    node->progress = (int32_t)json_integer_value(progress);
    size_t i;
    json_t *child;
    json_array_foreach(json_object_get(json, "children"), i, child)
        vd_node_add(window, node, child);
    return node;
}

struct vd_node *
vd_node_next(struct vd_node *node, struct vd_node *top)
{
    if (node->first_child)
        return node->first_child;
    while (node != top && !node->next)
        node = node->parent;
    return node == top ? NULL : node->next;
}

struct vd_node *
vd_node_find(struct vd_window *window, const char *id)
{
    size_t len = strlen(id);
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        size_t have = strlen(node->id);
        if (have < len || strcmp(node->id + have - len, id) != 0)
            continue;
        if (have == len || node->id[have - len - 1] == '/')
            return node;
    }
    return NULL;
}

void
vd_nodes_release(struct vd_node *top)
{
    for (struct vd_node *node = top; node; node = vd_node_next(node, top)) {
        at_buf_deinit(&node->value);
        json_decref(node->rows);
        node->rows = NULL;
    }
}

void
vd_node_set_value(struct vd_node *node, const char *text)
{
    at_buf_clear(&node->value);
    at_buf_add_text(&node->value, text);
    node->cursor = node->value.len;
}

static void
add_bullets(struct at_buf *out, struct at_str value)
{
    size_t count = at_utf8_count(value);
    for (size_t i = 0; i < count; i++)
        at_buf_add_text(out, "•");
}

// An empty field shows its hint.
void
vd_node_text(const struct vd_node *node, struct at_buf *out)
{
    if (!(node->flags & VD_EDITABLE)) {
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
