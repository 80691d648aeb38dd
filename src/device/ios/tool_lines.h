// tool_lines.h: splits a tool's output into lines and forwards it to another
// listener
#ifndef AT_DEVICE_IOS_TOOL_LINES_H
#define AT_DEVICE_IOS_TOOL_LINES_H

#include "base/lines.h"
#include "sys/proc.h"

// Set next, line and user; at_tool_lines_listen() creates the listener, which
// is borrowed while this struct stays in place. Overlong lines are skipped.
struct at_tool_lines {
    const struct at_proc_listener *next; // NULL: none
    void (*line)(void *user, bool is_err, struct at_str line);
    void *user;
    struct at_lines parts[2]; // for stdout and stderr
    struct at_proc_listener listener;
};

const struct at_proc_listener *at_tool_lines_listen(
    struct at_tool_lines *lines);
void at_tool_lines_deinit(struct at_tool_lines *lines);

#endif
