// fact_database.c: assertDatabase
#include "base/limits.h"
#include "maestro/run/fact.h"
#include "maestro/sql.h"

// The rows without the end of the last one.
static struct at_str
result_of(const struct at_db_result *db)
{
    struct at_str rows = at_buf_str(&db->rows);
    return at_str_ends(rows, AT_STR("\n")) ? at_str_head(rows, rows.len - 1)
                                           : rows;
}

static bool
has_rows(struct at_maestro_call *call, const struct at_db_result *db,
         bool *out_holds, struct at_err *err)
{
    const struct at_maestro_fact *fact = &call->command->fact;
    int64_t count;
    *out_holds = db->row_count > 0;
    if (!fact->rows.ptr)
        return true;
    if (!at_maestro_whole(call, fact->rows, "rows", &count, err))
        return false;
    *out_holds = (int64_t)db->row_count == count;
    return true;
}

static bool
judge(struct at_maestro_call *call, const struct at_maestro_pattern *pattern,
      const struct at_db_result *db, struct at_buf *found, bool *out_holds,
      struct at_err *err)
{
    const struct at_maestro_fact *fact = &call->command->fact;
    bool compares = fact->equals.ptr || fact->contains.ptr || fact->matches.ptr;
    if (compares && db->omitted_rows > 0)
        return at_fail(err, AT_ELIMIT,
                       "the result is too long to compare: select fewer "
                       "columns or rows");
    at_buf_add_fmt(found, "it has %zu %s: ", db->row_count,
                   db->row_count == 1 ? "row" : "rows");
    at_maestro_fact_quote(call, result_of(db), found);
    *out_holds = true;
    if ((fact->rows.ptr || !compares) && !has_rows(call, db, out_holds, err))
        return false;
    return !*out_holds || at_maestro_fact_compare(fact, pattern, result_of(db),
                                                  out_holds, err);
}

static bool
look(struct at_maestro_call *call, const struct at_maestro_pattern *pattern,
     struct at_buf *found, bool *out_holds, struct at_err *err)
{
    const struct at_maestro_fact *fact = &call->command->fact;
    struct at_db_result db = {.rows = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES)};
    const char *package = at_maestro_fact_app(call, err);
    const struct at_db_query query = {package, fact->database, fact->query};
    bool ok = package &&
              at_device_query_db(call->run->op, at_maestro_device(call), &query,
                                 &db, err) &&
              judge(call, pattern, &db, found, out_holds, err);
    at_buf_deinit(&db.rows);
    return ok;
}

bool
at_maestro_assert_database(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_fact_search search = {
        .look = look, .pattern = call->command->fact.matches};
    if (at_maestro_sql_reads(call->command->fact.query))
        return at_maestro_fact_await(call, &search, err);
    at_maestro_fail_hard(call->run);
    return at_fail(err, AT_EUSAGE,
                   "assertDatabase can't be checked: the query must begin with "
                   "SELECT, VALUES or WITH, and only read");
}
