#include "flow/changes/messages.h"

#include "base/quote.h"
#include "flow/changes/passing.h"
#include "screen/counted.h"
#include "screen/label.h"
#include "screen/likeness.h"

// Return true if the label was there before, except for its numbers.
static bool
was_there(const struct at_tree *before, struct at_str label)
{
    for (const struct at_node *node = at_node_next(before->root, before->root);
         node; node = at_node_next(node, before->root)) {
        struct at_str own = at_node_own_label(node);
        if (at_str_eq(own, label) || at_counted_same(own, label))
            return true;
    }
    return false;
}

static bool
is_message(const struct at_tree *before, const struct at_tree *after,
           const struct at_node *node)
{
    return at_passing_is_told(after, node) &&
           !at_node_has(node, AT_NODE_INTERACTIVE) &&
           at_counted_has_words(at_node_own_label(node)) &&
           !was_there(before, at_node_own_label(node));
}

void
at_messages_add(struct at_messages *messages, size_t step,
                const struct at_tree *before, const struct at_tree *after)
{
    const struct at_node *found[AT_MESSAGES_OF_STEP];
    size_t count = 0;
    if (at_tree_likeness(before, after) < AT_LIKENESS_SAME_SCREEN)
        return;
    for (const struct at_node *node = at_node_next(after->root, after->root);
         node; node = at_node_next(node, after->root)) {
        if (!is_message(before, after, node))
            continue;
        if (count == AT_LEN(found))
            return;
        found[count++] = node;
    }
    for (size_t i = 0; i < count && messages->count < AT_MESSAGES_MAX; i++) {
        messages->rows[messages->count].step = step;
        at_str_cut(messages->rows[messages->count++].text, AT_MESSAGE_MAX_BYTES,
                   at_node_own_label(found[i]));
    }
}

void
at_messages_keep(struct at_messages *messages, size_t count)
{
    for (size_t i = 0; i < messages->count; i++) {
        if (messages->rows[i].step >= count)
            messages->rows[i].step = count > 0 ? count - 1 : 0;
    }
}

const char *
at_messages_of(const struct at_messages *messages, size_t step)
{
    for (size_t i = messages->count; i > 0; i--) {
        if (messages->rows[i - 1].step == step)
            return messages->rows[i - 1].text;
    }
    return NULL;
}

void
at_messages_tell(const struct at_messages *messages, const struct at_tree *tree,
                 struct at_step_result *results)
{
    for (size_t i = 0; i < messages->count; i++) {
        struct at_buf line = AT_BUF_INIT(3 * AT_MESSAGE_MAX_BYTES);
        struct at_str text = at_str(messages->rows[i].text);
        if (tree && at_passing_shows(tree, text))
            continue;
        at_buf_add_text(&line, "text ");
        at_quote_write(text, &line);
        at_buf_add_text(&line, " came and went");
        at_argv_add_str(&results[messages->rows[i].step].events,
                        at_buf_str(&line));
        at_buf_deinit(&line);
    }
}
