// overlay_graft.c: elements of a view that another source reads better
//
// Each item either completes an element that the tree has below the view or
// becomes a new node. Nesting and order follow the items.
#include "screen/overlay_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "screen/label.h"
#include "screen/role.h"

enum {
    VIEW_SLACK_PX = 3,
    NODE_SLACK_PX = 6,
    ALIKE_LEAST = 500,
    NODES_MAX = 5000, // maximum number of tree nodes compared with the items
    LEVELS = 256,
};

// An element of the tree below the view.
struct own {
    struct at_node *node;
    enum at_role role;
    bool taken;
};

// The node of the last item read at a level.
struct level {
    struct at_node *parent;
    struct at_node *node;
};

struct grafter {
    struct at_tree *tree;
    struct at_node *view;
    struct own *own; // owned
    size_t own_count;
    struct level levels[LEVELS];
    bool web;
    struct at_overlay_merged *out;
};

static const uint32_t SET_BY_READERS =
    AT_NODE_ENABLED | AT_NODE_FOCUSED | AT_NODE_SELECTED | AT_NODE_CHECKED |
    AT_NODE_CHECKABLE | AT_NODE_CLICKABLE | AT_NODE_SCROLLABLE |
    AT_NODE_LONG_CLICKABLE | AT_NODE_PASSWORD | AT_NODE_FOCUSABLE |
    AT_NODE_INVISIBLE | AT_NODE_SHOWS_HINT | AT_NODE_INVALID |
    AT_NODE_EXPANDABLE | AT_NODE_COLLAPSIBLE | AT_NODE_HEADING |
    AT_NODE_DISMISSABLE | AT_NODE_TEXT_CUT;

static bool
is_web(const struct at_overlay *overlay)
{
    return at_str_is(at_str(overlay->source), "webview");
}

// Return the innermost node with the overlay's bounds; for a page prefer a
// WebView.
static struct at_node *
find_view(const struct at_tree *tree, const struct at_overlay *overlay)
{
    struct at_node *found = NULL;
    bool found_web = false;
    for (struct at_node *it = tree->root->first_child; it;
         it = at_node_next(it, tree->root)) {
        bool web = is_web(overlay) &&
                   at_role_of_class(it->class_name) == AT_ROLE_WEB_VIEW;
        if (at_node_has(it, AT_NODE_INVISIBLE) ||
            !at_overlay_near(it->bounds, overlay->under, VIEW_SLACK_PX) ||
            (found_web && !web))
            continue;
        found = it;
        found_web = web;
    }
    return found;
}

static void
list_own(struct grafter *g)
{
    for (struct at_node *it = at_node_next(g->view, g->view);
         it && g->own_count < NODES_MAX; it = at_node_next(it, g->view)) {
        if (g->web)
            it->flags |= AT_NODE_WEB;
        g->own[g->own_count++] =
            (struct own){it, at_role_of_class(it->class_name), false};
    }
}

static bool
is_plain(enum at_role role)
{
    return role == AT_ROLE_UNKNOWN || role == AT_ROLE_CONTAINER ||
           role == AT_ROLE_TEXT_VIEW || role == AT_ROLE_LIST ||
           role == AT_ROLE_LIST_ITEM;
}

static bool
is_same_kind(enum at_role a, enum at_role b)
{
    bool buttons = (a == AT_ROLE_BUTTON || a == AT_ROLE_IMAGE_BUTTON) &&
                   (b == AT_ROLE_BUTTON || b == AT_ROLE_IMAGE_BUTTON);
    return a == b || buttons || (is_plain(a) && is_plain(b));
}

static bool
says_same(const struct at_node *node, const struct at_overlay_item *item)
{
    struct at_str label = item->label.len > 0 ? item->label : item->text;
    return label.len > 0 && (at_alike_eq(node->text, label) ||
                             at_alike_eq(node->description, label));
}

