#include "screen/gaps.h"

#include "screen/tree.h"

bool
at_tree_is_cut(const struct at_tree *tree)
{
    return tree->gaps.cut || tree->gaps.elements.what;
}

static void
begin_part(size_t start, struct at_buf *out)
{
    if (out->len > start)
        at_buf_add_text(out, "; ");
}

bool
at_unread_write(const struct at_unread *unread, struct at_buf *out)
{
    if (unread->what)
        at_buf_add_fmt(out, "%s could not be read: %s %s", unread->what,
                       unread->source, unread->why);
    return unread->what != NULL;
}

bool
at_gaps_write(const struct at_tree *tree, struct at_buf *out)
{
    const struct at_gaps *gaps = &tree->gaps;
    size_t start = out->len;
    if (gaps->cut)
        at_buf_add_fmt(out,
                       "the device stopped reading the screen after %zu nodes "
                       "(%s): what comes after them is not known",
                       tree->node_count, gaps->cut);
    if (gaps->nodes > 0) {
        begin_part(start, out);
        at_buf_add_fmt(out, "%u of its nodes could not be read",
                       (unsigned)gaps->nodes);
    }
    if (gaps->windows > 0) {
        begin_part(start, out);
        at_buf_add_fmt(out, "%u of its windows gave no content",
                       (unsigned)gaps->windows);
    }
    if (gaps->elements.what) {
        begin_part(start, out);
        at_unread_write(&gaps->elements, out);
    }
    return out->len > start;
}
