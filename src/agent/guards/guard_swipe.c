// guard_swipe.c: swipes and Enter, which can do what a tap does
#include <stdlib.h>

#include "agent/guards/normalize.h"
#include "agent/guards/guard.h"
#include "agent/guards/guard_judge.h"
#include "screen/label.h"
#include "screen/reach.h"

// To Android, a finger that moves less than 8 dp rests, and one that rests for
// 400 ms makes a long press. The shorter side of a phone is at least 320 dp, so
// this is never less than 8 dp.
enum { SLOP_DP = 8, SHORT_SIDE_DP = 320, PRESS_MS = 400 };

static int64_t
slop_px(const struct at_tree *tree)
{
    int64_t side =
        tree->width_px < tree->height_px ? tree->width_px : tree->height_px;
    return side > 0 ? (side * SLOP_DP + SHORT_SIDE_DP - 1) / SHORT_SIDE_DP
                    : 4 * SLOP_DP;
}

static int64_t
way_px(const struct at_guard_swipe *swipe)
{
    int64_t dx = llabs((int64_t)swipe->to.x_px - swipe->from.x_px);
    int64_t dy = llabs((int64_t)swipe->to.y_px - swipe->from.y_px);
    return dx > dy ? dx : dy;
}

static bool
is_sideways(const struct at_guard_swipe *swipe)
{
    return llabs((int64_t)swipe->to.x_px - swipe->from.x_px) >
           llabs((int64_t)swipe->to.y_px - swipe->from.y_px);
}

// Return true if the finger rests long enough for a tap or a long press.
static bool
rests(const struct at_tree *tree, const struct at_guard_swipe *swipe)
{
    int64_t slop = slop_px(tree);
    int64_t way = way_px(swipe);
    return way <= slop || way * PRESS_MS <= slop * swipe->duration_ms;
}

// Find the element around node that scrolls; NULL if none does.
static const struct at_node *
scroller_of(const struct at_node *node)
{
    while (node && !at_node_has(node, AT_NODE_SCROLLABLE))
        node = node->parent;
    return node;
}

// Class names of containers whose content moves sideways.
static bool
scrolls_sideways(const struct at_node *node)
{
    return at_str_has(node->class_name, AT_STR("Pager")) ||
           at_str_has(node->class_name, AT_STR("Horizontal")) ||
           at_str_has(node->class_name, AT_STR("Gallery"));
}

// Return true if the element under the finger gets the movement, because
// nothing around it scrolls.
static bool
is_dragged(const struct at_node *node, bool sideways)
{
    const struct at_node *scroller = scroller_of(node);
    if (node->role == AT_ROLE_SLIDER || (node->actions & AT_ACTION_ADJUST) ||
        at_node_has(node, AT_NODE_DISMISSABLE))
        return true;
    return !scroller || (sideways && !scrolls_sideways(scroller));
}

static bool
ends_within(const struct at_tree *tree, const struct at_node *node,
            struct at_point at)
{
    int32_t slop = (int32_t)slop_px(tree);
    const struct at_rect r = node->bounds;
    const struct at_rect around = {r.left - slop, r.top - slop, r.right + slop,
                                   r.bottom + slop};
    return at_rect_contains(around, at);
}

static bool
acts_on_start(const struct at_tree *tree, const struct at_node *start,
              const struct at_guard_swipe *swipe)
{
    bool sideways = is_sideways(swipe);
    if (rests(tree, swipe))
        return true;
    return is_dragged(start, sideways) &&
           (sideways || start->role == AT_ROLE_SLIDER ||
            ends_within(tree, start, swipe->to));
}

static bool
is_on_the_way(struct at_rect r, const struct at_guard_swipe *swipe)
{
    enum { POINTS = 32 };
    for (int i = 0; i <= POINTS; i++) {
        int64_t x = swipe->from.x_px +
                    ((int64_t)swipe->to.x_px - swipe->from.x_px) * i / POINTS;
        int64_t y = swipe->from.y_px +
                    ((int64_t)swipe->to.y_px - swipe->from.y_px) * i / POINTS;
        const struct at_point at = {(int32_t)x, (int32_t)y};
        if (at_rect_contains(r, at))
            return true;
    }
    return false;
}

