#include "session/run_tools.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "session/run_artifacts.h"
#include "session/run_events.h"
#include "session/run_state.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "wire/json.h"

// One more for a CR before the newline.
enum { PART_MAX = AT_RUN_LINE_MAX_BYTES + 1 };

static const char *
stream_name(bool is_err)
{
    return is_err ? "stderr" : "stdout";
}

static json_t *
argv_of(const struct at_proc_opts *opts)
{
    json_t *all = json_array();
    for (int i = 0; opts->argv[i]; i++)
        json_array_append_new(all, at_json_text(at_str(opts->argv[i])));
    return all;
}

static char *
tool_of(const struct at_proc_opts *opts)
{
    const char *slash = strrchr(opts->argv[0], '/');
    if (opts->tool)
        return at_strdup(opts->tool);
    return at_strdup(slash ? slash + 1 : opts->argv[0]);
}

static char *
action_of(const struct at_proc_opts *opts)
{
    if (opts->action)
        return at_strdup(opts->action);
    return at_strdup(opts->argv[1] ? opts->argv[1] : "");
}

static json_t *
data_of(const struct at_command_run_child *child)
{
    json_t *data = json_object();
    at_json_set_text(data, "tool", child->tool);
    if (child->action[0])
        at_json_set_text(data, "action", child->action);
    return data;
}

static void
write_log(struct at_command_run *run)
{
    struct at_command_run_child *child = &run->child;
    struct at_err err = AT_ERR_INIT;
    if (child->log_path && child->log_lines.len > 0 &&
        !at_file_append(child->log_path, at_buf_str(&child->log_lines), &err)) {
        free(child->log_path);
        child->log_path = NULL;
        at_command_run_warning(run, "a log ends early: %s", err.msg);
    }
    at_buf_clear(&child->log_lines);
}

