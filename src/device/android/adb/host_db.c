// host_db.c: sqlite reads a database file that may be hostile or broken, so it
// works in a private folder, with an authorizer that allows only reading, and
// within a time limit
#include "device/android/adb/host_db.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/db_rows.h"
#include "sys/cancel.h"
#include "sys/file.h"

enum { STEPS_A_CHECK = 10000, BLOB_SHOWN_MAX_BYTES = 64 };

struct copy {
    char folder[400];
};

static const char *const endings[] = {"", "-wal", "-journal", "-shm"};

static void
copy_path(const struct copy *copy, const char *ending, char *buf, size_t cap)
{
    snprintf(buf, cap, "%s/copy.db%s", copy->folder, ending);
}

// Safe to call twice.
static void
copy_deinit(struct copy *copy)
{
    if (!copy->folder[0])
        return;
    char path[480];
    for (size_t i = 0; i < AT_LEN(endings); i++) {
        copy_path(copy, endings[i], path, sizeof(path));
        unlink(path);
    }
    rmdir(copy->folder);
    copy->folder[0] = '\0';
}

// mkdtemp makes a folder that only its owner can use.
static bool
copy_init(struct copy *copy, struct at_err *err)
{
    const char *tmp = getenv("TMPDIR");
    int len = snprintf(copy->folder, sizeof(copy->folder),
                       "%s/agentest-db-XXXXXX", tmp && tmp[0] ? tmp : "/tmp");
    if (len < 0 || (size_t)len >= sizeof(copy->folder))
        return at_fail(err, AT_EIO, "TMPDIR is too long a path");
    if (!mkdtemp(copy->folder))
        return at_fail_sys(err, AT_EIO, errno, "cannot make folder '%s'",
                           copy->folder);
    return true;
}

static bool
copy_write(const struct copy *copy, const struct at_host_db *db,
           struct at_err *err)
{
    const struct at_str contents[] = {db->main, db->wal, db->journal};
    char path[480];
    for (size_t i = 0; i < AT_LEN(contents); i++) {
        if (i > 0 && contents[i].len == 0)
            continue;
        copy_path(copy, endings[i], path, sizeof(path));
        if (!at_file_put(path, contents[i], err))
            return false;
    }
    return true;
}

struct query {
    const struct at_op *op;
    sqlite3 *db;
    bool refused; // the authorizer refused something other than reading
};

// Pragmas that describe the database and change nothing.
static const char *const reading_pragmas[] = {
    "table_info",      "table_xinfo", "table_list",       "index_list",
    "index_info",      "index_xinfo", "foreign_key_list", "foreign_key_check",
    "integrity_check", "quick_check",
};

static bool
is_told(const char *name)
{
    for (size_t i = 0; i < AT_LEN(reading_pragmas); i++)
        if (at_str_eq_nocase(at_str(name), at_str(reading_pragmas[i])))
            return true;
    return false;
}

static int
authorize(void *user, int action, const char *first, const char *second,
          const char *database, const char *trigger)
{
    struct query *query = user;
    bool fine = false;
    (void)database;
    (void)trigger;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
        fine = true;
        break;
    case SQLITE_FUNCTION:
        fine = !at_str_eq_nocase(at_str(second), AT_STR("load_extension"));
        break;
    case SQLITE_PRAGMA:
        fine = !second || is_told(first);
        break;
    default:
        break;
    }
    query->refused = query->refused || !fine;
    return fine ? SQLITE_OK : SQLITE_DENY;
}

static int
on_progress(void *user)
{
    const struct query *query = user;
    return !at_op_check(query->op, NULL);
}

// With the lock kept from the first reading on, no file is opened by name any
// more: the copy vanishes with this process, even if that is killed. What the
// reading fails on, the statements fail on too, with their own words.
static void
hold_files(struct query *query)
{
    sqlite3_exec(query->db, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL, NULL);
    sqlite3_exec(query->db, "SELECT 1 FROM sqlite_master LIMIT 1", NULL, NULL,
                 NULL);
}

