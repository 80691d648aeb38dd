// sqlite_docs.c: reading and writing of documents
#include "base/limits.h"
#include "store/sqlite_priv.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { ID = 0, REVISION, CREATED, UPDATED, JSON }; // AT_SQLITE_DOC_COLUMNS

static const char select_sql[] = "SELECT " AT_SQLITE_DOC_COLUMNS
                                 " FROM documents WHERE kind = ?1 AND id = ?2";
static const char state_sql[] = "SELECT revision, created_ms"
                                " FROM documents WHERE kind = ?1 AND id = ?2";
static const char write_sql[] =
    "INSERT INTO documents(kind, id, revision, created_ms, updated_ms,"
    " json, " AT_SQLITE_FACT_COLUMNS ", sequence)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,"
    " ?16, ?17, ?18, ?19, ?20, ?21, ?22)"
    " ON CONFLICT(kind, id) DO UPDATE SET revision = ?3, updated_ms = ?5,"
    " json = ?6, (" AT_SQLITE_FACT_COLUMNS ") = (?7, ?8, ?9, ?10, ?11, ?12,"
    " ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21), sequence = ?22";
static const char remove_sql[] =
    "DELETE FROM documents WHERE kind = ?1 AND id = ?2";

bool
at_sqlite_fail_absent(enum at_store_kind kind, struct at_str id,
                      struct at_err *err)
{
    return at_fail(err, AT_ENOTFOUND, "there is no %s '%.*s'",
                   at_sqlite_kinds[kind], AT_STR_ARG(at_utf8_head(id, 64)));
}

void
at_sqlite_read_place(sqlite3_stmt *stmt, struct at_store_doc *out)
{
    *out = (struct at_store_doc){
        .revision = sqlite3_column_int64(stmt, REVISION),
        .created_ms = sqlite3_column_int64(stmt, CREATED),
        .updated_ms = sqlite3_column_int64(stmt, UPDATED),
    };
    at_str_cut(out->id, sizeof(out->id), at_sqlite_column(stmt, ID));
}

bool
at_sqlite_read_doc(struct at_sqlite_link *link, sqlite3_stmt *stmt,
                   struct at_store_doc *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    at_sqlite_read_place(stmt, out);
    out->json = at_json_parse(at_sqlite_column(stmt, JSON), &why);
    if (json_is_object(out->json))
        return true;
    if (out->json)
        at_fail(&why, AT_EIO, "it is not a JSON object");
    json_decref(out->json);
    out->json = NULL;
    link->is_damaged = true;
    return at_fail(err, AT_EIO,
                   "'%s': document '%s' is damaged (%s): remove it in the "
                   "dashboard",
                   link->path, out->id, why.msg);
}

bool
at_sqlite_get(struct at_store_db *db, enum at_store_kind kind, struct at_str id,
              struct at_store_doc *out, struct at_err *err)
{
    static const char what[] = "read a document";
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->reader;
    bool ok = false;
    *out = (struct at_store_doc){0};
    pthread_mutex_lock(&link->lock);
    sqlite3_stmt *stmt = at_sqlite_stmt(link, select_sql, what, err);
    if (stmt) {
        at_sqlite_bind(stmt, 1, at_str(at_sqlite_kinds[kind]));
        at_sqlite_bind(stmt, 2, id);
        int rc = sqlite3_step(stmt);
        ok = rc == SQLITE_ROW    ? at_sqlite_read_doc(link, stmt, out, err)
             : rc == SQLITE_DONE ? at_sqlite_fail_absent(kind, id, err)
                                 : at_sqlite_fail(link, what, err);
        at_sqlite_done(link, stmt, true, what, err);
    }
    pthread_mutex_unlock(&link->lock);
    return ok;
}

// Check the expected revision and set the next one. Call it within a
// transaction.
static bool
next_revision(struct at_sqlite_link *link, enum at_store_kind kind,
              int64_t expected, struct at_store_doc *doc, struct at_err *err)
{
    static const char what[] = "read a revision";
    sqlite3_stmt *stmt = at_sqlite_stmt(link, state_sql, what, err);
    if (!stmt)
        return false;
    int64_t revision = 0;
    at_sqlite_bind(stmt, 1, at_str(at_sqlite_kinds[kind]));
    at_sqlite_bind(stmt, 2, at_str(doc->id));
    int rc = sqlite3_step(stmt);
    doc->updated_ms = doc->created_ms = at_wall_now_ms();
    if (rc == SQLITE_ROW) {
        revision = sqlite3_column_int64(stmt, 0);
        doc->created_ms = sqlite3_column_int64(stmt, 1);
    }
    bool ok = rc == SQLITE_ROW || rc == SQLITE_DONE;
    if (!at_sqlite_done(link, stmt, ok, what, err))
        return false;
    doc->revision = revision + 1;
    return expected < 0 || expected == revision ||
           at_fail(err, AT_EBUSY,
                   "%s '%s' has changed: it has revision %lld, not "
                   "%lld; read it again",
                   at_sqlite_kinds[kind], doc->id, (long long)revision,
                   (long long)expected);
}

