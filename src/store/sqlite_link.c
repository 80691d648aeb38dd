#include "store/sqlite_link.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"

enum {
    BUSY_MS = 5000, // time to wait for another process's transaction
    CODE_MASK = 0xff,
};

// In WAL mode NORMAL syncs only at checkpoints: a killed process loses nothing,
// because the kernel has its writes. What is replaced is overwritten: it may
// have been a secret that an earlier version stored plain.
static const char settings[] = "PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = NORMAL;"
                               "PRAGMA foreign_keys = ON;"
                               "PRAGMA secure_delete = ON;"
                               "PRAGMA journal_size_limit = 4194304;"
                               "PRAGMA cache_size = -512;"
                               "PRAGMA temp_store = MEMORY";

static const struct {
    int code;
    enum at_code err;
    const char *advice;
} failures[] = {
    {SQLITE_BUSY, AT_EBUSY, "another process is writing, try again"},
    {SQLITE_FULL, AT_EIO, "make room on the disk"},
    {SQLITE_READONLY, AT_EIO, "this user must be able to write it"},
    {SQLITE_CANTOPEN, AT_EIO, "this user must be able to write its folder"},
    {SQLITE_PERM, AT_EIO, "this user must be able to write it"},
    {SQLITE_TOOBIG, AT_ELIMIT, "make it shorter"},
    {SQLITE_CORRUPT, AT_EIO,
     "the file is damaged: move it away, with the files beside it whose names "
     "begin the same, to begin with an empty one"},
    {SQLITE_NOTADB, AT_EIO, "move it away, or name another one"},
};

bool
at_sqlite_fail(struct at_sqlite_link *link, const char *what,
               struct at_err *err)
{
    int code = link->db ? sqlite3_errcode(link->db) : SQLITE_NOMEM;
    size_t i = 0;
    while (i < AT_LEN(failures) && failures[i].code != (code & CODE_MASK))
        i++;
    bool known = i < AT_LEN(failures);
    link->is_damaged |= (code & CODE_MASK) == SQLITE_CORRUPT ||
                        (code & CODE_MASK) == SQLITE_NOTADB;
    at_fail(err, known ? failures[i].err : AT_EIO, "cannot %s in '%s': %s",
            what, link->path,
            link->db ? sqlite3_errmsg(link->db) : sqlite3_errstr(code));
    if (known)
        at_err_add(err, "%s", failures[i].advice);
    return false;
}

bool
at_sqlite_exec(struct at_sqlite_link *link, const char *sql, const char *what,
               struct at_err *err)
{
    return sqlite3_exec(link->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           at_sqlite_fail(link, what, err);
}

bool
at_sqlite_link_open(struct at_sqlite_link *link, const char *path,
                    struct at_err *err)
{
    *link = (struct at_sqlite_link){.path = path};
    pthread_mutex_init(&link->lock, NULL);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &link->db, flags, NULL) != SQLITE_OK)
        return at_sqlite_fail(link, "open the store", err);
    sqlite3_extended_result_codes(link->db, 1);
    sqlite3_busy_timeout(link->db, BUSY_MS);
    sqlite3_limit(link->db, SQLITE_LIMIT_LENGTH, (int)AT_STORE_DOC_MAX_BYTES);
    sqlite3_db_config(link->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(link->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return at_sqlite_exec(link, settings, "open the store", err);
}

void
at_sqlite_link_close(struct at_sqlite_link *link)
{
    for (size_t i = 0; i < AT_SQLITE_STMTS_MAX; i++)
        sqlite3_finalize(link->stmts[i].stmt);
    sqlite3_close(link->db);
    link->db = NULL;
    pthread_mutex_destroy(&link->lock);
}

sqlite3_stmt *
at_sqlite_stmt(struct at_sqlite_link *link, const char *sql, const char *what,
               struct at_err *err)
{
    size_t i = 0;
    while (i < AT_SQLITE_STMTS_MAX && link->stmts[i].sql &&
           link->stmts[i].sql != sql)
        i++;
    at_assert(i < AT_SQLITE_STMTS_MAX);
    if (!link->stmts[i].sql) {
        if (sqlite3_prepare_v3(link->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
                               &link->stmts[i].stmt, NULL) != SQLITE_OK) {
            at_sqlite_fail(link, what, err);
            return NULL;
        }
        link->stmts[i].sql = sql;
    }
    return link->stmts[i].stmt;
}

void
at_sqlite_bind(sqlite3_stmt *stmt, int at, struct at_str text)
{
    sqlite3_bind_text64(stmt, at, text.len > 0 ? text.ptr : "", text.len,
                        SQLITE_STATIC, SQLITE_UTF8);
}

struct at_str
at_sqlite_column(sqlite3_stmt *stmt, int column)
{
    const void *text = sqlite3_column_text(stmt, column);
    return at_str_n(text, (size_t)sqlite3_column_bytes(stmt, column));
}

bool
at_sqlite_done(struct at_sqlite_link *link, sqlite3_stmt *stmt, bool ok,
               const char *what, struct at_err *err)
{
    if (!ok)
        at_sqlite_fail(link, what, err);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
    return ok;
}
