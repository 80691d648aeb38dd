// store.c: preferences and databases, as the files that a device has
//
// /data/data/<package>/shared_prefs/NAME.xml as XmlUtils.writeMapXml() gives
// it, and databases/NAME as SQLite makes them. They appear at the first start
// of the app. A database is opened for each statement and left as a killed
// app leaves it: with its write-ahead log.
#include <expat.h>
#include <sqlite3.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/files.h"
#include "virtual-android/model.h"

static void
escape(struct at_buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            at_buf_add_text(out, "&amp;");
        else if (*text == '<')
            at_buf_add_text(out, "&lt;");
        else if (*text == '>')
            at_buf_add_text(out, "&gt;");
        else if (*text == '"')
            at_buf_add_text(out, "&quot;");
        else
            at_buf_add_char(out, *text);
    }
}

static void
write_entry(struct at_buf *out, const char *key, json_t *value)
{
    struct at_buf name = AT_BUF_INIT(AT_MIB);
    escape(&name, key);
    const char *k = at_buf_text(&name);
    if (json_is_string(value)) {
        at_buf_add_fmt(out, "    <string name=\"%s\">", k);
        escape(out, json_string_value(value));
        at_buf_add_text(out, "</string>\n");
    } else if (json_is_boolean(value)) {
        at_buf_add_fmt(out, "    <boolean name=\"%s\" value=\"%s\" />\n", k,
                       json_is_true(value) ? "true" : "false");
    } else if (json_is_real(value)) {
        at_buf_add_fmt(out, "    <float name=\"%s\" value=\"%g\" />\n", k,
                       json_real_value(value));
    } else if (json_is_integer(value)) {
        long long n = json_integer_value(value);
        bool is_int = n >= INT32_MIN && n <= INT32_MAX;
        at_buf_add_fmt(out, "    <%s name=\"%s\" value=\"%lld\" />\n",
                       is_int ? "int" : "long", k, n);
    } else if (json_is_array(value)) {
        size_t i;
        json_t *item;
        at_buf_add_fmt(out, "    <set name=\"%s\">\n", k);
        json_array_foreach(value, i, item)
        {
            at_buf_add_text(out, "        <string>");
            escape(out, json_is_string(item) ? json_string_value(item) : "");
            at_buf_add_text(out, "</string>\n");
        }
        at_buf_add_text(out, "    </set>\n");
    }
    at_buf_deinit(&name);
}

static char *
prefs_path(struct va_app *app, const char *file)
{
    return at_strfmt("/data/data/%s/shared_prefs/%s.xml", app->package, file);
}

static void
write_prefs(struct va_device *device, struct va_app *app, const char *file,
            json_t *values)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    const char *key;
    json_t *value;
    at_buf_add_text(&out, "<?xml version='1.0' encoding='utf-8' "
                          "standalone='yes' ?>\n<map>\n");
    json_object_foreach(values, key, value) write_entry(&out, key, value);
    at_buf_add_text(&out, "</map>\n");
    char *path = prefs_path(app, file);
    if (!va_files_write(device->files, path, at_buf_str(&out), &err))
        va_log(device, app, 'E', "SharedPreferencesImpl", "%s", err.msg);
    free(path);
    at_buf_deinit(&out);
}

struct prefs_reader {
    json_t *values;
    char *name; // of the <string> or <set> being read
    json_t *set;
    struct at_buf text;
};

static const char *
attribute(const XML_Char **attributes, const char *name)
{
    for (size_t i = 0; attributes[i]; i += 2) {
        if (strcmp(attributes[i], name) == 0)
            return attributes[i + 1];
    }
    return "";
}

static void
on_start(void *arg, const XML_Char *element, const XML_Char **attributes)
{
    struct prefs_reader *r = arg;
    const char *name = attribute(attributes, "name");
    const char *value = attribute(attributes, "value");
    int64_t n = 0;
    at_buf_clear(&r->text);
    if (strcmp(element, "set") == 0) {
        json_decref(r->set);
        r->set = json_array();
        json_object_set(r->values, name, r->set);
    } else if (strcmp(element, "string") == 0) {
        free(r->name);
        r->name = at_strdup(name);
    } else if (strcmp(element, "boolean") == 0) {
        json_object_set_new(r->values, name,
                            json_boolean(strcmp(value, "true") == 0));
    } else if (strcmp(element, "float") == 0) {
        json_object_set_new(r->values, name, json_real(strtod(value, NULL)));
    } else if (at_str_to_i64(at_str(value), INT64_MIN, INT64_MAX, &n)) {
        json_object_set_new(r->values, name, json_integer(n));
    }
}

