// stored.c: reads names, columns and counts with two queries per database
#include "flow/app/stored.h"

#include "base/buf.h"
#include "base/limits.h"

enum {
    TABLES_MAX = 40, // counted tables of a database
    FILES_MAX = 20,  // databases, or preference files, to read
    LINE_BYTES = 1500,
};

// Tables of the platform and its libraries are excluded.
#define OF_THE_APP                                                             \
    "FROM sqlite_master AS m WHERE type = 'table' AND name NOT LIKE "          \
    "'sqlite!_%' ESCAPE '!' AND name NOT IN ('android_metadata', "             \
    "'room_master_table') ORDER BY name"
#define COLUMNS                                                                \
    "SELECT name, (SELECT group_concat(name) FROM "                            \
    "pragma_table_info(m.name)) " OF_THE_APP
#define NAMES "SELECT name, '' " OF_THE_APP

void
at_stored_deinit(struct at_stored *stored)
{
    at_argv_deinit(&stored->databases);
    at_argv_deinit(&stored->files);
    at_argv_deinit(&stored->lines);
}

struct source {
    const struct at_op *op;
    struct at_device *device;
    const char *package;
};

static bool
query(const struct source *source, struct at_str database, struct at_str sql,
      struct at_buf *rows, struct at_err *err)
{
    struct at_db_result result = {.rows =
                                      AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES)};
    const struct at_db_query asked = {source->package, database, sql};
    bool ok =
        at_device_query_db(source->op, source->device, &asked, &result, err);
    if (ok)
        at_buf_add_str(rows, at_buf_str(&result.rows));
    at_buf_deinit(&result.rows);
    return ok;
}

static void
add_quoted(struct at_buf *sql, char quote, struct at_str text)
{
    at_buf_add_char(sql, quote);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == quote)
            at_buf_add_char(sql, quote);
        at_buf_add_char(sql, text.ptr[i]);
    }
    at_buf_add_char(sql, quote);
}

// Write a query for the number of rows in each table: "notes(id,title)", 12.
static size_t
write_counts(struct at_str tables, struct at_buf *sql)
{
    size_t count = 0;
    struct at_str line;
    while (count < TABLES_MAX && at_str_next_line(&tables, &line)) {
        struct at_buf shown = AT_BUF_INIT(AT_KIB);
        struct at_str name;
        struct at_str columns = line;
        if (!at_str_next(&columns, '|', &name) || name.len == 0)
            continue;
        at_buf_add_str(&shown, name);
        if (columns.len > 0)
            at_buf_add_fmt(&shown, "(%.*s)",
                           AT_STR_ARG(at_utf8_head(columns, 300)));
        at_buf_add_text(sql, count++ > 0 ? " UNION ALL SELECT " : "SELECT ");
        add_quoted(sql, '\'', at_buf_str(&shown));
        at_buf_add_text(sql, ", count(*) FROM ");
        add_quoted(sql, '"', name);
        at_buf_deinit(&shown);
    }
    return count;
}

static void
write_tables(struct at_str counted, struct at_buf *out)
{
    struct at_str line;
    const char *sep = " ";
    while (at_str_next_line(&counted, &line)) {
        size_t end = line.len; // end of the table, whose name may contain '|'
        while (end > 0 && line.ptr[end - 1] != '|')
            end--;
        if (end == 0)
            continue;
        at_buf_add_fmt(out, "%s%.*s %.*s rows", sep, (int)(end - 1), line.ptr,
                       AT_STR_ARG(at_str_skip(line, end)));
        sep = "; ";
    }
}

static bool
describe(const struct source *source, struct at_str database,
         struct at_buf *line, struct at_err *err)
{
    struct at_buf tables = AT_BUF_INIT(AT_DB_ROWS_MAX_BYTES);
    struct at_buf sql = AT_BUF_INIT(AT_SQL_MAX_BYTES);
    struct at_buf counted = AT_BUF_INIT(AT_DB_ROWS_MAX_BYTES);
    // the sqlite3 of Android 7 and older does not support pragma_table_info
    bool ok = query(source, database, AT_STR(COLUMNS), &tables, NULL) ||
              query(source, database, AT_STR(NAMES), &tables, err);
    size_t count = ok ? write_counts(at_buf_str(&tables), &sql) : 0;
    at_buf_add_fmt(line, "%.*s:", AT_STR_ARG(database));
    if (count > 0)
        ok = query(source, database, at_buf_str(&sql), &counted, err);
    else if (ok)
        at_buf_add_text(line, " no tables");
    write_tables(at_buf_str(&counted), line);
    at_buf_deinit(&tables);
    at_buf_deinit(&sql);
    at_buf_deinit(&counted);
    return ok;
}

