// tester_file.c: JSON and YAML become the same values
#include "programs/tester_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/collect.h"
#include "sys/file.h"
#include "sys/path.h"
#include "tester/flow/flow_files.h"
#include "tester/flow/flow_fill.h"
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

static bool
read_text(const char *path, struct at_buf *text, struct at_err *err)
{
    bool is_input = strcmp(path, "-") == 0;
    if (!is_input && !at_file_exists(path))
        return at_fail(err, AT_EUSAGE, "there is no file '%s'", path);
    return is_input
               ? at_file_read_open(STDIN_FILENO, "standard input", text, err)
               : at_file_read(path, text, err);
}

static json_t *
parse(const char *path, struct at_str text, struct at_err *err)
{
    json_t *json = is_json(at_str(path), text) ? at_json_parse(text, err)
                                               : at_yaml_parse(text, err);
    if (json) {
        resolve_apks(json, path);
    } else {
        err->code = AT_EUSAGE; // a file that a person wrote
        at_err_context(err, "'%s'", path);
    }
    return json;
}

json_t *
at_tester_file_read(const char *path, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_FILE_MAX_BYTES);
    json_t *json = read_text(path, &text, err)
                       ? parse(path, at_buf_str(&text), err)
                       : NULL;
    at_buf_deinit(&text);
    return json;
}

// A scenario in YAML may look like a flow too: its members tell.
static bool
is_flow(const char *path, struct at_str text)
{
    if (!at_maestro_is_yaml(at_str(path)) || !at_maestro_looks_like_flow(text))
        return false;
    json_t *json = at_yaml_parse(text, NULL);
    bool is_scenario = json_object_get(json, "goal") ||
                       json_object_get(json, "steps") ||
                       json_object_get(json, "scenarios");
    json_decref(json);
    return !is_scenario;
}

bool
at_tester_file_is_flow(const char *path)
{
    struct at_buf text = AT_BUF_INIT(AT_FLOW_TEXT_MAX_BYTES);
    bool is_one = at_maestro_is_yaml(at_str(path)) &&
                  at_file_read(path, &text, NULL) &&
                  is_flow(path, at_buf_str(&text));
    at_buf_deinit(&text);
    return is_one;
}

// A file that has scenarios in JSON may have flows among them.
static bool
fill_flows(json_t *json, struct at_err *err)
{
    json_t *list = json_object_get(json, "scenarios");
    bool ok = !json_is_object(json) || at_flow_fill_to_run(json, err);
    list = list ? list : json;
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        json_t *one = json_array_get(list, i);
        ok = !json_is_object(one) || at_flow_fill_to_run(one, err);
    }
    return ok;
}

static json_t *
read_flow(const char *path, struct at_err *err)
{
    json_t *flow = at_flow_files_load(path, err);
    return flow ? json_pack("{s:o}", "flow", flow) : NULL;
}

json_t *
at_tester_file_scenarios(const char *path, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_FILE_MAX_BYTES);
    json_t *json = NULL;
    bool is_read = read_text(path, &text, err);
    bool is_one = is_read && is_flow(path, at_buf_str(&text));
    if (is_one)
        json = read_flow(path, err);
    else if (is_read)
        json = parse(path, at_buf_str(&text), err);
    at_buf_deinit(&text);
    if (!json || fill_flows(json, err))
        return json;
    if (!is_one) // a flow's error names its file
        at_err_context(err, "'%s'", path);
    json_decref(json);
    return NULL;
}
