// suite_load.c: scenarios and data tables from files and folders
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_suite.h"
#include "programs/suite_words.h"
#include "programs/tester_file.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "sys/path.h"
#include "tester/runs/recordings.h"
#include "tester/suite/table.h"
#include "wire/json.h"

#define AT_LOG_MODULE "run"

enum { FOLDERS_DEEP_MAX = 16 };

struct loading {
    struct at_store_db *store;
    struct at_suite_sources *sources;
};

// The path from the current folder, if the file is below it.
static const char *
shown_path(const char *path)
{
    char *here = at_path_absolute(".");
    size_t len = strlen(here);
    while (len > 1 && (here[len - 1] == '.' || here[len - 1] == '/'))
        len--;
    bool below = strncmp(path, here, len) == 0 && path[len] == '/';
    free(here);
    return below ? path + len + 1 : path;
}

static bool
add_scenario(const struct loading *loading, const char *path,
             const json_t *json, struct at_err *err)
{
    struct at_scenario scenario;
    bool ok = at_scenario_read(json, &scenario, err) &&
              at_recording_keep(loading->store, json, &scenario, err) &&
              (loading->sources->count < AT_SUITE_SOURCES_MAX ||
               at_fail(err, AT_ELIMIT, "a suite has at most %zu scenarios",
                       AT_SUITE_SOURCES_MAX));
    if (ok) {
        free(scenario.id); // a file's id is not one of this store
        scenario.id = at_strdup("");
        at_suite_sources_add(loading->sources, &scenario, shown_path(path), 0);
    } else {
        at_err_context(err, "'%s'", path);
    }
    at_scenario_deinit(&scenario);
    return ok;
}

// A file has a scenario, a list of them, or an export: {"scenarios": […]}.
static bool
add_all(const struct loading *loading, const char *path, const json_t *json,
        struct at_err *err)
{
    const json_t *list = json_object_get(json, "scenarios");
    bool ok = true;
    if (!json_is_array(list))
        list = json;
    if (!json_is_array(list))
        return add_scenario(loading, path, json, err);
    for (size_t i = 0; ok && i < json_array_size(list); i++)
        ok = add_scenario(loading, path, json_array_get(list, i), err);
    return ok;
}

static bool
add_file(const struct loading *loading, const char *path, struct at_err *err)
{
    json_t *json = at_tester_file_read(path, err);
    bool ok = json && add_all(loading, path, json, err);
    json_decref(json);
    return ok;
}

static bool
is_scenario_file(const char *name)
{
    struct at_str text = at_str(name);
    return name[0] != '.' && (at_str_ends(text, AT_STR(".json")) ||
                              at_str_ends(text, AT_STR(".yaml")) ||
                              at_str_ends(text, AT_STR(".yml")));
}

// Other files may lie beside scenarios, such as data tables.
static bool
add_found(const struct loading *loading, const char *path, struct at_err *err)
{
    json_t *json = at_tester_file_read(path, err);
    const json_t *first = json_is_array(json) ? json_array_get(json, 0) : json;
    bool is_one = json_object_get(first, "steps") ||
                  json_object_get(first, "goal") ||
                  json_object_get(first, "scenarios");
    bool ok = json && (!is_one || add_all(loading, path, json, err));
    if (json && !is_one)
        at_log_info("'%s' is not a scenario: left out", path);
    json_decref(json);
    return ok;
}

static bool
add_folder(const struct loading *loading, const char *path, int deep,
           struct at_err *err)
{
    struct at_folder_list list;
    bool ok = at_folder_list(path, &list, err) &&
              (deep < FOLDERS_DEEP_MAX ||
               at_fail(err, AT_EUSAGE, "'%s' is more than %d folders deep",
                       path, FOLDERS_DEEP_MAX));
    for (size_t i = 0; ok && i < list.count; i++) {
        const struct at_folder_entry *entry = &list.entries[i];
        char *below = at_strfmt("%s/%s", path, entry->name);
        if (entry->is_folder && entry->name[0] != '.')
            ok = add_folder(loading, below, deep + 1, err);
        else if (!entry->is_folder && is_scenario_file(entry->name))
            ok = add_found(loading, below, err);
        free(below);
    }
    at_folder_list_deinit(&list);
    return ok;
}

static bool
is_folder(const char *path)
{
    struct at_folder_list list;
    bool ok = strcmp(path, "-") != 0 && at_file_exists(path) &&
              at_folder_list(path, &list, NULL);
    if (ok)
        at_folder_list_deinit(&list);
    return ok;
}

static bool
add_path(const struct loading *loading, const char *path, struct at_err *err)
{
    size_t before = loading->sources->count;
    if (!is_folder(path))
        return add_file(loading, path, err);
    return add_folder(loading, path, 0, err) &&
           (loading->sources->count > before ||
            at_fail(err, AT_EUSAGE, "folder '%s' has no scenario", path));
}

bool
at_suite_words_load(const json_t *suite, struct at_store_db *store,
                    struct at_suite_sources *out, struct at_err *err)
{
    const struct loading loading = {store, out};
    const json_t *files = json_object_get(suite, "files");
    const json_t *ids = json_object_get(suite, "scenarios");
    bool ok = true;
    if (!files)
        return at_suite_sources_load(
            store, json_array_size(ids) > 0 ? ids : NULL, out, err);
    for (size_t i = 0; ok && i < json_array_size(files); i++)
        ok = add_path(&loading, json_string_value(json_array_get(files, i)),
                      err);
    return ok;
}

static json_t *
read_table(const char *path, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_TABLE_MAX_BYTES);
    struct at_str name = at_str(path);
    json_t *json = NULL;
    json_t *rows = NULL;
    bool is_values = at_str_ends(name, AT_STR(".json")) ||
                     at_str_ends(name, AT_STR(".yaml")) ||
                     at_str_ends(name, AT_STR(".yml"));
    if (!at_file_exists(path))
        at_fail(err, AT_EUSAGE, "there is no file '%s'", path);
    else if (is_values && (json = at_tester_file_read(path, err)))
        rows = at_table_read(json, err);
    else if (!is_values && at_file_read(path, &text, err))
        rows = at_table_read_csv(at_buf_str(&text), err);
    if (!rows)
        at_err_context(err, "--rows '%s'", path);
    json_decref(json);
    at_buf_deinit(&text);
    return rows;
}

bool
at_suite_words_rows(const json_t *suite, json_t **out, struct at_err *err)
{
    const char *path = json_string_value(json_object_get(suite, "table"));
    const json_t *data = json_object_get(suite, "data");
    *out = NULL;
    if (!path && json_array_size(data) == 0)
        return true;
    *out = path ? read_table(path, err) : at_table_read(data, err);
    return *out != NULL;
}
