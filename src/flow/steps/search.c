#include "flow/steps/search.h"

#include "base/alike.h"
#include "screen/hash.h"
#include "screen/label.h"

enum {
    DEBOUNCE_MS = 1500, // delay of apps that wait for the last letter
    ROUNDS_MAX = 3,     // "Searching…" may come before the results
    WAIT_TEXT_MAX = 40, // longer texts are results, cut by the app
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

// Return true if a text says that results are pending. Several texts with such
// an end are results that the app has cut.
static bool
says_wait(const struct at_tree *tree)
{
    size_t count = 0;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        struct at_str label = at_node_own_label(node);
        if (at_node_visible(tree, node) && node->actions == 0 &&
            ends_with_dots(label) && at_utf8_count(label) <= WAIT_TEXT_MAX)
            count++;
    }
    return count == 1;
}

// A button beside the field appears with the first letter and clears the field.
static bool
is_beside(const struct at_node *node, const struct at_node *field)
{
    int64_t twice_y = (int64_t)node->bounds.top + node->bounds.bottom;
    return field && at_node_has(node, AT_NODE_INTERACTIVE) &&
           twice_y >= 2 * (int64_t)field->bounds.top &&
           twice_y <= 2 * (int64_t)field->bounds.bottom;
}

// Add up the hashes of all texts, independent of their places, except those
// beside field, which may be NULL.
static uint64_t
sum_texts(const struct at_tree *tree, const struct at_node *field)
{
    uint64_t sum = 0;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        struct at_str label = at_node_lasting_label(node);
        if (label.len > 0 && !is_beside(node, field) &&
            !at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node))
            sum += at_hash_str(AT_HASH_INIT, label);
    }
    return sum;
}

static bool
has_changed(struct at_step_call *call, void *user, struct at_err *why)
{
    const struct at_tree *before = user;
    const struct at_tree *after = at_app_tree(call->app);
    const struct at_node *field = at_tree_focused_field(after);
    return sum_texts(before, field) != sum_texts(after, field) ||
           at_fail(why, AT_EASSERT, "nothing but the field has changed");
}

// Wait until texts other than the field's change.
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
        at_step_note(call,
                     "the results may still change: wait_until one of them, "
                     "or KEYCODE_ENTER if the search asks for that");
    return ok;
}
