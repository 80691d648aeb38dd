#include "maestro/lookup/find.h"

#include <string.h>

#include "base/alloc.h"
#include "maestro/lookup/finder.h"
#include "screen/px.h"

enum verdict { UNKNOWN, NO, YES };

// Nodes that a filter is applied to: a node with everything in it, or alone.
struct scope {
    uint32_t first;
    bool alone;
};

struct rows {
    uint32_t *at; // in the arena
    size_t count;
};

struct look {
    const struct at_maestro_view *view;
    struct at_arena arena;
    // Verdicts of a finder's conjunction on each node; made when needed.
    unsigned char **verdicts;
    // Likewise, verdicts of containsDescendants on what is in each node.
    unsigned char **holds;
    uint32_t *seen; // number of the last filter that took each node
    uint32_t filters;
    bool ok;
    struct at_err *err;
};

static uint32_t
end_of(const struct look *look, struct scope scope)
{
    return scope.alone ? scope.first + 1 : look->view->nodes[scope.first].end;
}

static struct rows
new_rows(struct look *look, size_t most)
{
    return (struct rows){
        at_arena_alloc(&look->arena, (most + 1) * sizeof(uint32_t)), 0};
}

static bool
accepts(struct look *look, const struct at_maestro_pattern *pattern,
        enum at_maestro_match verdict)
{
    if (verdict == AT_MAESTRO_TOO_HARD && look->ok)
        look->ok = at_maestro_pattern_fail(pattern, look->err);
    return verdict == AT_MAESTRO_MATCHES || verdict == AT_MAESTRO_EQUALS;
}

static bool
has_text(struct look *look, const struct at_maestro_finder *f,
         const struct at_maestro_node *node)
{
    const struct at_str values[] = {node->text, node->hint, node->description};
    size_t count = node->node ? AT_LEN(values) : 1; // a toast has its text
    if (!node->has_bounds)
        return false; // without attributes
    for (size_t i = 0; i < count; i++) {
        if (accepts(look, f->text, at_maestro_pattern_text(f->text, values[i])))
            return true;
    }
    return false;
}

static bool
has_flag(const struct at_maestro_node *node, enum at_maestro_flag wanted,
         uint32_t flag)
{
    if (wanted == AT_MAESTRO_UNSET)
        return true;
    return node->is_element &&
           ((node->flags & flag) != 0) == (wanted == AT_MAESTRO_TRUE);
}

static bool
is_near(int64_t size, int64_t wanted, int64_t tolerance)
{
    int64_t off = size > wanted ? size - wanted : wanted - size;
    return wanted < 0 || off <= tolerance;
}

static bool
has_size(const struct at_maestro_selector *s,
         const struct at_maestro_node *node)
{
    if (s->width_px < 0 && s->height_px < 0)
        return true;
    return node->has_bounds &&
           is_near(at_px_width(node->bounds), s->width_px, s->tolerance_px) &&
           is_near(at_px_height(node->bounds), s->height_px, s->tolerance_px);
}

static bool
is_square(const struct at_maestro_node *node)
{
    float width = (float)at_px_width(node->bounds);
    float height = (float)at_px_height(node->bounds);
    if (!node->has_bounds || height <= 0)
        return false;
    float off = 1.0f - width / height;
    return (off < 0 ? -off : off) < 0.03f;
}

// Return the length that Java has.
static size_t
utf16_len(struct at_str text)
{
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        len += (c & 0xc0) != 0x80;
        len += c >= 0xf0;
    }
    return len;
}

static bool
has_traits(uint32_t traits, const struct at_maestro_node *node)
{
    return (!(traits & AT_MAESTRO_TRAIT_TEXT) || node->has_bounds) &&
           (!(traits & AT_MAESTRO_TRAIT_LONG_TEXT) ||
            utf16_len(node->text) > 200) &&
           (!(traits & AT_MAESTRO_TRAIT_SQUARE) || is_square(node));
}

// Return true for the states, size and traits of f.
static bool
has_looks(const struct at_maestro_finder *f, const struct at_maestro_node *node)
{
    const struct at_maestro_selector *s = f->selector;
    return s->css.ptr == NULL && has_flag(node, s->enabled, AT_NODE_ENABLED) &&
           has_flag(node, s->selected, AT_NODE_SELECTED) &&
           has_flag(node, s->checked, AT_NODE_CHECKED) &&
           has_flag(node, s->focused, AT_NODE_FOCUSED) && has_size(s, node) &&
           has_traits(f->traits, node);
}

