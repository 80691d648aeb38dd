// sqlite.c: the store in a single SQLite file
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "store/measured.h"
#include "store/sqlite_priv.h"
#include "store/sqlite_schema.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/private.h"

const char *const at_sqlite_kinds[AT_STORE_KINDS] = {
    [AT_STORE_SCENARIO] = "scenario",  [AT_STORE_RUN] = "run",
    [AT_STORE_RECIPE] = "recipe",      [AT_STORE_PROFILE] = "profile",
    [AT_STORE_SETTING] = "setting",    [AT_STORE_EXPECT] = "expect",
    [AT_STORE_PROPOSAL] = "proposal",  [AT_STORE_SUITE] = "suite",
    [AT_STORE_SUITE_RUN] = "suiteRun", [AT_STORE_SCHEDULE] = "schedule",
    [AT_STORE_FIRING] = "firing",      [AT_STORE_WEBHOOK] = "webhook",
    [AT_STORE_DELIVERY] = "delivery",  [AT_STORE_TOKEN] = "token",
    [AT_STORE_AUDIT] = "audit",        [AT_STORE_SECRET] = "secret",
    [AT_STORE_HOST] = "host",          [AT_STORE_DEVICE] = "device",
};

static void
free_sqlite(struct at_store_db *db)
{
    struct at_sqlite *store = (struct at_sqlite *)db;
    at_sqlite_link_close(&store->reader);
    at_sqlite_link_close(&store->writer);
    free(store->path);
    free(store);
}

// Expect "ok". The result is otherwise a line for each fault; the statement
// fails if the file has no valid structure.
static bool
check(struct at_store_db *db, struct at_err *err)
{
    static const char sql[] = "PRAGMA quick_check(1)";
    static const char what[] = "read the store";
    struct at_sqlite *store = (struct at_sqlite *)db;
    struct at_sqlite_link *link = &store->reader;
    bool whole = false;
    pthread_mutex_lock(&link->lock);
    sqlite3_stmt *stmt = at_sqlite_stmt(link, sql, what, err);
    bool ok = stmt && sqlite3_step(stmt) == SQLITE_ROW;
    if (ok)
        whole = at_str_is(at_sqlite_column(stmt, 0), "ok");
    if (stmt)
        ok = at_sqlite_done(link, stmt, ok, what, err);
    pthread_mutex_unlock(&link->lock);
    return ok && (whole || at_fail(err, AT_EIO,
                                   "'%s' is damaged: move it away, "
                                   "with the files beside it whose names begin "
                                   "the same, to begin with an empty one",
                                   store->path));
}

static int64_t
now_ms(struct at_store_db *db)
{
    (void)db;
    return at_wall_now_ms();
}

static bool
put(struct at_store_db *db, enum at_store_kind kind, int64_t expected,
    struct at_store_doc *doc, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    (void)!at_sqlite_put(db, kind, expected, doc, &why);
    return at_store_measured(AT_STORE_PUT, began_ns, &why, err);
}

static bool
remove_doc(struct at_store_db *db, enum at_store_kind kind, struct at_str id,
           struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    (void)!at_sqlite_remove(db, kind, id, &why);
    return at_store_measured(AT_STORE_REMOVE, began_ns, &why, err);
}

static bool
add_event(struct at_store_db *db, struct at_str run, int64_t index,
          struct at_str json, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    (void)!at_sqlite_add_event(db, run, index, json, &why);
    return at_store_measured(AT_STORE_EVENT, began_ns, &why, err);
}

// Write the number of the schema again: a page of the file, which needs the
// lock and room on the disk.
static bool
writable(struct at_store_db *db, struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->writer;
    pthread_mutex_lock(&link->lock);
    bool ok = at_sqlite_touch(link, err);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

static const struct at_store_db_ops ops = {
    .put = put,
    .get = at_sqlite_get,
    .list = at_sqlite_list,
    .outcomes = at_sqlite_outcomes,
    .remove = remove_doc,
    .add_event = add_event,
    .last_event = at_sqlite_last_event,
    .drop_events = at_sqlite_drop_events,
    .events = at_sqlite_events,
    .now_ms = now_ms,
    .check = check,
    .writable = writable,
    .free = free_sqlite,
};

// Do not open an existing file here: this process may already have it open, and
// closing the second descriptor would drop SQLite's locks.
static bool
make_file(const char *path, struct at_err *err)
{
    int fd;
    if (at_file_exists(path))
        return true;
    const char *slash = strrchr(path, '/');
    char *folder = at_strndup(path, slash ? (size_t)(slash - path) : 0);
    bool ok = (!folder[0] || at_folder_make(folder, err)) &&
              at_private_open(path, O_RDWR | O_CREAT, &fd, err);
    if (ok)
        close(fd);
    free(folder);
    return ok;
}

// This reads only the header and the schema; a damaged page fails the call that
// reads it. Reading all pages would take longer as the file grows.
static bool
open_links(struct at_sqlite *store, struct at_err *err)
{
    return at_sqlite_link_open(&store->writer, store->path, err) &&
           at_sqlite_migrate(&store->writer, err) &&
           at_sqlite_link_open(&store->reader, store->path, err);
}

bool
at_store_sqlite_open(const char *path, struct at_store_db **out,
                     struct at_err *err)
{
    *out = NULL;
    if (!make_file(path, err))
        return false;
    struct at_sqlite *store = at_alloc(sizeof(*store));
    store->base.ops = &ops;
    store->path = at_strdup(path);
    if (!open_links(store, err)) {
        free_sqlite(&store->base);
        return false;
    }
    *out = &store->base;
    return true;
}
