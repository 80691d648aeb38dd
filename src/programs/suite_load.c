// suite_load.c: scenarios and data tables from files and folders
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_suite.h"
#include "maestro/config.h"
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
    // The folder that is read now.
    const char *folder;
    struct at_maestro_config config;
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
    json_t *json = at_tester_file_scenarios(path, err);
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

// config.yaml chooses among the flows of a folder: those at its top level
// without one, so that subflows below it are not cases.
static bool
is_chosen(const struct loading *loading, const char *path)
{
    const struct at_maestro_config *config = &loading->config;
    struct at_str below = at_str(path + strlen(loading->folder) + 1);
    return at_maestro_config_takes(config, below);
}

static struct at_maestro_texts
tags_of(const json_t *scenario, struct at_str *rows)
{
    const json_t *tags = json_object_get(scenario, "tags");
    size_t count = json_array_size(tags);
    for (size_t i = 0; i < count; i++)
        rows[i] = at_json_str(json_array_get(tags, i));
    return (struct at_maestro_texts){rows, count};
}

static bool
add_found_flow(const struct loading *loading, const char *path,
               struct at_err *err)
{
    struct at_str rows[AT_SCENARIO_LIST_MAX];
    if (!is_chosen(loading, path)) {
        at_log_info("'%s' is not chosen by config.yaml: left out", path);
        return true;
    }
    json_t *json = at_tester_file_scenarios(path, err);
    const struct at_maestro_texts tags = tags_of(json, rows);
    bool fits = at_maestro_tags_fit(&tags, &loading->config.include_tags,
                                    &loading->config.exclude_tags);
    bool ok = json && (!fits || add_scenario(loading, path, json, err));
    if (json && !fits)
        at_log_info("'%s' is left out by the tags of config.yaml", path);
    json_decref(json);
    return ok;
}

// Other files may lie beside scenarios, such as data tables.
static bool
add_found(const struct loading *loading, const char *path, struct at_err *err)
{
    if (at_tester_file_is_flow(path))
        return add_found_flow(loading, path, err);
    json_t *json = at_tester_file_scenarios(path, err);
    const json_t *first = json_is_array(json) ? json_array_get(json, 0) : json;
    bool is_one =
        json_object_get(first, "steps") || json_object_get(first, "goal") ||
        json_object_get(first, "flow") || json_object_get(first, "scenarios");
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

// The first error of config.yaml is the reason.
static bool
fail_config(const struct at_maestro_problems *problems, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);
    size_t i = 0;
    while (i < problems->count &&
           problems->rows[i].severity != AT_MAESTRO_ERROR)
        i++;
    if (i < problems->count)
        (void)at_maestro_problem_write(&problems->rows[i], &text);
    at_fail(err, AT_EUSAGE, "%s", at_buf_text(&text));
    at_buf_deinit(&text);
    return false;
}

static bool
read_config(struct loading *loading, struct at_maestro_workspace *ws,
            struct at_err *err)
{
    static const char *const names[] = {"config.yaml", "config.yml"};
    struct at_maestro_problems problems = {0};
    bool found = false, ok = true;
    at_maestro_config_init(&loading->config);
    for (size_t i = 0; i < AT_LEN(names) && !found; i++) {
        char *path = at_strfmt("%s/%s", loading->folder, names[i]);
        found = at_file_exists(path) && !at_tester_file_is_flow(path);
        if (found)
            ok =
                at_maestro_config_read(ws, path, &loading->config, &problems) ||
                fail_config(&problems, err);
        free(path);
    }
    at_maestro_problems_deinit(&problems);
    return ok;
}

static bool
add_whole_folder(struct loading *loading, const char *path, struct at_err *err)
{
    struct at_maestro_workspace ws;
    struct at_str name = at_str(path);
    while (name.len > 1 && name.ptr[name.len - 1] == '/')
        name.len--;
    char *folder = at_strndup(name.ptr, name.len);
    loading->folder = folder;
    at_maestro_workspace_init(&ws, &at_maestro_disk, NULL);
    bool ok =
        read_config(loading, &ws, err) && add_folder(loading, folder, 0, err);
    at_maestro_workspace_deinit(&ws);
    loading->folder = NULL;
    free(folder);
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
add_path(struct loading *loading, const char *path, struct at_err *err)
{
    size_t before = loading->sources->count;
    if (!is_folder(path))
        return add_file(loading, path, err);
    return add_whole_folder(loading, path, err) &&
           (loading->sources->count > before ||
            at_fail(err, AT_EUSAGE, "folder '%s' has no scenario and no flow",
                    path));
}

bool
at_suite_words_load(const json_t *suite, struct at_store_db *store,
                    struct at_suite_sources *out, struct at_err *err)
{
    struct loading loading = {.store = store, .sources = out};
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
