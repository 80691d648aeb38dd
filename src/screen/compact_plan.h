// compact_plan.h: which lines the compact tree has, before any is written
#ifndef AT_SCREEN_COMPACT_PLAN_H
#define AT_SCREEN_COMPACT_PLAN_H

#include "screen/compact.h"

struct at_compact_line {
    const struct at_node *node; // borrowed from the tree
    struct at_str label;
    uint32_t indent;
    uint32_t hidden_interactive; // below it, beyond the depth asked for
    uint32_t hidden_texts;
    char kind; // of the ref, 0 for a line without one
};

struct at_compact_plan {
    struct at_compact_line *lines; // owned
    size_t count;
};

// In reading order. Release with at_compact_plan_deinit().
void at_compact_plan_init(struct at_compact_plan *plan,
                          const struct at_tree *tree,
                          const struct at_compact_opts *opts);
void at_compact_plan_deinit(struct at_compact_plan *plan);

// The pieces of the text, for whoever writes only some of the lines.
// "screen 1080x1920 com.example.app #0a1b2c", without a newline.
void at_compact_write_header(const struct at_tree *tree,
                             const char *fingerprint, struct at_buf *out);
void at_compact_write_indent(const struct at_compact_line *line,
                             struct at_buf *out);
// The last line where the device could not read all of the screen; false and
// nothing where it could.
bool at_compact_write_gaps(const struct at_tree *tree, struct at_buf *out);
// Without indentation, ref and newline.
void at_compact_write_line(const struct at_compact_line *line,
                           struct at_buf *out);

#endif
