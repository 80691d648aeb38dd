#include "screen/reach.h"

#include "base/limits.h"
#include "screen/drawn.h"
#include "screen/package.h"
#include "screen/px.h"
#include "screen/twins.h"

// A compact copy of the searched fields, for cache locality.
struct at_obstacle {
    struct at_rect seen;
    const struct at_node *node;
};

enum {
    // Neighbours in the tree are neighbours on the screen, so a search skips
    // most blocks of obstacles by their bounding rectangles.
    BLOCK = 32,
    LEVELS = AT_TREE_MAX_DEPTH + 2,
    PARTS_MAX = 128,
    // A narrower strip is too small for a finger: devices extend small targets
    // and round the coordinates they report.
    STRIP_PX = 8,
};

static bool
overlap(struct at_rect a, struct at_rect b)
{
    return at_px_max(a.left, b.left) < at_px_min(a.right, b.right) &&
           at_px_max(a.top, b.top) < at_px_min(a.bottom, b.bottom);
}

static bool
covers(struct at_rect over, struct at_rect under)
{
    return at_rect_eq(at_rect_intersect(over, under), under);
}

// Return true for a system bar, which is drawn around the app's content, unlike
// the input method's window, which takes touches.
static bool
is_bar(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_CHROME) &&
           at_package_is_system_ui(node->package);
}

static bool
takes_touch(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_CLICKABLE) ||
           at_node_has(node, AT_NODE_LONG_CLICKABLE) ||
           (node->actions & AT_ACTION_ADJUST) != 0;
}

// Lists and pages take touches even if there is nothing to scroll.
static bool
scrolls(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_SCROLLABLE) ||
           (node->actions & AT_ACTION_SCROLL) != 0 ||
           node->role == AT_ROLE_SCROLL_VIEW || node->role == AT_ROLE_LIST ||
           node->role == AT_ROLE_WEB_VIEW;
}

static bool
clips(const struct at_node *node)
{
    return (at_node_has(node, AT_NODE_SCROLLABLE) ||
            node->role == AT_ROLE_WEB_VIEW || node->pane.len > 0) &&
           !at_rect_empty(node->bounds);
}

// Return true if window is behind the focused one and overlaps it. In a split
// screen, windows side by side both take touches.
static bool
is_behind(const struct at_tree *tree, const struct at_node *window)
{
    const struct at_node *front = tree->focused_window;
    return front && !at_node_has(front, AT_NODE_CHROME) && !is_bar(window) &&
           window->order < front->order &&
           overlap(window->bounds, front->bounds);
}

// Find a window in front of window that covers all of rect.
static const struct at_node *
cover_of(const struct at_tree *tree, const struct at_node *window,
         struct at_rect rect)
{
    bool known = !tree->unordered && !is_bar(window); // bars are always on top
    for (const struct at_node *it = known ? window->next : NULL; it;
         it = it->next) {
        if (!is_bar(it) && !at_node_has(it, AT_NODE_INVISIBLE) &&
            !at_rect_empty(it->bounds) && covers(it->bounds, rect))
            return it;
    }
    return NULL;
}

static struct at_rect
seen_of(const struct at_tree *tree, const struct at_node *window,
        const struct at_node *node, struct at_rect clip)
{
    const struct at_rect nothing = {0, 0, 0, 0};
    struct at_rect seen = at_rect_intersect(node->bounds, clip);
    if (at_node_has(node, AT_NODE_INVISIBLE) || at_rect_empty(seen) ||
        cover_of(tree, window, seen))
        return nothing;
    return seen;
}

