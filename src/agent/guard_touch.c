#include "agent/guard.h"
#include "agent/guard_judge.h"
#include "base/ascii.h"
#include "screen/label.h"
#include "screen/package.h"
#include "screen/reach.h"

// An element that is to be touched.
struct touch {
    const struct at_scenario *scenario;
    const struct at_tree *tree;
    const struct at_node *node; // what the touch acts on
    const struct at_node *window;
    struct at_str label;
};

// Finds the node that a touch of this node acts on, which may be one around it.
static const struct at_node *
receiver_of(const struct at_node *node)
{
    const struct at_node *receiver = at_reach_receiver(node);
    return receiver ? receiver : node;
}

// The bars and the shade are there all the time, and not the question that an
// app has asked: in the shade are the notifications of all apps.
bool
at_guard_place(const struct at_scenario *scenario, const struct at_tree *tree,
               const struct at_node *node, struct at_err *err)
{
    struct at_str front = tree->front_package;
    if (front.len > 0 && !at_guard_app(scenario, front, err))
        return false;
    struct at_str package = node ? receiver_of(node)->package : AT_STR("");
    if (package.len == 0 || at_str_eq(package, front))
        return true;
    if (at_package_is_system_ui(package))
        return at_fail(err, AT_EUSAGE,
                       "outside %s: this belongs to the system's bars or to "
                       "the notifications",
                       scenario->package);
    return at_guard_app(scenario, package, err);
}

static bool
judge(const struct touch *t, struct at_str words, enum at_role role,
      struct at_err *err)
{
    return at_guard_words_judge(t->scenario, words, role,
                                t->label.len > 0 ? t->label : words, err);
}

// "deleteAccount" and "delete_account" as words. Single verbs are not judged:
// "buyer_name" and "payPal" would have some.
static bool
judge_id(const struct touch *t, struct at_err *err)
{
    struct at_str id = at_node_id_name(t->node);
    struct at_buf words = AT_BUF_INIT(2 * id.len + 1);
    char before = ' ';
    for (size_t i = 0; i < id.len; i++) {
        char c = id.ptr[i];
        if (at_ascii_is_letter(c) && c != at_ascii_lower(c) &&
            at_ascii_is_letter(before) && before == at_ascii_lower(before))
            at_buf_add_char(&words, ' ');
        at_buf_add_char(&words, c);
        before = c;
    }
    bool has_words = words.len > id.len || at_str_has(id, AT_STR("_")) ||
                     at_str_has(id, AT_STR("-"));
    bool ok = !has_words || judge(t, at_buf_str(&words), AT_ROLE_UNKNOWN, err);
    at_buf_deinit(&words);
    return ok;
}

static bool
judge_texts(const struct touch *t, const struct at_node *node,
            enum at_role role, struct at_err *err)
{
    return judge(t, node->text, role, err) &&
           judge(t, node->description, role, err);
}

static bool
is_wide(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_WRAPS_SCREEN) ||
           at_node_has(node, AT_NODE_SCROLLABLE);
}

// All the texts by which the element is known.
static bool
judge_element(const struct touch *t, struct at_err *err)
{
    const struct at_node *top = t->node;
    if (!judge(t, t->label, top->role, err) || !judge_id(t, err) ||
        !judge_texts(t, top, top->role, err) ||
        !judge(t, top->tooltip, top->role, err))
        return false;
    for (const struct at_node *node = at_node_next(top, top);
         node && !is_wide(top);) {
        bool apart = at_node_has(node, AT_NODE_INTERACTIVE);
        if (!apart && !judge_texts(t, node, top->role, err))
            return false;
        node = apart ? at_node_skip(node, top) : at_node_next(node, top);
    }
    return true;
}

static int64_t
area(struct at_rect r)
{
    return r.right > r.left && r.bottom > r.top
               ? (int64_t)(r.right - r.left) * (r.bottom - r.top)
               : 0;
}

// A dialog or a sheet, which says what its buttons are about.
static bool
is_dialog(const struct touch *t)
{
    int64_t screen = (int64_t)t->tree->width_px * t->tree->height_px;
    return area(t->window->bounds) * 10 < screen * 9;
}

// Returns true if the button only agrees to the words around it ("OK").
static bool
only_agrees(const struct touch *t)
{
    if (is_dialog(t))
        return t->label.len == 0 ||
               !at_guard_has_only(t->label, AT_GUARD_REFUSES);
    return t->label.len > 0 && at_guard_has_only(t->label, AT_GUARD_CONFIRMS);
}

// The words of the window that are not an element's own.
static bool
judge_around(const struct touch *t, struct at_err *err)
{
    const struct at_node *node = t->window;
    while (node) {
        bool apart = at_node_has(node, AT_NODE_INTERACTIVE) &&
                     !at_node_has(node, AT_NODE_HOLDS_INTERACTIVE);
        if (!apart && !judge_texts(t, node, AT_ROLE_UNKNOWN, err))
            return false;
        node = apart ? at_node_skip(node, t->window)
                     : at_node_next(node, t->window);
    }
    return true;
}

static const struct at_node *
window_of(const struct at_tree *tree, const struct at_node *node)
{
    while (node->parent && node->parent != tree->root)
        node = node->parent;
    return node;
}

bool
at_guard_touch(const struct at_scenario *scenario, const struct at_tree *tree,
               const struct at_node *node, struct at_err *err)
{
    if (!at_guard_place(scenario, tree, node, err))
        return false;
    if (!node)
        return true;
    struct touch t = {scenario, tree, receiver_of(node), NULL, {0}};
    t.window = window_of(tree, t.node);
    t.label = at_node_label(t.node, NULL);
    if (at_node_takes_text(t.node) ||
        at_package_is_input_method(t.node->package))
        return true;
    return judge_element(&t, err) &&
           (!only_agrees(&t) || judge_around(&t, err));
}
