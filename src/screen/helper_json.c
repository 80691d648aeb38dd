// helper_json.c: reader of the trees that the helper on the device writes
#include "screen/helper_json.h"

#include <string.h>

#include "base/buf.h"
#include "base/json_shape.h"
#include "base/limits.h"

// The bits of "flags", as numbered in the protocol.
static const struct {
    uint32_t bit;
    enum at_node_flag flag;
} flag_rows[] = {
    {1u << 0, AT_NODE_ENABLED},     {1u << 1, AT_NODE_FOCUSED},
    {1u << 2, AT_NODE_SELECTED},    {1u << 3, AT_NODE_CHECKED},
    {1u << 4, AT_NODE_CHECKABLE},   {1u << 5, AT_NODE_CLICKABLE},
    {1u << 6, AT_NODE_SCROLLABLE},  {1u << 7, AT_NODE_LONG_CLICKABLE},
    {1u << 8, AT_NODE_PASSWORD},    {1u << 9, AT_NODE_FOCUSABLE},
    {1u << 10, AT_NODE_INVISIBLE},  {1u << 11, AT_NODE_SHOWS_HINT},
    {1u << 13, AT_NODE_HEADING},    {1u << 14, AT_NODE_DISMISSABLE},
    {1u << 15, AT_NODE_EXPANDABLE}, {1u << 16, AT_NODE_COLLAPSIBLE},
    {1u << 17, AT_NODE_INVALID},
};
static const uint32_t editable_bit = 1u << 12;

// Classes, packages and ids repeat thousands of times; each slot caches the
// last string of its hash. Equal class names must share one view
// (screen/finish.c).
enum { SHARED_SLOTS = 256, RANGE_MAX_BYTES = 120 };

struct reader {
    struct at_tree *tree;
    struct at_str shared[SHARED_SLOTS];
    struct at_str package; // package of the window
    bool is_keyboard;      // the window belongs to an input method
    struct at_node *last;  // node read last; NULL at the start of a window
    struct at_err *err;
};

static const struct {
    const char *name;
    size_t where; // offset in struct at_node
    bool shared;
} text_rows[] = {
    {"class", offsetof(struct at_node, class_name), true},
    {"id", offsetof(struct at_node, resource_id), true},
    {"package", offsetof(struct at_node, package), true},
    {"text", offsetof(struct at_node, text), false},
    {"desc", offsetof(struct at_node, description), false},
    {"hint", offsetof(struct at_node, hint), false},
    {"state", offsetof(struct at_node, state), false},
    {"pane", offsetof(struct at_node, pane), false},
    {"tooltip", offsetof(struct at_node, tooltip), false},
    {"error", offsetof(struct at_node, error), false},
    {"role", offsetof(struct at_node, role_words), true},
};

// Values of "truncated" and their meaning.
static const struct {
    const char *name;
    const char *cut;
} cut_rows[] = {
    {"nodes", "it has more than the device reads"},
    {"size", "its texts are longer than the device reads"},
    {"time", "reading it took too long"},
};

static bool
fail(struct reader *r, const char *what)
{
    return at_fail(r->err, AT_ETREE,
                   "the helper's tree has %s in node %zu: not its format; "
                   "take a fresh one",
                   what, r->tree->node_count);
}

static bool
fail_limit(struct reader *r, const char *what, size_t max)
{
    return at_fail(r->err, AT_ETREE,
                   "the helper's tree has more than %zu %s: no real screen "
                   "does; try again, or scroll to a smaller part",
                   max, what);
}

static struct at_str
share(struct reader *r, struct at_str text)
{
    if (text.len == 0)
        return AT_STR("");
    unsigned char last = (unsigned char)text.ptr[text.len - 1];
    unsigned char middle = (unsigned char)text.ptr[text.len / 2];
    size_t slot = (text.len * 31 + last * 7u + middle) % SHARED_SLOTS;
    if (!at_str_eq(r->shared[slot], text))
        r->shared[slot] = at_arena_dup(&r->tree->arena, text);
    return r->shared[slot];
}

static struct at_str
str_of(const json_t *string)
{
    return at_str_n(json_string_value(string), json_string_length(string));
}

static bool
read_int(const json_t *value, int64_t min, int64_t max, int64_t *out)
{
    if (!json_is_integer(value))
        return false;
    *out = json_integer_value(value);
    return *out >= min && *out <= max;
}

// Clamp values beyond any screen to keep sums from overflowing.
static bool
read_edge(const json_t *value, int32_t *out)
{
    const int64_t far = 1000000;
    int64_t edge;
    if (!read_int(value, INT64_MIN, INT64_MAX, &edge))
        return false;
    edge = edge > far ? far : edge;
    *out = (int32_t)(edge < -far ? -far : edge);
    return true;
}

