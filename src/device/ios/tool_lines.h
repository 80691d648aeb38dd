// tool_lines.h: a tool's lines as they come, while another listener hears all
#ifndef AT_DEVICE_IOS_TOOL_LINES_H
#define AT_DEVICE_IOS_TOOL_LINES_H

#include "base/lines.h"
#include "sys/proc.h"

// Set next, line and user; listen() makes the listener, which is borrowed as
// long as this struct stays where it is. Lines that are too long are left out.
struct at_tool_lines {
    const struct at_proc_listener *next; // NULL: nobody
    void (*line)(void *user, bool is_err, struct at_str line);
    void *user;
    struct at_lines parts[2]; // of stdout and stderr
    struct at_proc_listener listener;
};

const struct at_proc_listener *at_tool_lines_listen(
    struct at_tool_lines *lines);
void at_tool_lines_deinit(struct at_tool_lines *lines);

#endif
