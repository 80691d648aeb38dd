#include "flow/steps/visibility.h"

#include "base/limits.h"
#include "base/quote.h"
#include "flow/app/front.h"
#include "flow/wait/idle.h"
#include "flow/changes/seen.h"
#include "flow/changes/toast.h"
#include "screen/element_text.h"
#include "screen/gaps.h"
#include "screen/label.h"
#include "screen/listed.h"
#include "sys/cancel.h"
#include "sys/clock.h"

void
at_visibility_write(struct at_app *app, const struct at_node *node,
                    const char *ref, struct at_buf *out)
{
    struct at_rect at = node->bounds;
    if (at_ref_table_is_list(at_app_refs(app)))
        at_listed_write(node, ref, out);
    else
        at_element_text_write(node, ref, out);
    if (at_node_label(node, NULL).len == 0 && node->hint.len == 0 &&
        node->text.len == 0 && node->resource_id.len == 0)
        at_buf_add_fmt(out, " at [%d,%d][%d,%d]", (int)at.left, (int)at.top,
                       (int)at.right, (int)at.bottom);
}

// Find the first visible match; touchable elements win over those that only
// contain the same words.
static const struct at_node *
find_shown(const struct at_element_query *query, const struct at_tree *tree)
{
    const struct at_node *found = NULL;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!at_element_matches(node, query) ||
            at_node_has(node, AT_NODE_CHROME) || !at_node_visible(tree, node))
            continue;
        if (at_node_has(node, AT_NODE_INTERACTIVE))
            return node;
        found = found ? found : node;
    }
    return found;
}

static const struct at_node *
find(struct at_app *app, const struct at_visibility_query *query,
     struct at_err *why)
{
    const struct at_tree *tree = at_app_tree(app);
    const struct at_ref_table *refs = at_app_refs(app);
    const struct at_node *node =
        query->elements ? find_shown(query->elements, tree) : NULL;
    if (node)
        return node;
    node = at_selector_find(&query->selector, tree, refs, why);
    if (!query->elements || !node)
        return node;
    at_fail(why, AT_ENOTFOUND,
            "only the system's bars or a hidden element have it");
    return NULL;
}

static void
explain_hidden(struct at_app *app, const struct at_node *node,
               struct at_err *why)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_visibility_write(
        app, node, at_ref_name_of(at_app_refs(app), at_app_tree(app), node),
        &line);
    at_fail(why, AT_ENOTFOUND, "%s is in the tree but not visible",
            at_buf_text(&line));
    at_buf_deinit(&line);
}

// A ref that was never given out, or that matches several elements now, proves
// nothing if it is not found.
static bool
is_certain(struct at_app *app, struct at_str ref)
{
    return ref.len == 0 ||
           at_ref_is_gone(at_app_refs(app), ref, at_app_tree(app));
}

void
at_visibility_check(struct at_app *app, const struct at_visibility_query *query,
                    struct at_visibility *out)
{
    *out = (struct at_visibility){.why = AT_ERR_INIT};
    out->node = find(app, query, &out->why);
    out->visible = out->node && at_node_visible(at_app_tree(app), out->node);
    if (out->node && !out->visible)
        explain_hidden(app, out->node, &out->why);
    out->absent = !out->visible && out->why.code == AT_ENOTFOUND &&
                  (out->node || is_certain(app, query->selector.ref));
    out->by_name =
        out->absent && at_app_tree(app)->gaps.names.what &&
        at_seen_is_name(at_history_seen(at_app_history(app)), &query->selector);
}

bool
at_visibility_is_absent(struct at_app *app, const struct at_visibility *seen,
                        struct at_err *why)
{
    const struct at_tree *tree = at_app_tree(app);
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    if (!seen->absent)
        return at_err_pass(why, &seen->why);
    bool missing =
        at_tree_is_cut(tree)
            ? at_gaps_write(tree, &gaps)
            : seen->by_name && at_unread_write(&tree->gaps.names, &gaps);
    if (!missing && !at_idle_has_content(tree)) {
        missing = true;
        at_buf_add_text(&gaps, "the screen shows nothing that can be read");
    }
    if (missing)
        at_fail(why, AT_ETREE, "%s", at_buf_text(&gaps));
    at_buf_deinit(&gaps);
    return !missing;
}

