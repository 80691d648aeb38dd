// app db, app prefs, app logs: what an app has stored and logged
#include "cli/commands.h"

#include "base/limits.h"
#include "cli/invocation.h"
#include "flow/app/stored.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 40000 };

// Open the device and the app, whose data only Android gives out.
static bool
open_data(struct at_invocation *invocation, const char **out_package,
          struct at_device **out, struct at_err *err)
{
    struct at_app *app;
    if (!at_invocation_need_app_id(invocation, out_package, err) ||
        !at_invocation_open(invocation, &app, err))
        return false;
    *out = at_app_device(app);
    return (AT_DEVICE_OFFERS(*out, query_db) &&
            AT_DEVICE_OFFERS(*out, prefs)) ||
           at_fail(err, AT_EUNSUPPORTED,
                   "a simulator's apps have their data in files of this "
                   "machine: `xcrun simctl get_app_container %s %s data` "
                   "prints their folder",
                   (*out)->serial, *out_package);
}

static json_t *
lines_of(const struct at_buf *text)
{
    json_t *lines = json_array();
    struct at_str rest = at_buf_str(text);
    struct at_str line;
    while (at_str_next_line(&rest, &line)) {
        if (line.len > 0)
            json_array_append_new(lines, at_json_text(line));
    }
    return lines;
}

// Without a name, list all databases and preference files in one reply.
static bool
leave_overview(struct at_invocation *invocation, struct at_device *device,
               const char *package, struct at_err *err)
{
    struct at_stored stored = AT_STORED_INIT;
    bool ok = at_stored_read(invocation->op, device, package, &stored, err);
    if (ok) {
        at_invocation_set(invocation, "databases",
                          at_json_texts(&stored.databases));
        at_invocation_set(invocation, "files", at_json_texts(&stored.files));
        at_invocation_set(invocation, "overview", at_json_texts(&stored.lines));
    }
    at_stored_deinit(&stored);
    return ok;
}

static void
leave_db(struct at_invocation *invocation, const struct at_db_query *query,
         const struct at_db_result *db)
{
    at_invocation_set(invocation, "database", at_json_text(query->database));
    if (!query->sql.ptr) {
        at_invocation_set(invocation, "tables", lines_of(&db->rows));
        return;
    }
    at_invocation_set(invocation, "rows", at_json_text(at_buf_str(&db->rows)));
    at_invocation_set(invocation, "row_count",
                      json_integer((json_int_t)db->row_count));
    at_invocation_set(invocation, "omitted_rows",
                      json_integer((json_int_t)db->omitted_rows));
    at_invocation_set_text(invocation, "engine", db->engine);
}

static bool
run_db(struct at_invocation *invocation, struct at_err *err)
{
    struct at_db_result db = {.rows = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES)};
    struct at_db_query query = {
        .database = at_str(at_arguments_at(invocation->args, 0)),
        .sql = at_str(at_arguments_at(invocation->args, 1))};
    struct at_device *device;
    if (!open_data(invocation, &query.package, &device, err))
        return false;
    if (!query.database.ptr)
        return leave_overview(invocation, device, query.package, err);
    bool ok = at_device_query_db(invocation->op, device, &query, &db, err);
    if (ok)
        leave_db(invocation, &query, &db);
    at_buf_deinit(&db.rows);
    return ok;
}

static bool
run_prefs(struct at_invocation *invocation, struct at_err *err)
{
    struct at_buf content = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    const char *file = at_arguments_at(invocation->args, 0);
    const char *package;
    struct at_device *device;
    if (!open_data(invocation, &package, &device, err))
        return false;
    if (!file)
        return leave_overview(invocation, device, package, err);
    bool ok = at_device_prefs(invocation->op, device, package, at_str(file),
                              &content, err);
    if (ok) {
        at_invocation_set_text(invocation, "file", file);
        at_invocation_set(invocation, "content",
                          at_json_text(at_buf_str(&content)));
    }
    at_buf_deinit(&content);
    return ok;
}

static const char *const levels[] = {"V", "D", "I", "W", "E", "F", NULL};

static bool
read_logs(const struct at_invocation *invocation, struct at_log_query *out,
          struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    const char *level = at_arguments_option(args, "--level");
    const char *package;
    int64_t lines = AT_LOG_LINES_MAX;
    if (!at_arguments_int(args, "--lines", 1, AT_LOG_LINES_MAX, &lines, err) ||
        !at_invocation_need_app_id(invocation, &package, err))
        return false;
    *out = (struct at_log_query){
        .package = at_str(package),
        .text = at_str(at_arguments_option(args, "--text")),
        .level = level ? level[0] : 0,
        .max_lines = (size_t)lines,
    };
    return true;
}