static void
add_output_event(struct at_command_run *run, bool is_err, struct at_str line)
{
    struct at_str head = at_utf8_head(line, AT_RUN_EVENT_LINE_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(AT_RUN_EVENT_LINE_MAX_BYTES + 8);
    if (run->output_ended)
        return;
    if (run->output_bytes + head.len > AT_RUN_OUTPUT_MAX_BYTES) {
        run->output_ended = true;
        at_command_run_warning(
            run, "%s prints more than %zu bytes; the rest is %s",
            run->child.tool, AT_RUN_OUTPUT_MAX_BYTES,
            run->child.log_path ? "in its log" : "not shown");
        return;
    }
    run->output_bytes += head.len + 1;
    at_buf_add_str(&text, head);
    if (head.len < line.len)
        at_buf_add_text(&text, "…");
    json_t *data = json_object();
    at_json_set_text(data, "tool", run->child.tool);
    at_json_set_text(data, "stream", stream_name(is_err));
    at_json_set(data, "line", at_json_text(at_buf_str(&text)));
    at_command_run_event(run, "output", data);
    at_buf_deinit(&text);
}

static void
add_line(struct at_command_run *run, bool is_err, struct at_str line)
{
    struct at_command_run_child *child = &run->child;
    char ts[AT_RFC3339_MAX];
    if (child->log_path) {
        at_wall_write(at_wall_now_ms(), ts);
        at_buf_add_fmt(&child->log_lines, "%s %s | ", ts, stream_name(is_err));
        at_buf_add_str(&child->log_lines, line);
        at_buf_add_char(&child->log_lines, '\n');
        if (child->log_lines.len >= child->log_lines.max / 2)
            write_log(run);
    }
    if (child->is_data && !is_err)
        child->lines++;
    else
        add_output_event(run, is_err, line);
}

// Write the complete line in the buffer.
static void
end_part(struct at_command_run *run, bool is_err)
{
    struct at_buf *part = &run->child.part[is_err];
    struct at_str line = at_buf_str(part);
    if (line.len > 0 && line.ptr[line.len - 1] == '\r')
        line.len--;
    add_line(run, is_err, line);
    at_buf_clear(part);
}

static void
add_to_part(struct at_command_run *run, bool is_err, struct at_str piece)
{
    struct at_buf *part = &run->child.part[is_err];
    while (piece.len > 0) {
        struct at_str head = at_str_head(piece, PART_MAX + 1 - part->len);
        at_buf_add_str(part, head);
        piece = at_str_skip(piece, head.len);
        if (part->len <= PART_MAX)
            continue;
        struct at_str full =
            at_utf8_head(at_buf_str(part), AT_RUN_LINE_MAX_BYTES);
        add_line(run, is_err, full);
        at_buf_drop(part, full.len);
    }
}

static void
printed(void *user, bool is_err, struct at_str piece)
{
    struct at_command_run *run = user;
    if (!run->child.runs)
        return;
    run->collects_events = true;
    while (piece.len > 0) {
        const char *end = memchr(piece.ptr, '\n', piece.len);
        size_t len = end ? (size_t)(end - piece.ptr) : piece.len;
        add_to_part(run, is_err, at_str_head(piece, len));
        if (end)
            end_part(run, is_err);
        piece = at_str_skip(piece, end ? len + 1 : len);
    }
    write_log(run);
    run->collects_events = false;
    at_command_run_flush_trace(run);
}

// End the child, including output after its last newline.
static void
end_child(struct at_command_run *run)
{
    struct at_command_run_child *child = &run->child;
    for (int is_err = 0; is_err < 2; is_err++) {
        if (child->part[is_err].len > 0)
            end_part(run, is_err);
    }
    write_log(run);
    free(child->tool);
    free(child->action);
    free(child->log_path);
    child->tool = child->action = child->log_path = NULL;
    child->runs = false;
}

static void
started(void *user, const struct at_proc_opts *opts, long pid)
{
    struct at_command_run *run = user;
    struct at_command_run_child *child = &run->child;
    if (child->runs)
        end_child(run);
    child->runs = true;
    child->began_ns = at_now_ns();
    child->is_data = !opts->listener_only;
    child->lines = 0;
    child->tool = tool_of(opts);
    child->action = action_of(opts);
    child->log_path = at_command_run_next_log(run, child->tool, child->action);
    json_t *data = data_of(child);
    at_json_set(data, "argv", argv_of(opts));
    at_json_set(data, "pid", json_integer(pid));
    at_json_set(data, "log",
                child->log_path ? at_json_text(at_str(child->log_path))
                                : json_null());
    at_command_run_event(run, "spawn", data);
}

static void
ended(void *user, int exit_status, const struct at_err *why)
{
    struct at_command_run *run = user;
    struct at_command_run_child *child = &run->child;
    if (!child->runs)
        return;
    json_t *data = data_of(child);
    at_json_set(data, "exit_status", json_integer(exit_status));
    at_json_set(data, "ms",
                json_integer((at_now_ns() - child->began_ns) / AT_NS_PER_MS));
    if (why)
        at_json_set_text(data, "error", why->msg);
    end_child(run);
    if (child->is_data)
        at_json_set(data, "lines", json_integer((json_int_t)child->lines));
    at_command_run_event(run, "progress", data);
}

void
at_command_run_tools_init(struct at_command_run *run)
{
    for (int i = 0; i < 2; i++)
        run->child.part[i] = (struct at_buf)AT_BUF_INIT(PART_MAX + 1);
    run->child.log_lines =
        (struct at_buf)AT_BUF_INIT(4 * AT_RUN_LINE_MAX_BYTES);
    run->tools = (struct at_proc_listener){started, printed, ended, run};
}

void
at_command_run_tools_deinit(struct at_command_run *run)
{
    if (run->child.runs)
        end_child(run);
    for (int i = 0; i < 2; i++)
        at_buf_deinit(&run->child.part[i]);
    at_buf_deinit(&run->child.log_lines);
}
