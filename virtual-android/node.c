// node.c: the kinds of widgets, and trees of nodes made from an app's JSON
#include "virtual-android/model.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"

#define W "android.widget."
#define CLICK (VA_CLICKABLE | VA_FOCUSABLE)
#define CHECK (CLICK | VA_CHECKABLE)

static const struct va_kind kinds[] = {
    {"text", W "TextView", 0, VA_LAYOUT_NONE, 0},
    {"button", W "Button", CLICK, VA_LAYOUT_NONE, 126},
    {"image", W "ImageView", 0, VA_LAYOUT_NONE, 126},
    {"icon", W "ImageButton", CLICK, VA_LAYOUT_NONE, 126},
    {"field", W "EditText", CLICK | VA_LONG_CLICKABLE | VA_EDITABLE,
     VA_LAYOUT_NONE, 132},
    {"check", W "CheckBox", CHECK, VA_LAYOUT_NONE, 126},
    {"switch", W "Switch", CHECK, VA_LAYOUT_NONE, 126},
    {"toggle", W "ToggleButton", CHECK, VA_LAYOUT_NONE, 126},
    {"radio", W "RadioButton", CHECK | VA_RADIO, VA_LAYOUT_NONE, 126},
    {"slider", W "SeekBar", VA_FOCUSABLE | VA_SEEK, VA_LAYOUT_NONE, 84},
    {"spinner", W "ProgressBar", 0, VA_LAYOUT_NONE, 126},
    {"column", W "LinearLayout", 0, VA_LAYOUT_COLUMN, 0},
    {"row", W "LinearLayout", 0, VA_LAYOUT_ROW, 0},
    {"frame", W "FrameLayout", 0, VA_LAYOUT_FRAME, 0},
    {"radiogroup", W "RadioGroup", 0, VA_LAYOUT_COLUMN, 0},
    {"scroll", W "ScrollView", VA_SCROLLABLE | VA_FOCUSABLE, VA_LAYOUT_COLUMN,
     0},
    {"hscroll", W "HorizontalScrollView", VA_SCROLLABLE | VA_FOCUSABLE,
     VA_LAYOUT_ROW, 0},
    {"list", "androidx.recyclerview.widget.RecyclerView",
     VA_SCROLLABLE | VA_FOCUSABLE | VA_RECYCLES, VA_LAYOUT_COLUMN, 0},
    {"hlist", "androidx.recyclerview.widget.RecyclerView",
     VA_SCROLLABLE | VA_FOCUSABLE | VA_RECYCLES, VA_LAYOUT_ROW, 0},
    {"toolbar", "android.view.ViewGroup", 0, VA_LAYOUT_ROW, 147},
    {"tabs", W "HorizontalScrollView", 0, VA_LAYOUT_ROW, 126},
    {"tab", W "LinearLayout", CLICK, VA_LAYOUT_COLUMN, 126},
    {"view", "android.view.View", 0, VA_LAYOUT_NONE, 0},
    {"group", "android.view.ViewGroup", 0, VA_LAYOUT_COLUMN, 0},
    {"rn", "com.facebook.react.views.view.ReactViewGroup", 0, VA_LAYOUT_COLUMN,
     0},
    {"rnrow", "com.facebook.react.views.view.ReactViewGroup", 0, VA_LAYOUT_ROW,
     0},
    {"web", "android.webkit.WebView", VA_FOCUSABLE, VA_LAYOUT_COLUMN, 0},
};

const struct va_kind *
va_kind_find(const char *name)
{
    for (size_t i = 0; i < AT_LEN(kinds); i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    }
    return NULL;
}

static const char *
arena_text(struct va_window *window, const char *text)
{
    return at_arena_dup(&window->arena, at_str(text)).ptr;
}

static const char *
get_text(json_t *json, const char *key, const char *fallback)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : fallback;
}

// "title" is an id of the app; "android:id/title" is one already.
static const char *
full_id(struct va_window *window, const char *id)
{
    if (id[0] == '\0' || strstr(id, ":id/") || id[0] == '@')
        return arena_text(window, id[0] == '@' ? id + 1 : id);
    char *full = at_strfmt("%s:id/%s", window->package, id);
    const char *kept = arena_text(window, full);
    free(full);
    return kept;
}

