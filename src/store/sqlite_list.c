// sqlite_list.c: queries for documents
#include "base/alloc.h"
#include "base/limits.h"
#include "store/sqlite_priv.h"
#include "wire/json.h"

enum { LIST_DEFAULT = 100, FILTERS_MAX = 12 };

static const char what[] = "list documents";

#define ONLY "only" // the member that has the list of the values of paths

// A query's comparison values, in the order of its parameters.
struct filters {
    struct at_str values[FILTERS_MAX];
    size_t count;
    struct at_buf sql;
    struct at_buf pattern; // pattern for the text
    struct at_buf tag;     // pattern for the tag
    char since[AT_STORE_ID_LEN + 1];
    char until[AT_STORE_ID_LEN + 1];
};

struct page {
    const struct at_store_query *query;
    size_t limit;
};

static void
add_filter(struct filters *filters, const char *sql, struct at_str value)
{
    if (value.len == 0)
        return;
    filters->values[filters->count++] = value;
    at_buf_add_fmt(&filters->sql, "%s%s ?%zu",
                   filters->count > 1 ? " AND " : "", sql, filters->count);
}

static void
add_pattern(struct filters *filters, const char *sql, struct at_str value)
{
    add_filter(filters, sql, value);
    if (value.len > 0)
        at_buf_add_text(&filters->sql, " ESCAPE '\\'");
}

// Write "%text%" with text's own wildcards escaped.
static void
write_pattern(struct at_str begin, struct at_str text, struct at_str end,
              struct at_buf *out)
{
    if (text.len == 0)
        return;
    at_buf_add_str(out, begin);
    for (size_t i = 0; i < text.len; i++) {
        if (at_str_has(AT_STR("%_\\"), at_str_n(&text.ptr[i], 1)))
            at_buf_add_char(out, '\\');
        at_buf_add_char(out, text.ptr[i]);
    }
    at_buf_add_str(out, end);
}

// Ids sort by creation time.
static void
add_times(const struct at_store_query *query, struct filters *out)
{
    if (query->since_ms > 0) {
        at_store_id_floor(query->since_ms, out->since);
        add_filter(out, "id >=", at_str(out->since));
    }
    if (query->until_ms > 0) {
        at_store_id_floor(query->until_ms, out->until);
        add_filter(out, "id <", at_str(out->until));
    }
}

// The scenario's row does not refer to its runs, but an index has them in
// order. Aborted runs say nothing about the app, and runs of some steps nothing
// about the scenario.
#define LAST_VERDICT                                                           \
    "coalesce((SELECT CASE WHEN run.ending IN ('done', 'budget')"              \
    " THEN run.verdict END FROM documents AS run WHERE run.kind = 'run'"       \
    " AND run.scenario = documents.id AND run.state = 'ended'"                 \
    " AND run.replay <> " AT_SQLITE_PARTIAL_TEXT                               \
    " ORDER BY run.id DESC LIMIT 1), 'NONE') ="

// SQLite reads JSON many times faster than it becomes values here. Paths are
// the program's own. The second use of a text costs nothing, but a damaged one
// would end the statement.
static void
write_paths(const char *const *paths, struct at_buf *out)
{
    at_buf_add_text(out, "(json");
    for (; *paths; paths++)
        at_buf_add_fmt(out, ", '$.%s'", *paths);
    at_buf_add_text(out, ")");
}

static void
write_json_column(const struct at_store_query *query, struct at_buf *out)
{
    at_buf_add_text(out, "CASE WHEN json_valid(json) THEN ");
    if (query->only) {
        at_buf_add_text(out, "'{\"" ONLY "\":' || json_extract");
        write_paths(query->only, out);
        at_buf_add_text(out, " || '}'");
    } else {
        at_buf_add_text(out, "json_remove");
        write_paths(query->except, out);
    }
    at_buf_add_text(out, " ELSE json END");
}

static void
write_columns(const struct at_store_query *query, struct at_buf *out)
{
    at_buf_add_text(out, "SELECT " AT_SQLITE_DOC_PLACE ", ");
    if (query->bare)
        at_buf_add_text(out, "NULL");
    else if (query->only || query->except)
        write_json_column(query, out);
    else
        at_buf_add_text(out, "json");
    at_buf_add_text(out, " FROM documents WHERE ");
}

