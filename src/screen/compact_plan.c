#include "screen/compact_plan.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "screen/kind.h"
#include "screen/label.h"
#include "screen/place.h"

enum { LEVELS = AT_TREE_MAX_DEPTH + 2 };

// State that a line passes down to its descendants, by depth in the tree.
struct level {
    uint32_t indent;     // indentation of a line on this level
    size_t owner;        // index of the printed line above, or NONE
    struct at_str label; // label of that line; not repeated below it
};

static const size_t NONE = SIZE_MAX;

struct planner {
    const struct at_tree *tree;
    const struct at_compact_opts *opts;
    struct at_compact_plan *plan;
    size_t cap;
    struct level levels[LEVELS];
};

static struct at_compact_line *
add_line(struct planner *p)
{
    struct at_compact_plan *plan = p->plan;
    if (plan->count == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 64;
        plan->lines =
            at_realloc_array(plan->lines, p->cap, sizeof(*plan->lines));
    }
    return &plan->lines[plan->count++];
}

// Return true if text equals the label above, or one of the pieces that a
// toolkit joined in it with commas or newlines.
static bool
is_said(struct at_str above, struct at_str text)
{
    enum { READ_MAX_BYTES = 512 };
    ptrdiff_t at = above.len > READ_MAX_BYTES ? -1 : at_str_find(above, text);
    if (at < 0)
        return false;
    struct at_str before = at_str_trim(at_str_head(above, (size_t)at));
    struct at_str after = at_str_skip(above, (size_t)at + text.len);
    return (at == 0 || at_str_ends(before, AT_STR(",")) ||
            above.ptr[at - 1] == '\n') &&
           (after.len == 0 || after.ptr[0] == ',' || after.ptr[0] == '\n');
}

// A field shows its content even if it cannot be touched.
static bool
shows_field(const struct at_node *node)
{
    return node->role == AT_ROLE_TEXT_FIELD &&
           (node->hint.len > 0 || at_node_value(node).len > 0);
}

static bool
plan_node(struct planner *p, const struct at_node *node,
          const struct level *here, struct at_compact_line *out)
{
    *out = (struct at_compact_line){.node = node, .indent = here->indent};
    if (at_node_has(node, AT_NODE_CHROME) || !at_node_visible(p->tree, node) ||
        at_node_has(node, AT_NODE_NAMES_CONTROL))
        return false;
    if (at_node_has(node, AT_NODE_INTERACTIVE)) {
        out->words.label = at_node_label(node, NULL);
        out->kind = at_node_kind(node, out->words.label).letter;
        return true;
    }
    if (p->opts->only_interactive)
        return false;
    out->words.label = at_node_plain_text(node);
    if (node->role == AT_ROLE_PROGRESS_BAR || node->error.len > 0 ||
        at_node_opens_web(node) || shows_field(node))
        return true;
    return out->words.label.len > 0 && !is_said(here->label, out->words.label);
}

static bool
is_too_deep(const struct planner *p, const struct at_compact_line *line)
{
    return p->opts->max_depth > 0 && line->indent >= p->opts->max_depth;
}

static void
count_hidden(struct planner *p, size_t owner,
             const struct at_compact_line *line)
{
    if (owner == NONE)
        return;
    struct at_compact_line *above = &p->plan->lines[owner];
    above->hidden_interactive += line->kind ? 1 : 0;
    above->hidden_texts += line->kind ? 0 : 1;
}

static bool
lies_in(struct at_rect inner, struct at_rect outer)
{
    return at_rect_eq(at_rect_intersect(inner, outer), inner);
}

// Toolkits render one text as several overlapping nodes.
static bool
repeats_last(const struct planner *p, const struct at_compact_line *line)
{
    const struct at_compact_plan *plan = p->plan;
    const struct at_compact_line *last =
        plan->count > 0 ? &plan->lines[plan->count - 1] : NULL;
    return last && !line->kind && !last->kind && !line->node->first_child &&
           line->node->role == AT_ROLE_TEXT_VIEW && line->words.label.len > 0 &&
           at_str_eq(line->words.label, last->words.label) &&
           lies_in(line->node->bounds, last->node->bounds);
}

static void
visit(struct planner *p, const struct at_node *node)
{
    const struct level *here = &p->levels[node->depth];
    struct level below = *here;
    struct at_compact_line line;
    if (plan_node(p, node, here, &line) && !repeats_last(p, &line)) {
        below.indent++;
        below.label = line.words.label;
        if (is_too_deep(p, &line)) {
            count_hidden(p, here->owner, &line);
        } else {
            below.owner = p->plan->count;
            *add_line(p) = line;
        }
    }
    p->levels[node->depth + 1] = below;
}

void
at_compact_plan_init(struct at_compact_plan *plan, const struct at_tree *tree,
                     const struct at_compact_opts *opts)
{
    const struct at_node *root = tree->root;
    struct planner *p = at_alloc(sizeof(*p));
    *plan = (struct at_compact_plan){0};
    p->tree = tree;
    p->opts = opts;
    p->plan = plan;
    p->levels[1] = (struct level){.owner = NONE};
    for (const struct at_node *node = at_node_next(root, root); node;
         node = at_node_next(node, root))
        visit(p, node);
    if (!opts->bare)
        at_place_lines(tree, plan);
    free(p);
}

void
at_compact_plan_deinit(struct at_compact_plan *plan)
{
    free(plan->lines);
    *plan = (struct at_compact_plan){0};
}
