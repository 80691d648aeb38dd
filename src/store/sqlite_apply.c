#include "store/sqlite_apply.h"

#include "base/limits.h"
#include "store/sqlite_priv.h"
#include "wire/json.h"

static const char applied_sql[] =
    "SELECT sequence FROM applied WHERE stream = ?1";
static const char note_sql[] =
    "INSERT INTO applied(stream, sequence) VALUES(?1, ?2)"
    " ON CONFLICT(stream) DO UPDATE SET sequence = max(sequence, ?2)";
static const char event_sql[] =
    "INSERT INTO events(run, number, json, sequence)"
    " SELECT key, ?2, ?3, ?4 FROM documents WHERE kind = 'run' AND id = ?1 AND"
    " ?2 = 1 + coalesce((SELECT max(number) FROM events WHERE run = key), 0)";
static const char doc_place_sql[] =
    "SELECT revision, created_ms, updated_ms, sequence FROM documents"
    " WHERE kind = ?1 AND id = ?2";
// A run without events has a row, too.
static const char event_place_sql[] =
    "SELECT coalesce(number, 0), 0, 0, coalesce(events.sequence, 0)"
    " FROM documents LEFT JOIN events ON run = key"
    " WHERE kind = 'run' AND id = ?1 ORDER BY number DESC LIMIT 1";

static struct at_sqlite_link *
writer(struct at_store_db *db)
{
    return &((struct at_sqlite *)db)->writer;
}

static bool
read_applied(struct at_sqlite_link *link, const char *stream, uint64_t *out,
             struct at_err *err)
{
    static const char what[] = "read what was applied";
    sqlite3_stmt *stmt = at_sqlite_stmt(link, applied_sql, what, err);
    *out = 0;
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, at_str(stream));
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        *out = (uint64_t)sqlite3_column_int64(stmt, 0);
    return at_sqlite_done(link, stmt, rc == SQLITE_ROW || rc == SQLITE_DONE,
                          what, err);
}

bool
at_sqlite_apply_begin(struct at_store_db *db, const char *stream,
                      uint64_t *out_applied, struct at_err *err)
{
    struct at_sqlite_link *link = writer(db);
    pthread_mutex_lock(&link->lock);
    if (at_sqlite_exec(link, "BEGIN IMMEDIATE", "follow the pool", err)) {
        if (read_applied(link, stream, out_applied, err))
            return true;
        sqlite3_exec(link->db, "ROLLBACK", NULL, NULL, NULL);
    }
    pthread_mutex_unlock(&link->lock);
    return false;
}

static bool
note(struct at_sqlite_link *link, const char *stream, uint64_t sequence,
     struct at_err *err)
{
    static const char what[] = "note what was applied";
    sqlite3_stmt *stmt = at_sqlite_stmt(link, note_sql, what, err);
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, at_str(stream));
    sqlite3_bind_int64(stmt, 2, (sqlite3_int64)sequence);
    return at_sqlite_done(link, stmt, sqlite3_step(stmt) == SQLITE_DONE, what,
                          err);
}

bool
at_sqlite_apply_end(struct at_store_db *db, const char *stream,
                    uint64_t sequence, bool ok, struct at_err *err)
{
    struct at_sqlite_link *link = writer(db);
    ok = ok && note(link, stream, sequence, err) &&
         at_sqlite_exec(link, "COMMIT", "follow the pool", err);
    if (!ok)
        sqlite3_exec(link->db, "ROLLBACK", NULL, NULL, NULL);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

static bool
read_place(struct at_sqlite_link *link, sqlite3_stmt *stmt,
           struct at_sqlite_place *out, struct at_err *err)
{
    int rc = sqlite3_step(stmt);
    *out = (struct at_sqlite_place){0};
    if (rc == SQLITE_ROW)
        *out = (struct at_sqlite_place){
            .revision = sqlite3_column_int64(stmt, 0),
            .created_ms = sqlite3_column_int64(stmt, 1),
            .updated_ms = sqlite3_column_int64(stmt, 2),
            .sequence = (uint64_t)sqlite3_column_int64(stmt, 3),
        };
    if (rc == SQLITE_DONE)
        out->revision = -1;
    return at_sqlite_done(link, stmt, rc == SQLITE_ROW || rc == SQLITE_DONE,
                          "read a revision", err);
}

bool
at_sqlite_apply_find_older(struct at_store_db *db, enum at_store_kind kind,
                           const struct at_store_doc *doc, uint64_t expected,
                           bool *out_is_older, struct at_err *err)
{
    struct at_sqlite_link *link = writer(db);
    struct at_sqlite_place has;
    sqlite3_stmt *stmt =
        at_sqlite_stmt(link, doc_place_sql, "read a revision", err);
    *out_is_older = false;
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, at_str(at_sqlite_kinds[kind]));
    at_sqlite_bind(stmt, 2, at_str(doc->id));
    if (!read_place(link, stmt, &has, err))
        return false;
    *out_is_older =
        doc->revision < has.revision && expected > 0 && expected < has.sequence;
    return true;
}

