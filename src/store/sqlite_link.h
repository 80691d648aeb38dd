// sqlite_link.h: a connection to the store's file, with its statements
//
// Reader and writer have a mutex each and do not wait for each other: with a
// WAL, a reader sees the last commit while another one is in progress.
#ifndef AT_STORE_SQLITE_LINK_H
#define AT_STORE_SQLITE_LINK_H

#include <pthread.h>
#include <sqlite3.h>

#include "base/err.h"
#include "base/str.h"

enum { AT_SQLITE_STMTS_MAX = 16 };

struct at_sqlite_link {
    pthread_mutex_t lock; // guards all members below
    sqlite3 *db;
    const char *path; // borrowed
    bool is_damaged;  // a call met a damaged page or document
    // Statements by the address of their text, prepared on first use.
    struct {
        const char *sql;
        sqlite3_stmt *stmt;
    } stmts[AT_SQLITE_STMTS_MAX];
};

// Open an existing file. Call at_sqlite_link_close() even after a failure.
AT_CHECKED bool at_sqlite_link_open(struct at_sqlite_link *link,
                                    const char *path, struct at_err *err);
void at_sqlite_link_close(struct at_sqlite_link *link);

// The functions below require the link's lock.

// Fail with "cannot store an event in 'PATH': …" and advice.
bool at_sqlite_fail(struct at_sqlite_link *link, const char *what,
                    struct at_err *err);
// Run statements that have neither parameters nor results.
AT_CHECKED bool at_sqlite_exec(struct at_sqlite_link *link, const char *sql,
                               const char *what, struct at_err *err);
// Return the statement for a constant text; NULL with err. Release it with
// at_sqlite_done().
sqlite3_stmt *at_sqlite_stmt(struct at_sqlite_link *link, const char *sql,
                             const char *what, struct at_err *err);
// Bind text, which must remain unchanged until the statement is done.
void at_sqlite_bind(sqlite3_stmt *stmt, int at, struct at_str text);
struct at_str at_sqlite_column(sqlite3_stmt *stmt, int column);
// Reset the statement for its next use. If ok is false, set err and return
// false.
bool at_sqlite_done(struct at_sqlite_link *link, sqlite3_stmt *stmt, bool ok,
                    const char *what, struct at_err *err);

#endif
