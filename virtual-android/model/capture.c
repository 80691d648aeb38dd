#include "virtual-android/model/capture.h"

#include <expat.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "virtual-android/model/window.h"

struct reader {
    struct vd_window *window;
    struct vd_node *at;
    size_t depth;
    size_t nodes;
    size_t skipped; // open elements that did not become nodes
};

static struct at_str
keep(struct reader *r, const char *text)
{
    return at_arena_dup(&r->window->arena, at_str(text));
}

static void
set_text(struct reader *r, struct vd_node *node, const char *value)
{
    (void)r;
    node->text = keep(r, value);
}

static void
set_id(struct reader *r, struct vd_node *node, const char *value)
{
    node->id = keep(r, value).ptr;
}

static void
set_class(struct reader *r, struct vd_node *node, const char *value)
{
    node->class_name = keep(r, value).ptr;
}

static void
set_package(struct reader *r, struct vd_node *node, const char *value)
{
    node->package = keep(r, value).ptr;
}

static void
set_desc(struct reader *r, struct vd_node *node, const char *value)
{
    node->desc = keep(r, value);
}

static void
set_hint(struct reader *r, struct vd_node *node, const char *value)
{
    node->hint = keep(r, value);
}

// "[l,t][r,b]"
static void
set_bounds(struct reader *r, struct vd_node *node, const char *value)
{
    int32_t v[4] = {0, 0, 0, 0};
    struct at_str rest = at_str(value);
    (void)r;
    for (size_t i = 0; i < 4 && rest.len > 0; i++) {
        int64_t n = 0;
        struct at_str part;
        while (rest.len > 0 && (rest.ptr[0] == '[' || rest.ptr[0] == ']'))
            rest = at_str_skip(rest, 1);
        at_str_next(&rest, i % 2 == 0 ? ',' : ']', &part);
        if (at_str_to_i64(part, INT32_MIN, INT32_MAX, &n))
            v[i] = (int32_t)n;
    }
    node->rect = (struct at_rect){v[0], v[1], v[2], v[3]};
}

static const struct {
    const char *name;
    void (*set)(struct reader *r, struct vd_node *node, const char *value);
} texts[] = {
    {"text", set_text},       {"resource-id", set_id},    {"class", set_class},
    {"package", set_package}, {"content-desc", set_desc}, {"hint", set_hint},
    {"bounds", set_bounds},
};

static const struct {
    const char *name;
    unsigned flag;
} flags[] = {
    {"checkable", VD_CHECKABLE},           {"clickable", VD_CLICKABLE},
    {"focusable", VD_FOCUSABLE},           {"scrollable", VD_SCROLLABLE},
    {"long-clickable", VD_LONG_CLICKABLE},
};

static void
set_attribute(struct reader *r, struct vd_node *node, const char *name,
              const char *value)
{
    bool on = strcmp(value, "true") == 0;
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (strcmp(texts[i].name, name) == 0)
            texts[i].set(r, node, value);
    }
    for (size_t i = 0; i < AT_LEN(flags); i++) {
        if (on && strcmp(flags[i].name, name) == 0)
            node->flags |= flags[i].flag;
    }
    if (strcmp(name, "checked") == 0)
        node->checked = on;
    else if (strcmp(name, "selected") == 0)
        node->selected = on;
    else if (strcmp(name, "password") == 0)
        node->password = on;
    else if (strcmp(name, "enabled") == 0)
        node->disabled = !on;
    else if (strcmp(name, "focused") == 0 && on)
        r->window->focus = node;
}

static void
on_start(void *arg, const XML_Char *name, const XML_Char **attributes)
{
    struct reader *r = arg;
    if (strcmp(name, "hierarchy") == 0) {
        for (size_t i = 0; attributes[i]; i += 2) {
            if (strcmp(attributes[i], "rotation") == 0)
                r->window->rotation = attributes[i + 1][0] - '0';
        }
        return;
    }
    r->depth++;
    if (strcmp(name, "node") != 0 || r->depth > AT_TREE_MAX_DEPTH ||
        r->skipped > 0 || r->nodes++ > AT_TREE_MAX_NODES) {
        r->skipped++;
        return;
    }
    struct vd_node *node = vd_node_bare(r->window, r->at, "");
    node->fixed = true;
    node->kind = vd_kind_find("frame");
    for (size_t i = 0; attributes[i]; i += 2)
        set_attribute(r, node, attributes[i], attributes[i + 1]);
    if (at_str_ends(at_str(node->class_name), AT_STR("EditText"))) {
        node->flags |= VD_EDITABLE;
        if (!at_str_eq(node->text, node->hint))
            at_buf_add_str(&node->value, node->text);
        node->cursor = node->value.len;
    }
    r->at = node;
}

static void
on_end(void *arg, const XML_Char *name)
{
    struct reader *r = arg;
    r->depth -= r->depth > 0;
    if (r->skipped > 0)
        r->skipped--;
    else if (strcmp(name, "node") == 0 && r->at->parent)
        r->at = r->at->parent;
}

static bool
read_all(const char *path, struct at_buf *out, struct at_err *err)
{
    FILE *file = fopen(path, "rb");
    char part[16384];
    size_t len;
    if (!file)
        return at_fail(err, AT_EIO, "cannot open the captured dump '%s'", path);
    while ((len = fread(part, 1, sizeof(part), file)) > 0)
        at_buf_add(out, part, len);
    fclose(file);
    return !out->overflow ||
           at_fail(err, AT_ELIMIT, "the captured dump '%s' is too large", path);
}

bool
vd_capture_load(struct vd_window *window, const char *path, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct reader reader = {.window = window, .at = window->root};
    bool ok = false;
    if (!read_all(path, &text, err))
        goto out;
    ptrdiff_t start = at_str_find(at_buf_str(&text), AT_STR("<hierarchy"));
    ptrdiff_t end = at_str_find(at_buf_str(&text), AT_STR("</hierarchy>"));
    if (start < 0 || end < start) {
        at_fail(err, AT_ETREE, "no <hierarchy> in the captured dump '%s'",
                path);
        goto out;
    }
    XML_Parser parser = XML_ParserCreate("UTF-8");
    XML_SetUserData(parser, &reader);
    XML_SetElementHandler(parser, on_start, on_end);
    size_t len = (size_t)(end - start) + strlen("</hierarchy>");
    ok = XML_Parse(parser, text.data + start, (int)len, 1) == XML_STATUS_OK;
    if (!ok)
        at_fail(err, AT_ETREE, "the captured dump '%s', line %lu: %s", path,
                (unsigned long)XML_GetCurrentLineNumber(parser),
                XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);

out:
    at_buf_deinit(&text);
    return ok;
}
