// fact_log.c: assertLog
#include "base/limits.h"
#include "maestro/run/fact.h"

// Find the first line that matches, or any without a pattern.
static bool
find_line(const struct at_maestro_pattern *pattern, struct at_str lines,
          struct at_str *out, struct at_err *err)
{
    struct at_str line;
    bool matches = true;
    bool ok = true;
    *out = (struct at_str){0};
    while (ok && !out->ptr && at_str_next_line(&lines, &line)) {
        if (pattern)
            ok = at_maestro_fact_matches(pattern, line, &matches, err);
        if (ok && matches)
            *out = line;
    }
    return ok;
}

// That a line isn't there is known only if all lines have been read.
static bool
judge(struct at_maestro_call *call, const struct at_log_result *logs,
      struct at_str line, struct at_buf *found, bool *out_holds,
      struct at_err *err)
{
    bool absent = call->command->fact.absent;
    *out_holds = absent == !line.ptr;
    if (line.ptr) {
        at_buf_add_text(found, "it has ");
        at_maestro_fact_quote(call, line, found);
    } else if (absent && (logs->partial || logs->omitted > 0)) {
        return at_fail(err, AT_EUNSUPPORTED,
                       "the log can't be read completely: %s", logs->note);
    } else {
        at_buf_add_text(found, logs->note);
    }
    return true;
}

static bool
look(struct at_maestro_call *call, const struct at_maestro_pattern *pattern,
     struct at_buf *found, bool *out_holds, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_maestro_fact *fact = &call->command->fact;
    struct at_log_result logs = {.lines = 0};
    struct at_str line;
    const struct at_log_query query = {
        .package = call->command->app_id,
        .text = fact->contains.ptr ? fact->contains : AT_STR(""),
        .level = fact->level.len > 0 ? fact->level.ptr[0] : '\0',
        .since = at_str(run->mark),
        .max_lines = AT_LOG_SCAN_MAX_LINES,
        .max_bytes = AT_LOG_WHOLE_MAX_BYTES,
    };
    bool ok =
        at_device_logs(run->op, at_maestro_device(call), &query, &logs, err) &&
        find_line(pattern, at_buf_str(&logs.text), &line, err) &&
        judge(call, &logs, line, found, out_holds, err);
    at_buf_deinit(&logs.text);
    return ok;
}

bool
at_maestro_assert_log(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_fact_search search = {
        .look = look, .pattern = call->command->fact.matches, .is_part = true};
    if (!at_maestro_fact_app(call, err))
        return false;
    struct at_str level = call->command->fact.level;
    if (level.ptr && !at_maestro_is_log_level(level)) {
        at_maestro_fail_hard(call->run);
        return at_fail(err, AT_EUSAGE,
                       "assertLog can't be checked: there is no level '%.*s' "
                       "of logs: use V, D, I, W, E or F",
                       AT_STR_ARG(level));
    }
    if (!call->run->mark[0])
        return at_fail(err, AT_EDEVICE,
                       "assertLog can't be checked: the place in the device's "
                       "log from which to look is not known");
    return at_maestro_fact_await(call, &search, err);
}