static bool
read_bounds(const json_t *value, struct at_rect *out)
{
    int32_t *const edges[] = {&out->left, &out->top, &out->right, &out->bottom};
    if (!json_is_array(value) || json_array_size(value) != AT_LEN(edges))
        return false;
    for (size_t i = 0; i < AT_LEN(edges); i++) {
        if (!read_edge(json_array_get(value, i), edges[i]))
            return false;
    }
    return true;
}

static bool
read_texts(struct reader *r, struct at_node *node, const json_t *object)
{
    for (size_t i = 0; i < AT_LEN(text_rows); i++) {
        const json_t *value = json_object_get(object, text_rows[i].name);
        struct at_str text = str_of(value);
        if (!value)
            continue;
        if (!json_is_string(value))
            return fail(r, "a text of another type");
        if (text.len > AT_NODE_TEXT_MAX_BYTES)
            return fail_limit(r, "bytes in one text", AT_NODE_TEXT_MAX_BYTES);
        struct at_str kept = text_rows[i].shared
                                 ? share(r, text)
                                 : at_arena_dup(&r->tree->arena, text);
        memcpy((char *)node + text_rows[i].where, &kept, sizeof(kept));
    }
    return true;
}

// Write "40.0" as "40"; keep a number with an exponent unchanged.
static struct at_str
number_of(const json_t *value)
{
    static const char digits[] = "0123456789.+-EeINainfty"; // in Java's numbers
    struct at_str text = str_of(value);
    for (size_t i = 0; i < text.len; i++) {
        if (!memchr(digits, text.ptr[i], sizeof(digits) - 1))
            return AT_STR("");
    }
    return at_str_ends(text, AT_STR(".0")) ? at_str_head(text, text.len - 2)
                                           : text;
}

static bool
read_range(struct reader *r, struct at_node *node, const json_t *list)
{
    enum { MIN, MAX, CURRENT, PARTS };
    struct at_buf text = AT_BUF_INIT(RANGE_MAX_BYTES);
    struct at_str parts[PARTS];
    bool ok = json_array_size(list) == PARTS;

    if (!list)
        return true;
    for (size_t i = 0; i < PARTS; i++) {
        parts[i] = number_of(json_array_get(list, i));
        ok = ok && parts[i].len > 0;
    }
    if (ok)
        at_buf_add_fmt(&text, "%.*s of %.*s..%.*s", AT_STR_ARG(parts[CURRENT]),
                       AT_STR_ARG(parts[MIN]), AT_STR_ARG(parts[MAX]));
    ok = ok && !text.overflow;
    if (ok)
        node->range = at_arena_dup(&r->tree->arena, at_buf_str(&text));
    at_buf_deinit(&text);
    return ok || fail(r, "a range of another form");
}

static bool
read_flags(struct reader *r, struct at_node *node, const json_t *object)
{
    int64_t bits;
    if (!read_int(json_object_get(object, "flags"), 0, UINT32_MAX, &bits))
        return fail(r, "no flags");
    for (size_t i = 0; i < AT_LEN(flag_rows); i++) {
        if ((uint32_t)bits & flag_rows[i].bit)
            node->flags |= flag_rows[i].flag;
    }
    // a field of a custom class
    if ((uint32_t)bits & editable_bit)
        node->actions |= AT_ACTION_TYPE;
    if (json_is_true(json_object_get(object, "cut")))
        node->flags |= AT_NODE_TEXT_CUT;
    if (r->is_keyboard)
        node->flags |= AT_NODE_CHROME;
    return true;
}

// Return the parent of a node at this depth that follows the node read last.
static struct at_node *
parent_at(struct reader *r, int64_t depth)
{
    struct at_node *node = r->last;
    if (!node)
        return depth == 0 ? r->tree->root : NULL;
    int64_t last_depth = (int64_t)node->depth - 1; // the root is synthetic
    if (depth < 1 || depth > last_depth + 1)
        return NULL;
    for (; last_depth >= depth; last_depth--)
        node = node->parent;
    return node;
}

// Read the node's drawing order among its siblings, if present.
static void
read_drawn(struct reader *r, struct at_node *node, const json_t *value)
{
    int64_t drawn = 0;
    if (!read_int(value, 1, INT32_MAX, &drawn))
        return;
    node->drawing_order = (int32_t)drawn;
    r->tree->reports_drawing = true;
}

static bool
read_node(struct reader *r, const json_t *object)
{
    int64_t depth;
    int64_t index = 0;
    if (!read_int(json_object_get(object, "depth"), 0, INT32_MAX, &depth))
        return fail(r, "no depth behind it");
    struct at_node *parent = parent_at(r, depth);
    if (!parent)
        return fail(r, "a child without its parent behind it");
    struct at_node *node = at_tree_add(r->tree, parent);
    if (!node && r->tree->node_count >= AT_TREE_MAX_NODES)
        return fail_limit(r, "nodes", AT_TREE_MAX_NODES);
    if (!node)
        return fail_limit(r, "levels", AT_TREE_MAX_DEPTH);
    r->last = node;
    node->package = r->package;
    if (read_int(json_object_get(object, "index"), 0, INT32_MAX, &index))
        node->index = (int32_t)index;
    read_drawn(r, node, json_object_get(object, "drawn"));
    if (!read_bounds(json_object_get(object, "bounds"), &node->bounds))
        return fail(r, "no bounds");
    return read_flags(r, node, object) && read_texts(r, node, object) &&
           read_range(r, node, json_object_get(object, "range"));
}

