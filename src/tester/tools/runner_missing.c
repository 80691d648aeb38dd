// runner_missing.c: possible places of a text that is not on the screen
#include "flow/changes/history.h"
#include "screen/loading.h"
#include "screen/more.h"
#include "tester/tools/runner_priv.h"

static void
tell_loading(const struct at_app *app, struct at_buf *out)
{
    const struct at_node *indicator = at_app_loading(app, true);
    if (!indicator)
        return;
    at_buf_add_text(out, "; still loading: ");
    at_loading_write(indicator, out);
}

// Find where the content of a visible scrollable continues; in a list that
// omits its other rows it may.
static const char *
find_more(const struct at_tree *tree)
{
    const char *may = NULL;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        bool scrolls = (node->actions & AT_ACTION_SCROLL) != 0 &&
                       !at_node_has(node, AT_NODE_CHROME) &&
                       at_node_visible(tree, node);
        const char *more = scrolls ? at_more_word(node) : NULL;
        if (more)
            return more;
        if (scrolls)
            may = "it scrolls";
    }
    return may;
}

void
at_tool_runner_tell_missing(struct at_tool_runner_call *call)
{
    struct at_app *app = call->runner->app;
    struct at_buf *out = &call->out->text;
    const struct at_tree *tree = at_app_tree(app);
    bool forgot;
    if (!tree || !at_tool_runner_is_inside(call->runner))
        return;
    tell_loading(app, out);
    if (call->selector.words.len == 0 ||
        at_selector_count(&call->selector, tree) > 0)
        return;
    if (at_seen_has(at_history_seen(at_app_history(app)), &call->selector,
                    &forgot))
        at_buf_add_text(out, "; it was seen earlier in this run");
    const char *more = find_more(tree);
    if (more)
        at_buf_add_fmt(out, "; the screen goes on (%s): scrollTo searches it",
                       more);
}
