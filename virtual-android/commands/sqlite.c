// sqlite.c: the `sqlite3` shell, on the device's files
#include <fcntl.h>
#include <pthread.h>
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
parse(struct vd_call *call)
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
            o.separator = vd_arg(call, ++i);
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

// Run one statement and move *sql past it.
static int
run_one(struct vd_call *call, sqlite3 *db, const struct options *o,
        const char **sql)
{
    struct at_buf out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    sqlite3_stmt *st = NULL;
    bool first = true;
    int step = SQLITE_DONE;
    int code = sqlite3_prepare_v2(db, *sql, -1, &st, sql);
    if (code != SQLITE_OK) {
        vd_errf(call, "Error: in prepare, %s\n", sqlite3_errmsg(db));
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
    vd_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    sqlite3_finalize(st);
    if (step == SQLITE_DONE || step == SQLITE_ROW)
        return 0;
    vd_errf(call, "Error: stepping, %s (%d)\n", sqlite3_errmsg(db), step);
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

// An endless query ends with its stream, as by SIGPIPE on a real device.
static int
is_closed(void *user)
{
    const struct vd_call *call = user;
    return at_cancel_fired(call->io->cancel);
}

static const char *const file_functions[] = {
    "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer",
};

// Statements must not name files, which would be this machine's. VACUUM
// attaches a file without a name; VACUUM INTO and ATTACH have one.
static int
authorize(void *user, int action, const char *first, const char *second,
          const char *database, const char *trigger)
{
    (void)user, (void)database, (void)trigger;
    if (action == SQLITE_ATTACH && (!first || first[0]))
        return SQLITE_DENY;
    if (action == SQLITE_PRAGMA &&
        (sqlite3_stricmp(first, "temp_store_directory") == 0 ||
         sqlite3_stricmp(first, "data_store_directory") == 0))
        return SQLITE_DENY;
    for (size_t i = 0; action == SQLITE_FUNCTION && i < AT_LEN(file_functions);
         i++) {
        if (sqlite3_stricmp(second, file_functions[i]) == 0)
            return SQLITE_DENY;
    }
    return SQLITE_OK;
}

// sqlite opens logs and journals next to the database, where the device may
// have put a link to a file of this machine.
static int
open_no_link(const char *path, int flags, int mode)
{
    return open(path, flags | O_NOFOLLOW | O_CLOEXEC, mode);
}

static void
forbid_links(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (vfs && vfs->iVersion >= 3)
        vfs->xSetSystemCall(vfs, "open", (sqlite3_syscall_ptr)open_no_link);
}

static int
run_all(struct vd_call *call, const char *path, const struct options *o,
        const char *sql)
{
    sqlite3 *db = NULL;
    int status = 0;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, forbid_links);
    if (sqlite3_open(path, &db) != SQLITE_OK) {
        vd_errf(call,
                "Error: unable to open database \"%s\": unable to open "
                "database file\n",
                o->database);
        sqlite3_close(db);
        return 1;
    }
    sqlite3_busy_timeout(db, 1000);
    sqlite3_set_authorizer(db, authorize, NULL);
    sqlite3_progress_handler(db, 10000, is_closed, call);
    for (sql = sql_of(sql); *sql && status == 0;)
        status = run_one(call, db, o, &sql);
    sqlite3_close(db);
    return status ? 1 : 0;
}

int
vd_cmd_sqlite3(struct vd_call *call)
{
    struct options o = parse(call);
    struct at_buf typed = AT_BUF_INIT(AT_MIB);
    if (!vd_device_has_sqlite3(call->device)) {
        vd_errf(call, "/system/bin/sh: sqlite3: inaccessible or not found\n");
        return 127;
    }
    vd_simulate_latency(call, "other");
    if (!o.sql) {
        char part[4096];
        size_t len;
        while ((len = vd_read(call, part, sizeof(part))) > 0)
            at_buf_add(&typed, part, len);
        o.sql = at_buf_text(&typed);
    }
    char *path = o.database ? vd_files_path(vd_device_files(call->device),
                                            call->cwd, o.database)
                            : NULL;
    int status = run_all(call, path ? path : ":memory:", &o, o.sql);
    free(path);
    at_buf_deinit(&typed);
    return status;
}
