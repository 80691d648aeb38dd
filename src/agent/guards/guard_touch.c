#include "agent/guards/guard.h"
#include "agent/guards/guard_judge.h"
#include "base/ascii.h"
#include "screen/label.h"
#include "screen/package.h"
#include "screen/reach.h"

// Find the node that a touch of this node acts on, which may be one around it.
static const struct at_node *
receiver_of(const struct at_node *node)
{
    const struct at_node *receiver = at_reach_receiver(node);
    return receiver ? receiver : node;
}

// Bars and shade are always present and never the question of an app; the shade
// has the notifications of all apps.
bool
at_guard_place(const struct at_scenario *scenario, const struct at_tree *tree,
               const struct at_node *node, struct at_err *err)
{
    struct at_str front = tree->front_package;
    if (front.len > 0 && !at_guard_front(scenario, tree, front, err))
        return false;
    struct at_str package = node ? receiver_of(node)->package : AT_STR("");
    if (package.len == 0 || at_str_eq(package, front))
        return true;
    if (at_package_is_system_ui(package))
        return at_fail(err, AT_EUSAGE,
                       "outside %s: this belongs to the system's bars or to "
                       "the notifications",
                       scenario->package);
    return at_guard_front(scenario, tree, package, err);
}

static bool
judge(const struct at_guard_target *t, struct at_str words, enum at_role role,
      struct at_err *err)
{
    const struct at_guard_text text = {words, t->label, role, AT_GUARD_OWN};
    return at_guard_judge(t->scenario, &text, err);
}

// "deleteAccount" and "delete_account" as words. Single verbs are not judged:
// "buyer_name" and "payPal" would have some.
static bool
judge_id(const struct at_guard_target *t, struct at_err *err)
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
judge_texts(const struct at_guard_target *t, const struct at_node *node,
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

// Judge all texts that name the element.
static bool
judge_element(const struct at_guard_target *t, struct at_err *err)
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

const struct at_node *
at_guard_window_of(const struct at_tree *tree, const struct at_node *node)
{
    while (node->parent && node->parent != tree->root)
        node = node->parent;
    return node;
}

// A key labelled with more than one character may be Enter, whatever its name.
static bool
judge_key(const struct at_guard_target *t, struct at_err *err)
{
    return at_utf8_count(t->label) <= 1 ||
           at_guard_enter(t->scenario, t->tree, NULL, err);
}

bool
at_guard_touch(const struct at_scenario *scenario, const struct at_tree *tree,
               const struct at_node *node, struct at_err *err)
{
    if (!at_guard_place(scenario, tree, node, err))
        return false;
    if (!node)
        return true;
    struct at_guard_target t = {scenario, tree, receiver_of(node), NULL, {0}};
    t.window = at_guard_window_of(tree, t.node);
    t.label = at_node_label(t.node, NULL);
    if (at_package_is_input_method(t.node->package))
        return judge_key(&t, err);
    if (at_node_takes_text(t.node))
        return true;
    return judge_element(&t, err) && at_guard_around(&t, err);
}

const struct at_node *
at_guard_node_at(const struct at_tree *tree, struct at_point at)
{
    const struct at_node *found = at_reach_hit(tree, at);
    if (found && !at_node_has(found, AT_NODE_WRAPS_SCREEN))
        return found;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (at_rect_contains(node->seen, at) &&
            (node->text.len > 0 || node->description.len > 0))
            found = node;
    }
    return found;
}

bool
at_guard_point(const struct at_scenario *scenario, const struct at_tree *tree,
               const struct at_node *node, struct at_point at,
               struct at_err *err)
{
    const struct at_node *there = at_guard_node_at(tree, at);
    if (there && node && receiver_of(there) == receiver_of(node))
        there = NULL;
    return at_guard_touch(scenario, tree, node, err) &&
           (!there || at_guard_touch(scenario, tree, there, err));
}
