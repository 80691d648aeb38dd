// overlay_names.c: names for unnamed elements of the tree
//
// Elements of the source and of the tree are paired by equal id or label first,
// and the remaining ones by the best overlap of their bounds.
#include "screen/overlay_priv.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "screen/label.h"

enum {
    ELEMENTS_MAX = 1000, // maximum of tree elements to compare
    PAIRS_MAX = 20000,
    ALIKE_LEAST = 500, // minimum overlap of equal places, of 1000
    SLACK_PX = 3,
};

struct element {
    struct at_node *node;
    bool named; // has a name from the tree or from an item
};

struct pair {
    int64_t alike;
    const struct at_overlay_item *item;
    size_t item_number;
    size_t element;
};

struct namer {
    struct at_tree *tree;
    struct element *elements; // owned, in tree order
    size_t count;
    bool *used; // owned, by item number
    struct pair *pairs;
    size_t pair_count;
    size_t labelled;
    bool placed; // the items' bounds are known after moving them by:
    int32_t dx;
    int32_t dy;
};

static void
list_elements(struct namer *n)
{
    struct at_node *root = n->tree->root;
    for (struct at_node *it = root; it && n->count < ELEMENTS_MAX;
         it = at_node_next(it, root)) {
        if (at_node_has(it, AT_NODE_INTERACTIVE) &&
            !at_node_has(it, AT_NODE_WRAPS_SCREEN))
            n->elements[n->count++] = (struct element){
                .node = it, .named = !at_overlay_is_nameless(it)};
    }
}

// Fill in missing names. Ids distinguish the rows of a list, whose component
// has the same name in each.
static void
name(struct namer *n, struct element *element,
     const struct at_overlay_item *item)
{
    struct at_node *node = element->node;
    struct at_arena *arena = &n->tree->arena;
    struct at_str label = item->label;
    bool given = false;
    if (label.len == 0)
        label = item->id.len > 0 ? item->id : item->component;
    if (node->resource_id.len == 0 && node->given_id.len == 0 &&
        item->id.len > 0) {
        node->given_id = at_arena_dup(arena, item->id);
        given = true;
    }
    if (!element->named && node->given_label.len == 0 && label.len > 0) {
        node->given_label = at_arena_dup(arena, label);
        given = true;
    }
    n->labelled += given ? 1 : 0;
    element->named = true;
}

static struct at_rect
place_of(const struct namer *n, const struct at_overlay_item *item)
{
    return n->placed ? at_overlay_moved(item->bounds, n->dx, n->dy)
                     : (struct at_rect){0};
}

// Find the element with the item's words. Among several, such as rows of a
// list, choose the one at the item's place, or the only one.
static struct element *
find_same_words(struct namer *n, const struct at_overlay_item *item)
{
    struct element *best = NULL;
    struct at_rect place = place_of(n, item);
    int64_t best_alike = 0;
    size_t count = 0;
    for (size_t i = 0; i < n->count; i++) {
        struct element *it = &n->elements[i];
        if (!at_overlay_same_words(it->node, item))
            continue;
        int64_t alike = at_overlay_likeness(it->node->bounds, place);
        if (!best || alike > best_alike) {
            best = it;
            best_alike = alike;
        }
        count++;
    }
    return count == 1 || best_alike > 0 ? best : NULL;
}

static void
name_by_words(struct namer *n, const struct at_overlay *overlay)
{
    size_t number = 0;
    for (const struct at_overlay_item *it = overlay->first; it;
         it = it->next, number++) {
        struct element *same =
            it->id.len > 0 || it->label.len > 0 ? find_same_words(n, it) : NULL;
        if (!same)
            continue;
        n->used[number] = true;
        name(n, same, it);
    }
}

static bool
is_inside(struct at_rect inner, struct at_rect outer)
{
    return inner.left >= outer.left - SLACK_PX &&
           inner.top >= outer.top - SLACK_PX &&
           inner.right <= outer.right + SLACK_PX &&
           inner.bottom <= outer.bottom + SLACK_PX;
}