bool
at_sqlite_apply_put(struct at_store_db *db, enum at_store_kind kind,
                    const struct at_store_doc *doc, uint64_t sequence,
                    struct at_err *err)
{
    struct at_buf json = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES - AT_KIB);
    bool ok = at_json_write(doc->json, &json) ||
              at_fail(err, AT_ELIMIT, "%s '%s' is longer than %zu bytes",
                      at_sqlite_kinds[kind], doc->id, json.max);
    if (ok && doc->revision == 1)
        ok = at_sqlite_remove_doc(writer(db), kind, at_str(doc->id), err);
    ok = ok && at_sqlite_write_doc(writer(db), kind, doc, at_buf_str(&json),
                                   sequence, err);
    at_buf_deinit(&json);
    return ok;
}

bool
at_sqlite_apply_remove(struct at_store_db *db, enum at_store_kind kind,
                       struct at_str id, struct at_err *err)
{
    return at_sqlite_remove_doc(writer(db), kind, id, err);
}

bool
at_sqlite_apply_drop(struct at_store_db *db, struct at_str run,
                     struct at_err *err)
{
    return at_sqlite_drop_run(writer(db), run, err);
}

static bool
event_place(struct at_sqlite_link *link, struct at_str run,
            struct at_sqlite_place *out, struct at_err *err)
{
    sqlite3_stmt *stmt =
        at_sqlite_stmt(link, event_place_sql, "find the last event", err);
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, run);
    return read_place(link, stmt, out, err) &&
           (out->revision >= 0 ||
            at_sqlite_fail_absent(AT_STORE_RUN, run, err));
}

bool
at_sqlite_apply_event(struct at_store_db *db, struct at_str run, int64_t index,
                      uint64_t sequence, struct at_str json, struct at_err *err)
{
    static const char what[] = "store an event";
    struct at_sqlite_link *link = writer(db);
    struct at_sqlite_place last;
    sqlite3_stmt *stmt = at_sqlite_stmt(link, event_sql, what, err);
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, run);
    sqlite3_bind_int64(stmt, 2, index);
    at_sqlite_bind(stmt, 3, json);
    sqlite3_bind_int64(stmt, 4, (sqlite3_int64)sequence);
    if (!at_sqlite_done(link, stmt, sqlite3_step(stmt) == SQLITE_DONE, what,
                        err))
        return false;
    return sqlite3_changes(link->db) == 1 ||
           (event_place(link, run, &last, err) &&
            at_fail(err, AT_EBUSY,
                    "event %lld of run '%.*s' does not follow event %lld",
                    (long long)index, AT_STR_ARG(at_utf8_head(run, 64)),
                    (long long)last.revision));
}

bool
at_sqlite_applied(struct at_store_db *db, const char *stream, uint64_t *out,
                  struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->reader;
    pthread_mutex_lock(&link->lock);
    bool ok = read_applied(link, stream, out, err);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

bool
at_sqlite_doc_place(struct at_store_db *db, enum at_store_kind kind,
                    struct at_str id, struct at_sqlite_place *out,
                    struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->reader;
    pthread_mutex_lock(&link->lock);
    sqlite3_stmt *stmt =
        at_sqlite_stmt(link, doc_place_sql, "read a revision", err);
    if (stmt) {
        at_sqlite_bind(stmt, 1, at_str(at_sqlite_kinds[kind]));
        at_sqlite_bind(stmt, 2, id);
    }
    bool ok = stmt && read_place(link, stmt, out, err);
    pthread_mutex_unlock(&link->lock);
    if (ok && out->revision < 0)
        out->revision = 0;
    return ok;
}

bool
at_sqlite_event_place(struct at_store_db *db, struct at_str run,
                      struct at_sqlite_place *out, struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->reader;
    pthread_mutex_lock(&link->lock);
    bool ok = event_place(link, run, out, err);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

static bool
link_is_damaged(struct at_sqlite_link *link)
{
    pthread_mutex_lock(&link->lock);
    bool is_damaged = link->is_damaged;
    pthread_mutex_unlock(&link->lock);
    return is_damaged;
}

bool
at_sqlite_is_damaged(struct at_store_db *db)
{
    struct at_sqlite *store = (struct at_sqlite *)db;
    return link_is_damaged(&store->reader) || link_is_damaged(&store->writer);
}
