#include "maestro/lookup/view.h"

#include <string.h>

#include "base/alloc.h"
#include "screen/hash.h"
#include "screen/px.h"

// Attributes of two nodes that Maestro compares; clickable is among them for
// toasts too, where it is false.
static const uint32_t compared_flags = AT_NODE_ENABLED | AT_NODE_FOCUSED |
                                       AT_NODE_SELECTED | AT_NODE_CHECKED |
                                       AT_NODE_CLICKABLE | AT_NODE_SCROLLABLE;

struct maker {
    struct at_maestro_view *view;
    const struct at_maestro_view_opts *opts;
    uint32_t *slots; // open addressing, by hash: a node, or AT_MAESTRO_NO_NODE
    uint32_t slot_mask;
};

static uint32_t
flags_of(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_FINISHED) ? node->before.flags
                                               : node->flags;
}

// An empty field shows its hint, and Android reports that as its text. The
// reader moved it.
static struct at_str
text_of(const struct at_node *node)
{
    bool shows_hint = at_node_has(node, AT_NODE_SHOWS_HINT);
    return shows_hint && node->text.len == 0 ? node->hint : node->text;
}

// Android's Rect.intersect(): touching edges are outside, and a node with an
// empty side can be inside.
static struct at_rect
clip(struct at_rect bounds, struct at_rect display)
{
    if (bounds.left < display.right && display.left < bounds.right &&
        bounds.top < display.bottom && display.top < bounds.bottom)
        return at_rect_intersect(bounds, display);
    return (struct at_rect){0, 0, 0, 0};
}

// Return the length of the character at p if Maestro replaces it, otherwise 0:
// control characters but tab and line breaks, and some that XML does not allow.
static size_t
replaced_len(const unsigned char *p, size_t len)
{
    uint32_t cp;
    if (p[0] >= 0x20 && p[0] < 0x7f)
        return 0;
    if (p[0] < 0x20)
        return p[0] != 0 && p[0] != '\t' && p[0] != '\n' && p[0] != '\r';
    size_t size = at_utf8_next(at_str_n((const char *)p, len), &cp);
    bool bad = (cp >= 0x7f && cp <= 0x84) || (cp >= 0x86 && cp <= 0x9f) ||
               (cp >= 0xfdd0 && cp <= 0xfddf);
    return size > 0 && bad ? size : 0;
}

// Return text as Maestro's dump has it, with a dot for each such character.
static struct at_str
clean(struct at_arena *arena, struct at_str text)
{
    const unsigned char *p = (const unsigned char *)text.ptr;
    char *copy = NULL;
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        size_t bad = replaced_len(p + i, text.len - i);
        if (bad > 0 && !copy) {
            copy = at_arena_alloc(arena, text.len);
            memcpy(copy, text.ptr, i);
            len = i;
        }
        if (copy)
            copy[len++] = bad > 0 ? '.' : text.ptr[i];
        i += bad > 1 ? bad - 1 : 0;
    }
    return copy ? at_str_n(copy, len) : text;
}

static struct at_maestro_node *
append(struct at_maestro_view *view, uint32_t parent)
{
    struct at_maestro_node *node = &view->nodes[view->count++];
    *node = (struct at_maestro_node){
        .parent = parent, .is_element = true, .end = view->count};
    return node;
}

static bool
is_web_view(const struct at_node *node)
{
    return at_str_is(node->class_name, "android.webkit.WebView");
}

static bool
is_inside_web_view(const struct at_node *node)
{
    for (const struct at_node *it = node->parent; it; it = it->parent) {
        if (is_web_view(it))
            return true;
    }
    return false;
}

// Return true if Maestro reads node, whose parent it reads.
static bool
is_read(const struct maker *m, const struct at_node *node)
{
    if (m->opts->keeps_all)
        return !at_node_has(node, AT_NODE_GRAFTED);
    if (at_node_has(node, AT_NODE_GRAFTED))
        return m->opts->reads_web && at_node_has(node, AT_NODE_WEB);
    bool window = node->parent == m->view->tree->root;
    return window || !at_node_has(node, AT_NODE_INVISIBLE) ||
           is_inside_web_view(node);
}

static void
fill(struct maker *m, struct at_maestro_node *out, const struct at_node *node)
{
    struct at_maestro_view *view = m->view;
    struct at_rect display = {0, 0, view->width_px, view->height_px};
    struct at_arena *arena = &view->arena;
    out->node = node;
    out->text = clean(arena, text_of(node));
    out->hint = clean(arena, node->hint);
    out->description = clean(arena, node->description);
    out->resource_id = node->resource_id;
    out->class_name = node->class_name;
    out->bounds = clip(node->bounds, display);
    out->has_bounds = true;
    out->flags = flags_of(node) & compared_flags;
}

