// sqlite.c: the store in one file of SQLite, for one machine
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/op.h"
#include "store/sqlite_priv.h"
#include "store/sqlite_schema.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/private.h"

enum {
    CHECK_MAX_MS = 200, // of a file that a process did not close
    CHECK_STEPS = 1000, // of the virtual machine between two looks at the clock
};

const char *const at_sqlite_kinds[AT_STORE_KINDS] = {
    [AT_STORE_SCENARIO] = "scenario", [AT_STORE_RUN] = "run",
    [AT_STORE_RECIPE] = "recipe",     [AT_STORE_PROFILE] = "profile",
    [AT_STORE_SETTING] = "setting",
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

static const struct at_store_db_ops ops = {
    .put = at_sqlite_put,
    .get = at_sqlite_get,
    .list = at_sqlite_list,
    .remove = at_sqlite_remove,
    .add_event = at_sqlite_add_event,
    .last_event = at_sqlite_last_event,
    .drop_events = at_sqlite_drop_events,
    .events = at_sqlite_events,
    .free = free_sqlite,
};

// A file that exists is not opened here: this process may have it open, and
// SQLite's locks would end when the second descriptor is closed.
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

static bool
was_left_open(const char *path)
{
    struct stat info;
    char *wal = at_strfmt("%s-wal", path);
    bool left = stat(wal, &info) == 0 && info.st_size > 0;
    free(wal);
    return left;
}

static int
is_too_late(void *until_ns)
{
    return at_now_ns() > *(const int64_t *)until_ns;
}

// Look for damage, as far as the time allows: what is found later fails the
// call that finds it.
static bool
check_pages(struct at_sqlite_link *link, struct at_err *err)
{
    int64_t until_ns = at_now_ns() + CHECK_MAX_MS * AT_NS_PER_MS;
    sqlite3_stmt *stmt = NULL;
    sqlite3_progress_handler(link->db, CHECK_STEPS, is_too_late, &until_ns);
    int rc =
        sqlite3_prepare_v2(link->db, "PRAGMA quick_check(1)", -1, &stmt, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(stmt);
    struct at_str found =
        rc == SQLITE_ROW ? at_sqlite_column(stmt, 0) : AT_STR("ok");
    bool ok = at_str_is(found, "ok") ||
              at_fail(err, AT_EIO,
                      "'%s' is damaged (%.*s): move it away, with the files "
                      "beside it whose names begin the same, to begin with an "
                      "empty one",
                      link->path, AT_STR_ARG(at_utf8_head(found, 200)));
    if (ok && rc != SQLITE_ROW && rc != SQLITE_INTERRUPT)
        ok = at_sqlite_fail(link, "look for damage", err);
    sqlite3_finalize(stmt);
    sqlite3_progress_handler(link->db, 0, NULL, NULL);
    return ok;
}

static bool
open_links(struct at_sqlite *store, struct at_err *err)
{
    bool left_open = was_left_open(store->path);
    return at_sqlite_link_open(&store->writer, store->path, err) &&
           (!left_open || check_pages(&store->writer, err)) &&
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
