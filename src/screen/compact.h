// compact.h: the screen as indented text with refs
//
// The format is the contract's "Compact Tree Format". Text is exact: \n, \t,
// control characters, quotes and backslashes escaped, blanks at the ends kept.
#ifndef AT_SCREEN_COMPACT_H
#define AT_SCREEN_COMPACT_H

#include "base/buf.h"
#include "screen/compact_plan.h"
#include "screen/fingerprint.h"
#include "screen/ref.h"

struct at_compact_result {
    struct at_fingerprint fingerprint;
    size_t line_count;
    size_t ref_count;
    bool truncated;
};

// Append the tree and make refs the table of exactly this text. Earlier refs
// become stale. Numbering restarts at 1 unless opts says that elements keep
// their refs.
void at_compact_write(const struct at_tree *tree,
                      const struct at_compact_opts *opts, struct at_buf *out,
                      struct at_ref_table *refs,
                      struct at_compact_result *result);

// The pieces of the text, for a writer of selected lines.
//
// Append "screen 1080x1920 com.example.app #0a1b2c", without a newline.
void at_compact_write_header(const struct at_tree *tree,
                             const char *fingerprint, struct at_buf *out);
void at_compact_write_indent(const struct at_compact_line *line,
                             struct at_buf *out);
// Append a line without indentation, ref and newline.
void at_compact_write_line(const struct at_compact_line *line,
                           struct at_buf *out);
// Append the closing line of a screen that the device could only read in part.
// Return false and append nothing if it was read completely.
bool at_compact_write_gaps(const struct at_tree *tree, struct at_buf *out);

#endif