// Add the windows with everything that Maestro reads in them.
static void
add_tree(struct maker *m, uint32_t top)
{
    const struct at_node *root = m->view->tree->root;
    const struct at_node *it = at_node_next(root, root);
    while (it) {
        if (!is_read(m, it)) {
            it = at_node_skip(it, root);
            continue;
        }
        uint32_t parent =
            it->parent == root ? top : m->view->places[it->parent->order];
        m->view->places[it->order] = m->view->count;
        fill(m, append(m->view, parent), it);
        it = at_node_next(it, root);
    }
}

static void
add_toasts(struct maker *m, uint32_t top)
{
    struct at_maestro_view *view = m->view;
    struct at_rect display = {0, 0, view->width_px, view->height_px};
    for (size_t i = 0; i < m->opts->toast_count; i++) {
        const struct at_maestro_toast *toast = &m->opts->toasts[i];
        struct at_maestro_node *node = append(view, top);
        node->text =
            at_arena_dup(&view->arena, clean(&view->arena, toast->text));
        node->class_name = AT_STR("android.widget.Toast");
        node->bounds = clip(toast->bounds, display);
        node->has_bounds = true;
    }
}

static bool
is_toast(const struct at_maestro_node *node)
{
    return at_str_is(node->class_name, "android.widget.Toast");
}

// Maestro removes nodes without size; one with one empty side is kept, because
// there 0 / 0 is not less than its limit.
static bool
has_size(const struct at_maestro_node *node)
{
    return node->has_bounds &&
           (at_px_width(node->bounds) != 0 || at_px_height(node->bounds) != 0);
}

// Mark from the last to the first which nodes stay, then move them together.
static void
drop_empty(struct at_maestro_view *view, bool keeps_all)
{
    uint32_t count = view->count;
    bool *stays = at_alloc((count + 1) * sizeof(*stays));
    uint32_t *moved = at_alloc((count + 1) * sizeof(*moved));
    for (uint32_t i = count; i-- > 0;) {
        struct at_maestro_node *node = &view->nodes[i];
        stays[i] = keeps_all || stays[i] || has_size(node) || is_toast(node);
        if (stays[i] && node->parent != AT_MAESTRO_NO_NODE)
            stays[node->parent] = true;
    }
    stays[0] = true; // Maestro keeps a tree from which all would go
    view->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct at_maestro_node node = view->nodes[i];
        moved[i] = stays[i] ? view->count : AT_MAESTRO_NO_NODE;
        if (node.node)
            view->places[node.node->order] = moved[i];
        if (!stays[i])
            continue;
        if (node.parent != AT_MAESTRO_NO_NODE)
            node.parent = moved[node.parent];
        view->nodes[view->count++] = node;
    }
    free(moved);
    free(stays);
}

static void
set_ends(struct at_maestro_view *view)
{
    for (uint32_t i = view->count; i-- > 0;) {
        struct at_maestro_node *node = &view->nodes[i];
        if (node->end < i + 1 || node->end > view->count)
            node->end = i + 1;
        if (node->parent == AT_MAESTRO_NO_NODE)
            continue;
        struct at_maestro_node *parent = &view->nodes[node->parent];
        if (parent->end < node->end)
            parent->end = node->end;
    }
}

static uint64_t
looks_of(const struct at_maestro_node *node)
{
    uint64_t hash = at_hash_u64(AT_HASH_INIT, node->flags);
    struct at_str error = node->node ? node->node->error : AT_STR("");
    const struct at_str texts[] = {node->text,        node->hint,
                                   node->description, node->resource_id,
                                   node->class_name,  error};
    for (size_t i = 0; i < AT_LEN(texts); i++)
        hash = at_hash_str(hash, texts[i]);
    return at_hash_u64(hash, (uint64_t)node->is_element << 1 |
                                 (uint64_t)node->has_bounds);
}

static uint64_t
place_of(uint64_t hash, struct at_rect b)
{
    hash =
        at_hash_u64(hash, (uint64_t)(uint32_t)b.left << 32 | (uint32_t)b.top);
    return at_hash_u64(hash,
                       (uint64_t)(uint32_t)b.right << 32 | (uint32_t)b.bottom);
}

static bool
looks_equal(const struct at_maestro_node *a, const struct at_maestro_node *b)
{
    struct at_str error_a = a->node ? a->node->error : AT_STR("");
    struct at_str error_b = b->node ? b->node->error : AT_STR("");
    return a->looks == b->looks && a->flags == b->flags &&
           at_str_eq(a->text, b->text) && at_str_eq(a->hint, b->hint) &&
           at_str_eq(a->description, b->description) &&
           at_str_eq(a->resource_id, b->resource_id) &&
           at_str_eq(a->class_name, b->class_name) &&
           at_str_eq(error_a, error_b);
}

