#include "tester/flow/flow_files.h"

#include <stdlib.h>
#include <string.h>

#include "agent/scenario_flow.h"
#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "base/limits_flow.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/json.h"

// The path within the flow; NULL: it is not one of its files.
static const char *
inner(const struct at_flow_files *files, const char *path)
{
    size_t len = strlen(files->folder);
    if (len == 0)
        return path;
    if (strncmp(path, files->folder, len) != 0 || path[len] != '/')
        return NULL;
    return path + len + 1;
}

static bool
read_file(void *user, const char *path, struct at_buf *out, struct at_err *err)
{
    const struct at_flow_files *files = user;
    const char *name = inner(files, path);
    size_t before = out->len;
    if (!name || !json_object_get(json_object_get(files->flow, "files"), name))
        return at_fail(err, AT_EUSAGE, "there is no file '%s'", path);
    if (at_scenario_flow_file(files->flow, name, out))
        return true;
    out->len = before;
    return at_fail(err, AT_ELIMIT, "'%s' is too long", path);
}

static bool
is_folder(const json_t *files, const char *name)
{
    size_t len = strlen(name);
    const char *path;
    json_t *value;
    if (len == 0 || strcmp(name, ".") == 0)
        return true;
    json_object_foreach((json_t *)files, path, value)
    {
        if (strncmp(path, name, len) == 0 && path[len] == '/')
            return true;
    }
    return false;
}

static enum at_maestro_file_kind
kind_of(void *user, const char *path)
{
    const struct at_flow_files *files = user;
    const json_t *all = json_object_get(files->flow, "files");
    const char *name = inner(files, path);
    if (name && json_object_get(all, name))
        return AT_MAESTRO_IS_FILE;
    return name && is_folder(all, name) ? AT_MAESTRO_IS_FOLDER
                                        : AT_MAESTRO_NO_FILE;
}

struct at_maestro_files
at_flow_files_reader(struct at_flow_files *files)
{
    return (struct at_maestro_files){
        .read = read_file, .kind = kind_of, .user = files};
}

static bool
make_folder_of(const char *path, struct at_err *err)
{
    char *folder = at_strndup(path, (size_t)(strrchr(path, '/') - path));
    bool ok = at_folder_make(folder, err);
    free(folder);
    return ok;
}

bool
at_flow_files_write(const json_t *flow, const char *folder, struct at_err *err)
{
    const char *name;
    json_t *value;
    bool ok = at_folder_make(folder, err);
    json_object_foreach(json_object_get(flow, "files"), name, value)
    {
        struct at_buf bytes = AT_BUF_INIT(AT_SCENARIO_FLOW_MAX_BYTES);
        char *path = at_strfmt("%s/%s", folder, name);
        ok = ok &&
             (at_scenario_flow_file(flow, name, &bytes) ||
              at_fail(err, AT_ELIMIT, "'%s' is too long", name)) &&
             make_folder_of(path, err) &&
             at_file_put(path, at_buf_str(&bytes), err);
        free(path);
        at_buf_deinit(&bytes);
    }
    return ok;
}
