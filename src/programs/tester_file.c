// tester_file.c: JSON and YAML become the same values
#include "programs/tester_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/path.h"
#include "wire/json.h"
#include "wire/yaml.h"

static bool
is_json(struct at_str path, struct at_str text)
{
    struct at_str begin = at_str_head(at_str_trim(text), 1);
    if (at_str_ends(path, AT_STR(".json")))
        return true;
    if (at_str_ends(path, AT_STR(".yaml")) || at_str_ends(path, AT_STR(".yml")))
        return false;
    return at_str_is(begin, "{") || at_str_is(begin, "[");
}

// A path in a file begins in the file's folder.
static void
resolve_apk(json_t *scenario, const char *path)
{
    const char *apk = json_string_value(json_object_get(scenario, "apk"));
    struct at_str folder = at_str(path);
    if (!apk || !apk[0] || apk[0] == '/')
        return;
    while (folder.len > 0 && folder.ptr[folder.len - 1] != '/')
        folder.len--;
    char *joined = at_strfmt("%.*s%s", AT_STR_ARG(folder), apk);
    char *absolute = at_path_absolute(joined);
    at_json_set_text(scenario, "apk", absolute);
    free(absolute);
    free(joined);
}

static void
resolve_apks(json_t *json, const char *path)
{
    for (size_t i = 0; i < json_array_size(json); i++)
        resolve_apk(json_array_get(json, i), path);
    resolve_apk(json, path);
}

json_t *
at_tester_file_read(const char *path, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_FILE_MAX_BYTES);
    bool is_input = strcmp(path, "-") == 0;
    json_t *json = NULL;
    if (!is_input && !at_file_exists(path)) {
        at_fail(err, AT_EUSAGE, "there is no file '%s'", path);
        return NULL;
    }
    bool ok =
        is_input ? at_file_read_open(STDIN_FILENO, "standard input", &text, err)
                 : at_file_read(path, &text, err);
    if (ok) {
        struct at_str all = at_buf_str(&text);
        json = is_json(at_str(path), all) ? at_json_parse(all, err)
                                          : at_yaml_parse(all, err);
        if (!json) {
            err->code = AT_EUSAGE; // a file that a person wrote
            at_err_context(err, "'%s'", path);
        }
    }
    if (json)
        resolve_apks(json, path);
    at_buf_deinit(&text);
    return json;
}