// Compare two subtrees. Preorder and equal sizes make the shapes equal.
static bool
is_same(const struct at_maestro_view *va, uint32_t a,
        const struct at_maestro_view *vb, uint32_t b)
{
    uint32_t size = va->nodes[a].end - a;
    if (va->nodes[a].hash != vb->nodes[b].hash || vb->nodes[b].end - b != size)
        return false;
    for (uint32_t i = 0; i < size; i++) {
        const struct at_maestro_node *x = &va->nodes[a + i];
        const struct at_maestro_node *y = &vb->nodes[b + i];
        if (x->end - a != y->end - b || x->has_bounds != y->has_bounds ||
            !at_rect_eq(x->bounds, y->bounds) || !looks_equal(x, y))
            return false;
    }
    return true;
}

static void
set_hashes(struct at_maestro_view *view)
{
    for (uint32_t i = view->count; i-- > 0;) {
        struct at_maestro_node *node = &view->nodes[i];
        node->looks = looks_of(node);
        uint64_t hash = place_of(node->looks, node->bounds);
        for (uint32_t k = i + 1; k < node->end; k = view->nodes[k].end)
            hash = at_hash_u64(hash, view->nodes[k].hash);
        node->hash = hash;
    }
}

// Find the first node that equals each.
static void
set_same(struct maker *m)
{
    struct at_maestro_view *view = m->view;
    size_t slots = 64;
    while (slots < (size_t)view->count * 2)
        slots *= 2;
    m->slots = at_alloc(slots * sizeof(*m->slots));
    memset(m->slots, 0xff, slots * sizeof(*m->slots));
    for (uint32_t i = 0; i < view->count; i++) {
        size_t at = (size_t)view->nodes[i].hash & (slots - 1);
        while (m->slots[at] != AT_MAESTRO_NO_NODE &&
               !is_same(view, m->slots[at], view, i))
            at = (at + 1) & (slots - 1);
        if (m->slots[at] == AT_MAESTRO_NO_NODE)
            m->slots[at] = i;
        view->nodes[i].same = m->slots[at];
    }
    free(m->slots);
}

void
at_maestro_view_init(struct at_maestro_view *view, const struct at_tree *tree,
                     const struct at_maestro_view_opts *opts)
{
    static const struct at_maestro_view_opts none = {0};
    struct maker m = {.view = view, .opts = opts ? opts : &none};
    size_t places = tree->node_count + 1;
    size_t most = places + m.opts->toast_count + 2;
    *view = (struct at_maestro_view){
        .tree = tree, .width_px = tree->width_px, .height_px = tree->height_px};
    view->nodes = at_alloc(most * sizeof(*view->nodes));
    view->places = at_alloc(places * sizeof(*view->places));
    memset(view->places, 0xff, places * sizeof(*view->places));
    append(view, AT_MAESTRO_NO_NODE)->is_element = false;
    append(view, 0);
    add_tree(&m, 1);
    add_toasts(&m, 1);
    drop_empty(view, m.opts->keeps_all);
    set_ends(view);
    set_hashes(view);
    set_same(&m);
}

void
at_maestro_view_deinit(struct at_maestro_view *view)
{
    free(view->nodes);
    free(view->places);
    at_arena_deinit(&view->arena);
    *view = (struct at_maestro_view){0};
}

const struct at_maestro_node *
at_maestro_view_refind(const struct at_maestro_view *view,
                       const struct at_maestro_node *node)
{
    const struct at_maestro_node *found = NULL;
    for (uint32_t i = 0; i < view->count; i++) {
        if (!looks_equal(&view->nodes[i], node))
            continue;
        if (found)
            return NULL;
        found = &view->nodes[i];
    }
    return found;
}

bool
at_maestro_view_eq(const struct at_maestro_view *a,
                   const struct at_maestro_view *b)
{
    return a->count == b->count && (a->count == 0 || is_same(a, 0, b, 0));
}

static bool
contains(const struct at_maestro_node *node, struct at_point point)
{
    return node->has_bounds && at_rect_contains(node->bounds, point);
}

const struct at_maestro_node *
at_maestro_view_at(const struct at_maestro_view *view, struct at_point point)
{
    // Maestro visits children from the last to the first, and each child's own
    // children before it: preorder backwards.
    for (uint32_t i = view->count; i-- > 1;) {
        if (contains(&view->nodes[i], point))
            return &view->nodes[i];
    }
    return NULL;
}

bool
at_maestro_view_is_topmost(const struct at_maestro_view *view,
                           const struct at_maestro_node *node)
{
    const struct at_maestro_node *at =
        at_maestro_view_at(view, at_maestro_node_center(node));
    return at && at->same == node->same;
}

struct at_point
at_maestro_node_center(const struct at_maestro_node *node)
{
    struct at_rect b = node->bounds;
    return (struct at_point){b.left + (b.right - b.left) / 2,
                             b.top + (b.bottom - b.top) / 2};
}

struct at_str
at_maestro_node_words(const struct at_maestro_node *node)
{
    if (node->text.len > 0)
        return node->text;
    return node->hint.len > 0 ? node->hint : node->description;
}
