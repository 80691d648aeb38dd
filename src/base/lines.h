// lines.h: whole lines from a stream of bytes
//
// A line longer than max is not stored: its bytes are dropped up to the next
// newline and it is reported as too long.
#ifndef AT_BASE_LINES_H
#define AT_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

struct at_lines {
    struct at_buf part; // the beginning of a line; its max is the longest line
    bool skipping;      // within a line that is too long
    bool given;         // part is the line of the last call
};

struct at_line {
    struct at_str text; // without the newline, a CR before it dropped
    bool too_long;      // text is empty
};

#define AT_LINES_INIT(max_len)                                                 \
    {                                                                          \
        .part = AT_BUF_INIT(max_len)                                           \
    }

void at_lines_deinit(struct at_lines *lines);

// Take bytes off *in until a line is complete. Returns false once *in is empty.
// out's text is valid until the next call, as long as *in's bytes are.
bool at_lines_next(struct at_lines *lines, struct at_str *in,
                   struct at_line *out);

#endif