static bool
has_id(struct look *look, const struct at_maestro_finder *f,
       const struct at_maestro_node *node)
{
    return node->node &&
           accepts(look, f->id,
                   at_maestro_pattern_id(f->id, node->resource_id));
}

static bool
judge(struct look *look, const struct at_maestro_finder *f,
      const struct at_maestro_node *node)
{
    return (f->only_words || has_looks(f, node)) &&
           (!f->id || has_id(look, f, node)) &&
           (!f->text || has_text(look, f, node));
}

// Return true if the node satisfies the conjunction of f. Asked once a node.
static bool
satisfies(struct look *look, const struct at_maestro_finder *f, uint32_t i)
{
    unsigned char **verdicts = &look->verdicts[f->number];
    if (!*verdicts)
        *verdicts = at_arena_alloc(&look->arena, look->view->count);
    if ((*verdicts)[i] == UNKNOWN)
        (*verdicts)[i] =
            look->ok && judge(look, f, &look->view->nodes[i]) ? YES : NO;
    return (*verdicts)[i] == YES;
}

// Keep the first of equal nodes.
static void
drop_equal(struct look *look, struct rows *rows)
{
    size_t kept = 0;
    uint32_t filter = ++look->filters;
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t same = look->view->nodes[rows->at[i]].same;
        if (look->seen[same] == filter)
            continue;
        look->seen[same] = filter;
        rows->at[kept++] = rows->at[i];
    }
    rows->count = kept;
}

// The nodes of the conjunction without those that have another in them. In
// preorder backwards, a node has one in it if the last one found lies before
// its end.
static struct rows
deepest(struct look *look, const struct at_maestro_finder *f,
        struct scope scope)
{
    const struct at_maestro_node *nodes = look->view->nodes;
    uint32_t end = nodes[scope.first].end;
    struct rows rows = new_rows(look, end - scope.first);
    uint32_t last = end;
    for (uint32_t i = end; i-- > scope.first;) {
        if (last < nodes[i].end || !satisfies(look, f, i))
            continue;
        last = i;
        rows.at[rows.count++] = i;
    }
    for (size_t i = 0; i < rows.count / 2; i++) {
        uint32_t swapped = rows.at[i];
        rows.at[i] = rows.at[rows.count - 1 - i];
        rows.at[rows.count - 1 - i] = swapped;
    }
    return rows;
}

static struct rows
all_of(struct look *look, struct scope scope)
{
    uint32_t end = end_of(look, scope);
    struct rows rows = new_rows(look, end - scope.first);
    for (uint32_t i = scope.first; i < end; i++)
        rows.at[rows.count++] = i;
    return rows;
}

static struct rows filter(struct look *look, const struct at_maestro_finder *f,
                          struct scope scope);

// Keep the rows that are equal to one of others.
static void
keep_equal(struct look *look, struct rows *rows, const struct rows *others)
{
    size_t kept = 0;
    uint32_t mark = ++look->filters;
    for (size_t i = 0; i < others->count; i++)
        look->seen[look->view->nodes[others->at[i]].same] = mark;
    for (size_t i = 0; i < rows->count; i++) {
        if (look->seen[look->view->nodes[rows->at[i]].same] == mark)
            rows->at[kept++] = rows->at[i];
    }
    rows->count = kept;
}

static bool
relates(enum at_maestro_relation relation, const struct at_rect *a,
        const struct at_rect *b)
{
    switch (relation) {
    case AT_MAESTRO_BELOW:
        return a->top > b->top;
    case AT_MAESTRO_ABOVE:
        return a->top < b->top;
    case AT_MAESTRO_LEFT_OF:
        return a->left < b->left;
    default:
        return a->left > b->left;
    }
}

// Return the anchor that most nodes are below, above, …: any anchor suffices.
static const struct at_maestro_node *
widest(const struct look *look, enum at_maestro_relation relation,
       const struct rows *anchors)
{
    const struct at_maestro_node *widest = NULL;
    for (size_t i = 0; i < anchors->count; i++) {
        const struct at_maestro_node *it = &look->view->nodes[anchors->at[i]];
        if (it->has_bounds &&
            (!widest || relates(relation, &widest->bounds, &it->bounds)))
            widest = it;
    }
    return widest;
}

