// memory.c: see memory.h
#include "device/android/helper/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "sys/private.h"
#include "sys/userdirs.h"
#include "wire/json.h"

#define AT_LOG_MODULE "helper"

enum { ENTRIES_MAX = 32, FILE_BYTES = 64 * 1024 };

// Return the path, owned by the caller; NULL if it has no location. make:
// create its folder.
static char *
file_path(bool make)
{
    char *folder = at_userdirs_state("agentest", NULL);
    char *path = NULL;
    if (folder && (!make || at_folder_make(folder, NULL)))
        path = at_strfmt("%s/helper-failures.json", folder);
    free(folder);
    return path;
}

// Return the entries, oldest first; an empty list if the file is not what this
// program writes. Owned by the caller.
static json_t *
read_all(void)
{
    struct at_buf text = AT_BUF_INIT(FILE_BYTES);
    char *path = file_path(false);
    json_t *json = NULL;
    if (path && at_file_exists(path) && at_private_read(path, &text, NULL))
        json = at_json_parse(at_buf_str(&text), NULL);
    free(path);
    at_buf_deinit(&text);
    if (json_is_array(json))
        return json;
    json_decref(json);
    return json_array();
}

static void
write_all(json_t *list)
{
    struct at_buf text = AT_BUF_INIT(FILE_BYTES);
    struct at_err why = AT_ERR_INIT;
    char *path = file_path(true);
    while (json_array_size(list) > ENTRIES_MAX)
        json_array_remove(list, 0);
    if (path && (!at_json_write(list, &text) ||
                 !at_file_put(path, at_buf_str(&text), &why)))
        at_log_warn("a failure is not remembered reason=\"%s\"", why.msg);
    free(path);
    at_buf_deinit(&text);
}

static bool
is_of(const json_t *entry, const char *serial)
{
    return at_str_is(at_json_get_str(entry, "serial"), serial);
}

static bool
drop(json_t *list, const char *serial)
{
    bool dropped = false;
    for (size_t i = json_array_size(list); i > 0; i--) {
        if (!is_of(json_array_get(list, i - 1), serial))
            continue;
        json_array_remove(list, i - 1);
        dropped = true;
    }
    return dropped;
}

bool
at_helper_memory_find(const char *serial, struct at_helper_failure *out)
{
    json_t *list = read_all();
    bool found = false;
    *out = (struct at_helper_failure){.slow = 0};
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        if (!is_of(entry, serial))
            continue;
        found = true;
        at_str_cut(out->serial, sizeof(out->serial), at_str(serial));
        at_str_cut(out->build, sizeof(out->build),
                   at_json_get_str(entry, "build"));
        at_str_cut(out->jar, sizeof(out->jar), at_json_get_str(entry, "jar"));
        at_str_cut(out->why, sizeof(out->why), at_json_get_str(entry, "why"));
        out->slow = json_integer_value(json_object_get(entry, "slow"));
    }
    json_decref(list);
    return found;
}

void
at_helper_memory_keep(const struct at_helper_failure *failure)
{
    json_t *list = read_all();
    json_t *entry = json_object();
    drop(list, failure->serial);
    at_json_set_text(entry, "serial", failure->serial);
    at_json_set_text(entry, "build", failure->build);
    at_json_set_text(entry, "jar", failure->jar);
    at_json_set_text(entry, "why", failure->why);
    at_json_set(entry, "slow", json_integer(failure->slow));
    json_array_append_new(list, entry);
    write_all(list);
    json_decref(list);
}

void
at_helper_memory_forget(const char *serial)
{
    json_t *list = read_all();
    if (drop(list, serial))
        write_all(list);
    json_decref(list);
}
