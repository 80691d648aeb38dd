#include "device/ios/tool_lines.h"

#include "base/limits.h"

static void
started(void *user, const struct at_proc_opts *opts, long pid)
{
    struct at_tool_lines *lines = user;
    if (lines->next)
        lines->next->started(lines->next->user, opts, pid);
}

static void
printed(void *user, bool is_err, struct at_str piece)
{
    struct at_tool_lines *lines = user;
    struct at_line line;
    if (lines->next)
        lines->next->printed(lines->next->user, is_err, piece);
    while (at_lines_next(&lines->parts[is_err], &piece, &line))
        if (!line.too_long)
            lines->line(lines->user, is_err, line.text);
}

static void
ended(void *user, int exit_status, const struct at_err *why)
{
    struct at_tool_lines *lines = user;
    if (lines->next)
        lines->next->ended(lines->next->user, exit_status, why);
}

const struct at_proc_listener *
at_tool_lines_listen(struct at_tool_lines *lines)
{
    for (size_t i = 0; i < AT_LEN(lines->parts); i++)
        lines->parts[i] =
            (struct at_lines)AT_LINES_INIT(AT_TOOL_LINE_MAX_BYTES);
    lines->listener = (struct at_proc_listener){
        .started = started,
        .printed = printed,
        .ended = ended,
        .user = lines,
    };
    return &lines->listener;
}

void
at_tool_lines_deinit(struct at_tool_lines *lines)
{
    for (size_t i = 0; i < AT_LEN(lines->parts); i++)
        at_lines_deinit(&lines->parts[i]);
}