bool
at_visibility_write_doubt(struct at_app *app, struct at_buf *out)
{
    return at_gaps_write(at_app_tree(app), out) &&
           at_buf_add_text(out, ", and it may be among them");
}

void
at_visibility_add_gaps(struct at_app *app, struct at_err *err)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    if (at_gaps_write(at_app_tree(app), &gaps))
        at_err_add(err, "%s", at_buf_text(&gaps));
    at_buf_deinit(&gaps);
}

bool
at_visibility_add_front(struct at_app *app, struct at_blocker *out,
                        struct at_err *err)
{
    const struct at_tree *tree = at_app_tree(app);
    struct at_dialog dialog = at_tree_dialog(tree);
    char front[256];
    if (dialog.kind != AT_DIALOG_NONE) {
        at_err_add(err, "a %s dialog is in front (%s, %s): answer it first",
                   at_dialog_kind_name(dialog.kind), AT_NAME(dialog.package),
                   AT_QUOTED(at_utf8_head(dialog.title, 100)));
        at_blocker_set_dialog(out, &dialog);
    } else if (!at_app_is_front(app, tree)) {
        at_front_copy(front, sizeof(front), tree);
        at_err_add(err, "%s is in front, not %s", front, at_app_package(app));
        at_blocker_set_window(out, tree->front_package);
    }
    return dialog.kind != AT_DIALOG_NONE;
}

struct expectation {
    struct at_app *app;
    const struct at_visibility_wait *wait;
    struct at_visibility_result *out;
};

// Return true if a toast shows the text, although a toast is not an element.
static bool
is_toast(const struct expectation *expected)
{
    const struct at_toast_wish wish = {&expected->wait->query.selector, false};
    int64_t age_ms;
    const struct at_event *event =
        at_toast_find(expected->app, wish, AT_TOAST_KEPT, &age_ms);
    if (event)
        at_event_write(event, at_now_ns(), &expected->out->match);
    return event != NULL;
}

static bool
is_gone(const struct expectation *expected, const struct at_visibility *seen,
        struct at_err *why)
{
    const struct at_event *event;
    return at_visibility_is_absent(expected->app, seen, why) &&
           at_toast_check_gone(expected->app, &expected->wait->query.selector,
                               &event, why);
}

static bool
holds(void *user, struct at_err *why)
{
    const struct expectation *expected = user;
    struct at_app *app = expected->app;
    struct at_visibility_result *out = expected->out;
    const struct at_tree *tree = at_app_tree(app);
    struct at_visibility seen;
    at_visibility_check(app, &expected->wait->query, &seen);
    out->visible = seen.visible;
    at_buf_clear(&out->match);
    if (seen.visible)
        at_listed_write(seen.node,
                        at_ref_name_of(at_app_refs(app), tree, seen.node),
                        &out->match);
    if (expected->wait->visible)
        return seen.visible || is_toast(expected) ||
               at_err_pass(why, &seen.why);
    if (seen.visible)
        return at_fail(why, AT_EASSERT, "%.*s is visible",
                       AT_STR_ARG(at_utf8_head(at_buf_str(&out->match), 300)));
    return is_gone(expected, &seen, why);
}

bool
at_visibility_wait(const struct at_op *op, struct at_app *app,
                   const struct at_visibility_wait *wait,
                   struct at_visibility_result *out, struct at_err *err)
{
    struct expectation expected = {app, wait, out};
    struct at_idle_result idle;
    const struct at_idle_wait until = {
        .timeout_ms = wait->timeout_ms,
        .interval_ms = wait->interval_ms,
        .holds = holds,
        .user = &expected,
        .why = &out->why,
    };
    int64_t start_ns = at_now_ns();
    *out = (struct at_visibility_result){.match =
                                             AT_BUF_INIT(AT_COMPACT_MAX_BYTES)};
    bool ok = at_idle_wait(op, app, &until, &idle, err);
    out->holds = ok && idle.outcome == AT_IDLE_SETTLED;
    out->readings = (size_t)idle.readings;
    out->failed = (size_t)idle.failed;
    out->waited_ms = (at_now_ns() - start_ns) / AT_NS_PER_MS;
    if (!out->holds && wait->visible)
        at_toast_explain(app, &wait->query.selector, &out->why);
    return ok;
}
