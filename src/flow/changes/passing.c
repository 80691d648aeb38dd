#include "flow/changes/passing.h"

#include "base/limits.h"
#include "base/quote.h"
#include "screen/label.h"
#include "sys/clock.h"

void
at_passing_add(struct at_passing *passing, struct at_app *app)
{
    if (passing->count == AT_PASSING_SCREENS_MAX || !at_app_is_current(app))
        return;
    passing->screens[passing->count].tree = at_app_tree_snapshot(app);
    passing->screens[passing->count++].seen_ns = at_app_read_began_ns(app);
}

void
at_passing_deinit(struct at_passing *passing)
{
    for (size_t i = 0; i < passing->count; i++)
        at_tree_snapshot_release(passing->screens[i].tree);
    passing->count = 0;
}

// A field's text was typed, and may be secret.
bool
at_passing_is_told(const struct at_tree *tree, const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_CHROME) &&
           !at_node_has(node, AT_NODE_PASSWORD) &&
           node->role != AT_ROLE_TEXT_FIELD && at_node_visible(tree, node) &&
           at_node_own_label(node).len > 0;
}

bool
at_passing_shows(const struct at_tree *tree, struct at_str label)
{
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (at_passing_is_told(tree, node) &&
            at_str_eq(at_node_own_label(node), label))
            return true;
    }
    return false;
}

static void
tell(struct at_str text, int64_t seen_ns, struct at_app *app,
     struct at_argv *out)
{
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    at_quote_write(at_utf8_head(text, 200), &line);
    at_buf_add_text(&line, " appeared and disappeared");
    at_argv_add_str(out, at_buf_str(&line));
    at_buf_deinit(&line);
    at_journal_add(at_app_journal(app), &(const struct at_event){
                                            .kind = AT_EVENT_PASSED,
                                            .at_ns = seen_ns,
                                            .text = text,
                                        });
}

// Return true if the text was on an earlier screen, or earlier on this one.
static bool
is_repeated(const struct at_passing *passing, size_t screen,
            const struct at_node *node)
{
    struct at_str label = at_node_own_label(node);
    for (size_t i = 0; i < screen; i++) {
        if (at_passing_shows(at_tree_snapshot_tree(passing->screens[i].tree),
                             label))
            return true;
    }
    const struct at_tree *tree =
        at_tree_snapshot_tree(passing->screens[screen].tree);
    const struct at_node *one = at_node_next(tree->root, tree->root);
    while (one != node && !(at_passing_is_told(tree, one) &&
                            at_str_eq(at_node_own_label(one), label)))
        one = at_node_next(one, tree->root);
    return one != node;
}

void
at_passing_tell(const struct at_passing *passing, const struct at_tree *before,
                struct at_app *app, struct at_argv *out)
{
    const struct at_tree *after = at_app_tree(app);
    size_t told = 0;
    if (!before || !at_app_is_current(app))
        return;
    for (size_t i = 0; i < passing->count; i++) {
        const struct at_tree *tree =
            at_tree_snapshot_tree(passing->screens[i].tree);
        for (const struct at_node *node = at_node_next(tree->root, tree->root);
             node && told < AT_PASSING_TEXTS_MAX;
             node = at_node_next(node, tree->root)) {
            struct at_str label = at_node_own_label(node);
            if (!at_passing_is_told(tree, node) ||
                at_passing_shows(before, label) ||
                at_passing_shows(after, label) || is_repeated(passing, i, node))
                continue;
            tell(label, passing->screens[i].seen_ns, app, out);
            told++;
        }
    }
}