// Open the copy and remove its names.
static bool
open_copy(struct copy *copy, struct query *query, struct at_err *err)
{
    char path[480];
    copy_path(copy, "", path, sizeof(path));
    // Writable, because a write-ahead log is recovered into the copy.
    int rc = sqlite3_open_v2(path, &query->db, SQLITE_OPEN_READWRITE, NULL);
    if (rc != SQLITE_OK)
        return at_fail(err, AT_EIO, "cannot open the copied database: %s",
                       sqlite3_errstr(rc));
    sqlite3_db_config(query->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(query->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_limit(query->db, SQLITE_LIMIT_LENGTH,
                  (int)AT_SHELL_OUTPUT_MAX_BYTES);
    sqlite3_progress_handler(query->db, STEPS_A_CHECK, on_progress, query);
    hold_files(query);
    copy_deinit(copy);
    sqlite3_set_authorizer(query->db, authorize, query);
    return true;
}

static void
add_blob(const unsigned char *bytes, size_t len, struct at_buf *row)
{
    at_buf_add_text(row, "x'");
    for (size_t i = 0; i < len && i < BLOB_SHOWN_MAX_BYTES; i++)
        at_buf_add_fmt(row, "%02X", bytes[i]);
    if (len > BLOB_SHOWN_MAX_BYTES)
        at_buf_add_fmt(row, "…' (%zu bytes)", len);
    else
        at_buf_add_text(row, "'");
}

static void
add_column(sqlite3_stmt *stmt, int column, struct at_buf *row)
{
    if (sqlite3_column_type(stmt, column) == SQLITE_BLOB) {
        const void *bytes = sqlite3_column_blob(stmt, column);

        add_blob(bytes, (size_t)sqlite3_column_bytes(stmt, column), row);
        return;
    }
    const void *text = sqlite3_column_text(stmt, column); // NULL: SQL NULL
    struct at_str view =
        at_str_n(text, (size_t)sqlite3_column_bytes(stmt, column));

    if (text && !at_buf_add_str(row, view))
        at_buf_add_str(row, at_utf8_head(view, row->max - row->len));
}

static void
add_row(sqlite3_stmt *stmt, struct at_db_result *out)
{
    struct at_buf row = AT_BUF_INIT(AT_DB_ROWS_MAX_BYTES);
    for (int i = 0; i < sqlite3_column_count(stmt); i++) {
        if (i > 0)
            at_buf_add_char(&row, '|');
        add_column(stmt, i, &row);
    }
    at_db_rows_add(out, at_buf_str(&row));
    at_buf_deinit(&row);
}

// Run the statements of sql. Returns a result code of sqlite.
static int
run_statements(struct query *query, struct at_str sql, struct at_db_result *out)
{
    const char *tail = sql.ptr;
    const char *end = sql.ptr + sql.len;
    int rc = SQLITE_OK;
    while (rc == SQLITE_OK && tail < end) {
        sqlite3_stmt *stmt = NULL;
        const char *start = tail;
        rc = sqlite3_prepare_v2(query->db, start, (int)(end - start), &stmt,
                                &tail);
        if (tail == start) // a NUL ends the statements
            break;
        while (rc == SQLITE_OK && stmt) {
            int step = sqlite3_step(stmt);

            if (step != SQLITE_ROW) {
                rc = step == SQLITE_DONE ? SQLITE_OK : step;
                break;
            }
            add_row(stmt, out);
        }
        sqlite3_finalize(stmt);
    }
    return rc;
}

// Append "; available: notes, users" if the message is about a missing table.
static void
add_tables(struct query *query, struct at_str words, struct at_buf *message)
{
    struct at_db_result tables;
    struct at_str line;
    const char *before = "; available: ";
    if (!at_str_has(words, AT_STR("no such table")))
        return;
    at_db_rows_init(&tables, "host");
    if (run_statements(query,
                       AT_STR("SELECT name FROM sqlite_master WHERE type IN "
                              "('table','view') ORDER BY name"),
                       &tables) == SQLITE_OK) {
        struct at_str rest = at_buf_str(&tables.rows);

        for (; at_str_next_line(&rest, &line); before = ", ")
            at_buf_add_fmt(message, "%s%.*s", before, AT_STR_ARG(line));
    }
    at_buf_deinit(&tables.rows);
}

static bool
fail_sqlite(struct query *query, struct at_err *err)
{
    struct at_buf message = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (!at_op_check(query->op, err))
        return false;
    if (query->refused)
        return at_fail(err, AT_EUNSUPPORTED,
                       "only reading statements work here: this device has no "
                       "sqlite3 program, so the query runs on a copy of the "
                       "database, and the app would not see a change");
    at_buf_add_text(&message, sqlite3_errmsg(query->db));
    add_tables(query, at_buf_str(&message), &message);
    at_fail(err, AT_EDEVICE, "sqlite: %s", at_buf_text(&message));
    at_buf_deinit(&message);
    return false;
}

static bool
query_copy(const struct at_op *op, struct copy *copy, struct at_str sql,
           struct at_db_result *out, struct at_err *err)
{
    struct query query = {.op = op};
    bool ok = open_copy(copy, &query, err);
    if (ok && run_statements(&query, sql, out) != SQLITE_OK)
        ok = fail_sqlite(&query, err);
    sqlite3_close(query.db);
    return ok;
}

bool
at_host_db_query(const struct at_op *op, const struct at_host_db *db,
                 struct at_str sql, struct at_db_result *out,
                 struct at_err *err)
{
    struct copy copy;
    at_db_rows_init(out, "host");
    if (!copy_init(&copy, err))
        return false;
    bool ok =
        copy_write(&copy, db, err) && query_copy(op, &copy, sql, out, err);
    copy_deinit(&copy);
    return ok;
}
