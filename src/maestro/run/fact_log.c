// fact_log.c: assertLog
#include "base/limits.h"
#include "base/quote.h"
#include "maestro/run/fact.h"

// Find the first line that matches, or any without a pattern.
static bool
find_line(const struct at_maestro_fact *fact, struct at_str lines,
          struct at_str *out, struct at_err *err)
{
    struct at_str line;
    bool matches = true;
    bool ok = true;
    *out = (struct at_str){0};
    while (ok && !out->ptr && at_str_next_line(&lines, &line)) {
        if (fact->matches.ptr)
            ok = at_maestro_fact_has(fact->matches, line, &matches, err);
        if (ok && matches)
            *out = line;
    }
    return ok;
}

// That a line isn't there is known only if all lines have been read.
static bool
judge(const struct at_maestro_fact *fact, const struct at_log_result *logs,
      struct at_str line, struct at_buf *found, bool *out_holds,
      struct at_err *err)
{
    *out_holds = fact->absent == !line.ptr;
    if (line.ptr)
        at_buf_add_fmt(found, "it has %s", AT_QUOTED(line));
    else if (fact->absent && (logs->partial || logs->omitted > 0))
        return at_fail(err, AT_EUNSUPPORTED,
                       "the log can't be read completely: %s", logs->note);
    else
        at_buf_add_text(found, logs->note);
    return true;
}

static bool
look(struct at_maestro_call *call, struct at_buf *found, bool *out_holds,
     struct at_err *err)
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
        find_line(fact, at_buf_str(&logs.text), &line, err) &&
        judge(fact, &logs, line, found, out_holds, err);
    at_buf_deinit(&logs.text);
    return ok;
}

bool
at_maestro_assert_log(struct at_maestro_call *call, struct at_err *err)
{
    if (!at_maestro_fact_app(call, err))
        return false;
    if (!call->run->mark[0])
        return at_fail(err, AT_EDEVICE,
                       "assertLog can't be checked: the place in the device's "
                       "log from which to look is not known");
    return at_maestro_fact_await(call, look, err);
}
