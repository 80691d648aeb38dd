#include "screen/gaps.h"

bool
at_tree_is_cut(const struct at_tree *tree)
{
    return tree->gaps.cut != NULL;
}

static void
begin_part(size_t start, struct at_buf *out)
{
    if (out->len > start)
        at_buf_add_text(out, "; ");
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
    return gaps->cut || gaps->nodes > 0 || gaps->windows > 0;
}
