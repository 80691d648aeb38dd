// compact.h: the screen as indented text with refs, and the refs themselves
//
// The format is the contract's "Compact Tree Format". Text is exact: \n, \t,
// control characters, quotes and backslashes escaped, blanks at the ends kept.
#ifndef AT_SCREEN_COMPACT_H
#define AT_SCREEN_COMPACT_H

#include "base/buf.h"
#include "screen/fingerprint.h"
#include "screen/tree.h"

// A longer text shows its beginning and how many characters follow.
enum { AT_COMPACT_TEXT_MAX_BYTES = 1000 };

struct at_compact_opts {
    size_t max_lines; // 0: AT_COMPACT_MAX_LINES; all lines count
    size_t max_depth; // levels of indentation, 0: unlimited
    bool only_interactive;
};

struct at_ref_table;

struct at_compact_result {
    struct at_fingerprint fingerprint;
    size_t line_count;
    size_t ref_count;
    bool truncated;
};

// Append the tree and, where refs is given, make it the table of exactly this
// text: what it held before is stale from now on.
void at_compact_write(const struct at_tree *tree,
                      const struct at_compact_opts *opts, struct at_buf *out,
                      struct at_ref_table *refs,
                      struct at_compact_result *result);

// One element on one line as a receipt names it: 'btn "Sign in" @b1',
// 'input hint="Email" value="a@b"'. Password values are never written, their
// length is. ref may be NULL.
void at_compact_write_element(const struct at_node *node, const char *ref,
                              struct at_buf *out);

// Append text between double quotes, escaped as in the tree.
void at_compact_write_quoted(struct at_str text, struct at_buf *out);

#endif
