#include "session/run_events.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "session/run_state.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { MESSAGE_MAX_BYTES = 2048 };

// Return errno, 0 on success. The trace has one writer, so its descriptor's
// offset is at the end.
static int
write_all(int fd, struct at_str text)
{
    while (text.len > 0) {
        ssize_t n = write(fd, text.ptr, text.len);
        if (n > 0)
            text = at_str_skip(text, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return n == 0 ? EIO : errno;
    }
    return 0;
}

void
at_command_run_flush_trace(struct at_command_run *run)
{
    int sys = 0;
    if (run->trace && !run->trace_failed && run->trace_lines.len > 0)
        sys = write_all(at_filelock_fd(run->trace),
                        at_buf_str(&run->trace_lines));
    at_buf_clear(&run->trace_lines);
    if (sys == 0)
        return;
    run->trace_failed = true;
    at_command_run_warning(run, "the trace in '%s' ends here: %s", run->folder,
                           strerror(sys));
}

static void
add_to_trace(struct at_command_run *run, const json_t *event)
{
    size_t was = run->trace_lines.len;
    if (!run->trace || run->trace_failed)
        return;
    if (!at_json_write(event, &run->trace_lines) ||
        !at_buf_add_char(&run->trace_lines, '\n'))
        at_buf_cut(&run->trace_lines, was);
    if (!run->collects_events ||
        run->trace_lines.len >= AT_RUN_TRACE_PENDING_BYTES)
        at_command_run_flush_trace(run);
}

void
at_command_run_event(struct at_command_run *run, const char *event,
                     json_t *data)
{
    char ts[AT_RFC3339_MAX];
    json_t *whole = json_object();
    at_wall_write(at_wall_now_ms(), ts);
    at_json_set_text(whole, "type", "event");
    at_json_set_text(whole, "ts", ts);
    at_json_set_text(whole, "event", event);
    at_json_set(whole, "data", data);
    add_to_trace(run, whole);
    if (run->listener.event)
        run->listener.event(run->listener.user, whole);
    json_decref(whole);
}

static json_t *
message(const char *fmt, va_list args)
{
    char text[MESSAGE_MAX_BYTES];
    int len = vsnprintf(text, sizeof(text), fmt, args);
    size_t max = sizeof(text) - 1;
    size_t got = len > 0 ? (size_t)len : 0;
    struct at_str whole = at_str_n(text, got < max ? got : max);
    return at_json_text(got > max ? at_utf8_head(whole, max - 1) : whole);
}

static void
add_message(struct at_command_run *run, const char *event, json_t *text)
{
    json_t *data = json_object();
    at_json_set(data, "message", text);
    at_command_run_event(run, event, data);
}

void
at_command_run_progress(struct at_command_run *run, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    json_t *text = message(fmt, args);
    va_end(args);
    add_message(run, "progress", text);
}

void
at_command_run_warning(struct at_command_run *run, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    json_t *text = message(fmt, args);
    va_end(args);
    json_array_append(run->warnings, text);
    add_message(run, "warning", text);
}

const json_t *
at_command_run_warnings(const struct at_command_run *run)
{
    return run->warnings;
}

void
at_command_run_forget_warnings(struct at_command_run *run, size_t from)
{
    while (json_array_size(run->warnings) > from)
        json_array_remove(run->warnings, json_array_size(run->warnings) - 1);
}
