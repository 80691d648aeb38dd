#include "screen/overlay_priv.h"

#include "base/alike.h"
#include "screen/hash.h"
#include "screen/label.h"

int64_t
at_overlay_area(struct at_rect rect)
{
    return at_rect_empty(rect) ? 0
                               : ((int64_t)rect.right - rect.left) *
                                     ((int64_t)rect.bottom - rect.top);
}

int64_t
at_overlay_likeness(struct at_rect a, struct at_rect b)
{
    int64_t common = at_overlay_area(at_rect_intersect(a, b));
    if (common == 0)
        return 0;
    // use double, because the sum of two areas may overflow
    double both = (double)at_overlay_area(a) + (double)at_overlay_area(b) -
                  (double)common;
    return (int64_t)((double)common * 1000 / both);
}

static int32_t
moved(int32_t at, int32_t by)
{
    int64_t to = (int64_t)at + by;
    return (int32_t)(to < INT32_MIN   ? INT32_MIN
                     : to > INT32_MAX ? INT32_MAX
                                      : to);
}

struct at_rect
at_overlay_moved(struct at_rect rect, int32_t dx, int32_t dy)
{
    return (struct at_rect){
        .left = moved(rect.left, dx),
        .top = moved(rect.top, dy),
        .right = moved(rect.right, dx),
        .bottom = moved(rect.bottom, dy),
    };
}

bool
at_overlay_same_words(const struct at_node *node,
                      const struct at_overlay_item *item)
{
    bool id = item->id.len > 0 && (at_str_eq(node->resource_id, item->id) ||
                                   at_str_eq(at_node_id_name(node), item->id));
    bool label =
        item->label.len > 0 &&
        (at_alike_eq(node->description, item->label) ||
         (!at_node_takes_text(node) && at_alike_eq(node->text, item->label)));
    return id || label;
}

static bool
is_near(int32_t a, int32_t b, int32_t slack_px)
{
    int64_t apart = (int64_t)a - b;
    return apart <= slack_px && -apart <= slack_px;
}

bool
at_overlay_near(struct at_rect a, struct at_rect b, int32_t slack_px)
{
    return is_near(a.left, b.left, slack_px) &&
           is_near(a.top, b.top, slack_px) &&
           is_near(a.right, b.right, slack_px) &&
           is_near(a.bottom, b.bottom, slack_px);
}

bool
at_overlay_is_nameless(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_INTERACTIVE) &&
           !at_node_has(node, AT_NODE_WRAPS_SCREEN) &&
           node->actions != AT_ACTION_SCROLL && node->hint.len == 0 &&
           at_node_label(node, NULL).len == 0;
}

// Return the app's topmost window.
static const struct at_node *
front_window(const struct at_tree *tree)
{
    const struct at_node *front = NULL;
    for (const struct at_node *it = tree->root->first_child; it;
         it = it->next) {
        if (!at_node_has(it, AT_NODE_CHROME) && at_node_visible(tree, it) &&
            (it->package.len == 0 ||
             at_str_eq(it->package, tree->front_package)))
            front = it;
    }
    return front;
}

static bool
has_content(const struct at_node *node)
{
    bool takes_input = at_node_has(node, AT_NODE_INTERACTIVE) &&
                       !at_node_has(node, AT_NODE_WRAPS_SCREEN);
    return takes_input || at_node_own_label(node).len > 0 ||
           node->hint.len > 0 || node->text.len > 0;
}

// The view of a page may be nested in a view of the same kind.
static bool
is_inside_web(const struct at_node *node)
{
    for (const struct at_node *up = node->parent; up; up = up->parent) {
        if (up->role == AT_ROLE_WEB_VIEW)
            return true;
    }
    return false;
}

static void
note_web(const struct at_node *node, struct at_overlay_query *out)
{
    if (out->web_count < AT_LEN(out->web) && !is_inside_web(node))
        out->web[out->web_count++] = node->bounds;
}

