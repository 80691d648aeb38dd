// live_table.h: the cases of a suite run as a table that a terminal redraws
//
// Drawing is pure: the same table gives the same frame for a width. A painter
// keeps the frame at the bottom of the terminal.
#ifndef AT_PROGRAMS_LIVE_TABLE_H
#define AT_PROGRAMS_LIVE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum at_live_state { AT_LIVE_WAITING, AT_LIVE_RUNNING, AT_LIVE_DONE };

struct at_live_case {
    const char *name; // borrowed
    enum at_live_state state;
    char device[64];
    int64_t step; // from 1; 0: none yet
    int64_t steps;
    int64_t began_ns;
};

struct at_live_table {
    const struct at_live_case *cases; // borrowed
    size_t count;
    size_t passed, failed, without; // cases that are done
    int64_t began_ns;
    const char *note; // why nothing goes on, or ""; borrowed
};

struct at_live_screen {
    size_t width;
    size_t height;
    bool colour;
    int64_t now_ns;
};

// Append the frame: lines of at most width columns, each with a line feed, at
// most height - 1 of them.
void at_live_draw(const struct at_live_table *table,
                  const struct at_live_screen *screen, struct at_buf *out);
// Cut text to that many columns, and fill it up to them.
void at_live_fit(struct at_str text, size_t columns, struct at_buf *out);

struct at_live_painter {
    int fd;
    bool colour;
    size_t lines; // on the terminal now
};

// Return true if fd is a terminal that can move its cursor. colour is false
// with NO_COLOR.
bool at_live_open(int fd, struct at_live_painter *out);
// Replace the frame, in one write.
void at_live_paint(struct at_live_painter *painter,
                   const struct at_live_table *table);
// Remove it: whatever is written next takes its place.
void at_live_erase(struct at_live_painter *painter);

#endif
