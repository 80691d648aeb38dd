#include "flow/steps/steps_data.h"

#include "base/limits.h"
#include "flow/app/stored.h"

enum { LOG_LINES = 50 }; // default of a step

static bool
has_package(const struct at_step_call *call, struct at_err *err)
{
    return *at_app_package(call->app) ||
           at_fail(err, AT_EUSAGE, "no app is connected whose data to read");
}

// Keep as much as fits: the end of a log, the beginning of everything else.
static void
set_output(struct at_step_call *call, struct at_str text, bool newest,
           const char *advice)
{
    struct at_str shown = text;
    call->result->has_output = true;
    if (text.len > AT_STEP_OUTPUT_MAX_BYTES && newest) {
        shown = at_str_skip(text, text.len - AT_STEP_OUTPUT_MAX_BYTES);
        struct at_str part;
        at_str_next_line(&shown, &part);
    } else {
        shown = at_utf8_head(text, AT_STEP_OUTPUT_MAX_BYTES);
    }
    if (shown.len < text.len)
        at_step_note(call, "%zu bytes are left out: %s", text.len - shown.len,
                     advice);
    while (at_str_ends(shown, AT_STR("\n")))
        shown.len--;
    at_buf_add_str(&call->result->output, shown);
}

static bool
read_overview(struct at_step_call *call, struct at_err *err)
{
    struct at_stored stored;
    struct at_buf text = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    bool ok = at_stored_read(call->op, at_app_device(call->app),
                             at_app_package(call->app), &stored, err);
    for (size_t i = 0; i < stored.lines.count; i++)
        at_buf_add_fmt(&text, "%s\n", stored.lines.words[i]);
    if (ok && text.len == 0)
        at_buf_add_text(&text, "no databases and no preference files yet");
    if (ok)
        set_output(call, at_buf_str(&text), false, "name a database or file");
    at_stored_deinit(&stored);
    at_buf_deinit(&text);
    return ok;
}

static bool
query_database(struct at_step_call *call, struct at_err *err)
{
    const struct at_flow_step *step = call->step;
    struct at_db_result db = {.rows = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES)};
    const struct at_db_query query = {at_app_package(call->app), step->database,
                                      step->query};
    bool ok = at_device_query_db(call->op, at_app_device(call->app), &query,
                                 &db, err);
    if (ok)
        set_output(call, at_buf_str(&db.rows), false,
                   "select fewer columns, or use LIMIT and OFFSET");
    if (ok && db.omitted_rows > 0)
        at_step_note(call, "%zu rows are left out", db.omitted_rows);
    at_buf_deinit(&db.rows);
    return ok;
}

static bool
describe_database(struct at_step_call *call, struct at_err *err)
{
    struct at_argv lines = AT_ARGV_INIT;
    bool ok = at_stored_add_database(call->op, at_app_device(call->app),
                                     at_app_package(call->app),
                                     call->step->database, &lines, err);
    if (ok)
        set_output(call, at_str(lines.words[0]), false, "query sqlite_master");
    at_argv_deinit(&lines);
    return ok;
}

bool
at_step_query_db(struct at_step_call *call, struct at_err *err)
{
    if (!has_package(call, err))
        return false;
    if (call->step->database.len == 0)
        return read_overview(call, err);
    return call->step->query.len > 0 ? query_database(call, err)
                                     : describe_database(call, err);
}

bool
at_step_get_shared_prefs(struct at_step_call *call, struct at_err *err)
{
    struct at_buf content = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    if (!has_package(call, err))
        return false;
    if (call->step->file.len == 0)
        return read_overview(call, err);
    bool ok = at_device_prefs(call->op, at_app_device(call->app),
                              at_app_package(call->app), call->step->file,
                              &content, err);
    if (ok)
        set_output(call, at_buf_str(&content), false,
                   "agentest_get_shared_prefs has them by offset");
    at_buf_deinit(&content);
    return ok;
}

bool
at_step_get_logs(struct at_step_call *call, struct at_err *err)
{
    const struct at_flow_step *step = call->step;
    struct at_log_result logs = {.text =
                                     AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES)};
    int64_t lines = step->max_lines == AT_ABSENT ? LOG_LINES : step->max_lines;
    const struct at_log_query query = {
        .package = at_str(at_app_package(call->app)),
        .text = step->log_text,
        .level = step->level.len > 0 ? step->level.ptr[0] : 0,
        .max_lines = (size_t)lines,
    };
    bool ok =
        at_device_logs(call->op, at_app_device(call->app), &query, &logs, err);
    if (ok && logs.note[0])
        at_step_note(call, "%s", logs.note);
    if (ok)
        set_output(call, at_buf_str(&logs.text), true,
                   "filter by level or text");
    at_buf_deinit(&logs.text);
    return ok;
}

// The current screen does not show how the app reacts to another network.
bool
at_step_set_network(struct at_step_call *call, struct at_err *err)
{
    struct at_buf message = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES);
    const struct at_network network = at_step_network(call->step);
    bool ok = at_device_network(call->op, at_app_device(call->app), &network,
                                &message, err);
    at_app_mark_stale(call->app);
    if (ok)
        at_step_note(call, "%s", at_buf_text(&message));
    at_buf_deinit(&message);
    return ok;
}