static struct rows
related(struct look *look, const struct at_maestro_finder *anchor,
        enum at_maestro_relation relation, struct scope scope)
{
    struct rows anchors = filter(look, anchor, scope);
    const struct at_maestro_node *other = widest(look, relation, &anchors);
    struct rows rows = all_of(look, scope);
    size_t kept = 0;
    for (size_t i = 0; other && i < rows.count; i++) {
        const struct at_maestro_node *node = &look->view->nodes[rows.at[i]];
        if (node->has_bounds &&
            relates(relation, &node->bounds, &other->bounds))
            rows.at[kept++] = rows.at[i];
    }
    rows.count = kept;
    return rows;
}

static struct rows
with_child(struct look *look, const struct at_maestro_finder *child,
           struct scope scope)
{
    const struct at_maestro_node *nodes = look->view->nodes;
    struct rows children = filter(look, child, scope);
    struct rows rows = all_of(look, scope);
    size_t kept = 0;
    uint32_t mark = ++look->filters;
    for (size_t i = 0; i < children.count; i++)
        look->seen[nodes[children.at[i]].same] = mark;
    for (size_t i = 0; i < rows.count; i++) {
        uint32_t at = rows.at[i];
        bool found = false;
        for (uint32_t k = at + 1; !found && k < nodes[at].end; k = nodes[k].end)
            found = look->seen[nodes[k].same] == mark;
        if (found)
            rows.at[kept++] = at;
    }
    rows.count = kept;
    return rows;
}

// Return true if the filter of f, applied to node i alone or to one in it,
// finds something.
static bool
holds(struct look *look, const struct at_maestro_finder *f, uint32_t i)
{
    const struct at_maestro_node *nodes = look->view->nodes;
    unsigned char **known = &look->holds[f->number];
    if (!*known)
        *known = at_arena_alloc(&look->arena, look->view->count);
    if ((*known)[i] != UNKNOWN)
        return (*known)[i] == YES;
    bool found = false;
    for (uint32_t k = i + 1; !found && k < nodes[i].end; k = nodes[k].end)
        found = holds(look, f, k);
    // its nodes were looked at, so without relations only its own verdict
    // counts
    if (!found && f->is_plain)
        found = !f->is_basic || satisfies(look, f, i);
    else if (!found)
        found = filter(look, f, (struct scope){i, true}).count > 0;
    (*known)[i] = found ? YES : NO;
    return found;
}

static bool
has_descendants(struct look *look, const struct at_maestro_finder *f,
                uint32_t i)
{
    const struct at_maestro_node *nodes = look->view->nodes;
    for (size_t d = 0; d < f->descendant_count; d++) {
        bool found = false;
        for (uint32_t k = i + 1; !found && k < nodes[i].end; k = nodes[k].end)
            found = holds(look, f->descendants[d], k);
        if (!found)
            return false;
    }
    return true;
}

static struct rows
with_descendants(struct look *look, const struct at_maestro_finder *f,
                 struct scope scope)
{
    struct rows rows = all_of(look, scope);
    size_t kept = 0;
    for (size_t i = 0; i < rows.count; i++) {
        if (has_descendants(look, f, rows.at[i]))
            rows.at[kept++] = rows.at[i];
    }
    rows.count = kept;
    return rows;
}

static bool
is_before(const struct at_maestro_node *a, const struct at_maestro_node *b)
{
    if (a->has_bounds != b->has_bounds)
        return a->has_bounds;
    if (a->bounds.top != b->bounds.top)
        return a->bounds.top < b->bounds.top;
    return a->bounds.left < b->bounds.left;
}

// Merge two sorted runs of from: [a, b) and [b, end).
static void
merge(const struct look *look, const uint32_t *from, size_t a, size_t b,
      size_t end, uint32_t *to)
{
    const struct at_maestro_node *nodes = look->view->nodes;
    size_t middle = b;
    for (size_t k = a; k < end; k++) {
        bool take_b = a == middle ||
                      (b < end && is_before(&nodes[from[b]], &nodes[from[a]]));
        to[k] = from[take_b ? b++ : a++];
    }
}

// Sort by top, then left, keeping the order of equal ones.
static void
sort_by_place(struct look *look, struct rows *rows)
{
    size_t count = rows->count;
    struct rows other = new_rows(look, count);
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t a = 0; a < count; a += 2 * width) {
            size_t b = a + width < count ? a + width : count;
            size_t end = b + width < count ? b + width : count;
            merge(look, rows->at, a, b, end, other.at);
        }
        uint32_t *swapped = rows->at;
        rows->at = other.at;
        other.at = swapped;
    }
}

