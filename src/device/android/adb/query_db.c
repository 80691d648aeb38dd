// query_db.c: SQL on an app's database: on the device if it has sqlite3, else
// on a copy
#include <stdio.h>

#include "base/limits.h"
#include "device/android/parse/packages.h"
#include "device/android/parse/run_as.h"
#include "device/android/parse/sql_statement.h"
#include "device/android/adb/data_files.h"
#include "device/android/adb/db_rows.h"
#include "device/android/adb/host_db.h"
#include "device/android/adb/shell.h"

enum { COPY_TRIES = 4 };

struct call {
    struct at_android *android;
    const char *package;
    char path[AT_DATA_PATH_MAX]; // below the app's folder
    struct at_str sql;
};

#define TABLES                                                                 \
    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"

static bool
fail_no_database(const struct at_op *op, const struct call *call,
                 struct at_err *err)
{
    struct at_buf lines = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    struct at_buf names = AT_BUF_INIT(512);
    struct at_str name;
    (void)!at_data_list_databases(op, call->android, call->package, &lines,
                                  NULL);
    struct at_str rest = at_buf_str(&lines);
    while (at_str_next_line(&rest, &name))
        at_buf_add_fmt(&names, "%s%.*s", names.len > 0 ? ", " : "",
                       AT_STR_ARG(name));
    if (names.len > 0)
        at_fail(err, AT_EDEVICE, "no %s; '%s' has: %s", call->path,
                call->package, at_buf_text(&names));
    else
        at_fail(err, AT_EDEVICE, "no %s: '%s' has not made any database yet",
                call->path, call->package);
    at_buf_deinit(&names);
    at_buf_deinit(&lines);
    return false;
}

// Return the error output, or the first line of the mixed output of an old
// shell.
static struct at_str
complaint_of(const struct at_adb_result *result)
{
    struct at_str rest = at_buf_str(&result->out);
    struct at_str line = {0};
    if (result->exit_status >= 0)
        return at_buf_str(&result->err);
    return at_str_next_line(&rest, &line) ? line : rest;
}

// Run the SQL with a blank before it: it may begin with '-' or '.', which
// sqlite3 would take for an option or a command.
static bool
write_command(const struct at_op *op, const struct call *call, const char *sql,
              struct at_buf *out, struct at_err *err)
{
    const char *look[] = {"run-as", call->package, "ls", call->path, NULL};
    const char *run[] = {"run-as",   call->package, "sqlite3",
                         call->path, sql,           NULL};
    // sqlite3 would create a missing database.
    if (!at_shell_quote(op, call->android, out, look, err))
        return false;
    at_buf_add_text(out, " >/dev/null && ");
    return at_shell_quote(op, call->android, out, run, err);
}

