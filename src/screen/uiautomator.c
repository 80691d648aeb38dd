#include "screen/uiautomator.h"

#include <errno.h>
#include <expat.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "screen/dump_text.h"

enum { SHARED_SLOTS = 256, WINDOWS_MAX = 64, NESTED_MAX = 8 };

struct window {
    bool keyboard;
    bool active;
    bool focused;
    bool has_content;
};

// `uiautomator dump --windows` writes <displays>, which contains each
// <display>, which contains its windows from the topmost down. A window lists
// its child windows first, which also appear on their own, and then its
// <hierarchy>, if it has one.
struct windows {
    struct window open[NESTED_MAX]; // innermost last
    size_t depth;
    struct at_str ids[WINDOWS_MAX]; // ids of the windows already read
    size_t count;
    size_t skipping; // depth inside a skipped element
    size_t nodes;    // node count before the current hierarchy
};

struct reader {
    XML_Parser xml;
    struct at_tree *tree;
    struct at_node *at; // parent of the next node; NULL outside the root
    struct at_str shared[SHARED_SLOTS];
    struct windows windows;
    bool done;      // the root element is complete
    bool failed;    // err is set
    bool has_hints; // newer dumps have the attribute on every node
    struct at_err *err;
};

static void
stop(struct reader *r)
{
    XML_StopParser(r->xml, XML_FALSE);
}

static unsigned long
line_of(const struct reader *r)
{
    return (unsigned long)XML_GetCurrentLineNumber(r->xml);
}

static void
fail_limit(struct reader *r, const char *what, size_t max)
{
    at_fail(r->err, AT_ETREE,
            "the tree dump has more than %zu %s (line %lu, byte %ld): no real "
            "screen does; try again, or scroll to a smaller part",
            max, what, line_of(r), (long)XML_GetCurrentByteIndex(r->xml));
    r->failed = true;
    stop(r);
}

static void
fail_element(struct reader *r, const char *name, const char *why)
{
    struct at_str shown = at_utf8_head(at_str(name), 60);
    at_fail(r->err, AT_ETREE,
            "the tree dump has <%.*s> %s (line %lu): not uiautomator's format; "
            "take a fresh dump",
            AT_STR_ARG(shown), why, line_of(r));
    r->failed = true;
    stop(r);
}

// Classes, packages and ids repeat thousands of times; each slot caches the
// last string of its hash.
static struct at_str
share(struct reader *r, struct at_str text)
{
    unsigned char last = text.len ? (unsigned char)text.ptr[text.len - 1] : 0;
    unsigned char middle = text.len ? (unsigned char)text.ptr[text.len / 2] : 0;
    size_t slot = (text.len * 31 + last * 7u + middle) % SHARED_SLOTS;
    if (!at_str_eq(r->shared[slot], text))
        r->shared[slot] = at_arena_dup(&r->tree->arena, text);
    return r->shared[slot];
}

// Read an optional minus and digits. Clamp values beyond any screen to keep
// sums from overflowing.
static const char *
read_coordinate(const char *p, int32_t *out)
{
    enum { COORDINATE_MAX = 1000000 };
    bool negative = *p == '-';
    int32_t value = 0;

    p += negative ? 1 : 0;
    if (!at_ascii_is_digit(*p))
        return NULL;
    for (; at_ascii_is_digit(*p); p++)
        value = value >= COORDINATE_MAX ? value : value * 10 + (*p - '0');
    value = value > COORDINATE_MAX ? COORDINATE_MAX : value;
    *out = negative ? -value : value;
    return p;
}

// Read "[0,66][1080,210]".
static bool
read_bounds(const char *p, struct at_rect *out)
{
    static const char before[] = {'[', ',', '[', ','};
    int32_t *const parts[] = {&out->left, &out->top, &out->right, &out->bottom};
    for (size_t i = 0; i < AT_LEN(parts); i++) {
        if (i == 2 && *p++ != ']')
            return false;
        if (*p++ != before[i])
            return false;
        p = read_coordinate(p, parts[i]);
        if (!p)
            return false;
    }
    return p[0] == ']' && p[1] == '\0';
}

// An attribute and its setter. `where` is the offset of a field of node or the
// flag that value is about.
struct attr_row {
    const char *name;
    void (*set)(struct reader *r, struct at_node *node, size_t where,
                const char *value); // NULL: ignore the attribute
    size_t where;
};

static void
set_bounds(struct reader *r, struct at_node *node, size_t where,
           const char *value)
{
    struct at_str shown = at_utf8_head(at_str(value), 60);
    (void)where;
    if (read_bounds(value, &node->bounds))
        return;
    at_fail(r->err, AT_ETREE,
            "the tree dump has bounds '%.*s' (line %lu), not "
            "'[left,top][right,bottom]'; take a fresh dump",
            AT_STR_ARG(shown), line_of(r));
    r->failed = true;
    stop(r);
}