// Clickable ones, then others, then the document, which has no attributes;
// each in the order of the tree.
static void
put_clickable_first(struct look *look, struct rows *rows)
{
    const struct at_maestro_node *nodes = look->view->nodes;
    struct rows sorted = new_rows(look, rows->count);
    for (int rank = 0; rank < 3; rank++) {
        for (size_t i = 0; i < rows->count; i++) {
            const struct at_maestro_node *node = &nodes[rows->at[i]];
            int own =
                !node->is_element ? 2 : !(node->flags & AT_NODE_CLICKABLE);
            if (own == rank)
                sorted.at[sorted.count++] = rows->at[i];
        }
    }
    *rows = sorted;
}

// All matches in order, before index.
static struct rows
matches_of(struct look *look, const struct at_maestro_finder *f,
           struct scope scope)
{
    struct rows rows =
        f->is_basic ? deepest(look, f, scope) : all_of(look, scope);
    drop_equal(look, &rows);
    for (size_t i = 0; i < AT_MAESTRO_RELATIONS; i++) {
        if (!f->anchors[i])
            continue;
        enum at_maestro_relation relation = (enum at_maestro_relation)i;
        struct rows kept = relation == AT_MAESTRO_CONTAINS_CHILD
                               ? with_child(look, f->anchors[i], scope)
                               : related(look, f->anchors[i], relation, scope);
        keep_equal(look, &rows, &kept);
    }
    if (f->descendant_count > 0) {
        struct rows kept = with_descendants(look, f, scope);
        keep_equal(look, &rows, &kept);
    }
    if (f->has_index)
        sort_by_place(look, &rows);
    else
        put_clickable_first(look, &rows);
    return rows;
}

// Return the place of index in count rows, or count if there is none.
static size_t
pick(const struct at_maestro_finder *f, size_t count)
{
    int64_t index = f->has_index ? f->index : 0;
    if (index < 0)
        index += (int64_t)count;
    return index < 0 || index >= (int64_t)count ? count : (size_t)index;
}

static struct rows
filter(struct look *look, const struct at_maestro_finder *f, struct scope scope)
{
    struct rows rows = matches_of(look, f, scope);
    if (!f->has_index)
        return rows;
    size_t at = pick(f, rows.count);
    if (at == rows.count)
        return (struct rows){NULL, 0};
    return (struct rows){rows.at + at, 1};
}

// Set *out to the node that childOf: names. The chain is searched from its
// outermost.
static bool
find_parent(struct look *look, const struct at_maestro_finder *f, uint32_t *out)
{
    struct scope scope = {0, false};
    if (f->parent && !find_parent(look, f->parent, &scope.first))
        return false;
    struct rows rows = filter(look, f, scope);
    if (rows.count > 0)
        *out = rows.at[0];
    return rows.count > 0;
}

static void
give(struct look *look, const struct at_maestro_finder *f, struct rows rows,
     struct at_maestro_found *out)
{
    out->matches = at_alloc((rows.count + 1) * sizeof(*out->matches));
    out->count = rows.count;
    for (size_t i = 0; i < rows.count; i++)
        out->matches[i] = &look->view->nodes[rows.at[i]];
    out->position = pick(f, rows.count);
    // the nodes around the tree have no bounds, so they are not elements
    if (out->position < rows.count && out->matches[out->position]->has_bounds)
        out->chosen = out->matches[out->position];
}

bool
at_maestro_find(const struct at_maestro_finder *finder,
                const struct at_maestro_view *view,
                struct at_maestro_found *out, struct at_err *err)
{
    struct look look = {.view = view, .ok = true, .err = err};
    size_t lists = finder->total * sizeof(unsigned char *);
    struct scope scope = {0, false};
    *out = (struct at_maestro_found)AT_MAESTRO_FOUND_INIT;
    look.verdicts = at_arena_alloc(&look.arena, lists);
    look.holds = at_arena_alloc(&look.arena, lists);
    look.seen = at_arena_alloc(&look.arena, view->count * sizeof(uint32_t));
    bool searched =
        !finder->parent || find_parent(&look, finder->parent, &scope.first);
    if (searched && finder->parent)
        out->parent = &view->nodes[scope.first];
    if (searched)
        give(&look, finder, matches_of(&look, finder, scope), out);
    at_arena_deinit(&look.arena);
    if (!look.ok)
        at_maestro_found_deinit(out);
    return look.ok;
}

void
at_maestro_found_deinit(struct at_maestro_found *found)
{
    free(found->matches);
    *found = (struct at_maestro_found)AT_MAESTRO_FOUND_INIT;
}
