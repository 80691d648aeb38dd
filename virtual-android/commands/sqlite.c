// sqlite.c: the `sqlite3` shell, on the device's files
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "sys/cancel.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/files.h"

struct options {
    const char *database;
    const char *sql;
    const char *separator;
    bool header;
    bool json;
    bool csv;
};

static struct options
parse(struct va_call *call)
{
    struct options o = {.separator = "|"};
    for (int i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (word[0] == '-' && word[1] == '-')
            word++;
        if (strcmp(word, "-header") == 0)
            o.header = true;
        else if (strcmp(word, "-json") == 0)
            o.json = true;
        else if (strcmp(word, "-csv") == 0)
            o.csv = true;
        else if (strcmp(word, "-separator") == 0)
            o.separator = va_word(call, ++i);
        else if (strcmp(word, "-cmd") == 0)
            i++;
        else if (word[0] != '-' && !o.database)
            o.database = word;
        else if (word[0] != '-')
            o.sql = word;
    }
    if (o.csv)
        o.separator = ",";
    return o;
}

static void
add_json_text(struct at_buf *out, const char *text)
{
    at_buf_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            at_buf_add_fmt(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            at_buf_add_fmt(out, "\\u%04x", (unsigned)*text);
        else
            at_buf_add_char(out, *text);
    }
    at_buf_add_char(out, '"');
}

static void
add_csv_text(struct at_buf *out, const char *text)
{
    if (!strpbrk(text, ",\"\n ")) {
        at_buf_add_text(out, text);
        return;
    }
    at_buf_add_char(out, '"');
    for (; *text; text++)
        at_buf_add_fmt(out, "%s%c", *text == '"' ? "\"" : "", *text);
    at_buf_add_char(out, '"');
}

static void
add_value(struct at_buf *out, const struct options *o, sqlite3_stmt *st, int i)
{
    int type = sqlite3_column_type(st, i);
    const char *text = (const char *)sqlite3_column_text(st, i);
    if (type == SQLITE_NULL)
        at_buf_add_text(out, o->json ? "null" : "");
    else if (o->json && (type == SQLITE_TEXT || type == SQLITE_BLOB))
        add_json_text(out, text);
    else if (o->csv)
        add_csv_text(out, text);
    else
        at_buf_add_text(out, text);
}

static void
add_row(struct at_buf *out, const struct options *o, sqlite3_stmt *st,
        bool first)
{
    int count = sqlite3_column_count(st);
    if (o->json)
        at_buf_add_text(out, first ? "[{" : ",\n{");
    for (int i = 0; i < count; i++) {
        if (i > 0)
            at_buf_add_text(out, o->json ? "," : o->separator);
        if (o->json) {
            add_json_text(out, sqlite3_column_name(st, i));
            at_buf_add_char(out, ':');
        }
        add_value(out, o, st, i);
    }
    at_buf_add_text(out, o->json ? "}" : o->csv ? "\r\n" : "\n");
}

static void
add_header(struct at_buf *out, const struct options *o, sqlite3_stmt *st)
{
    for (int i = 0; i < sqlite3_column_count(st); i++)
        at_buf_add_fmt(out, "%s%s", i ? o->separator : "",
                       sqlite3_column_name(st, i));
    at_buf_add_text(out, o->csv ? "\r\n" : "\n");
}

// One statement; *sql is moved behind it.
static int
run_one(struct va_call *call, sqlite3 *db, const struct options *o,
        const char **sql)
{
    struct at_buf out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    sqlite3_stmt *st = NULL;
    bool first = true;
    int step = SQLITE_DONE;
    int code = sqlite3_prepare_v2(db, *sql, -1, &st, sql);
    if (code != SQLITE_OK) {
        va_errf(call, "Error: in prepare, %s\n", sqlite3_errmsg(db));
        return code;
    }
    while (st && (step = sqlite3_step(st)) == SQLITE_ROW) {
        if (first && o->header && !o->json)
            add_header(&out, o, st);
        add_row(&out, o, st, first);
        first = false;
    }
    if (o->json && !first)
        at_buf_add_text(&out, "]\n");
    va_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    sqlite3_finalize(st);
    if (step == SQLITE_DONE || step == SQLITE_ROW)
        return 0;
    va_errf(call, "Error: stepping, %s (%d)\n", sqlite3_errmsg(db), step);
    return step;
}

static const struct {
    const char *dot;
    const char *sql;
} dots[] = {
    {".tables",
     "SELECT name FROM sqlite_master WHERE type IN ('table','view') AND name "
     "NOT LIKE 'sqlite_%' ORDER BY 1"},
    {".schema", "SELECT sql || ';' FROM sqlite_master WHERE sql NOT NULL"},
};

static const char *
sql_of(const char *text)
{
    for (size_t i = 0; i < AT_LEN(dots); i++) {
        if (strncmp(text, dots[i].dot, strlen(dots[i].dot)) == 0)
            return dots[i].sql;
    }
    return text;
}

// A query without end ends with its stream, as a real one does by SIGPIPE.
static int
is_closed(void *user)
{
    const struct va_call *call = user;
    return at_cancel_fired(call->io->cancel);
}

static int
run_all(struct va_call *call, const char *path, const struct options *o,
        const char *sql)
{
    sqlite3 *db = NULL;
    int status = 0;
    if (sqlite3_open(path, &db) != SQLITE_OK) {
        va_errf(call,
                "Error: unable to open database \"%s\": unable to open "
                "database file\n",
                o->database);
        sqlite3_close(db);
        return 1;
    }
    sqlite3_busy_timeout(db, 1000);
    sqlite3_progress_handler(db, 10000, is_closed, call);
    for (sql = sql_of(sql); *sql && status == 0;)
        status = run_one(call, db, o, &sql);
    sqlite3_close(db);
    return status ? 1 : 0;
}

int
va_cmd_sqlite3(struct va_call *call)
{
    struct options o = parse(call);
    struct at_buf typed = AT_BUF_INIT(AT_MIB);
    if (!va_device_has_sqlite3(call->device)) {
        va_errf(call, "/system/bin/sh: sqlite3: inaccessible or not found\n");
        return 127;
    }
    va_spend(call, "other");
    if (!o.sql) {
        char part[4096];
        size_t len;
        while ((len = va_read(call, part, sizeof(part))) > 0)
            at_buf_add(&typed, part, len);
        o.sql = at_buf_text(&typed);
    }
    char *path = o.database ? va_files_path(va_device_files(call->device),
                                            call->cwd, o.database)
                            : NULL;
    int status = run_all(call, path ? path : ":memory:", &o, o.sql);
    free(path);
    at_buf_deinit(&typed);
    return status;
}
