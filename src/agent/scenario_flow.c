#include "agent/scenario_flow.h"

#include <string.h>

#include "base/base64.h"
#include "base/limits.h"
#include "base/limits_flow.h"
#include "base/quote.h"
#include "wire/json.h"

bool
at_scenario_flow_is_path(struct at_str path)
{
    struct at_str part;
    if (path.len == 0 || path.len > AT_SCENARIO_WORD_MAX_BYTES ||
        path.ptr[0] == '/' || path.ptr[path.len - 1] == '/' ||
        memchr(path.ptr, '\0', path.len) || memchr(path.ptr, '\\', path.len))
        return false;
    while (at_str_next(&path, '/', &part)) {
        if (part.len == 0 || at_str_is(part, ".") || at_str_is(part, ".."))
            return false;
    }
    return true;
}

static bool
check_names(const json_t *flow, struct at_err *err)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)flow, name, value)
    {
        if (strcmp(name, "file") != 0 && strcmp(name, "files") != 0 &&
            strcmp(name, "env") != 0)
            return at_fail(err, AT_EUSAGE,
                           "unknown member '%.80s' of 'flow'; valid are "
                           "'file', 'files' and 'env'",
                           name);
    }
    return true;
}

static bool
check_bytes(const char *path, struct at_str text, struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(AT_SCENARIO_FLOW_MAX_BYTES);
    bool ok = at_base64_read(text, &bytes);
    at_buf_deinit(&bytes);
    return ok || at_fail(err, AT_EUSAGE,
                         "'base64' of file '%.200s' is not base64", path);
}

static bool
check_file(const char *path, const json_t *value, size_t *inout_bytes,
           struct at_err *err)
{
    struct at_quoted room;
    const json_t *encoded = json_object_get(value, "base64");
    const json_t *text = encoded ? encoded : value;
    if (!at_scenario_flow_is_path(at_str(path)))
        return at_fail(err, AT_EUSAGE,
                       "%s cannot be a file of a flow: give a relative path "
                       "without '.' and '..'",
                       at_quoted(&room, at_str(path)));
    if (!json_is_string(text) || json_object_size(value) > 1)
        return at_fail(err, AT_EUSAGE,
                       "file '%.200s' must be a text, or {\"base64\": text}",
                       path);
    *inout_bytes += json_string_length(text);
    return *inout_bytes <= AT_SCENARIO_FLOW_MAX_BYTES
               ? !encoded || check_bytes(path, at_json_str(encoded), err)
               : at_fail(err, AT_EUSAGE,
                         "the files of the flow have more than %zu KiB "
                         "together, media as base64",
                         AT_SCENARIO_FLOW_MAX_BYTES / 1024);
}

static bool
check_files(const json_t *flow, struct at_err *err)
{
    const json_t *files = json_object_get(flow, "files");
    const char *main = json_string_value(json_object_get(flow, "file"));
    const char *path;
    json_t *value;
    size_t bytes = 0;
    if (!json_is_object(files) || !main)
        return at_fail(err, AT_EUSAGE,
                       "'flow' needs 'file', the path of the flow, and "
                       "'files', the texts of all its files");
    if (json_object_size(files) > AT_SCENARIO_FLOW_FILES_MAX)
        return at_fail(err, AT_EUSAGE, "a flow has at most %zu files",
                       AT_SCENARIO_FLOW_FILES_MAX);
    json_object_foreach((json_t *)files, path, value)
    {
        if (!check_file(path, value, &bytes, err))
            return false;
    }
    return json_is_string(json_object_get(files, main)) ||
           at_fail(err, AT_EUSAGE, "'files' has no text for 'file', '%.200s'",
                   main);
}

static bool
check_env(const json_t *flow, struct at_err *err)
{
    const json_t *env = json_object_get(flow, "env");
    const char *name;
    json_t *value;
    if (!env || json_is_null(env))
        return true;
    if (!json_is_object(env) || json_object_size(env) > AT_SCENARIO_LIST_MAX)
        return at_fail(err, AT_EUSAGE,
                       "'env' of 'flow' must be an object of at most %zu "
                       "texts",
                       AT_SCENARIO_LIST_MAX);
    json_object_foreach((json_t *)env, name, value)
    {
        size_t len = json_string_length(value);
        bool ok = json_is_string(value) && name[0] && !strchr(name, '=') &&
                  strlen(name) <= AT_SCENARIO_WORD_MAX_BYTES &&
                  len <= AT_SCENARIO_TEXT_MAX_BYTES &&
                  strlen(json_string_value(value)) == len;
        if (!ok)
            return at_fail(err, AT_EUSAGE,
                           "variable '%.80s' of 'env' must be a text of at "
                           "most %zu bytes",
                           name, AT_SCENARIO_TEXT_MAX_BYTES);
    }
    return true;
}

json_t *
at_scenario_flow_read(const json_t *flow, struct at_err *err)
{
    if (!json_is_object(flow)) {
        at_fail(err, AT_EUSAGE, "'flow' must be an object");
        return NULL;
    }
    if (!check_names(flow, err) || !check_files(flow, err) ||
        !check_env(flow, err))
        return NULL;
    json_t *copy = json_deep_copy(flow);
    if (json_object_size(json_object_get(copy, "env")) == 0)
        json_object_del(copy, "env");
    return copy;
}

bool
at_scenario_flow_file(const json_t *flow, const char *path, struct at_buf *out)
{
    const json_t *value = json_object_get(json_object_get(flow, "files"), path);
    const json_t *encoded = json_object_get(value, "base64");
    if (encoded)
        return at_base64_read(at_json_str(encoded), out);
    if (!json_is_string(value))
        return false;
    at_buf_add_str(out, at_json_str(value));
    return !out->overflow;
}
