#include "screen/shown_error.h"

#include "base/alike.h"

enum {
    // Messages are short, and so are the texts that contain them, but each
    // error needs a scan of all texts. Beyond these limits errors count as
    // shown.
    ERRORS_MAX = 64,
    TEXT_MAX_BYTES = 1000,
};

static bool
shows(const struct at_node *node, struct at_str error)
{
    // Flutter stores texts in descriptions
    struct at_str text = node->text.len > 0 ? node->text : node->description;
    return node->role != AT_ROLE_TEXT_FIELD && !at_rect_empty(node->seen) &&
           text.len <= TEXT_MAX_BYTES && at_alike_has_nocase(text, error);
}

static bool
is_shown(const struct at_tree *tree, struct at_str error)
{
    for (const struct at_node *it = tree->root->first_child; it;
         it = at_node_next(it, tree->root)) {
        if (shows(it, error))
            return true;
    }
    return false;
}

void
at_tree_judge_errors(struct at_tree *tree)
{
    size_t count = 0;
    for (struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        it->error_unseen = it->error.len > 0 &&
                           it->error.len <= TEXT_MAX_BYTES &&
                           count++ < ERRORS_MAX && !is_shown(tree, it->error);
    }
}

const char *
at_node_error_word(const struct at_node *node)
{
    return node->error_unseen ? "invalid" : "error";
}