static void
add_pair(struct namer *n, struct pair pair)
{
    if (n->pair_count < PAIRS_MAX)
        n->pairs[n->pair_count++] = pair;
}

// An item drawn inside an element may name it, unless it fits a smaller
// element.
static void
pair_item(struct namer *n, const struct at_overlay_item *item, size_t number)
{
    size_t innermost = SIZE_MAX;
    struct at_rect place = place_of(n, item);
    for (size_t i = 0; i < n->count; i++) {
        const struct at_node *node = n->elements[i].node;
        int64_t alike = at_overlay_likeness(node->bounds, place);
        if (alike == 0)
            continue;
        if (alike >= ALIKE_LEAST)
            add_pair(n, (struct pair){alike, item, number, i});
        bool tighter = innermost == SIZE_MAX ||
                       at_overlay_area(node->bounds) <=
                           at_overlay_area(n->elements[innermost].node->bounds);
        if (is_inside(place, node->bounds) && tighter)
            innermost = i;
    }
    if (innermost == SIZE_MAX)
        return;
    int64_t alike =
        at_overlay_likeness(n->elements[innermost].node->bounds, place);
    if (alike < ALIKE_LEAST)
        add_pair(n, (struct pair){alike, item, number, innermost});
}

// Precedence at one place: label, then id, then component name.
static int
worth(const struct at_overlay_item *item)
{
    return item->label.len > 0 ? 2 : item->id.len > 0 ? 1 : 0;
}

static int
compare_pairs(const void *a, const void *b)
{
    const struct pair *one = a;
    const struct pair *two = b;
    if (one->alike != two->alike)
        return one->alike > two->alike ? -1 : 1;
    if (worth(one->item) != worth(two->item))
        return worth(two->item) - worth(one->item);
    return (one->item_number > two->item_number) -
           (one->item_number < two->item_number);
}

static bool
says_something(const struct at_overlay_item *item)
{
    return item->label.len > 0 || item->id.len > 0 || item->component.len > 0;
}

static void
name_by_place(struct namer *n, const struct at_overlay *overlay)
{
    size_t number = 0;
    for (const struct at_overlay_item *it = overlay->first; it;
         it = it->next, number++) {
        if (!n->used[number] && says_something(it) &&
            !at_rect_empty(it->bounds))
            pair_item(n, it, number);
    }
    if (n->pair_count > 1)
        qsort(n->pairs, n->pair_count, sizeof(*n->pairs), compare_pairs);
    for (size_t i = 0; i < n->pair_count; i++) {
        const struct pair *pair = &n->pairs[i];
        struct element *element = &n->elements[pair->element];
        if (element->named || n->used[pair->item_number])
            continue;
        n->used[pair->item_number] = true;
        name(n, element, pair->item);
    }
}

// Find the position of the items' frame. Without it they name elements by words
// alone.
static void
place(struct namer *n, const struct at_overlay *overlay,
      struct at_overlay_merged *out)
{
    n->placed = !overlay->floats;
    if (n->placed || n->count == 0)
        return;
    struct at_node **nodes = at_alloc(n->count * sizeof(struct at_node *));
    for (size_t i = 0; i < n->count; i++)
        nodes[i] = n->elements[i].node;
    n->placed = at_overlay_place(nodes, n->count, overlay, &n->dx, &n->dy);
    free(nodes);
    out->left_px = n->dx;
    out->top_px = n->dy;
}

void
at_overlay_name(struct at_tree *tree, const struct at_overlay *overlay,
                struct at_overlay_merged *out)
{
    struct namer n = {.tree = tree};
    if (overlay->count == 0)
        return;
    n.elements = at_alloc(ELEMENTS_MAX * sizeof(*n.elements));
    n.used = at_alloc(overlay->count * sizeof(*n.used));
    n.pairs = at_alloc(PAIRS_MAX * sizeof(*n.pairs));
    list_elements(&n);
    place(&n, overlay, out);
    name_by_words(&n, overlay);
    out->by_words += n.labelled;
    if (n.placed)
        name_by_place(&n, overlay);
    out->labelled += n.labelled;
    free(n.elements);
    free(n.used);
    free(n.pairs);
}
