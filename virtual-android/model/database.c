// database.c: databases of an app, as the files that a device has
//
// /data/data/<package>/databases/NAME. A database is opened for each statement
// and left as a killed app leaves it: with its write-ahead log.
#include "virtual-android/model/store.h"

#include <sqlite3.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/files.h"
#include "virtual-android/model/expr.h"
#include "virtual-android/model/state.h"

static sqlite3 *
open_database(struct vd_device *device, struct vd_app *app, const char *name)
{
    if (!device->files)
        return NULL;
    char *path = at_strfmt("/data/data/%s/databases/%s", app->package, name);
    char *host = vd_files_path(device->files, "/", path);
    sqlite3 *db = NULL;
    int keep = 1;
    if (sqlite3_open(host, &db) != SQLITE_OK) {
        vd_log(device, app, 'E', "SQLiteDatabase",
               "Failed to open database '%s'.", path);
        sqlite3_close(db);
        db = NULL;
    } else {
        sqlite3_busy_timeout(db, 1000);
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        sqlite3_file_control(db, NULL, SQLITE_FCNTL_PERSIST_WAL, &keep);
    }
    free(host);
    free(path);
    return db;
}

static json_t *
column(sqlite3_stmt *statement, int i)
{
    switch (sqlite3_column_type(statement, i)) {
    case SQLITE_INTEGER:
        return json_integer(sqlite3_column_int64(statement, i));
    case SQLITE_FLOAT:
        return json_real(sqlite3_column_double(statement, i));
    case SQLITE_NULL:
        return json_null();
    default:
        return json_string((const char *)sqlite3_column_text(statement, i));
    }
}

static json_t *
collect(sqlite3_stmt *statement)
{
    json_t *rows = json_array();
    while (sqlite3_step(statement) == SQLITE_ROW) {
        json_t *row = json_object();
        for (int i = 0; i < sqlite3_column_count(statement); i++)
            json_object_set_new(row, sqlite3_column_name(statement, i),
                                column(statement, i));
        json_array_append_new(rows, row);
    }
    return rows;
}

static void
bind_all(struct vd_device *device, struct vd_app *app, sqlite3_stmt *statement,
         json_t *args)
{
    size_t i;
    json_t *arg;
    json_array_foreach(args, i, arg)
    {
        if (json_is_integer(arg)) {
            sqlite3_bind_int64(statement, (int)i + 1, json_integer_value(arg));
            continue;
        }
        const char *text = json_string_value(arg);
        char *full = vd_expand(device, app, text ? text : "");
        sqlite3_bind_text(statement, (int)i + 1, full, -1, SQLITE_TRANSIENT);
        free(full);
    }
}

json_t *
vd_database_query(struct vd_device *device, struct vd_app *app,
                  const char *database, const char *sql, json_t *args)
{
    sqlite3 *db = open_database(device, app, database);
    sqlite3_stmt *statement = NULL;
    json_t *rows = NULL;
    if (!db)
        return NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
        bind_all(device, app, statement, args);
        rows = collect(statement);
    } else {
        vd_log(device, app, 'E', "SQLiteLog", "(%d) %s in \"%s\"",
               sqlite3_errcode(db), sqlite3_errmsg(db), sql);
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return rows;
}

void
vd_database_create(struct vd_device *device, struct vd_app *app,
                   const char *name, json_t *spec)
{
    char *path = at_strfmt("/data/data/%s/databases/%s", app->package, name);
    struct at_err err = AT_ERR_INIT;
    char *message = NULL;
    // This makes the folders; an empty file is an empty database.
    if (!vd_files_write(device->files, path, AT_STR(""), &err))
        vd_log(device, app, 'E', "SQLiteDatabase", "%s", err.msg);
    free(path);
    sqlite3 *db = open_database(device, app, name);
    if (!db)
        return;
    if (json_is_true(json_object_get(spec, "wal")))
        sqlite3_exec(db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
    size_t i;
    json_t *line;
    struct at_buf sql = AT_BUF_INIT(AT_MIB);
    json_array_foreach(json_object_get(spec, "sql"), i, line)
        at_buf_add_fmt(&sql, "%s\n", json_string_value(line));
    if (sqlite3_exec(db, at_buf_text(&sql), NULL, NULL, &message) != SQLITE_OK)
        vd_log(device, app, 'E', "SQLiteLog", "%s", message);
    sqlite3_free(message);
    at_buf_deinit(&sql);
    // As after an earlier run of the app: the log has only later changes.
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_close(db);
}
