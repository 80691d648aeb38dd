#include "store/sqlite_schema.h"

#include <stdint.h>

#include "base/compiler.h"

#define APPLICATION_ID INT64_C(0x41675465) // "AgTe"

// Convert a time in the JSON to milliseconds since 1970.
#define STARTED_MS                                                             \
    " CAST(round((julianday(json_extract(json, '$.startedAt')) - 2440587.5) *" \
    " 86400000) AS INTEGER)"
#define ENDED_MS                                                               \
    " CAST(round((julianday(json_extract(json, '$.endedAt')) - 2440587.5) *"   \
    " 86400000) AS INTEGER)"

// The statements that upgrade version N - 1 to N. Released rows must not
// change, because existing files have applied them.
static const char *const migrations[] = {
    [1] = "CREATE TABLE documents("
          " key INTEGER PRIMARY KEY,"
          " kind TEXT NOT NULL,"
          " id TEXT NOT NULL,"
          " revision INTEGER NOT NULL,"
          " created_ms INTEGER NOT NULL,"
          " updated_ms INTEGER NOT NULL,"
          " scenario TEXT NOT NULL,"
          " state TEXT NOT NULL,"
          " device TEXT NOT NULL,"
          " json TEXT NOT NULL,"
          " UNIQUE (kind, id));"
          "CREATE INDEX documents_scenario ON documents(kind, scenario, id);"
          "CREATE INDEX documents_state ON documents(kind, state, id);"
          "CREATE INDEX documents_device ON documents(kind, device, id);"
          "CREATE TABLE events("
          " run INTEGER NOT NULL REFERENCES documents(key) ON DELETE CASCADE,"
          " number INTEGER NOT NULL,"
          " json TEXT NOT NULL,"
          " PRIMARY KEY (run, number)) WITHOUT ROWID",
    // Search this text rather than the whole JSON.
    [2] = "ALTER TABLE documents ADD COLUMN words TEXT NOT NULL DEFAULT '';"
          "UPDATE documents SET words = "
          " coalesce(json_extract(json, '$.name'), '') || char(10) ||"
          " coalesce(json_extract(json, '$.title'), '') || char(10) ||"
          " coalesce(json_extract(json, '$.goal'), '') || char(10) ||"
          " coalesce(json_extract(json, '$.packageName'), '')",
    // Runs are found by these columns and counted from the index alone: their
    // JSON is long, and columns after it are slow to read.
    [3] =
        "ALTER TABLE documents ADD COLUMN verdict TEXT NOT NULL DEFAULT '';"
        "ALTER TABLE documents ADD COLUMN ending TEXT NOT NULL DEFAULT '';"
        "ALTER TABLE documents ADD COLUMN profile TEXT NOT NULL DEFAULT '';"
        "ALTER TABLE documents ADD COLUMN version TEXT NOT NULL DEFAULT '';"
        "ALTER TABLE documents ADD COLUMN tags TEXT NOT NULL DEFAULT '';"
        "ALTER TABLE documents ADD COLUMN began_ms INTEGER NOT NULL DEFAULT 0;"
        "ALTER TABLE documents"
        " ADD COLUMN duration_ms INTEGER NOT NULL DEFAULT 0;"
        "ALTER TABLE documents ADD COLUMN cost_usd REAL NOT NULL DEFAULT 0;"
        "ALTER TABLE documents ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;"
        "ALTER TABLE documents ADD COLUMN replay INTEGER NOT NULL DEFAULT 0;"
        "UPDATE documents SET"
        " verdict = coalesce(json_extract(json, '$.verdict'), ''),"
        " ending = coalesce(json_extract(json, '$.end'), ''),"
        " profile = coalesce(json_extract(json, '$.profile'), ''),"
        " began_ms = coalesce(" STARTED_MS ", 0),"
        " duration_ms = coalesce(max(" ENDED_MS " -" STARTED_MS ", 0), 0),"
        " cost_usd = coalesce(json_extract(json, '$.usage.costUsd'), 0),"
        " tokens = coalesce(json_extract(json, '$.usage.inputTokens'), 0) +"
        " coalesce(json_extract(json, '$.usage.outputTokens'), 0),"
        " replay = coalesce(json_extract(json, '$.replayedSteps') > 0 AND"
        " json_extract(json, '$.replayedSteps') ="
        " json_array_length(json, '$.steps'), 0) WHERE kind = 'run';"
        "UPDATE documents SET tags = coalesce((SELECT char(10) ||"
        " group_concat(value, char(10)) || char(10) FROM "
        "json_each(documents.json,"
        " CASE kind WHEN 'run' THEN '$.scenario.tags' ELSE '$.tags' END)), '')"
        " WHERE kind IN ('run', 'scenario');"
        "DROP INDEX documents_scenario;"
        "CREATE INDEX documents_outcomes ON documents(kind, scenario, id DESC,"
        " state, verdict, ending, profile, version, began_ms, duration_ms,"
        " cost_usd, tokens, replay);"
        "CREATE INDEX documents_verdict ON documents(kind, verdict, id);"
        "CREATE INDEX documents_profile ON documents(kind, profile, id)",
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
