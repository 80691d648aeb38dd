// sqlite_link.h: one connection to the store's file, with its statements
//
// A mutex for each: the one that writes and the one that reads do not wait for
// each other, since a WAL lets a reader see the last commit while another one
// is made.
#ifndef AT_STORE_SQLITE_LINK_H
#define AT_STORE_SQLITE_LINK_H

#include <pthread.h>
#include <sqlite3.h>

#include "base/err.h"
#include "base/str.h"

enum { AT_SQLITE_STMTS_MAX = 8 };

struct at_sqlite_link {
    pthread_mutex_t lock; // guards all below
    sqlite3 *db;
    const char *path; // borrowed
    // Statements by the address of their text, made when they are first used.
    struct {
        const char *sql;
        sqlite3_stmt *stmt;
    } stmts[AT_SQLITE_STMTS_MAX];
};

// Open the file, which exists. Whatever it returns, at_sqlite_link_close().
AT_CHECKED bool at_sqlite_link_open(struct at_sqlite_link *link,
                                    const char *path, struct at_err *err);
void at_sqlite_link_close(struct at_sqlite_link *link);

// The functions below need the link's lock.

// Say what could not be done: "cannot store an event in 'PATH': …", with what
// to try.
bool at_sqlite_fail(const struct at_sqlite_link *link, const char *what,
                    struct at_err *err);
// Run statements without parameters and results.
AT_CHECKED bool at_sqlite_exec(struct at_sqlite_link *link, const char *sql,
                               const char *what, struct at_err *err);
// The statement of that text, which must be a constant; NULL with err. Release
// it with at_sqlite_done().
sqlite3_stmt *at_sqlite_stmt(struct at_sqlite_link *link, const char *sql,
                             const char *what, struct at_err *err);
// text must stay as it is until the statement is done.
void at_sqlite_bind(sqlite3_stmt *stmt, int at, struct at_str text);
struct at_str at_sqlite_column(sqlite3_stmt *stmt, int column);
// Make the statement ready for its next use; false, with err, if ok is.
bool at_sqlite_done(struct at_sqlite_link *link, sqlite3_stmt *stmt, bool ok,
                    const char *what, struct at_err *err);

#endif