struct va_node *
va_node_bare(struct va_window *window, struct va_node *parent,
             const char *class_name)
{
    struct va_node *node = at_arena_alloc(&window->arena, sizeof(*node));
    node->kind = va_kind_find("frame");
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
    {"clickable", VA_CLICKABLE},           {"focusable", VA_FOCUSABLE},
    {"long_clickable", VA_LONG_CLICKABLE}, {"checkable", VA_CHECKABLE},
    {"scrollable", VA_SCROLLABLE},         {"editable", VA_EDITABLE},
};

static unsigned
flags_of(json_t *json, const struct va_kind *kind)
{
    unsigned flags = kind->flags;
    if (json_object_get(json, "tap") || json_object_get(json, "double_tap"))
        flags |= CLICK;
    if (json_object_get(json, "long_press"))
        flags |= VA_LONG_CLICKABLE;
    for (size_t i = 0; i < AT_LEN(flag_keys); i++) {
        json_t *value = json_object_get(json, flag_keys[i].key);
        if (json_is_true(value))
            flags |= flag_keys[i].flag;
        else if (json_is_false(value))
            flags &= ~flag_keys[i].flag;
    }
    return flags;
}

struct va_node *
va_node_add(struct va_window *window, struct va_node *parent, json_t *json)
{
    const char *name = get_text(json, "kind", "column");
    const struct va_kind *kind = va_kind_find(name);
    if (!kind)
        kind = va_kind_find("view");
    struct va_node *node =
        va_node_bare(window, parent, get_text(json, "class", kind->class_name));
    node->kind = kind;
    node->json = json;
    node->id = full_id(window, get_text(json, "id", ""));
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
        va_node_add(window, node, child);
    return node;
}

struct va_node *
va_node_next(struct va_node *node, struct va_node *top)
{
    if (node->first_child)
        return node->first_child;
    while (node != top && !node->next)
        node = node->parent;
    return node == top ? NULL : node->next;
}

struct va_node *
va_node_find(struct va_window *window, const char *id)
{
    size_t len = strlen(id);
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        size_t have = strlen(node->id);
        if (have < len || strcmp(node->id + have - len, id) != 0)
            continue;
        if (have == len || node->id[have - len - 1] == '/')
            return node;
    }
    return NULL;
}

void
va_nodes_release(struct va_node *top)
{
    for (struct va_node *node = top; node; node = va_node_next(node, top)) {
        at_buf_deinit(&node->value);
        json_decref(node->rows);
        node->rows = NULL;
    }
}

// The rows' objects: of a query, given one by one, or merely counted.
static json_t *
row_data(struct va_device *device, struct va_app *app, json_t *rows)
{
    const char *sql = json_string_value(json_object_get(rows, "sql"));
    json_t *items = json_object_get(rows, "items");
    if (sql) {
        json_t *args = json_object_get(rows, "args");
        json_t *found = va_store_sql(device, app,
                                     get_text(rows, "database", ""), sql, args);
        return found ? found : json_array();
    }
    if (items)
        return json_incref(items);
    json_int_t count = json_integer_value(json_object_get(rows, "count"));
    json_t *made = json_array();
    for (json_int_t i = 0; i < count && i < (json_int_t)VA_ROWS_MAX; i++)
        json_array_append_new(made, json_object());
    return made;
}

void
va_node_fill(struct va_device *device, struct va_window *window,
             struct va_node *list)
{
    json_t *rows = json_object_get(list->json, "rows");
    json_t *data = row_data(device, window->app, rows);
    json_t *made = json_array();
    size_t i;
    json_t *row;
    for (struct va_node *old = list->first_child; old; old = old->next)
        va_nodes_release(old);
    list->first_child = list->last_child = NULL;
    json_array_foreach(data, i, row)
    {
        if (i >= VA_ROWS_MAX)
            break;
        json_t *scope = json_copy(row);
        json_object_set_new(scope, "i", json_integer((json_int_t)i + 1));
        json_t *node = va_bind_row(json_object_get(rows, "template"), scope);
        json_array_append_new(made, node);
        va_node_add(window, list, node);
        json_decref(scope);
    }
    json_decref(data);
    json_decref(list->rows);
    list->rows = made;
}
