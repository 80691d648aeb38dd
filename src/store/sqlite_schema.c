#include "store/sqlite_schema.h"

#include <stdint.h>

#include "base/compiler.h"

#define APPLICATION_ID INT64_C(0x41675465) // "AgTe"

// The statements that upgrade version N - 1 to N, from migrations/N.sql.
// Released ones must not change, because existing files have applied them.
extern const char at_migration_1[];
extern const char at_migration_2[];
extern const char at_migration_3[];
extern const char at_migration_4[];
static const char *const migrations[] = {
    [1] = at_migration_1,
    [2] = at_migration_2,
    [3] = at_migration_3,
    [4] = at_migration_4,
};
enum { VERSION = AT_LEN(migrations) - 1 };

static bool
read_number(struct at_sqlite_link *link, const char *sql, int64_t *out,
            struct at_err *err)
{
    sqlite3_stmt *stmt = NULL;
    bool ok = sqlite3_prepare_v2(link->db, sql, -1, &stmt, NULL) == SQLITE_OK &&
              sqlite3_step(stmt) == SQLITE_ROW;
    if (ok)
        *out = sqlite3_column_int64(stmt, 0);
    else
        at_sqlite_fail(link, "read the version", err);
    sqlite3_finalize(stmt);
    return ok;
}

// A file without a version must be empty; it is then marked as ours.
static bool
check_owner(struct at_sqlite_link *link, int64_t version, struct at_err *err)
{
    int64_t id, tables;
    if (!read_number(link, "PRAGMA application_id", &id, err) ||
        !read_number(link, "SELECT count(*) FROM sqlite_master", &tables, err))
        return false;
    if (id == APPLICATION_ID || (id == 0 && version == 0 && tables == 0))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "'%s' is a database of another program: name another file",
                   link->path);
}

static bool
check_version(struct at_sqlite_link *link, int64_t *out, struct at_err *err)
{
    if (!read_number(link, "PRAGMA user_version", out, err) ||
        !check_owner(link, *out, err))
        return false;
    return *out <= VERSION ||
           at_fail(err, AT_EUSAGE,
                   "'%s' has version %lld and this program knows up to %d: use "
                   "the newer program that has written it, or another file",
                   link->path, (long long)*out, VERSION);
}

static bool
apply(struct at_sqlite_link *link, int64_t version, struct at_err *err)
{
    static const char what[] = "bring the store to this program's version";
    while (++version <= VERSION) {
        if (!at_sqlite_exec(link, migrations[version], what, err))
            return false;
    }
    char *sql = sqlite3_mprintf("PRAGMA user_version = %d;"
                                "PRAGMA application_id = %lld",
                                VERSION, (sqlite3_int64)APPLICATION_ID);
    bool ok = at_sqlite_exec(link, sql, what, err);
    sqlite3_free(sql);
    return ok;
}

// Read the version again while holding the lock.
static bool
migrate_locked(struct at_sqlite_link *link, struct at_err *err)
{
    int64_t version;
    if (!at_sqlite_exec(link, "BEGIN IMMEDIATE", "lock the store", err))
        return false;
    bool ok = check_version(link, &version, err) && apply(link, version, err) &&
              at_sqlite_exec(link, "COMMIT", "change the store", err);
    if (!ok)
        sqlite3_exec(link->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

bool
at_sqlite_migrate(struct at_sqlite_link *link, struct at_err *err)
{
    int64_t version;
    return check_version(link, &version, err) &&
           (version == VERSION || migrate_locked(link, err));
}

bool
at_sqlite_touch(struct at_sqlite_link *link, struct at_err *err)
{
    static const char what[] = "write";
    char *sql = sqlite3_mprintf(
        "BEGIN IMMEDIATE; PRAGMA user_version = %d; COMMIT", VERSION);
    bool ok = at_sqlite_exec(link, sql, what, err);
    if (!ok)
        sqlite3_exec(link->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_free(sql);
    return ok;
}
