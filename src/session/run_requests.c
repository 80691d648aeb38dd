#include "session/run_requests.h"

#include <inttypes.h>

#include "base/limits.h"
#include "session/run_artifacts.h"
#include "session/run_events.h"
#include "session/run_state.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "wire/json.h"

enum {
    LINES_MAX_BYTES = 64 * 1024, // buffered before writing
    NAMED_MAX = 16,              // requests listed in one event
    NAME_MAX_BYTES = 200,
};

static void
write_lines(struct at_command_run *run)
{
    struct at_err err = AT_ERR_INIT;
    if (run->requests_log && run->request_lines.len > 0 &&
        !at_file_append(run->requests_log, at_buf_str(&run->request_lines),
                        &err)) {
        free(run->requests_log);
        run->requests_log = NULL;
        at_command_run_warning(run, "a log ends early: %s", err.msg);
    }
    at_buf_clear(&run->request_lines);
}

static void
add_line(struct at_command_run *run, const struct at_request *request)
{
    char ts[AT_RFC3339_MAX];
    int64_t took_ns = at_now_ns() - request->began_ns;
    const struct at_err *why = request->why;
    if (!run->requests_log && run->requests_begun)
        return;
    if (!run->requests_begun)
        run->requests_log = at_command_run_next_log(run, "adb", "requests");
    run->requests_begun = true;
    at_wall_write(at_wall_now_ms(), ts);
    at_buf_add_fmt(&run->request_lines,
                   "%s %s | %.*s: %" PRId64 ".%03d ms%s%s\n", ts,
                   why ? "stderr" : "stdout",
                   AT_STR_ARG(at_utf8_head(request->what, AT_KIB)),
                   took_ns / AT_NS_PER_MS, (int)(took_ns % AT_NS_PER_MS / 1000),
                   why ? ": " : "", why ? why->msg : "");
    if (run->request_lines.len >= LINES_MAX_BYTES / 2)
        write_lines(run);
}

static void
ended(void *user, const struct at_request *request)
{
    struct at_command_run *run = user;
    if (run->folder)
        add_line(run, request);
    if (json_array_size(run->requests) < NAMED_MAX)
        json_array_append_new(
            run->requests,
            at_json_text(at_utf8_head(request->what, NAME_MAX_BYTES)));
}

json_t *
at_command_run_requests_take(struct at_command_run *run)
{
    json_t *all = run->requests;
    if (json_array_size(all) == 0)
        return NULL;
    run->requests = json_array();
    return all;
}

const struct at_request_watch *
at_command_run_requests(struct at_command_run *run)
{
    return &run->requests_watch;
}

void
at_command_run_requests_init(struct at_command_run *run)
{
    run->requests = json_array();
    run->request_lines = (struct at_buf)AT_BUF_INIT(LINES_MAX_BYTES);
    run->requests_watch = (struct at_request_watch){ended, run, &run->tools};
}

void
at_command_run_requests_deinit(struct at_command_run *run)
{
    write_lines(run);
    at_buf_deinit(&run->request_lines);
    free(run->requests_log);
    json_decref(run->requests);
}
