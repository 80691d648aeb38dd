// tree_compare.c: see tree_compare.h
#include "virtual-android/helper/tree_compare.h"

#include <string.h>

enum { EDITABLE = 1 << 12 };

// Walks the nodes of all windows; a window comes before its nodes.
struct walk {
    json_t *windows;
    size_t window;
    size_t next;   // node of the window + 1; 0: the window itself
    size_t number; // number among all
    json_t *node;  // borrowed; NULL at the end
    bool is_window;
    bool foreign; // its words are ignored, like the time in the status bar
};

static void
step(struct walk *walk)
{
    json_t *window = json_array_get(walk->windows, walk->window);
    json_t *nodes = json_object_get(window, "nodes");
    walk->number++;
    walk->is_window = walk->next == 0;
    walk->node =
        walk->is_window ? window : json_array_get(nodes, walk->next - 1);
    walk->next++;
    if (window && !walk->node) {
        walk->window++;
        walk->next = 0;
        walk->number--;
        step(walk);
        return;
    }
    const char *type = json_string_value(json_object_get(window, "type"));
    walk->foreign = type && strcmp(type, "system") == 0 &&
                    !json_is_true(json_object_get(window, "active"));
}

static bool
same(const struct walk *a, const struct walk *b, const char *name)
{
    const json_t *was = json_object_get(a->node, name);
    const json_t *is = json_object_get(b->node, name);
    return (!was && !is) || (was && is && json_equal(was, is));
}

static bool
same_words(const struct walk *a, const struct walk *b)
{
    static const char *const names[] = {"text",    "desc",  "hint", "state",
                                        "pane",    "title", "role", "error",
                                        "tooltip", "range"};
    for (size_t i = 0; i < AT_LEN(names) && !b->foreign; i++) {
        if (!same(a, b, names[i]))
            return false;
    }
    return true;
}

static bool
may_tick(const struct walk *walk)
{
    return !walk->is_window && !json_object_get(walk->node, "range") &&
           (json_integer_value(json_object_get(walk->node, "flags")) &
            EDITABLE) == 0;
}

static const char *
part_of(const struct walk *a, const struct walk *b)
{
    bool words = same_words(a, b);
    if (a->is_window != b->is_window || !same(a, b, "depth") ||
        !same(a, b, "type") || !same(a, b, "class") ||
        (!a->is_window && !same(a, b, "id")))
        return "nodes";
    if (!same(a, b, "flags"))
        return "flags";
    if (!same(a, b, "bounds") && (words || !may_tick(b)))
        return "bounds";
    return words ? NULL : "text";
}

static uint64_t
add_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

static uint64_t
name_of(const struct walk *walk)
{
    uint64_t hash = 14695981039346656037u + walk->number;
    hash =
        add_text(hash, json_string_value(json_object_get(walk->node, "class")));
    return add_text(hash, json_string_value(json_object_get(walk->node, "id")));
}

static void
note(struct vd_difference *out, const struct walk *walk, const char *part)
{
    json_t *id = walk->is_window ? NULL : json_object_get(walk->node, "id");
    json_t *type =
        json_object_get(walk->node, walk->is_window ? "type" : "class");
    out->part = part;
    if (out->where || !walk->node)
        return;
    out->where = json_object();
    json_object_set(out->where, "class", type);
    if (id)
        json_object_set(out->where, "id", id);
    json_object_set(out->where, "bounds",
                    json_object_get(walk->node, "bounds"));
}

void
vd_difference_deinit(struct vd_difference *difference)
{
    json_decref(difference->where);
    *difference = (struct vd_difference){0};
}

static void
forget_words(struct vd_difference *out)
{
    json_decref(out->where);
    out->where = NULL;
    out->word_count = 0;
}

// Returns false once more than words differs.
static bool
compare_node(const struct walk *was, const struct walk *is,
             struct vd_difference *out)
{
    const char *part = was->node && is->node ? part_of(was, is) : "nodes";
    if (!part)
        return true;
    if (strcmp(part, "text") == 0 && may_tick(is) &&
        out->word_count < VD_WORDS_MAX) {
        out->words[out->word_count++] = name_of(is);
        note(out, is, part);
        return true;
    }
    forget_words(out);
    note(out, is->node ? is : was, part);
    return false;
}

void
vd_trees_compare(struct at_str before, struct at_str after,
                 struct vd_difference *out)
{
    *out = (struct vd_difference){0};
    if (before.len > 0 && at_str_eq(before, after))
        return;
    json_t *old = json_loadb(before.ptr, before.len, 0, NULL);
    json_t *new = json_loadb(after.ptr, after.len, 0, NULL);
    struct walk was = {.windows = json_object_get(old, "windows")};
    struct walk is = {.windows = json_object_get(new, "windows")};
    step(&was);
    step(&is);
    if (!old || !new)
        note(out, is.node ? &is : &was, "nodes");
    while (old && new && (was.node || is.node) &&
           compare_node(&was, &is, out)) {
        step(&was);
        step(&is);
    }
    json_decref(old);
    json_decref(new);
}

static bool
is_host(const struct walk *walk)
{
    static const char *const ends[] = {"WebView", "FlutterView",
                                       "FlutterSurfaceView"};
    const char *type = json_string_value(json_object_get(walk->node, "class"));
    size_t len = type && !walk->is_window ? strlen(type) : 0;
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        size_t end = strlen(ends[i]);
        if (len >= end && strcmp(type + len - end, ends[i]) == 0)
            return true;
    }
    return false;
}

static int64_t
depth_of(const struct walk *walk)
{
    return walk->is_window
               ? -1
               : json_integer_value(json_object_get(walk->node, "depth"));
}

static bool
has_area(const struct walk *walk)
{
    json_t *bounds = json_object_get(walk->node, "bounds");
    return json_integer_value(json_array_get(bounds, 0)) <
               json_integer_value(json_array_get(bounds, 2)) &&
           json_integer_value(json_array_get(bounds, 1)) <
               json_integer_value(json_array_get(bounds, 3));
}

uint64_t
vd_tree_late(struct at_str tree, struct vd_difference *out)
{
    uint64_t found = 0;
    *out = (struct vd_difference){0};
    if (!at_str_has(tree, AT_STR("View\"")))
        return 0;
    json_t *json = json_loadb(tree.ptr, tree.len, 0, NULL);
    struct walk walk = {.windows = json_object_get(json, "windows")};
    step(&walk);
    while (walk.node && found == 0) {
        struct walk here = walk;
        step(&walk);
        bool leaf = !walk.node || depth_of(&walk) <= depth_of(&here);
        if (!is_host(&here) || !leaf || !has_area(&here))
            continue;
        here.number = 0; // the position does not matter
        found = name_of(&here);
        note(out, &here, "nodes");
    }
    json_decref(json);
    return found;
}

void
vd_put_difference(struct vd_writer *w, const struct vd_difference *d)
{
    if (!d->where)
        return;
    json_object_set_new(d->where, "part", json_string(d->part));
    char *text = json_dumps(d->where, JSON_COMPACT);
    vd_put_raw(w, "differs", at_str(text));
    free(text);
}