static bool
run_on_device(const struct at_op *op, const struct call *call,
              struct at_str sql, struct at_adb_result *result,
              struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(AT_ADB_REQUEST_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(AT_SQL_MAX_BYTES + 2);
    at_buf_add_char(&text, ' ');
    at_buf_add_str(&text, sql);
    at_adb_result_init(result, AT_SHELL_OUTPUT_MAX_BYTES);
    bool ok = write_command(op, call, at_buf_text(&text), &command, err) &&
              at_adb_shell(op, &call->android->adb, at_buf_text(&command),
                           result, err);
    if (!ok && err && err->code == AT_ETIMEOUT)
        at_err_add(err, "the query takes too long: narrow it, or see whether "
                        "it ends at all");
    at_buf_deinit(&text);
    at_buf_deinit(&command);
    return ok;
}

static void
list_tables(const struct at_op *op, const struct call *call, char *buf,
            size_t cap)
{
    struct at_adb_result result;
    size_t len = 0;
    struct at_str line;
    buf[0] = '\0';
    if (run_on_device(op, call,
                      AT_STR("SELECT name FROM sqlite_master WHERE type IN "
                             "('table','view') ORDER BY name"),
                      &result, NULL) &&
        result.exit_status <= 0) {
        struct at_str rest = at_buf_str(&result.out);

        while (at_str_next_line(&rest, &line) && len + line.len + 3 < cap)
            len += (size_t)snprintf(buf + len, cap - len, "%s%.*s",
                                    len > 0 ? ", " : "", AT_STR_ARG(line));
    }
    at_adb_result_deinit(&result);
}

static bool
fail_sql(const struct at_op *op, const struct call *call, struct at_str said,
         struct at_err *err)
{
    struct at_shell_text words = at_shell_text_of_str(said);
    char tables[400] = "";
    if (at_str_has(said, AT_STR("no such table")))
        list_tables(op, call, tables, sizeof(tables));
    return at_fail(err, AT_EDEVICE, "sqlite3: %s%s%s", words.text,
                   tables[0] ? "; available: " : "", tables);
}

// *out_missing: the device has no sqlite3, which is not a failure yet.
static bool
judge_device(const struct at_op *op, const struct call *call,
             const struct at_adb_result *result, bool *out_missing,
             struct at_err *err)
{
    struct at_str said = complaint_of(result);
    if (result->exit_status == 0)
        return true;
    enum at_run_as verdict = at_run_as_judge(said);
    *out_missing = verdict == AT_RUN_AS_NO_PROGRAM;
    if (*out_missing)
        return true;
    if (at_shell_run_as_failed(op, call->android, call->package, said, err))
        return false;
    if (verdict == AT_RUN_AS_NO_FILE)
        return fail_no_database(op, call, err);
    if (result->exit_status > 0 || at_str_starts(said, AT_STR("Error")) ||
        at_str_starts(said, AT_STR("SQL error")))
        return fail_sql(op, call, said, err);
    return true;
}

static bool
query_on_device(const struct at_op *op, const struct call *call,
                struct at_db_result *out, bool *out_missing, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = run_on_device(op, call, call->sql, &result, err) &&
              judge_device(op, call, &result, out_missing, err);
    if (ok && !*out_missing) {
        call->android->sqlite3 = AT_HAS;
        at_db_rows_init(out, "device");
        at_db_rows_add_lines(out, at_buf_str(&result.out));
    } else if (ok) {
        call->android->sqlite3 = AT_HAS_NOT;
    }
    at_adb_result_deinit(&result);
    return ok;
}

// Read a file of the database over exec, which is binary clean. A missing file
// reads as empty.
static bool
copy_file(const struct at_op *op, const struct call *call, const char *ending,
          struct at_buf *out, struct at_err *err)
{
    char path[AT_DATA_PATH_MAX + 16];
    const char *words[] = {"run-as", call->package, "cat", path, NULL};
    struct at_buf command = AT_BUF_INIT(2048);
    snprintf(path, sizeof(path), "%s%s", call->path, ending);
    at_buf_clear(out);
    bool ok = at_shell_quote(op, call->android, &command, words, err);
    at_buf_add_text(&command, " 2>/dev/null");
    ok = ok && at_adb_exec(op, &call->android->adb, at_buf_text(&command),
                           at_str_n(NULL, 0), out, err);
    at_buf_deinit(&command);
    return ok;
}

struct files {
    struct at_buf wal;
    struct at_buf main;
    struct at_buf journal;
    struct at_buf wal_after;
};

static bool
copy_files(const struct at_op *op, const struct call *call, struct files *files,
           struct at_err *err)
{
    return copy_file(op, call, "-wal", &files->wal, err) &&
           copy_file(op, call, "", &files->main, err) &&
           copy_file(op, call, "-journal", &files->journal, err) &&
           copy_file(op, call, "-wal", &files->wal_after, err);
}

// If the write-ahead log has not changed since, it completes any state of the
// main file; otherwise the app has written.
static bool
copy_database(const struct at_op *op, const struct call *call,
              struct files *files, struct at_err *err)
{
    for (int i = 0; i < COPY_TRIES; i++) {
        if (!copy_files(op, call, files, err))
            return false;
        if (at_str_eq(at_buf_str(&files->wal), at_buf_str(&files->wal_after)))
            return true;
    }
    return at_fail(err, AT_EDEVICE,
                   "cannot copy %s: the app keeps writing to it; this device "
                   "has no sqlite3 program to ask on the device itself",
                   call->path);
}

static bool
find_database(const struct at_op *op, const struct call *call,
              struct at_err *err)
{
    const char *words[] = {"run-as", call->package, "ls", call->path, NULL};
    struct at_adb_result result;
    bool ok = at_shell_run_words(op, call->android, words, &result, err);
    if (ok) {
        struct at_str said = complaint_of(&result);

        if (at_shell_run_as_failed(op, call->android, call->package, said, err))
            ok = false;
        else if (at_run_as_judge(said) == AT_RUN_AS_NO_FILE)
            ok = fail_no_database(op, call, err);
    }
    at_adb_result_deinit(&result);
    return ok;
}

static bool
query_copy(const struct at_op *op, const struct call *call,
           struct at_db_result *out, struct at_err *err)
{
    struct files files = {
        .wal = AT_BUF_INIT(AT_DATABASE_MAX_BYTES),
        .main = AT_BUF_INIT(AT_DATABASE_MAX_BYTES),
        .journal = AT_BUF_INIT(AT_DATABASE_MAX_BYTES),
        .wal_after = AT_BUF_INIT(AT_DATABASE_MAX_BYTES),
    };
    bool ok =
        find_database(op, call, err) && copy_database(op, call, &files, err);
    if (ok) {
        struct at_host_db db = {at_buf_str(&files.main), at_buf_str(&files.wal),
                                at_buf_str(&files.journal)};

        ok = at_host_db_query(op, &db, call->sql, out, err);
    }
    at_buf_deinit(&files.wal);
    at_buf_deinit(&files.main);
    at_buf_deinit(&files.journal);
    at_buf_deinit(&files.wal_after);
    return ok;
}

static bool
check_sql(struct at_str sql, struct at_err *err)
{
    struct at_str text = at_str_trim(sql);
    if (text.len == 0)
        return at_fail(err, AT_EUSAGE, "the query is empty");
    if (sql.len > AT_SQL_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "a query has at most %zu bytes",
                       (size_t)AT_SQL_MAX_BYTES);
    if (text.ptr[0] == '.')
        return at_fail(err, AT_EUSAGE,
                       "'%.*s' is a command of the sqlite3 program: give SQL "
                       "(the tables: SELECT name FROM sqlite_master)",
                       AT_STR_ARG(at_utf8_head(text, 40)));
    if (at_str_find(sql, at_str_n("", 1)) >= 0)
        return at_fail(err, AT_EUSAGE, "the query holds a NUL");
    return at_sql_check_one(sql, err);
}

// Give the names of the databases as rows.
static bool
list_databases(const struct at_op *op, const struct call *call,
               struct at_db_result *out, struct at_err *err)
{
    *out =
        (struct at_db_result){.rows = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES)};
    bool ok = at_data_list_databases(op, call->android, call->package,
                                     &out->rows, err);
    struct at_str rest = at_buf_str(&out->rows);
    struct at_str name;
    while (ok && at_str_next_line(&rest, &name))
        out->row_count++;
    return ok;
}

bool
at_commands_query_db(const struct at_op *op, struct at_device *device,
                     const struct at_db_query *query, struct at_db_result *out,
                     struct at_err *err)
{
    struct call call = {.android = at_android_of(device),
                        .package = query->package,
                        .sql = query->sql.ptr ? query->sql : AT_STR(TABLES)};
    bool missing = call.android->sqlite3 == AT_HAS_NOT;
    *out = (struct at_db_result){.engine = "device"};
    if (!at_package_check(query->package, err))
        return false;
    if (!query->database.ptr)
        return list_databases(op, &call, out, err);
    if (!at_data_path(query->database, call.package, "databases", "database",
                      call.path, err) ||
        !check_sql(call.sql, err) ||
        !at_data_check_links(op, call.android, call.package, query->database,
                             call.path, err))
        return false;
    if (!missing && !query_on_device(op, &call, out, &missing, err))
        return false;
    return !missing || query_copy(op, &call, out, err);
}
