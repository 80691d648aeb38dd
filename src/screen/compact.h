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

// Append the tree and make refs the table of exactly this text: refs that it
// had before are stale from now on. They begin from 1, unless opts says that
// elements keep them.
void at_compact_write(const struct at_tree *tree,
                      const struct at_compact_opts *opts, struct at_buf *out,
                      struct at_ref_table *refs,
                      struct at_compact_result *result);

// The pieces of the text, for a writer of only some of the lines.
//
// Append "screen 1080x1920 com.example.app #0a1b2c", without a newline.
void at_compact_write_header(const struct at_tree *tree,
                             const char *fingerprint, struct at_buf *out);
void at_compact_write_indent(const struct at_compact_line *line,
                             struct at_buf *out);
// Append a line without indentation, ref and newline.
void at_compact_write_line(const struct at_compact_line *line,
                           struct at_buf *out);
// Append the last line of a screen that the device could not read whole.
// Returns false, with nothing appended, if it could.
bool at_compact_write_gaps(const struct at_tree *tree, struct at_buf *out);

#endif
