#include "flow/search.h"

#include "base/alike.h"
#include "screen/label.h"
#include "screen/likeness.h"

enum {
    DEBOUNCE_MS = 1500, // of apps that wait for the last letter
    ROUNDS_MAX = 3,     // "Searching…" comes before what was found
};

static const char *const names[] = {
    "search", "filter", "find",  "query", "such", "recherch", "busca",
    "cerca",  "zoek",   "поиск", "搜索",  "検索", "검색",
};

static bool
is_named(struct at_str text)
{
    for (size_t i = 0; i < AT_LEN(names); i++) {
        if (at_alike_has_nocase(text, at_str(names[i])))
            return true;
    }
    return false;
}

bool
at_search_is_field(const struct at_node *field)
{
    return !at_node_has(field, AT_NODE_PASSWORD) &&
           (is_named(at_node_id_name(field)) || is_named(field->hint) ||
            is_named(field->description));
}

static bool
ends_with_dots(struct at_str text)
{
    return at_str_ends(text, AT_STR("...")) ||
           at_str_ends(text, AT_STR("\xe2\x80\xa6"));
}

// Does a text say that the result is still to come?
static bool
says_wait(const struct at_tree *tree)
{
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (at_node_visible(tree, node) && node->actions == 0 &&
            ends_with_dots(at_node_own_label(node)))
            return true;
    }
    return false;
}

static bool
has_changed(struct at_step_call *call, void *user, struct at_err *why)
{
    const struct at_tree *before = user;
    return at_tree_likeness(before, at_app_tree(call->app)) < 100 ||
           at_fail(why, AT_EASSERT, "nothing but the field has changed");
}

// Wait for another change of the texts than that of the field.
static bool
await_change(struct at_step_call *call, const struct at_tree *before)
{
    const struct at_flow_step *given = call->step;
    struct at_flow_step step = *given;
    step.timeout_ms = DEBOUNCE_MS;
    call->step = &step;
    bool changed =
        at_step_await(call, has_changed, (void *)(uintptr_t)before, NULL);
    call->step = given;
    return changed;
}

bool
at_search_settle(struct at_step_call *call, const struct at_tree *before,
                 struct at_err *err)
{
    bool changed = false;
    bool waits = true;
    bool ok = true;
    for (int i = 0; ok && waits && i < ROUNDS_MAX; i++) {
        struct at_tree_snapshot *last = at_app_tree_snapshot(call->app);
        waits =
            await_change(call, i == 0 ? before : at_tree_snapshot_tree(last));
        changed = changed || waits;
        at_tree_snapshot_release(last);
        ok = !waits || at_step_settle_app(call, err);
        waits = waits && ok && at_app_is_current(call->app) &&
                says_wait(at_app_tree(call->app));
    }
    if (ok && call->result->idle.outcome == AT_IDLE_TIMED_OUT)
        call->result->idle.outcome = AT_IDLE_SETTLED;
    if (ok && (!changed || waits))
        at_step_note(call, "what is searched may still change: wait_until, or "
                           "KEYCODE_ENTER if it asks for that");
    return ok;
}