// A page reports the free part of an element; for a link over two lines, one of
// them.
static bool
is_part(const struct grafter *g, const struct at_node *node,
        const struct at_overlay_item *item)
{
    struct at_rect common = at_rect_intersect(node->bounds, item->bounds);
    return g->web && at_overlay_area(common) > 0 &&
           at_overlay_near(common, item->bounds, 0);
}

// Rate the confidence that the tree's element is the item: 0 if it is not.
static int
sureness(const struct grafter *g, const struct own *own,
         const struct at_overlay_item *item, enum at_role role)
{
    const struct at_node *node = own->node;
    bool same_id =
        item->id.len > 0 && at_str_eq(at_node_id_name(node), item->id);
    bool kind = is_same_kind(own->role, role);
    bool near = at_overlay_near(node->bounds, item->bounds, NODE_SLACK_PX);
    bool says = says_same(node, item);
    if (same_id && kind)
        return near ? 5 : 3;
    if (near && kind)
        return says ? 4 : 1;
    bool alike =
        at_overlay_likeness(node->bounds, item->bounds) >= ALIKE_LEAST ||
        (kind && is_part(g, node, item));
    return says && alike ? 2 : 0;
}

static struct at_node *
find_own(struct grafter *g, const struct at_overlay_item *item)
{
    enum at_role role = at_role_of_class(item->class_name);
    struct own *best = NULL;
    int best_sure = 0;
    for (size_t i = 0; i < g->own_count; i++) {
        int sure = g->own[i].taken ? 0 : sureness(g, &g->own[i], item, role);
        if (sure <= best_sure)
            continue;
        best = &g->own[i];
        best_sure = sure;
    }
    if (!best)
        return NULL;
    best->taken = true;
    return best->node;
}

static void
fill(struct at_tree *tree, struct at_str *text, struct at_str with)
{
    if (text->len == 0 && with.len > 0)
        *text = at_arena_dup(&tree->arena, with);
}

// The text of fields, sliders and similar roles is their value; for other roles
// it is visible text in addition to the label.
static bool
holds_value(enum at_role role)
{
    return role == AT_ROLE_TEXT_FIELD || role == AT_ROLE_SPINNER ||
           role == AT_ROLE_SLIDER || role == AT_ROLE_PROGRESS_BAR;
}

static void
add_seen(struct at_tree *tree, struct at_node *node,
         const struct at_overlay_item *item)
{
    if (item->text.len == 0 || at_alike_eq(node->text, item->text) ||
        at_alike_eq(node->description, item->text))
        return;
    fill(tree, node->text.len == 0 ? &node->text : &node->description,
         item->text);
}

// Pages distinguish a field's content from its hint.
static void
complete_field(struct at_tree *tree, struct at_node *node,
               const struct at_overlay_item *item)
{
    if (node->hint.len == 0 && item->hint.len > 0 && item->text.len == 0 &&
        at_alike_eq(node->text, item->hint))
        node->flags |= AT_NODE_SHOWS_HINT;
    fill(tree, &node->hint, item->hint);
    if (!at_node_has(node, AT_NODE_PASSWORD) &&
        !(item->flags & AT_NODE_PASSWORD))
        fill(tree, &node->text, item->text);
}

static void
complete(struct grafter *g, struct at_node *node,
         const struct at_overlay_item *item)
{
    bool nameless = at_node_own_label(node).len == 0;
    enum at_role role = at_role_of_class(item->class_name);
    if (node->resource_id.len == 0)
        fill(g->tree, &node->given_id, item->id);
    if (nameless && !says_same(node, item))
        fill(g->tree, &node->given_label, item->label);
    fill(g->tree, &node->state, item->state);
    node->flags |= item->flags & (AT_NODE_INVALID | AT_NODE_PASSWORD);
    if (role == AT_ROLE_TEXT_FIELD)
        complete_field(g->tree, node, item);
    else if (g->web && !holds_value(role))
        add_seen(g->tree, node, item);
    if (is_part(g, node, item))
        node->bounds = item->bounds; // its centre can be touched
    g->out->labelled += nameless && node->given_label.len > 0 ? 1 : 0;
}