bool
at_sqlite_write_doc(struct at_sqlite_link *link, enum at_store_kind kind,
                    const struct at_store_doc *doc, struct at_str json,
                    uint64_t sequence, struct at_err *err)
{
    static const char what[] = "store a document";
    sqlite3_stmt *stmt = at_sqlite_stmt(link, write_sql, what, err);
    struct at_sqlite_facts facts;
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, at_str(at_sqlite_kinds[kind]));
    at_sqlite_bind(stmt, 2, at_str(doc->id));
    sqlite3_bind_int64(stmt, 3, doc->revision);
    sqlite3_bind_int64(stmt, 4, doc->created_ms);
    sqlite3_bind_int64(stmt, 5, doc->updated_ms);
    at_sqlite_bind(stmt, 6, json);
    at_sqlite_facts_bind(stmt, 7, doc->json, &facts);
    sqlite3_bind_int64(stmt, 7 + AT_SQLITE_FACTS, (sqlite3_int64)sequence);
    bool ok = at_sqlite_done(link, stmt, sqlite3_step(stmt) == SQLITE_DONE,
                             what, err);
    at_sqlite_facts_deinit(&facts);
    return ok;
}

static bool
put_locked(struct at_sqlite_link *link, enum at_store_kind kind,
           int64_t expected, struct at_store_doc *doc, struct at_str json,
           struct at_err *err)
{
    static const char what[] = "store a document";
    if (!at_sqlite_exec(link, "BEGIN IMMEDIATE", what, err))
        return false;
    bool ok = next_revision(link, kind, expected, doc, err) &&
              at_sqlite_write_doc(link, kind, doc, json, 0, err) &&
              at_sqlite_exec(link, "COMMIT", what, err);
    if (!ok)
        sqlite3_exec(link->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

static void
tell(struct at_store_db *db, enum at_store_kind kind, const char *id,
     int64_t revision)
{
    const struct at_store_change change = {kind, id, revision};
    at_store_tell(db, &change);
}

bool
at_sqlite_put(struct at_store_db *db, enum at_store_kind kind, int64_t expected,
              struct at_store_doc *doc, struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->writer;
    struct at_buf json = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES - AT_KIB);
    if (!doc->id[0])
        at_store_new_id(doc->id);
    bool ok = at_store_check_id(at_str(doc->id), err);
    ok = ok && (at_json_write(doc->json, &json) ||
                at_fail(err, AT_ELIMIT, "%s '%s' is longer than %zu bytes",
                        at_sqlite_kinds[kind], doc->id, json.max));
    pthread_mutex_lock(&link->lock);
    ok = ok && put_locked(link, kind, expected, doc, at_buf_str(&json), err);
    pthread_mutex_unlock(&link->lock);
    at_buf_deinit(&json);
    if (ok)
        tell(db, kind, doc->id, doc->revision);
    return ok;
}

bool
at_sqlite_remove_doc(struct at_sqlite_link *link, enum at_store_kind kind,
                     struct at_str id, struct at_err *err)
{
    static const char what[] = "remove a document";
    sqlite3_stmt *stmt = at_sqlite_stmt(link, remove_sql, what, err);
    if (!stmt)
        return false;
    at_sqlite_bind(stmt, 1, at_str(at_sqlite_kinds[kind]));
    at_sqlite_bind(stmt, 2, id);
    return at_sqlite_done(link, stmt, sqlite3_step(stmt) == SQLITE_DONE, what,
                          err);
}

bool
at_sqlite_remove(struct at_store_db *db, enum at_store_kind kind,
                 struct at_str id, struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->writer;
    pthread_mutex_lock(&link->lock);
    bool ok =
        at_sqlite_remove_doc(link, kind, id, err) &&
        (sqlite3_changes(link->db) > 0 || at_sqlite_fail_absent(kind, id, err));
    pthread_mutex_unlock(&link->lock);
    if (ok) {
        char removed[AT_STORE_KEY_MAX + 1];
        at_str_cut(removed, sizeof(removed), id);
        tell(db, kind, removed, 0);
    }
    return ok;
}