bool
at_stored_add_database(const struct at_op *op, struct at_device *device,
                       const char *package, struct at_str database,
                       struct at_argv *out, struct at_err *err)
{
    const struct source source = {op, device, package};
    struct at_buf line = AT_BUF_INIT(LINE_BYTES);
    bool ok = describe(&source, database, &line, err);
    if (ok)
        at_argv_add_str(out, at_buf_str(&line));
    at_buf_deinit(&line);
    return ok;
}

static void
add_unread(struct at_str name, const struct at_err *why, struct at_argv *out)
{
    at_argv_add_fmt(out, "%.*s: cannot be read: %s", AT_STR_ARG(name),
                    why->msg);
}

static void
add_databases(const struct source *source, struct at_stored *out)
{
    for (size_t i = 0; i < out->databases.count && i < FILES_MAX; i++) {
        struct at_err why = AT_ERR_INIT;
        struct at_str name = at_str(out->databases.words[i]);
        if (!at_stored_add_database(source->op, source->device, source->package,
                                    name, &out->lines, &why))
            add_unread(name, &why, &out->lines);
    }
}

void
at_stored_write_keys(struct at_str xml, struct at_buf *out)
{
    static const char before[] = " name=\"";
    const char *sep = "";
    for (ptrdiff_t at; (at = at_str_find(xml, AT_STR(before))) >= 0;) {
        struct at_str key;
        xml = at_str_skip(xml, (size_t)at + sizeof(before) - 1);
        if (!at_str_next(&xml, '"', &key))
            return;
        at_buf_add_fmt(out, "%s%.*s", sep, AT_STR_ARG(key));
        sep = ", ";
    }
}

static void
add_files(const struct source *source, struct at_stored *out)
{
    for (size_t i = 0; i < out->files.count && i < FILES_MAX; i++) {
        struct at_err why = AT_ERR_INIT;
        struct at_buf content = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
        struct at_buf keys = AT_BUF_INIT(LINE_BYTES);
        struct at_str name = at_str(out->files.words[i]);
        if (at_device_prefs(source->op, source->device, source->package, name,
                            &content, &why)) {
            at_stored_write_keys(at_buf_str(&content), &keys);
            at_argv_add_fmt(&out->lines, "%.*s: %s", AT_STR_ARG(name),
                            keys.len > 0 ? at_buf_text(&keys) : "no keys");
        } else {
            add_unread(name, &why, &out->lines);
        }
        at_buf_deinit(&content);
        at_buf_deinit(&keys);
    }
}

static void
add_names(struct at_str lines, struct at_argv *out)
{
    struct at_str line;
    while (at_str_next_line(&lines, &line)) {
        line = at_str_trim(line);
        if (line.len > 0)
            at_argv_add_str(out, line);
    }
}

bool
at_stored_read(const struct at_op *op, struct at_device *device,
               const char *package, struct at_stored *out, struct at_err *err)
{
    const struct source source = {op, device, package};
    const struct at_db_query all = {.package = package};
    struct at_db_result db = {.rows = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES)};
    struct at_buf files = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    *out = (struct at_stored)AT_STORED_INIT;
    bool has_databases = at_device_query_db(op, device, &all, &db, &why);
    bool has_files = at_device_prefs(op, device, package, (struct at_str){0},
                                     &files, has_databases ? NULL : err);
    add_names(at_buf_str(&db.rows), &out->databases);
    add_names(at_buf_str(&files), &out->files);
    add_databases(&source, out);
    add_files(&source, out);
    at_buf_deinit(&db.rows);
    at_buf_deinit(&files);
    return has_databases || has_files || at_err_pass(err, &why);
}
