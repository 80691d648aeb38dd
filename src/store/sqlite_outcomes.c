// sqlite_outcomes.c: results of each scenario's latest runs
#include "base/limits.h"
#include "store/sqlite_priv.h"

enum {
    SCENARIO,
    RUN,
    VERDICT,
    ENDING,
    PROFILE,
    VERSION,
    BEGAN,
    DURATION,
    COST,
    TOKENS,
    REPLAY,
    NAME
};

static const char what[] = "read the outcomes of runs";

#define NAME_OF(kind, id)                                                      \
    "(SELECT coalesce(nullif(json_extract(json, '$.name'), ''),"               \
    " json_extract(json, '$.goal')) FROM documents AS named"                   \
    " WHERE named.kind = '" kind "' AND named.id = newest." id ")"

// One pass over a covering index, without runs of a part of their scenario. The
// name is the scenario's or, if that was removed, the one recorded by its
// latest run.
static const char before[] =
    "SELECT scenario, id, verdict, ending, profile, version, began_ms,"
    " duration_ms, cost_usd, tokens, replay, CASE place WHEN 1 THEN"
    " coalesce(" NAME_OF("scenario", "scenario") ", " NAME_OF(
        "run", "id") ") END FROM (SELECT scenario, id, verdict, ending, "
                     "profile, version,"
                     " began_ms, duration_ms, cost_usd, tokens, replay, "
                     "row_number() OVER"
                     " (PARTITION BY scenario ORDER BY id DESC) AS place FROM "
                     "documents"
                     " WHERE kind = 'run' AND state = 'ended'"
                     " AND replay <> " AT_SQLITE_PARTIAL_TEXT " AND scenario ";
static const char after[] =
    ") AS newest WHERE place <= ?1 ORDER BY scenario, place";

static void
write_sql(size_t scenarios, struct at_buf *out)
{
    at_buf_add_text(out, before);
    at_buf_add_text(out, scenarios > 0 ? "IN (" : "> ''");
    for (size_t i = 0; i < scenarios; i++)
        at_buf_add_fmt(out, "%s?%zu", i > 0 ? ", " : "", i + 2);
    at_buf_add_text(out, scenarios > 0 ? ")" : "");
    at_buf_add_text(out, after);
}

static void
read_row(sqlite3_stmt *stmt, struct at_store_outcome *out)
{
    enum { REPLAYED = 1, HEALED };
    int replay = sqlite3_column_int(stmt, REPLAY);
    *out = (struct at_store_outcome){
        .scenario = at_sqlite_column(stmt, SCENARIO),
        .name = at_sqlite_column(stmt, NAME),
        .run = at_sqlite_column(stmt, RUN),
        .verdict = at_sqlite_column(stmt, VERDICT),
        .end = at_sqlite_column(stmt, ENDING),
        .profile = at_sqlite_column(stmt, PROFILE),
        .app_version = at_sqlite_column(stmt, VERSION),
        .began_ms = sqlite3_column_int64(stmt, BEGAN),
        .duration_ms = sqlite3_column_int64(stmt, DURATION),
        .tokens = sqlite3_column_int64(stmt, TOKENS),
        .cost_usd = sqlite3_column_double(stmt, COST),
        .replayed = replay == REPLAYED,
        .healed = replay == HEALED,
    };
}

static bool
read_locked(struct at_sqlite_link *link, const char *sql,
            const struct at_store_outcomes *wanted, struct at_err *err)
{
    struct at_store_outcome outcome;
    sqlite3_stmt *stmt = NULL;
    int rc;
    if (sqlite3_prepare_v2(link->db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return at_sqlite_fail(link, what, err);
    sqlite3_bind_int64(stmt, 1, (sqlite3_int64)wanted->runs);
    for (size_t i = 0; i < wanted->scenario_count; i++)
        at_sqlite_bind(stmt, (int)i + 2, wanted->scenarios[i]);
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        read_row(stmt, &outcome);
        wanted->each(wanted->user, &outcome);
    }
    bool ok = rc == SQLITE_DONE || at_sqlite_fail(link, what, err);
    sqlite3_finalize(stmt);
    return ok;
}

bool
at_sqlite_outcomes(struct at_store_db *db,
                   const struct at_store_outcomes *wanted, struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->reader;
    struct at_buf sql = AT_BUF_INIT(16 * AT_KIB);
    write_sql(wanted->scenario_count, &sql);
    pthread_mutex_lock(&link->lock);
    bool ok = read_locked(link, at_buf_text(&sql), wanted, err);
    pthread_mutex_unlock(&link->lock);
    at_buf_deinit(&sql);
    return ok;
}