// Mask a password with one bullet per character, as Android does.
static struct at_str
bullets(struct at_arena *arena, struct at_str secret)
{
    const struct at_str bullet = AT_STR("\xE2\x80\xA2");
    size_t count = at_utf8_count(secret);
    char *text = at_arena_alloc(arena, count * bullet.len + 1);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * bullet.len, bullet.ptr, bullet.len);
    return at_str_n(text, count * bullet.len);
}

static void
fill_new(struct grafter *g, struct at_node *node,
         const struct at_overlay_item *item)
{
    struct at_arena *arena = &g->tree->arena;
    enum at_role role = at_role_of_class(item->class_name);
    bool field = role == AT_ROLE_TEXT_FIELD;
    bool secret = (item->flags & AT_NODE_PASSWORD) != 0;
    struct at_str text = secret ? bullets(arena, item->text) : item->text;
    bool both = g->web && !holds_value(role) && item->label.len > 0;
    bool label_is_text = both || (!field && text.len == 0);
    node->package = g->view->package;
    node->class_name = at_arena_dup(arena, item->class_name);
    node->resource_id = at_arena_dup(arena, item->id);
    node->text = at_arena_dup(arena, label_is_text ? item->label : text);
    if (both || !label_is_text)
        node->description = at_arena_dup(arena, both ? text : item->label);
    node->hint = at_arena_dup(arena, item->hint);
    node->state = at_arena_dup(arena, item->state);
    node->bounds = item->bounds;
    node->flags |= (item->flags & SET_BY_READERS) | AT_NODE_GRAFTED;
    node->flags |= g->web ? (uint32_t)AT_NODE_WEB : 0;
}

// Move parent's last child behind after, or to the front if after is NULL.
static void
move_behind(struct at_node *parent, struct at_node *node, struct at_node *after)
{
    struct at_node *before = parent->first_child;
    if (before == node || (after && after->next == node))
        return;
    while (before->next != node)
        before = before->next;
    before->next = NULL;
    parent->last_child = before;
    struct at_node **slot = after ? &after->next : &parent->first_child;
    node->next = *slot;
    *slot = node;
}

static struct at_node *
add_new(struct grafter *g, const struct level *level,
        const struct at_overlay_item *item)
{
    struct at_node *node = at_tree_add(g->tree, level->parent);
    if (!node)
        return NULL;
    bool beside = level->node && level->node->parent == level->parent;
    // a new node among existing ones follows the order of the items
    if (beside)
        move_behind(level->parent, node, level->node);
    fill_new(g, node, item);
    g->out->added++;
    return node;
}

static void
graft_item(struct grafter *g, const struct at_overlay_item *item, size_t *depth)
{
    size_t at = item->depth < LEVELS - 1 ? item->depth : LEVELS - 1;
    at = at <= *depth ? at : *depth; // levels must not be skipped
    struct level *level = &g->levels[at];
    struct at_node *node = find_own(g, item);
    if (node)
        complete(g, node, item);
    else
        node = add_new(g, level, item);
    if (!node)
        return;
    level->node = node;
    *depth = at;
    if (at + 1 < LEVELS) {
        g->levels[at + 1] = (struct level){.parent = node};
        *depth = at + 1;
    }
}

void
at_overlay_graft(struct at_tree *tree, const struct at_overlay *overlay,
                 struct at_overlay_merged *out)
{
    struct at_node *view = find_view(tree, overlay);
    size_t depth = 0;
    if (!view)
        return;
    struct grafter *g = at_alloc(sizeof(*g));
    *g = (struct grafter){
        .tree = tree, .view = view, .web = is_web(overlay), .out = out};
    g->own = at_alloc(NODES_MAX * sizeof(*g->own));
    g->levels[0] = (struct level){.parent = view};
    list_own(g);
    if (g->web)
        view->flags |= AT_NODE_WEB;
    for (const struct at_overlay_item *it = overlay->first; it; it = it->next)
        graft_item(g, it, &depth);
    free(g->own);
    free(g);
}