static void
on_text(void *arg, const XML_Char *text, int len)
{
    struct prefs_reader *r = arg;
    at_buf_add(&r->text, text, (size_t)len);
}

static void
on_end(void *arg, const XML_Char *element)
{
    struct prefs_reader *r = arg;
    if (strcmp(element, "set") == 0) {
        json_decref(r->set);
        r->set = NULL;
    } else if (strcmp(element, "string") == 0 && r->set) {
        json_array_append_new(r->set, json_string(at_buf_text(&r->text)));
    } else if (strcmp(element, "string") == 0 && r->name) {
        json_object_set_new(r->values, r->name,
                            json_string(at_buf_text(&r->text)));
    }
}

json_t *
va_store_prefs(struct va_device *device, struct va_app *app, const char *file)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct prefs_reader r = {.values = json_object(),
                             .text = AT_BUF_INIT(AT_MIB)};
    char *path = prefs_path(app, file);
    if (va_files_read(device->files, path, &text, NULL) && text.len > 0) {
        XML_Parser parser = XML_ParserCreate("UTF-8");
        XML_SetUserData(parser, &r);
        XML_SetElementHandler(parser, on_start, on_end);
        XML_SetCharacterDataHandler(parser, on_text);
        XML_Parse(parser, text.data, (int)text.len, 1);
        XML_ParserFree(parser);
    }
    free(path);
    free(r.name);
    json_decref(r.set);
    at_buf_deinit(&r.text);
    at_buf_deinit(&text);
    return r.values;
}

void
va_store_pref(struct va_device *device, struct va_app *app, const char *file,
              json_t *values)
{
    json_t *all = va_store_prefs(device, app, file);
    json_object_update(all, values);
    write_prefs(device, app, file, all);
    json_decref(all);
}

static sqlite3 *
open_database(struct va_device *device, struct va_app *app, const char *name)
{
    if (!device->files)
        return NULL;
    char *path = at_strfmt("/data/data/%s/databases/%s", app->package, name);
    char *host = va_files_path(device->files, "/", path);
    sqlite3 *db = NULL;
    int keep = 1;
    if (sqlite3_open(host, &db) != SQLITE_OK) {
        va_log(device, app, 'E', "SQLiteDatabase",
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
bind_all(struct va_device *device, struct va_app *app, sqlite3_stmt *statement,
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
        char *full = va_expand(device, app, text ? text : "");
        sqlite3_bind_text(statement, (int)i + 1, full, -1, SQLITE_TRANSIENT);
        free(full);
    }
}

json_t *
va_store_sql(struct va_device *device, struct va_app *app, const char *database,
             const char *sql, json_t *args)
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
        va_log(device, app, 'E', "SQLiteLog", "(%d) %s in \"%s\"",
               sqlite3_errcode(db), sqlite3_errmsg(db), sql);
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return rows;
}

static void
create_database(struct va_device *device, struct va_app *app, const char *name,
                json_t *spec)
{
    char *path = at_strfmt("/data/data/%s/databases/%s", app->package, name);
    struct at_err err = AT_ERR_INIT;
    char *message = NULL;
    // Makes the folders; an empty file is an empty database.
    if (!va_files_write(device->files, path, AT_STR(""), &err))
        va_log(device, app, 'E', "SQLiteDatabase", "%s", err.msg);
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
        va_log(device, app, 'E', "SQLiteLog", "%s", message);
    sqlite3_free(message);
    at_buf_deinit(&sql);
    // As after an earlier life of the app: only what comes now is in the log.
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_close(db);
}

void
va_store_create(struct va_device *device, struct va_app *app)
{
    const char *name;
    json_t *spec;
    if (app->has_data || !device->files)
        return;
    app->has_data = true;
    json_object_foreach(json_object_get(app->json, "prefs"), name, spec)
        write_prefs(device, app, name, spec);
    json_object_foreach(json_object_get(app->json, "databases"), name, spec)
        create_database(device, app, name, spec);
}

void
va_store_wipe(struct va_device *device, struct va_app *app)
{
    app->has_data = false;
    if (!device->files)
        return;
    char *path = at_strfmt("/data/data/%s", app->package);
    char *host = va_files_path(device->files, "/", path);
    va_files_remove_tree(host);
    free(host);
    free(path);
}
