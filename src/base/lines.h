// lines.h: complete lines from a byte stream
//
// A line longer than max is not stored: its bytes are dropped up to the next
// newline, and it is reported as too long.
#ifndef AT_BASE_LINES_H
#define AT_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

struct at_lines {
    struct at_buf part; // start of a line; its max limits a line
    bool skipping;      // inside an overlong line
    bool given;         // part holds the line returned by the last call
};

struct at_line {
    struct at_str text; // without the newline and a preceding CR
    bool too_long;      // text is empty
};

#define AT_LINES_INIT(max_len)                                                 \
    {                                                                          \
        .part = AT_BUF_INIT(max_len)                                           \
    }

void at_lines_deinit(struct at_lines *lines);

// Consume bytes of *in until a line is complete. Return false once *in is
// empty. out's text is valid until the next call, provided that *in's bytes
// are.
bool at_lines_next(struct at_lines *lines, struct at_str *in,
                   struct at_line *out);

#endif
