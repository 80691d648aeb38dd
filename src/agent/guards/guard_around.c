// guard_around.c: judges an element by the words around it
#include "agent/guards/normalize.h"
#include "agent/guards/guard_judge.h"
#include "screen/px.h"

// A dialog or a sheet, whose text explains its buttons.
static bool
is_dialog(const struct at_guard_target *t)
{
    int64_t screen = (int64_t)t->tree->width_px * t->tree->height_px;
    return at_px_area(t->window->bounds) * 10 < screen * 9;
}

static bool
has_words(struct at_str text)
{
    struct at_normalized_word word;
    return at_normalize_next(&text, &word);
}

// Crosses and arrows back close a dialog.
static bool
is_closing_sign(struct at_str label)
{
    static const uint32_t signs[] = {0xd7,   0x2039, 0x2190, 0x2715,
                                     0x2716, 0x2717, 0x2718, 0x274c,
                                     0x274e, 0x2a2f, 0x1f5d9};
    uint32_t cp = 0;
    label = at_str_trim(label);
    size_t len = at_utf8_next(label, &cp);
    if (len == 0 || has_words(label))
        return false;
    for (size_t i = 0; i < AT_LEN(signs); i++) {
        if (signs[i] == cp)
            return true;
    }
    return false;
}

static bool
only_refuses(struct at_str label)
{
    return is_closing_sign(label) ||
           (has_words(label) && at_guard_has_only(label, AT_GUARD_REFUSES));
}

static bool
judge_text(const struct at_guard_target *t, struct at_str words,
           enum at_guard_level level, struct at_err *err)
{
    const struct at_guard_text text = {words, t->label, AT_ROLE_UNKNOWN, level};
    return words.len == 0 || at_guard_judge(t->scenario, &text, err);
}

static bool
judge_node(const struct at_guard_target *t, const struct at_node *node,
           enum at_guard_level level, struct at_err *err)
{
    return judge_text(t, node->text, level, err) &&
           judge_text(t, node->description, level, err) &&
           judge_text(t, node->pane, level, err);
}

static bool
is_around(const struct at_node *node, const struct at_node *inside)
{
    while (inside && inside != node)
        inside = inside->parent;
    return inside != NULL;
}

// Return the next node whose words are the window's, not another element's own.
static const struct at_node *
next_text(const struct at_guard_target *t, const struct at_node *node)
{
    const struct at_node *top = t->window;
    node = node ? at_node_next(node, top) : top;
    while (node && at_node_has(node, AT_NODE_INTERACTIVE) &&
           !at_node_has(node, AT_NODE_HOLDS_INTERACTIVE) &&
           !is_around(node, t->node))
        node = at_node_skip(node, top);
    return node;
}

static bool
judge_window(const struct at_guard_target *t, enum at_guard_level level,
             struct at_err *err)
{
    for (const struct at_node *node = next_text(t, NULL); node;
         node = next_text(t, node)) {
        if (!judge_node(t, node, level, err))
            return false;
    }
    return true;
}

// Return true if the text is on the same line, or directly above or below like
// a caption.
static bool
is_beside(struct at_rect a, struct at_rect b)
{
    int32_t height = at_px_min(a.bottom - a.top, b.bottom - b.top);
    int32_t width = at_px_min(a.right - a.left, b.right - b.left);
    int32_t gap = a.top > b.bottom ? a.top - b.bottom : b.top - a.bottom;
    bool line = at_px_overlap(a.top, a.bottom, b.top, b.bottom) * 2 >= height;
    bool column = at_px_overlap(a.left, a.right, b.left, b.right) * 2 >= width;
    return height > 0 && width > 0 && (line || (column && gap <= height));
}

// Judge the texts beside the element; *out_any: the element has some.
static bool
judge_beside(const struct at_guard_target *t, bool *out_any, struct at_err *err)
{
    *out_any = false;
    for (const struct at_node *node = next_text(t, NULL); node;
         node = next_text(t, node)) {
        bool words = has_words(node->text) || has_words(node->description);
        if (!words || is_around(t->node, node) ||
            !is_beside(t->node->bounds, node->bounds))
            continue;
        *out_any = true;
        if (!judge_node(t, node, AT_GUARD_NEAR, err))
            return false;
    }
    return true;
}

bool
at_guard_around(const struct at_guard_target *t, struct at_err *err)
{
    bool beside = false;
    if (is_dialog(t))
        return only_refuses(t->label) || judge_window(t, AT_GUARD_NEAR, err);
    if (is_closing_sign(t->label) ||
        !at_guard_has_only(t->label, AT_GUARD_CONFIRMS))
        return true;
    if (!has_words(t->label) && !judge_beside(t, &beside, err))
        return false;
    return (t->label.len == 0 && beside) || judge_window(t, AT_GUARD_PAGE, err);
}

bool
at_guard_window(const struct at_guard_target *t, struct at_err *err)
{
    return judge_window(t, AT_GUARD_NEAR, err);
}
