// line.h: what a recorded program tells its recorder, as a line of JSON; pure
//
// The text of a secret is in the line, which goes through a pipe that only this
// user can read, and never to a file.
#ifndef AT_MAESTRO_RECORD_LINE_H
#define AT_MAESTRO_RECORD_LINE_H

#include "base/buf.h"
#include "base/err.h"
#include "maestro/record/take.h"

enum { AT_MAESTRO_LINE_MAX_BYTES = 256 * 1024 };

struct at_maestro_line {
    struct at_str program;  // "agentest"
    struct at_str app_id;   // empty: unknown
    struct at_str commands; // text of commands; may be empty
    bool proposes;          // the last one is an assertion that was proposed
    struct at_str missing;  // why something is not in commands; empty: all is
    struct at_str secret_name; // empty: none
    struct at_str secret;
};

// Append a take with a newline; false if it has a text that no file can hold.
AT_CHECKED bool at_maestro_line_write(const char *program, const char *app_id,
                                      const struct at_maestro_take *take,
                                      struct at_buf *out, struct at_err *err);

// Read a line without its newline; texts are in arena. AT_EPROTO if it is
// malformed.
AT_CHECKED bool at_maestro_line_read(struct at_arena *arena, struct at_str text,
                                     struct at_maestro_line *out,
                                     struct at_err *err);

#endif