// Return false and stop the parser if text is too long.
static bool
check_text(struct reader *r, struct at_str text)
{
    if (text.len <= AT_NODE_TEXT_MAX_BYTES)
        return true;
    fail_limit(r, "bytes in one text", AT_NODE_TEXT_MAX_BYTES);
    return false;
}

static void
put_text(struct at_node *node, size_t where, struct at_str text)
{
    memcpy((char *)node + where, &text, sizeof(text));
}

static void
set_text(struct reader *r, struct at_node *node, size_t where,
         const char *value)
{
    struct at_str text = at_str(value);
    r->has_hints = r->has_hints || where == offsetof(struct at_node, hint);
    if (text.len > 0 && check_text(r, text))
        put_text(node, where, at_arena_dup(&r->tree->arena, text));
}

// Set a text that is common to many nodes.
static void
set_shared(struct reader *r, struct at_node *node, size_t where,
           const char *value)
{
    struct at_str text = at_str(value);
    if (text.len > 0 && check_text(r, text))
        put_text(node, where, share(r, text));
}

static void
set_flag(struct reader *r, struct at_node *node, size_t where,
         const char *value)
{
    (void)r;
    if (strcmp(value, "true") == 0)
        node->flags |= (uint32_t)where;
}

static void
set_flag_off(struct reader *r, struct at_node *node, size_t where,
             const char *value)
{
    (void)r;
    if (strcmp(value, "false") == 0)
        node->flags |= (uint32_t)where;
}

static void
set_index(struct reader *r, struct at_node *node, size_t where,
          const char *value)
{
    int64_t index;
    (void)r;
    (void)where;
    if (at_str_to_i64(at_str(value), 0, INT32_MAX, &index))
        node->index = (int32_t)index;
}

static void
set_drawing_order(struct reader *r, struct at_node *node, size_t where,
                  const char *value)
{
    int64_t order;
    (void)where;
    if (!at_str_to_i64(at_str(value), 1, INT32_MAX, &order))
        return;
    node->drawing_order = (int32_t)order;
    r->tree->reports_drawing = true;
}

#define TEXT_AT(field) set_text, offsetof(struct at_node, field)
#define SHARED_AT(field) set_shared, offsetof(struct at_node, field)

// Sorted in uiautomator's order: after a match, the next two rows are tried
// first.
static const struct attr_row attr_rows[] = {
    {"index", set_index, 0},
    {"text", TEXT_AT(text)},
    {"resource-id", SHARED_AT(resource_id)},
    {"class", SHARED_AT(class_name)},
    {"package", SHARED_AT(package)},
    {"content-desc", TEXT_AT(description)},
    {"checkable", set_flag, AT_NODE_CHECKABLE},
    {"checked", set_flag, AT_NODE_CHECKED},
    {"clickable", set_flag, AT_NODE_CLICKABLE},
    {"enabled", set_flag, AT_NODE_ENABLED},
    {"focusable", set_flag, AT_NODE_FOCUSABLE},
    {"focused", set_flag, AT_NODE_FOCUSED},
    {"scrollable", set_flag, AT_NODE_SCROLLABLE},
    {"long-clickable", set_flag, AT_NODE_LONG_CLICKABLE},
    {"password", set_flag, AT_NODE_PASSWORD},
    {"selected", set_flag, AT_NODE_SELECTED},
    {"visible-to-user", set_flag_off, AT_NODE_INVISIBLE},
    {"bounds", set_bounds, 0},
    {"drawing-order", set_drawing_order, 0},
    {"hint", TEXT_AT(hint)},
    {"display-id", NULL, 0},
    {"NAF", NULL, 0},
    {"important", NULL, 0},
    {"tooltip", TEXT_AT(tooltip)},
    {"tooltip-text", TEXT_AT(tooltip)},
    {"state-description", TEXT_AT(state)},
    {"pane-title", TEXT_AT(pane)},
};

static const struct attr_row *
find_row(const char *name, size_t guess)
{
    for (size_t i = guess; i < guess + 2 && i < AT_LEN(attr_rows); i++) {
        if (strcmp(attr_rows[i].name, name) == 0)
            return &attr_rows[i];
    }
    for (size_t i = 0; i < AT_LEN(attr_rows); i++) {
        if (strcmp(attr_rows[i].name, name) == 0)
            return &attr_rows[i];
    }
    return NULL;
}