static uint64_t
hash_node(uint64_t hash, const struct at_node *node)
{
    const struct at_str texts[] = {node->class_name, node->resource_id,
                                   node->text, node->description, node->state};
    const int32_t sides[] = {node->bounds.left, node->bounds.top,
                             node->bounds.right, node->bounds.bottom};
    for (size_t i = 0; i < AT_LEN(texts); i++)
        hash = at_hash_str(hash, texts[i]);
    for (size_t i = 0; i < AT_LEN(sides); i++)
        hash = at_hash_u64(hash, (uint64_t)(int64_t)sides[i]);
    return hash;
}

static uint64_t
key_of(const struct at_tree *tree)
{
    uint64_t key = AT_HASH_INIT;
    for (const struct at_node *it = at_node_next(tree->root, tree->root); it;
         it = at_node_next(it, tree->root)) {
        if (!at_node_has(it, AT_NODE_CHROME) && at_node_visible(tree, it))
            key = hash_node(key, it);
    }
    return key;
}

// Return the largest view without children; other views of the window have
// content of their own or are system bars.
static struct at_rect
find_canvas(const struct at_tree *tree, const struct at_node *front)
{
    struct at_rect canvas = front->bounds;
    int64_t largest = 0;
    for (const struct at_node *it = front; it; it = at_node_next(it, front)) {
        int64_t area = at_overlay_area(it->bounds);
        if (it->first_child || area <= largest || !at_node_visible(tree, it))
            continue;
        largest = area;
        canvas = it->bounds;
    }
    return canvas;
}

bool
at_overlay_query_of(const struct at_tree *tree, struct at_overlay_query *out)
{
    const struct at_node *front = front_window(tree);
    *out = (struct at_overlay_query){
        .flutter = front != NULL,
        .content = front ? front->bounds : tree->root->bounds,
        .canvas = front ? front->bounds : tree->root->bounds,
        .width_px = tree->width_px,
        .height_px = tree->height_px,
    };
    for (const struct at_node *it = at_node_next(tree->root, tree->root); it;
         it = at_node_next(it, tree->root)) {
        if (at_node_has(it, AT_NODE_CHROME) || !at_node_visible(tree, it))
            continue;
        if (it->role == AT_ROLE_WEB_VIEW)
            note_web(it, out);
        if (!out->labels && at_overlay_is_nameless(it))
            out->labels = true;
        if (out->flutter && has_content(it) && at_node_window(it) == front)
            out->flutter = false;
    }
    if (out->flutter)
        out->canvas = find_canvas(tree, front);
    bool lacks = out->labels || out->flutter || out->web_count > 0;
    if (lacks)
        out->key = key_of(tree);
    return lacks;
}

static bool
is_bare(const struct at_overlay *overlay)
{
    return overlay->lacks && overlay->count == 0;
}

static void
finish_open(struct at_tree *tree, bool *io_open)
{
    if (*io_open)
        at_tree_finish(tree);
    *io_open = false;
}

void
at_overlay_put(struct at_tree *tree, const struct at_overlay *overlay,
               bool *io_open, struct at_overlay_merged *out)
{
    *out = (struct at_overlay_merged){0};
    for (const struct at_overlay *it = overlay; it; it = it->next) {
        if (it->kind != AT_OVERLAY_ELEMENTS || is_bare(it))
            continue;
        if (!*io_open)
            at_tree_reopen(tree);
        *io_open = true;
        at_overlay_graft(tree, it, out);
    }
    for (const struct at_overlay *it = overlay; it; it = it->next) {
        if (it->kind != AT_OVERLAY_NAMES)
            continue;
        finish_open(tree, io_open);
        at_overlay_name(tree, it, out);
    }
}

void
at_overlay_merge(struct at_tree *tree, const struct at_overlay *overlay,
                 struct at_overlay_merged *out)
{
    bool open = false;
    at_overlay_put(tree, overlay, &open, out);
    finish_open(tree, &open);
}