static void
see_window(struct at_tree *tree, struct at_node *window)
{
    struct at_rect clip[LEVELS];
    bool hidden = is_behind(tree, window);
    clip[window->depth] = tree->root->bounds;
    if (tree->width_px <= 0 || tree->height_px <= 0)
        clip[window->depth] =
            (struct at_rect){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    for (struct at_node *node = window; node;
         node = at_node_next(node, window)) {
        struct at_rect *here = &clip[node->depth];
        here[1] = clips(node) ? at_rect_intersect(*here, node->bounds) : *here;
        if (!hidden)
            node->seen = seen_of(tree, window, node, *here);
    }
}

static bool
is_obstacle(const struct at_node *node)
{
    bool window = node->parent && !node->parent->parent;
    return (takes_touch(node) || scrolls(node) || window) &&
           !at_rect_empty(node->seen) && !is_bar(node);
}

static struct at_rect
around(struct at_rect a, struct at_rect b)
{
    if (at_rect_empty(a))
        return b;
    return (struct at_rect){
        at_px_min(a.left, b.left),
        at_px_min(a.top, b.top),
        at_px_max(a.right, b.right),
        at_px_max(a.bottom, b.bottom),
    };
}

static void
list_blocks(struct at_tree *tree)
{
    size_t blocks = tree->obstacle_count / BLOCK + 1;
    tree->obstacle_blocks =
        at_arena_alloc(&tree->arena, blocks * sizeof(*tree->obstacle_blocks));
    for (size_t i = 0; i < blocks; i++)
        tree->obstacle_blocks[i] = (struct at_rect){0, 0, 0, 0};
    for (size_t i = 0; i < tree->obstacle_count; i++) {
        struct at_rect *block = &tree->obstacle_blocks[i / BLOCK];
        *block = around(*block, tree->obstacles[i].seen);
    }
}

static void
list_obstacles(struct at_tree *tree)
{
    uint32_t count = 0;
    for (struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        count += is_obstacle(node) ? 1 : 0;
        node->obstacles = count;
    }
    tree->obstacle_count = count;
    tree->obstacles =
        at_arena_alloc(&tree->arena, (count + 1) * sizeof(*tree->obstacles));
    for (struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (is_obstacle(node))
            tree->obstacles[node->obstacles - 1] =
                (struct at_obstacle){node->seen, node};
    }
    list_blocks(tree);
}

void
at_reach_prepare(struct at_tree *tree)
{
    tree->root->seen = tree->root->bounds;
    for (struct at_node *window = tree->root->first_child; window;
         window = window->next)
        see_window(tree, window);
    at_twins_hide(tree);
    list_obstacles(tree);
}

// The largest unobstructed rectangles of an element; they may overlap.
struct free_parts {
    struct at_rect parts[PARTS_MAX];
    size_t count;
    int64_t least_width;
    int64_t least_height;
};

static size_t
find_largest(const struct free_parts *free)
{
    size_t best = 0;
    for (size_t i = 1; i < free->count; i++) {
        if (at_px_area(free->parts[i]) > at_px_area(free->parts[best]))
            best = i;
    }
    return best;
}

// Skip a part inside another one. If there are too many parts, replace the
// smallest.
static void
add_part(struct free_parts *free, struct at_rect part)
{
    size_t at = 0;
    if (at_rect_empty(part) || at_px_width(part) < free->least_width ||
        at_px_height(part) < free->least_height)
        return;
    for (size_t i = 0; i < free->count; i++) {
        if (covers(free->parts[i], part))
            return;
    }
    if (free->count < PARTS_MAX) {
        free->parts[free->count++] = part;
        return;
    }
    for (size_t i = 1; i < PARTS_MAX; i++) {
        if (at_px_area(free->parts[i]) < at_px_area(free->parts[at]))
            at = i;
    }
    if (at_px_area(free->parts[at]) < at_px_area(part))
        free->parts[at] = part;
}

static void
take_away(struct free_parts *free, struct at_rect over)
{
    for (size_t i = free->count; i-- > 0;) {
        struct at_rect part = free->parts[i];
        if (!overlap(part, over))
            continue;
        free->parts[i] = free->parts[--free->count];
        add_part(free,
                 (struct at_rect){part.left, part.top, over.left, part.bottom});
        add_part(free, (struct at_rect){over.right, part.top, part.right,
                                        part.bottom});
        add_part(free,
                 (struct at_rect){part.left, part.top, part.right, over.top});
        add_part(free, (struct at_rect){part.left, over.bottom, part.right,
                                        part.bottom});
    }
}

static struct at_reach
why_hidden(const struct at_tree *tree, const struct at_node *node)
{
    const struct at_node *window = at_node_window(node);
    struct at_rect rect = at_rect_intersect(node->bounds, tree->root->bounds);
    if (at_node_has(node, AT_NODE_INVISIBLE) || at_rect_empty(rect))
        return (struct at_reach){.kind = AT_REACH_OFF_SCREEN};
    if (is_behind(tree, window))
        return (struct at_reach){.kind = AT_REACH_BEHIND,
                                 .over = tree->focused_window};
    for (const struct at_node *up = node->parent; up; up = up->parent) {
        if (!clips(up))
            continue;
        rect = at_rect_intersect(rect, up->bounds);
        if (at_rect_empty(rect))
            return (struct at_reach){.kind = AT_REACH_CLIPPED, .over = up};
    }
    const struct at_node *cover = cover_of(tree, window, rect);
    return (struct at_reach){
        .kind = cover ? AT_REACH_WINDOW : AT_REACH_OFF_SCREEN, .over = cover};
}

// The obstacles that may cover a node.
struct obstacles {
    const struct at_tree *tree;
    const struct at_node *node;
    size_t first; // range in the tree's obstacles
    size_t end;
    enum at_drawn least; // ignore those that are less certain
};

static struct obstacles
obstacles_over(const struct at_tree *tree, const struct at_node *node,
               enum at_drawn least)
{
    const struct at_node *after =
        tree->unordered ? at_node_skip(node, tree->root) : NULL;
    struct obstacles over = {
        .tree = tree,
        .node = node,
        .first = tree->reports_drawing || least < AT_DRAWN_MAYBE_OVER
                     ? 0
                     : node->obstacles,
        .end = tree->obstacle_count,
        .least = least,
    };
    while (after && over.end > over.first &&
           tree->obstacles[over.end - 1].node->order >= after->order)
        over.end--;
    return over;
}

// A scrollable takes touches from its ancestors and from everything it is
// certainly drawn over. A scrollable beside the element blocks it only with its
// content.
static bool
is_in_the_way(const struct obstacles *all, const struct at_node *over)
{
    bool window = over->parent == all->tree->root;
    bool certain = all->least >= AT_DRAWN_MAYBE_OVER;
    if (takes_touch(over) || window)
        return at_drawn_of(all->tree, over, all->node) >= all->least;
    if (at_drawn_inside(over, all->node))
        return all->least <= AT_DRAWN_MAYBE_OVER;
    return at_drawn_of(all->tree, over, all->node) >=
           (certain ? AT_DRAWN_OVER : all->least);
}

// Find the next obstacle from index on that covers a part of rect.
static bool
next_over(const struct obstacles *all, struct at_rect rect, size_t *index,
          const struct at_obstacle **out)
{
    const struct at_tree *tree = all->tree;
    size_t i = *index;
    while (i < all->end) {
        if (!overlap(tree->obstacle_blocks[i / BLOCK], rect)) {
            i = (i / BLOCK + 1) * BLOCK;
            continue;
        }
        const struct at_obstacle *it = &tree->obstacles[i++];
        if (overlap(it->seen, rect) && is_in_the_way(all, it->node)) {
            *index = i;
            *out = it;
            return true;
        }
    }
    return false;
}

static const struct at_node *
obstacle_at(const struct obstacles *all, struct at_point at)
{
    const struct at_rect point = {at.x_px, at.y_px, at.x_px + 1, at.y_px + 1};
    const struct at_node *found = NULL;
    const struct at_obstacle *it;
    for (size_t i = all->first; next_over(all, point, &i, &it);)
        found = it->node;
    return found;
}

static void
find_free(const struct obstacles *all, struct free_parts *out)
{
    struct at_rect seen = all->node->seen;
    int64_t width = at_px_width(seen);
    int64_t height = at_px_height(seen);
    *out = (struct free_parts){
        .parts = {seen},
        .count = 1,
        .least_width = width < STRIP_PX ? width : STRIP_PX,
        .least_height = height < STRIP_PX ? height : STRIP_PX,
    };
    const struct at_obstacle *it;
    for (size_t i = all->first;
         out->count > 0 && next_over(all, seen, &i, &it);)
        take_away(out, it->seen);
}

// Return true if a system bar covers this point.
static bool
is_under_bar(const struct at_tree *tree, struct at_point at)
{
    for (const struct at_node *it = tree->root->first_child; it;
         it = it->next) {
        if (is_bar(it) && at_rect_contains(it->seen, at))
            return true;
    }
    return false;
}

// Find the parts where a touch certainly reaches the node, regardless of
// unknown drawing order, and outside of the bars.
static void
find_clear(const struct obstacles *all, struct free_parts *out)
{
    const struct at_node *first = all->tree->root->first_child;
    find_free(all, out);
    for (const struct at_node *it = first; it; it = it->next) {
        if (is_bar(it))
            take_away(out, it->seen);
    }
}

static struct at_reach
reach_at(const struct free_parts *free)
{
    return (struct at_reach){
        .at = at_rect_center(free->parts[find_largest(free)])};
}

struct at_reach
at_reach_of(const struct at_tree *tree, const struct at_node *node)
{
    struct free_parts free;
    if (!at_node_visible(tree, node))
        return why_hidden(tree, node);
    struct obstacles any = obstacles_over(tree, node, AT_DRAWN_MAYBE_UNDER);
    struct obstacles all = obstacles_over(tree, node, AT_DRAWN_MAYBE_OVER);
    struct at_reach reach = {.at = at_rect_center(node->seen)};
    if (!obstacle_at(&any, reach.at) && !is_under_bar(tree, reach.at))
        return reach;
    find_clear(&any, &free);
    if (free.count > 0)
        return reach_at(&free);
    reach.over = obstacle_at(&all, reach.at);
    if (!reach.over)
        return reach;
    find_free(&all, &free);
    if (free.count > 0)
        return reach_at(&free);
    all.least = AT_DRAWN_OVER;
    find_free(&all, &free);
    reach.kind = free.count > 0 ? AT_REACH_UNCERTAIN : AT_REACH_ELEMENTS;
    if (free.count > 0 && obstacle_at(&all, reach.at))
        reach.at = reach_at(&free).at;
    else if (free.count == 0)
        reach.over = obstacle_at(&all, reach.at);
    return reach;
}

const struct at_node *
at_reach_hit(const struct at_tree *tree, struct at_point at)
{
    const struct at_node *found = NULL;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!at_rect_contains(node->seen, at) || is_bar(node))
            continue;
        if (at_node_has(node, AT_NODE_INTERACTIVE))
            found = found &&
                            at_drawn_of(tree, node, found) <=
                                AT_DRAWN_MAYBE_UNDER &&
                            tree->reports_drawing
                        ? found
                        : node;
        else if (node->parent == tree->root)
            found = NULL; // the window takes it from those behind it
    }
    return found;
}

// Return true if the node has a ref and can do more than scroll.
static bool
is_target(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_INTERACTIVE) &&
           node->actions != AT_ACTION_SCROLL;
}

const struct at_node *
at_reach_receiver(const struct at_node *node)
{
    for (const struct at_node *it = node; it->parent; it = it->parent) {
        bool whole_screen = at_node_has(it, AT_NODE_WRAPS_SCREEN);
        if (is_target(it) && (it == node || !whole_screen))
            return it;
        if (at_node_has(it, AT_NODE_SCROLLABLE))
            return NULL; // consumes the touch itself
    }
    return NULL;
}

bool
at_reach_enabled(const struct at_node *node)
{
    const struct at_node *receiver = at_reach_receiver(node);
    return at_node_has(receiver ? receiver : node, AT_NODE_ENABLED);
}
