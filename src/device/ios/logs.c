// logs.c: past and future entries of a simulator's log
#include <stdio.h>

#include "base/alloc.h"
#include "base/argv.h"
#include "base/limits.h"
#include "device/ios/parse_oslog.h"
#include "device/ios/sim.h"
#include "device/ios/simctl.h"
#include "device/ios/tool_lines.h"
#include "sys/cancel.h"

// The whole device logs more per minute than an app per quarter of an hour.
#define LAST_OF_APP "15m"
#define LAST_OF_ALL "1m"

static bool
check_level(char level, struct at_err *err)
{
    return !level || at_oslog_is_level(level) ||
           at_fail(err, AT_EUSAGE, "unknown log level '%c': V, D, I, W, E or F",
                   level);
}

// Append --predicate if an app is given.
static bool
add_predicate(const struct at_op *op, struct at_device *device,
              struct at_str app, struct at_argv *words, struct at_err *err)
{
    struct at_buf predicate = AT_BUF_INIT(8 * AT_KIB);
    char *path = NULL;
    char *app_id = at_strndup(app.len ? app.ptr : "", app.len);
    bool ok = app.len == 0 || at_ios_container(op, device, app_id, &path, err);
    if (ok && path) {
        at_oslog_predicate(at_str(path), &predicate);
        at_argv_add(words, "--predicate");
        at_argv_add_str(words, at_buf_str(&predicate));
    }
    at_buf_deinit(&predicate);
    free(path);
    free(app_id);
    return ok;
}

static void
write_note(const struct at_log_query *query, struct at_log_result *out)
{
    const char *last = query->package.len > 0 ? "15 minutes" : "minute";
    if (out->lines == 0)
        snprintf(out->note, sizeof(out->note),
                 "The log of the last %s has no %s.", last,
                 query->level || query->text.len > 0
                     ? "line that matches the filter"
                     : "lines of it");
    else if (out->omitted > 0)
        snprintf(out->note, sizeof(out->note),
                 "%zu older matching lines left out.", out->omitted);
}

bool
at_ios_logs(const struct at_op *op, struct at_device *device,
            const struct at_log_query *query, struct at_log_result *out,
            struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    struct at_argv words = AT_ARGV_INIT;
    struct at_simctl_result result = {0};
    const char *const show[] = {
        "spawn",   device->serial,
        "log",     "show",
        "--style", "compact",
        "--info",  "--debug",
        "--last",  query->package.len > 0 ? LAST_OF_APP : LAST_OF_ALL,
        NULL};
    *out = (struct at_log_result){0};
    if (!check_level(query->level, err))
        return false;
    if (query->since.len > 0)
        return at_fail(err, AT_EUNSUPPORTED,
                       "a simulator's log has no marks to read from");
    at_argv_add_all(&words, show);
    bool ok = add_predicate(op, device, query->package, &words, err) &&
              at_simctl_run(&call, at_argv_words(&words), &result, err);
    if (ok) {
        at_oslog_filter(at_buf_str(&result.proc.out), query, out);
        write_note(query, out);
    }
    at_simctl_result_deinit(&result);
    at_argv_deinit(&words);
    return ok;
}

struct following {
    const struct at_log_query *query;
    const struct at_log_sink *sink;
    struct at_oslog_state state;
    struct at_cancel *cancel;
    bool enough;
};

static void
take_line(void *user, bool is_err, struct at_str line)
{
    struct following *f = user;
    if (is_err || f->enough || !at_oslog_passes(&f->state, line, f->query))
        return;
    f->enough = !f->sink->line(f->sink->user, line);
    if (f->enough)
        at_cancel_fire(f->cancel);
}

static bool
stream(const struct at_op *op, struct at_device *device,
       const struct at_argv *argv, struct following *f, struct at_err *err)
{
    struct at_tool_lines lines = {
        .next = device->listener, .line = take_line, .user = f};
    const struct at_op sub = {op->deadline_ns, f->cancel};
    const struct at_platform_call call = {&sub, at_tool_lines_listen(&lines)};
    struct at_simctl_result result;
    bool ok = at_simctl_run_lines(&call, at_argv_words(argv), &result, err);
    if (ok && !f->enough)
        ok = at_fail(err, AT_EDEVICE,
                     "the log ended by itself: the simulator was shut down, or "
                     "its log service started again; follow it again");
    at_simctl_result_deinit(&result);
    at_tool_lines_deinit(&lines);
    return ok || f->enough;
}

bool
at_ios_follow_logs(const struct at_op *op, struct at_device *device,
                   const struct at_log_query *query,
                   const struct at_log_sink *sink, struct at_err *err)
{
    struct following f = {.query = query, .sink = sink};
    struct at_argv words = AT_ARGV_INIT;
    const char *const show[] = {"spawn",   device->serial, "log",
                                "stream",  "--style",      "compact",
                                "--level", "debug",        NULL};
    if (!check_level(query->level, err))
        return false;
    f.cancel = at_cancel_new(op->cancel, err);
    if (!f.cancel)
        return false;
    at_argv_add_all(&words, show);
    bool ok = add_predicate(op, device, query->package, &words, err) &&
              stream(op, device, &words, &f, err);
    at_argv_deinit(&words);
    at_cancel_free(f.cancel);
    return ok;
}