static bool
read_window(struct reader *r, const json_t *window)
{
    const json_t *nodes = json_object_get(window, "nodes");
    const json_t *node;
    size_t i;
    if (!json_is_array(nodes))
        return fail(r, "a window without nodes behind it");
    r->package = share(r, str_of(json_object_get(window, "package")));
    r->is_keyboard =
        at_str_is(str_of(json_object_get(window, "type")), "input_method");
    if (r->is_keyboard)
        r->tree->shows_keyboard = true;
    r->last = NULL;
    json_array_foreach(nodes, i, node)
    {
        if (!read_node(r, node))
            return false;
    }
    if (json_is_true(json_object_get(window, "focused")) && r->last)
        r->tree->focused_window = r->tree->root->last_child;
    return true;
}

static bool
read_screen(struct reader *r, const json_t *tree)
{
    int64_t rotation;
    int64_t width;
    int64_t height;
    if (!read_int(json_object_get(tree, "rotation"), 0, 3, &rotation) ||
        !read_int(json_object_get(tree, "width"), 0, INT16_MAX, &width) ||
        !read_int(json_object_get(tree, "height"), 0, INT16_MAX, &height))
        return at_fail(r->err, AT_ETREE,
                       "the helper's tree does not give the screen's size: "
                       "not its format; take a fresh one");
    r->tree->rotation = (int32_t)rotation;
    r->tree->width_px = (int32_t)width;
    r->tree->height_px = (int32_t)height;
    return true;
}

static bool
read_count(struct reader *r, const json_t *value, uint32_t *out)
{
    int64_t count = 0;
    if (value && !read_int(value, 0, UINT32_MAX, &count))
        return at_fail(r->err, AT_ETREE,
                       "the helper's tree does not say how much of the screen "
                       "is missing: not its format; take a fresh one");
    *out = (uint32_t)count;
    return true;
}

// An unknown reason still means that the tree is incomplete.
static bool
read_gaps(struct reader *r, const json_t *tree)
{
    const json_t *cut = json_object_get(tree, "truncated");
    struct at_gaps *gaps = &r->tree->gaps;
    if (cut)
        gaps->cut = "the device says so";
    for (size_t i = 0; i < AT_LEN(cut_rows); i++) {
        if (at_str_is(str_of(cut), cut_rows[i].name))
            gaps->cut = cut_rows[i].cut;
    }
    return read_count(r, json_object_get(tree, "missing"), &gaps->nodes) &&
           read_count(r, json_object_get(tree, "rootless"), &gaps->windows);
}

static bool
read_tree(struct reader *r, const json_t *tree)
{
    const json_t *windows = json_object_get(tree, "windows");
    const json_t *window;
    size_t i;
    if (!read_screen(r, tree) || !read_gaps(r, tree))
        return false;
    json_array_foreach(windows, i, window)
    {
        if (!read_window(r, window))
            return false;
    }
    return r->tree->node_count > 0 ||
           at_fail(r->err, AT_ETREE,
                   "the helper's tree has no nodes: no window gives its "
                   "content now; try again");
}

bool
at_helper_json_read(const json_t *value, struct at_tree **out_tree,
                    struct at_err *err)
{
    const json_t *inner = json_object_get(value, "tree");
    struct reader r = {.err = err};
    r.tree = at_tree_new();
    r.tree->marks_hints = true;
    r.tree->source = AT_TREE_OF_HELPER;
    r.tree->lists_windows = true;
    r.tree->reports_ranges = true;
    bool ok = read_tree(&r, inner ? inner : value);
    if (ok)
        at_tree_finish(r.tree);
    else
        at_tree_free(r.tree);
    *out_tree = ok ? r.tree : NULL;
    return ok;
}

bool
at_helper_json_parse(struct at_str text, struct at_tree **out_tree,
                     struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    json_error_t where;
    *out_tree = NULL;
    if (text.len > AT_DUMP_MAX_BYTES)
        return at_fail(err, AT_ELIMIT,
                       "the helper's tree has %zu bytes, more than %zu",
                       text.len, AT_DUMP_MAX_BYTES);
    if (!at_json_shape_check(text, NULL, &why))
        return at_fail(err, AT_ETREE, "the helper's tree: %s", why.msg);
    json_t *value =
        json_loadb(text.ptr ? text.ptr : "", text.len, JSON_ALLOW_NUL, &where);
    if (!value)
        return at_fail(err, AT_ETREE,
                       "the helper's tree is not JSON, at byte %d: take a "
                       "fresh one",
                       where.position);
    bool ok = at_helper_json_read(value, out_tree, err);
    json_decref(value);
    return ok;
}
