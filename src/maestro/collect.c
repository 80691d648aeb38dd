#include "maestro/collect.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/read/commands.h"
#include "sys/file.h"
#include "sys/folder.h"

static const char *const config_names[] = {"config.yaml", "config.yml"};

bool
at_maestro_is_yaml(struct at_str path)
{
    return at_str_ends(path, AT_STR(".yaml")) ||
           at_str_ends(path, AT_STR(".yml"));
}

bool
at_maestro_is_config(struct at_str path)
{
    struct at_str name = at_str_after_last(path, '/');
    for (size_t i = 0; i < AT_LEN(config_names); i++) {
        if (at_str_is(name, config_names[i]))
            return true;
    }
    return false;
}

char *
at_maestro_find_config(const struct at_maestro_files *files, const char *folder)
{
    for (size_t i = 0; i < AT_LEN(config_names); i++) {
        char *path = at_strfmt("%s/%s", folder, config_names[i]);
        if (files->kind(files->user, path) == AT_MAESTRO_IS_FILE)
            return path;
        free(path);
    }
    return NULL;
}

static bool
is_blank(struct at_str line)
{
    line = at_str_trim(line);
    return line.len == 0 || line.ptr[0] == '#';
}

// "- launchApp", "- tapOn: Save": a command, so the config section is missing.
static bool
is_command(struct at_str line)
{
    size_t len = 0;
    if (!at_str_starts(line, AT_STR("- ")))
        return false;
    struct at_str name = at_str_trim(at_str_skip(line, 2));
    while (len < name.len && name.ptr[len] != ':' && name.ptr[len] != ' ')
        len++;
    return at_maestro_row(at_str_head(name, len)) != NULL;
}

bool
at_maestro_looks_like_flow(struct at_str text)
{
    struct at_str line;
    bool has_text = false;
    while (at_str_next_line(&text, &line)) {
        if (at_str_starts(line, AT_STR("appId:")) ||
            at_str_starts(line, AT_STR("url:")))
            return true;
        if (!has_text && is_command(line))
            return true;
        bool divides = at_str_starts(line, AT_STR("---"));
        if (divides && has_text)
            return true;
        has_text = has_text || (!divides && !is_blank(line));
    }
    return false;
}

// A file that can't be read is a flow: reading it says why.
static bool
is_flow(const char *path)
{
    struct at_buf text = AT_BUF_INIT(AT_YAML_MAX_BYTES);
    bool is_one = !at_file_read(path, &text, NULL) ||
                  at_maestro_looks_like_flow(at_buf_str(&text));
    at_buf_deinit(&text);
    return is_one;
}

static bool collect_folder(const char *path, size_t depth,
                           struct at_maestro_collected *out,
                           struct at_err *err);

static bool
collect_entry(const char *folder, const struct at_folder_entry *entry,
              size_t depth, struct at_maestro_collected *out,
              struct at_err *err)
{
    struct at_str name = at_str(entry->name);
    size_t len = strlen(folder);
    const char *slash = len > 0 && folder[len - 1] == '/' ? "" : "/";
    bool ok = true;
    if (!entry->is_folder &&
        (!at_maestro_is_yaml(name) || at_maestro_is_config(name)))
        return true;
    char *path = strcmp(folder, ".") == 0
                     ? at_strdup(entry->name)
                     : at_strfmt("%s%s%s", folder, slash, entry->name);
    if (entry->is_folder) {
        bool is_foreign =
            at_str_is(name, ".git") || at_str_is(name, "node_modules");
        if (!is_foreign && depth < AT_MAESTRO_FOLDERS_MAX_DEPTH)
            ok = collect_folder(path, depth + 1, out, err);
    } else if (is_flow(path)) {
        at_argv_add(&out->paths, path);
    } else {
        out->skipped++;
    }
    free(path);
    return ok;
}

static bool
collect_folder(const char *path, size_t depth, struct at_maestro_collected *out,
               struct at_err *err)
{
    struct at_folder_list list;
    bool ok = at_folder_list(path, &list, err);
    for (size_t i = 0; ok && i < list.count; i++) {
        if (out->paths.count >= AT_MAESTRO_FILES_MAX)
            ok = at_fail(err, AT_ELIMIT, "more than %d flows",
                         AT_MAESTRO_FILES_MAX);
        else
            ok = collect_entry(path, &list.entries[i], depth, out, err);
    }
    at_folder_list_deinit(&list);
    return ok;
}

bool
at_maestro_collect(const char *path, struct at_maestro_collected *out,
                   struct at_err *err)
{
    switch (at_maestro_disk.kind(NULL, path)) {
    case AT_MAESTRO_IS_FILE:
        at_argv_add(&out->paths, path);
        return true;
    case AT_MAESTRO_IS_FOLDER:
        return collect_folder(path, 0, out, err);
    default:
        return at_fail(err, AT_EUSAGE, "no file or folder '%.200s'", path);
    }
}