static void
read_node(struct reader *r, const XML_Char **attrs)
{
    struct at_node *node = at_tree_add(r->tree, r->at);
    size_t guess = 0;
    if (!node) {
        if (r->tree->node_count >= AT_TREE_MAX_NODES)
            fail_limit(r, "nodes", AT_TREE_MAX_NODES);
        else
            fail_limit(r, "levels", AT_TREE_MAX_DEPTH);
        return;
    }
    r->at = node;
    if (r->windows.depth > 0 && r->windows.open[r->windows.depth - 1].keyboard)
        node->flags |= AT_NODE_CHROME;
    for (; attrs[0] && !r->failed; attrs += 2) {
        const struct attr_row *row = find_row(attrs[0], guess);
        if (!row)
            continue;
        guess = (size_t)(row - attr_rows) + 1;
        if (row->set)
            row->set(r, node, row->where, attrs[1]);
    }
}

static void
read_hierarchy(struct reader *r, const XML_Char **attrs)
{
    int64_t rotation = 0;
    r->at = r->tree->root;
    r->windows.nodes = r->tree->node_count;
    for (; attrs[0]; attrs += 2) {
        if (strcmp(attrs[0], "rotation") == 0 &&
            at_str_to_i64(at_str(attrs[1]), 0, 3, &rotation))
            r->tree->rotation = (int32_t)rotation;
    }
}

static const char *
attribute(const XML_Char **attrs, const char *name)
{
    for (; attrs[0]; attrs += 2) {
        if (strcmp(attrs[0], name) == 0)
            return attrs[1];
    }
    return "";
}

// Return false for a window already read, or if there are too many.
static bool
note_window(struct reader *r, const char *id)
{
    struct windows *windows = &r->windows;
    if (windows->depth == NESTED_MAX)
        return false;
    if (!id[0])
        return true;
    for (size_t i = 0; i < windows->count; i++) {
        if (at_str_is(windows->ids[i], id))
            return false;
    }
    if (windows->count == WINDOWS_MAX)
        return false;
    windows->ids[windows->count++] =
        at_arena_dup(&r->tree->arena, at_utf8_head(at_str(id), 20));
    return true;
}

static void
open_window(struct reader *r, const XML_Char **attrs)
{
    struct windows *windows = &r->windows;
    if (!note_window(r, attribute(attrs, "id"))) {
        windows->skipping = 1;
        return;
    }
    windows->open[windows->depth++] = (struct window){
        .keyboard = strcmp(attribute(attrs, "type"), "TYPE_INPUT_METHOD") == 0,
        .active = strcmp(attribute(attrs, "active"), "true") == 0,
        .focused = strcmp(attribute(attrs, "focused"), "true") == 0,
    };
}

static void
close_window(struct reader *r)
{
    struct windows *windows = &r->windows;
    if (!windows->open[--windows->depth].has_content)
        r->tree->gaps.windows++;
}

// Complete the single root of a hierarchy.
static void
close_hierarchy(struct reader *r)
{
    struct window *window =
        r->windows.depth > 0 ? &r->windows.open[r->windows.depth - 1] : NULL;
    if (!window || r->tree->node_count == r->windows.nodes)
        return;
    window->has_content = true;
    r->tree->shows_keyboard = r->tree->shows_keyboard || window->keyboard;
    r->tree->has_active = r->tree->has_active || window->active;
    if (window->focused)
        r->tree->focused_window = r->tree->root->last_child;
}

// Read the elements that `uiautomator dump --windows` puts around hierarchies.
// Return false for any other element.
static bool
open_around(struct reader *r, const char *name, const XML_Char **attrs)
{
    bool displays = strcmp(name, "displays") == 0;
    if (r->at || (!displays && !r->tree->lists_windows))
        return false;
    r->tree->lists_windows = true;
    if (strcmp(name, "window") == 0) {
        open_window(r, attrs);
        return true;
    }
    if (strcmp(name, "display") == 0) {
        const char *id = attribute(attrs, "id");
        r->windows.skipping = id[0] && strcmp(id, "0") != 0;
        return true;
    }
    return displays;
}

static void XMLCALL
on_start(void *data, const XML_Char *name, const XML_Char **attrs)
{
    struct reader *r = data;
    if (r->failed || r->done)
        return;
    if (r->windows.skipping > 0) {
        r->windows.skipping++;
        return;
    }
    if (open_around(r, name, attrs))
        return;
    if (r->at && strcmp(name, "node") == 0)
        read_node(r, attrs);
    else if (!r->at && strcmp(name, "hierarchy") == 0)
        read_hierarchy(r, attrs);
    else
        fail_element(r, name, r->at ? "inside <hierarchy>" : "as its root");
}

static void
end_document(struct reader *r)
{
    r->done = true; // uiautomator's status line follows
    stop(r);
}