// SQLite uses an index only if its condition is in the statement.
static void
write_sql(const struct at_store_query *query, struct filters *out)
{
    write_columns(query, &out->sql);
    add_filter(out, "kind =", at_str(at_sqlite_kinds[query->kind]));
    add_filter(out, "scenario =", query->scenario);
    add_filter(out, "suite_run =", query->suite_run);
    if (query->suite_run.len > 0)
        at_buf_add_text(&out->sql, " AND suite_run <> ''");
    add_filter(out, "state =", query->state);
    add_filter(out, "device =", query->device);
    add_filter(out,
               query->kind == AT_STORE_SCENARIO ? LAST_VERDICT : "verdict =",
               query->verdict);
    add_filter(out, "profile =", query->profile);
    add_filter(out, "id <", query->before);
    add_times(query, out);
    add_pattern(out, "tags LIKE", at_buf_str(&out->tag));
    add_pattern(out, "words LIKE", at_buf_str(&out->pattern));
    at_buf_add_text(&out->sql, " ORDER BY id DESC");
}

// Read up to limit rows, plus one to know if there are more. A damaged document
// is reported in its entry and does not affect others.
static void
read_row(struct at_sqlite_link *link, sqlite3_stmt *stmt, bool bare,
         struct at_store_doc *out)
{
    struct at_err why = AT_ERR_INIT;
    if (bare)
        at_sqlite_read_place(stmt, out);
    else if (!at_sqlite_read_doc(link, stmt, out, &why))
        out->json =
            json_pack("{s:o}", AT_STORE_DAMAGED, at_json_text(at_str(why.msg)));
}

// The values are in the order of their paths.
static void
name_members(const char *const *paths, struct at_store_doc *doc)
{
    const json_t *values = json_object_get(doc->json, ONLY);
    if (!values)
        return;
    json_t *json = json_object();
    for (size_t i = 0; paths[i]; i++) {
        json_t *value = json_array_get(values, i);
        if (value && !json_is_null(value))
            json_object_set(json, paths[i], value);
    }
    json_decref(doc->json);
    doc->json = json;
}

static bool
read_rows(struct at_sqlite_link *link, sqlite3_stmt *stmt,
          const struct page *page, struct at_store_list *out,
          struct at_err *err)
{
    int rc;
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW &&
           out->count < page->limit) {
        out->docs =
            at_realloc_array(out->docs, out->count + 1, sizeof(*out->docs));
        struct at_store_doc *doc = &out->docs[out->count++];
        read_row(link, stmt, page->query->bare, doc);
        if (page->query->only)
            name_members(page->query->only, doc);
    }
    out->more = rc == SQLITE_ROW;
    return rc == SQLITE_ROW || rc == SQLITE_DONE ||
           at_sqlite_fail(link, what, err);
}

static bool
list_locked(struct at_sqlite_link *link, const struct filters *filters,
            const struct page *page, struct at_store_list *out,
            struct at_err *err)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(link->db, at_buf_text(&filters->sql), -1, &stmt,
                           NULL) != SQLITE_OK)
        return at_sqlite_fail(link, what, err);
    for (size_t i = 0; i < filters->count; i++)
        at_sqlite_bind(stmt, (int)i + 1, filters->values[i]);
    bool ok = read_rows(link, stmt, page, out, err);
    sqlite3_finalize(stmt);
    return ok;
}

bool
at_sqlite_list(struct at_store_db *db, const struct at_store_query *query,
               struct at_store_list *out, struct at_err *err)
{
    struct at_sqlite_link *link = &((struct at_sqlite *)db)->reader;
    struct filters filters = {.sql = AT_BUF_INIT(2 * AT_KIB),
                              .pattern = AT_BUF_INIT(AT_STORE_TEXT_MAX_BYTES),
                              .tag = AT_BUF_INIT(AT_STORE_TEXT_MAX_BYTES)};
    const struct page page = {query, query->limit == 0 ? LIST_DEFAULT
                                     : query->limit < AT_STORE_LIST_MAX
                                         ? query->limit
                                         : AT_STORE_LIST_MAX};
    *out = (struct at_store_list){0};
    write_pattern(AT_STR("%"), query->text, AT_STR("%"), &filters.pattern);
    write_pattern(AT_STR("%\n"), query->tag, AT_STR("\n%"), &filters.tag);
    bool ok =
        (!filters.pattern.overflow && !filters.tag.overflow) ||
        at_fail(err, AT_ELIMIT, "a text to search for has up to %zu bytes",
                AT_STORE_TEXT_MAX_BYTES / 2 - 4);
    write_sql(query, &filters);
    pthread_mutex_lock(&link->lock);
    ok = ok && list_locked(link, &filters, &page, out, err);
    pthread_mutex_unlock(&link->lock);
    at_buf_deinit(&filters.sql);
    at_buf_deinit(&filters.pattern);
    at_buf_deinit(&filters.tag);
    if (!ok)
        at_store_list_deinit(out);
    return ok;
}
