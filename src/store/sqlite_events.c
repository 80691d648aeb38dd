// sqlite_events.c: events of runs, appended and read in batches
#include "base/limits.h"
#include "store/sqlite_priv.h"

enum { PIECE_EVENTS = 64 };
#define PIECE_MAX_BYTES (4 * AT_MIB)

#define KEY_OF_RUN "(SELECT key FROM documents WHERE kind = 'run' AND id = ?1)"

static const char add_sql[] =
    "INSERT INTO events(run, number, json)"
    " SELECT key, ?2, ?3 FROM documents WHERE kind = 'run' AND id = ?1 AND"
    " ?2 = 1 + coalesce((SELECT max(number) FROM events WHERE run = key), 0)";
static const char last_sql[] =
    "SELECT coalesce((SELECT max(number) FROM events WHERE run = key), 0)"
    " FROM documents WHERE kind = 'run' AND id = ?1";
static const char drop_sql[] = "DELETE FROM events WHERE run = " KEY_OF_RUN;
static const char read_sql[] =
    "SELECT number, json FROM events"
    " WHERE run = " KEY_OF_RUN " AND number > ?2 ORDER BY number LIMIT ?3";

static bool
last_locked(struct at_sqlite_link *link, struct at_str run, int64_t *out_index,
            struct at_err *err)
{
    static const char what[] = "find the last event";
    sqlite3_stmt *stmt = at_sqlite_stmt(link, last_sql, what, err);
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, run);
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        *out_index = sqlite3_column_int64(stmt, 0);
    bool ok = rc == SQLITE_ROW || rc == SQLITE_DONE;
    ok = at_sqlite_done(link, stmt, ok, what, err);
    if (ok && rc == SQLITE_DONE)
        return at_fail(err, AT_ENOTFOUND, "there is no run '%.*s'",
                       AT_STR_ARG(at_utf8_head(run, 64)));
    return ok;
}

// Fail because no event was added: the run does not exist, or the index is not
// the next one.
static bool
fail_index(struct at_sqlite_link *link, struct at_str run, int64_t index,
           struct at_err *err)
{
    int64_t last = 0;
    return last_locked(link, run, &last, err) &&
           at_fail(err, AT_EBUSY,
                   "event %lld of run '%.*s' is not the next one: %lld is the "
                   "last",
                   (long long)index, AT_STR_ARG(run), (long long)last);
}

static bool
add_locked(struct at_sqlite_link *link, struct at_str run, int64_t index,
           struct at_str json, struct at_err *err)
{
    static const char what[] = "store an event";
    sqlite3_stmt *stmt = at_sqlite_stmt(link, add_sql, what, err);
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, run);
    sqlite3_bind_int64(stmt, 2, index);
    at_sqlite_bind(stmt, 3, json);
    bool ok = sqlite3_step(stmt) == SQLITE_DONE;
    ok = at_sqlite_done(link, stmt, ok, what, err);
    return ok && (sqlite3_changes(link->db) == 1 ||
                  fail_index(link, run, index, err));
}

bool
at_sqlite_add_event(struct at_store_db *db, struct at_str run, int64_t index,
                    struct at_str json, struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->writer;
    if (json.len > AT_STORE_EVENT_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "an event has up to %zu bytes",
                       AT_STORE_EVENT_MAX_BYTES);
    pthread_mutex_lock(&link->lock);
    bool ok = add_locked(link, run, index, json, err);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

bool
at_sqlite_last_event(struct at_store_db *db, struct at_str run,
                     int64_t *out_index, struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->reader;
    *out_index = 0;
    pthread_mutex_lock(&link->lock);
    bool ok = last_locked(link, run, out_index, err);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

bool
at_sqlite_drop_run(struct at_sqlite_link *link, struct at_str run,
                   struct at_err *err)
{
    static const char what[] = "remove events";
    sqlite3_stmt *stmt = at_sqlite_stmt(link, drop_sql, what, err);
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, run);
    return at_sqlite_done(link, stmt, sqlite3_step(stmt) == SQLITE_DONE, what,
                          err);
}

bool
at_sqlite_drop_events(struct at_store_db *db, struct at_str run,
                      struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->writer;
    pthread_mutex_lock(&link->lock);
    bool ok = at_sqlite_drop_run(link, run, err);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

// A batch of events, as concatenated texts, to be passed on without the lock.
struct piece {
    struct {
        int64_t index;
        size_t end; // offset in texts
    } rows[PIECE_EVENTS];
    size_t count;
    struct at_buf texts;
};

static bool
read_piece(struct at_sqlite_link *link, const struct at_store_reading *wanted,
           struct piece *out, struct at_err *err)
{
    static const char what[] = "read events";
    size_t limit = wanted->limit < PIECE_EVENTS ? wanted->limit : PIECE_EVENTS;
    sqlite3_stmt *stmt = at_sqlite_stmt(link, read_sql, what, err);
    if (!stmt)
        return false;
    int rc = SQLITE_DONE;
    at_sqlite_bind(stmt, 1, wanted->run);
    sqlite3_bind_int64(stmt, 2, wanted->after);
    sqlite3_bind_int64(stmt, 3, (sqlite3_int64)limit);
    while (out->count < limit && (rc = sqlite3_step(stmt)) == SQLITE_ROW &&
           at_buf_add_str(&out->texts, at_sqlite_column(stmt, 1))) {
        out->rows[out->count].index = sqlite3_column_int64(stmt, 0);
        out->rows[out->count++].end = out->texts.len;
    }
    return at_sqlite_done(link, stmt, rc == SQLITE_ROW || rc == SQLITE_DONE,
                          what, err);
}

// Return false once the reader has enough.
static bool
hand_on(const struct piece *piece, const struct at_store_reading *wanted)
{
    size_t begin = 0;
    for (size_t i = 0; i < piece->count; i++) {
        struct at_str text = at_str_n(at_buf_text(&piece->texts) + begin,
                                      piece->rows[i].end - begin);
        if (!wanted->each(wanted->user, piece->rows[i].index, text))
            return false;
        begin = piece->rows[i].end;
    }
    return true;
}

bool
at_sqlite_events(struct at_store_db *db, const struct at_store_reading *wanted,
                 struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->reader;
    struct piece piece = {.texts = AT_BUF_INIT(PIECE_MAX_BYTES)};
    struct at_store_reading rest = *wanted;
    bool more = true;
    bool ok = true;
    rest.limit = rest.limit > 0 ? rest.limit : SIZE_MAX;
    while (ok && more && rest.limit > 0) {
        piece.count = 0;
        at_buf_clear(&piece.texts);
        pthread_mutex_lock(&link->lock);
        ok = read_piece(link, &rest, &piece, err);
        pthread_mutex_unlock(&link->lock);
        more = ok && piece.count > 0 && hand_on(&piece, wanted);
        if (more)
            rest.after = piece.rows[piece.count - 1].index;
        rest.limit -= piece.count;
    }
    at_buf_deinit(&piece.texts);
    return ok;
}