static bool
run_logs(struct at_invocation *invocation, struct at_err *err)
{
    struct at_log_result logs = {.text =
                                     AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES)};
    struct at_log_query query;
    struct at_app *app;
    bool ok =
        read_logs(invocation, &query, err) &&
        at_invocation_open(invocation, &app, err) &&
        at_device_logs(invocation->op, at_app_device(app), &query, &logs, err);
    if (ok) {
        at_invocation_set(invocation, "lines", lines_of(&logs.text));
        at_invocation_set(invocation, "omitted",
                          json_integer((json_int_t)logs.omitted));
        at_invocation_set_text(invocation, "note",
                               logs.note[0] ? logs.note : NULL);
    }
    at_buf_deinit(&logs.text);
    return ok;
}

// Print the texts and lists that the commands leave.
static void
print(const json_t *data, struct at_buf *out)
{
    static const char *const texts[] = {"rows", "content"};
    static const char *const lists[] = {"overview", "tables", "lines"};
    struct at_str note = at_json_get_str(data, "note");
    json_int_t omitted =
        json_integer_value(json_object_get(data, "omitted_rows"));
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        struct at_str text = at_json_get_str(data, texts[i]);
        at_buf_add_str(out, text);
        if (text.len > 0 && !at_str_ends(text, AT_STR("\n")))
            at_buf_add_char(out, '\n');
    }
    for (size_t i = 0; i < AT_LEN(lists); i++) {
        size_t n;
        json_t *line;
        json_array_foreach(json_object_get(data, lists[i]), n, line)
            at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(at_json_str(line)));
    }
    if (omitted > 0)
        at_buf_add_fmt(out, "(%lld more rows)\n", (long long)omitted);
    if (note.len > 0)
        at_buf_add_fmt(out, "(%.*s)\n", AT_STR_ARG(note));
}

#define COMMON                                                                 \
    .flags = AT_COMMAND_HISTORY | AT_CLI_PLATFORM | AT_CLI_APP | AT_CLI_LIVE | \
             AT_CLI_TIMEOUT,                                                   \
    .timeout_ms = TIMEOUT_MS, .print = print

const struct at_command at_cli_app_db = {
    .name = "app db",
    .summary = "query an app's databases",
    .about = "Needs a debuggable build. SQL that writes changes the app's "
             "data.",
    .positionals = AT_POSITIONALS(
        {.name = "database",
         .help = "its file's name; without it everything stored is listed",
         .optional = true},
        {.name = "sql",
         .help = "one statement; without it the tables are listed",
         .optional = true}),
    .examples = AT_EXAMPLES(
        {"app db",
         "databases with their tables, and preferences with their keys"},
        {"app db notes.db", "its tables"},
        {"app db notes.db 'SELECT title FROM notes LIMIT 3'",
         "rows, columns separated by |"}),
    .run = run_db,
    COMMON,
};

const struct at_command at_cli_app_prefs = {
    .name = "app prefs",
    .summary = "read an app's SharedPreferences",
    .about = "Needs a debuggable build.",
    .positionals = AT_POSITIONALS(
        {.name = "name",
         .help = "with or without .xml; without it everything stored is listed",
         .optional = true}),
    .examples = AT_EXAMPLES({"app prefs", "the same"},
                            {"app prefs settings", "what one holds, as XML"}),
    .run = run_prefs,
    COMMON,
};

const struct at_command at_cli_app_logs = {
    .name = "app logs",
    .summary = "show the newest lines of an app's log",
    .about = "`logs tail` shows those of the whole device, and follows them.",
    .options = AT_OPTIONS(
        {.name = "--level",
         .value = "LEVEL",
         .choices = levels,
         .help = "V, D, I, W, E or F: this and above"},
        {.name = "--text", .value = "TEXT", .help = "only lines with it"},
        {.name = "--lines",
         .value = "N",
         .help = "the newest of them",
         .absent = "200"}),
    .examples = AT_EXAMPLES(
        {"app logs", "the app's newest lines"},
        {"app logs --level W --text login --json", "some of them, as JSON"}),
    .run = run_logs,
    COMMON,
};