// Judge a text such as "Slide to pay $99" or "swipe left to delete your
// account" from each of its words on.
static bool
judge_slide(const struct at_scenario *scenario, struct at_str words,
            struct at_err *err)
{
    enum { READ_MAX_BYTES = 400 };
    const struct at_guard_words *slides = at_guard_sets[AT_GUARD_SLIDES];
    struct at_str rest = at_utf8_head(words, READ_MAX_BYTES);
    struct at_normalized_word word;
    if (at_normalize_find(rest, slides->rows, slides->count, NULL).len == 0)
        return true;
    for (struct at_str from = rest; at_normalize_next(&rest, &word);
         from = rest) {
        const struct at_guard_text text = {from, words, AT_ROLE_BUTTON,
                                           AT_GUARD_OWN};
        if (!at_guard_judge(scenario, &text, err))
            return false;
    }
    return true;
}

// A text is dragged where it is, or anywhere on the small box that it is in,
// such as the track of a slider.
static bool
is_dragged_by(const struct at_tree *tree, const struct at_node *text,
              const struct at_guard_swipe *swipe)
{
    const struct at_node *box = text->parent;
    bool small = box && (int64_t)(box->seen.bottom - box->seen.top) * 3 <
                            tree->height_px;
    return is_on_the_way(text->seen, swipe) ||
           (small && is_on_the_way(box->seen, swipe));
}

static bool
judge_way(const struct at_scenario *scenario, const struct at_tree *tree,
          const struct at_guard_swipe *swipe, struct at_err *err)
{
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!is_dragged_by(tree, node, swipe))
            continue;
        if (!judge_slide(scenario, node->text, err) ||
            !judge_slide(scenario, node->description, err) ||
            !judge_slide(scenario, node->hint, err))
            return false;
    }
    return true;
}

bool
at_guard_swipe(const struct at_scenario *scenario, const struct at_tree *tree,
               const struct at_guard_swipe *swipe, struct at_err *err)
{
    const struct at_node *start = at_guard_node_at(tree, swipe->from);
    if (!at_guard_place(scenario, tree, start, err))
        return false;
    if (start && acts_on_start(tree, start, swipe) &&
        !at_guard_point(scenario, tree, start, swipe->from, err)) {
        at_err_add(err, "this movement acts on it like a touch: begin it "
                        "elsewhere, or make it longer and faster");
        return false;
    }
    return judge_way(scenario, tree, swipe, err);
}

static const struct at_node *
focused_field(const struct at_tree *tree)
{
    const struct at_node *node = tree->root;
    while (node &&
           !(at_node_takes_text(node) && at_node_has(node, AT_NODE_FOCUSED)))
        node = at_node_next(node, tree->root);
    return node;
}

// Return true if Enter in the field may press this element.
static bool
may_submit(const struct at_node *node)
{
    return (node->role == AT_ROLE_BUTTON ||
            node->role == AT_ROLE_IMAGE_BUTTON) &&
           at_node_has(node, AT_NODE_INTERACTIVE);
}

static bool
judge_form(struct at_guard_target *t, struct at_err *err)
{
    for (const struct at_node *node = t->window; node;
         node = at_node_next(node, t->window)) {
        const struct at_str label = at_node_label(node, NULL);
        const struct at_guard_text text = {label, label, node->role,
                                           AT_GUARD_OWN};
        if (may_submit(node) && !at_guard_judge(t->scenario, &text, err))
            return false;
    }
    const struct at_guard_text hint = {t->node->hint, t->label, AT_ROLE_UNKNOWN,
                                       AT_GUARD_NEAR};
    return at_guard_judge(t->scenario, &hint, err) && at_guard_window(t, err);
}

bool
at_guard_enter(const struct at_scenario *scenario, const struct at_tree *tree,
               const struct at_node *field, struct at_err *err)
{
    const struct at_node *node = field ? field : focused_field(tree);
    struct at_guard_target t = {
        scenario, tree, node ? node : tree->root, NULL, {0}};
    t.window = node ? at_guard_window_of(tree, node) : tree->root;
    t.label = at_node_label(t.node, NULL);
    if (judge_form(&t, err))
        return true;
    at_err_add(err, "Enter in a field, also by a line break, may press it: "
                    "type without it, then tap the button that is meant");
    return false;
}