static void XMLCALL
on_end(void *data, const XML_Char *name)
{
    struct reader *r = data;
    if (r->failed || r->done)
        return;
    if (r->windows.skipping > 0) {
        r->windows.skipping--;
        return;
    }
    if (r->at) {
        r->at = r->at->parent; // NULL after a hierarchy
        if (!r->at)
            close_hierarchy(r);
        if (!r->at && !r->tree->lists_windows)
            end_document(r);
        return;
    }
    if (strcmp(name, "window") == 0)
        close_window(r);
    else if (strcmp(name, "displays") == 0)
        end_document(r);
}

static void XMLCALL
on_doctype(void *data, const XML_Char *name, const XML_Char *system_id,
           const XML_Char *public_id, int has_internal)
{
    struct reader *r = data;
    (void)name;
    (void)system_id;
    (void)public_id;
    (void)has_internal;
    if (r->failed)
        return;
    at_fail(r->err, AT_ETREE,
            "the tree dump has a document type declaration (line %lu), which "
            "uiautomator never writes: refused",
            line_of(r));
    r->failed = true;
    stop(r);
}

static bool
is_cut_short(enum XML_Error code)
{
    return code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN ||
           code == XML_ERROR_PARTIAL_CHAR ||
           code == XML_ERROR_UNCLOSED_CDATA_SECTION;
}

static bool
fail_xml(const struct reader *r, size_t len)
{
    enum XML_Error code = XML_GetErrorCode(r->xml);
    if (is_cut_short(code))
        return at_fail(r->err, AT_ETREE,
                       "the tree dump ends in the middle, after %zu bytes and "
                       "%zu nodes: it was cut short on the way; try again",
                       len, r->tree->node_count);
    return at_fail(r->err, AT_ETREE,
                   "the tree dump is not well-formed XML at line %lu, column "
                   "%lu: %s; the text was damaged on the way: try again, and "
                   "save dumps without a shell that re-encodes them",
                   line_of(r),
                   (unsigned long)XML_GetCurrentColumnNumber(r->xml) + 1,
                   XML_ErrorString(code));
}

static void
note_text_after(struct reader *r, struct at_str xml)
{
    XML_Index at = XML_GetCurrentByteIndex(r->xml);
    int count = XML_GetCurrentByteCount(r->xml);
    if (at < 0 || count < 0)
        return;
    struct at_str after = at_str_skip(xml, (size_t)at + (size_t)count);
    if (at_str_trim(after).len > 0)
        r->tree->repaired = true;
}

// The windows are listed from the topmost down; trees are in drawing order.
static void
put_topmost_last(struct at_node *root)
{
    struct at_node *first = NULL;
    root->last_child = root->first_child;
    for (struct at_node *it = root->first_child; it;) {
        struct at_node *next = it->next;
        it->next = first;
        first = it;
        it = next;
    }
    root->first_child = first;
}

static bool
fail_empty(const struct reader *r)
{
    at_fail(r->err, AT_ETREE,
            "the tree dump has no nodes: the window has no content yet, or "
            "does not let itself be read; try again");
    if (r->err)
        r->err->sys = ENODATA;
    return false;
}

static bool
run(struct reader *r, struct at_str xml)
{
    XML_SetUserData(r->xml, r);
    XML_SetElementHandler(r->xml, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(r->xml, on_doctype);
    enum XML_Status status = XML_Parse(r->xml, xml.ptr, (int)xml.len, XML_TRUE);
    if (r->failed)
        return false;
    if (!r->done && status != XML_STATUS_OK)
        return fail_xml(r, xml.len);
    if (!r->done || r->tree->node_count == 0)
        return fail_empty(r);
    note_text_after(r, xml);
    if (r->tree->lists_windows)
        put_topmost_last(r->tree->root);
    return true;
}

bool
at_uiautomator_parse(struct at_str dump, struct at_tree **out_tree,
                     struct at_err *err)
{
    struct at_buf scratch = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct reader r = {.err = err};
    struct at_str xml;
    bool repaired = false;
    bool ok = false;
    *out_tree = NULL;
    if (dump.len > AT_DUMP_MAX_BYTES)
        return at_fail(err, AT_ELIMIT,
                       "the tree dump has %zu bytes, more than %zu", dump.len,
                       AT_DUMP_MAX_BYTES);
    if (!at_dump_text_find(dump, &scratch, &xml, &repaired, err))
        goto out;
    r.tree = at_tree_new();
    r.tree->repaired = repaired;
    r.xml = XML_ParserCreate("UTF-8"); // override the declaration
    at_assert(r.xml);
    ok = run(&r, xml);
    if (ok) {
        r.tree->hides_hints = !r.has_hints;
        at_tree_finish(r.tree);
        *out_tree = r.tree;
        r.tree = NULL;
    }

out:
    if (r.xml)
        XML_ParserFree(r.xml);
    at_tree_free(r.tree);
    at_buf_deinit(&scratch);
    return ok;
}
