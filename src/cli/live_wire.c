#include "cli/live_wire.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"

static void
write_line(json_t *value, struct at_buf *out)
{
    at_json_write(value, out);
    at_buf_add_char(out, '\n');
    json_decref(value);
}

void
at_live_hello_write(const struct at_live_hello *hello, struct at_buf *out)
{
    json_t *json = json_object();
    at_json_set(json, "live", json_integer(hello->protocol));
    at_json_set_text(json, "version", hello->version);
    at_json_set(json, "pid", json_integer(hello->pid));
    at_json_set(json, "ttl_ms", json_integer(hello->ttl_ms));
    write_line(json, out);
}

static json_t *
parse_object(struct at_str line, struct at_err *err)
{
    json_t *json = at_json_parse(line, err);
    if (json && json_is_object(json))
        return json;
    if (json)
        at_fail(err, AT_EPROTO, "a JSON object was expected");
    json_decref(json);
    return NULL;
}

bool
at_live_hello_parse(struct at_str line, struct at_live_hello *out,
                    struct at_err *err)
{
    json_t *json = parse_object(line, err);
    if (!json)
        return false;
    *out = (struct at_live_hello){
        .protocol = json_integer_value(json_object_get(json, "live")),
        .pid = json_integer_value(json_object_get(json, "pid")),
        .ttl_ms = json_integer_value(json_object_get(json, "ttl_ms")),
    };
    at_str_cut(out->version, sizeof(out->version),
               at_json_get_str(json, "version"));
    json_decref(json);
    return (out->protocol > 0 && out->version[0]) ||
           at_fail(err, AT_EPROTO,
                   "the peer is not a live process of " AT_SESSION_PROGRAM);
}

bool
at_live_hello_is_ours(const struct at_live_hello *hello)
{
    return hello->protocol == AT_LIVE_PROTOCOL &&
           strcmp(hello->version, AT_LIVE_VERSION) == 0;
}

static const char *const do_names[] = {
    [AT_LIVE_RUN] = "run",
    [AT_LIVE_STATUS] = "status",
    [AT_LIVE_STOP] = "stop",
};

void
at_live_request_write(const struct at_live_request *request, struct at_buf *out)
{
    json_t *json = json_object();
    at_json_set_text(json, "do", do_names[request->what]);
    if (request->what == AT_LIVE_RUN) {
        json_t *words = json_array();
        for (size_t i = 0; i < request->argv.count; i++)
            json_array_append_new(words,
                                  at_json_text(at_str(request->argv.words[i])));
        at_json_set(json, "argv", words);
        at_json_set_text(json, "cwd", request->cwd);
        at_json_set(json, "facts", json_incref(request->facts));
    }
    write_line(json, out);
}

// Return true if it is a text without a NUL inside.
static bool
is_text(const json_t *value)
{
    return json_is_string(value) &&
           strlen(json_string_value(value)) == json_string_length(value);
}

static bool
take_words(const json_t *words, struct at_argv *out, struct at_err *err)
{
    size_t count = json_array_size(words);
    if (count == 0 || count > AT_LIVE_WORDS_MAX)
        return at_fail(err, AT_EPROTO, "'argv' must have 1 to %zu words",
                       AT_LIVE_WORDS_MAX);
    for (size_t i = 0; i < count; i++) {
        const json_t *word = json_array_get(words, i);
        if (!is_text(word))
            return at_fail(err, AT_EPROTO, "'argv' must be strings");
        at_argv_add(out, json_string_value(word));
    }
    return true;
}

static bool
take_run(const json_t *json, struct at_live_request *out, struct at_err *err)
{
    const json_t *cwd = json_object_get(json, "cwd");
    json_t *facts = json_object_get(json, "facts");
    if (!is_text(cwd) || json_string_value(cwd)[0] != '/')
        return at_fail(err, AT_EPROTO, "'cwd' must be an absolute path");
    if (!json_is_object(facts))
        return at_fail(err, AT_EPROTO, "'facts' must be an object");
    out->cwd = at_strdup(json_string_value(cwd));
    out->facts = json_incref(facts);
    return take_words(json_object_get(json, "argv"), &out->argv, err);
}

static bool
take_request(const json_t *json, struct at_live_request *out,
             struct at_err *err)
{
    struct at_str what = at_json_get_str(json, "do");
    for (size_t i = 0; i < AT_LEN(do_names); i++) {
        if (!at_str_is(what, do_names[i]))
            continue;
        out->what = (enum at_live_do)i;
        return out->what != AT_LIVE_RUN || take_run(json, out, err);
    }
    return at_fail(err, AT_EPROTO, "'do' must be run, status or stop");
}

bool
at_live_request_parse(struct at_str line, struct at_live_request *out,
                      struct at_err *err)
{
    *out = (struct at_live_request){0};
    json_t *json = parse_object(line, err);
    bool ok = json && take_request(json, out, err);
    json_decref(json);
    if (!ok)
        at_live_request_deinit(out);
    return ok;
}

void
at_live_request_deinit(struct at_live_request *request)
{
    at_argv_deinit(&request->argv);
    free(request->cwd);
    json_decref(request->facts);
    *request = (struct at_live_request){0};
}

// The beginnings of HTTP connections: a web page can make a browser send bytes
// to any address that it can name.
static const struct at_str http_words[] = {
    AT_STR_ROW("GET "),   AT_STR_ROW("POST "),    AT_STR_ROW("PUT "),
    AT_STR_ROW("HEAD "),  AT_STR_ROW("OPTIONS "), AT_STR_ROW("DELETE "),
    AT_STR_ROW("PATCH "), AT_STR_ROW("TRACE "),   AT_STR_ROW("CONNECT "),
    AT_STR_ROW("PRI * "),
};

enum at_live_speaker
at_live_speaker_of(struct at_str first_bytes)
{
    if (first_bytes.len == 0)
        return AT_LIVE_SPEAKER_UNKNOWN;
    if (first_bytes.ptr[0] == '{')
        return AT_LIVE_SPEAKER_CLIENT;
    for (size_t i = 0; i < AT_LEN(http_words); i++) {
        if (at_str_starts(first_bytes, http_words[i]))
            return AT_LIVE_SPEAKER_HTTP;
        if (at_str_starts(http_words[i], first_bytes))
            return AT_LIVE_SPEAKER_UNKNOWN;
    }
    return AT_LIVE_SPEAKER_OTHER;
}

static const char *const answer_names[] = {
    [AT_LIVE_EVENT] = "event",         [AT_LIVE_RESULT] = "result",
    [AT_LIVE_ELSEWHERE] = "elsewhere", [AT_LIVE_STATE] = "status",
    [AT_LIVE_STOPPING] = "stopping",   [AT_LIVE_REFUSED] = "refused",
};

const char *
at_live_answer_name(enum at_live_answer answer)
{
    return answer_names[answer];
}

json_t *
at_live_answer_parse(struct at_str line, enum at_live_answer *out,
                     struct at_err *err)
{
    json_t *json = parse_object(line, err);
    struct at_str type = at_json_get_str(json, "type");
    for (size_t i = 0; json && i < AT_LEN(answer_names); i++) {
        if (at_str_is(type, answer_names[i])) {
            *out = (enum at_live_answer)i;
            return json;
        }
    }
    if (json)
        at_fail(err, AT_EPROTO, "the answer has the unknown type '%.40s'",
                type.len ? type.ptr : "");
    json_decref(json);
    return NULL;
}

static void
add_missing(const json_t *one, const json_t *other, bool equal_too, json_t *out)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)one, name, value)
    {
        json_t *there = json_object_get(other, name);
        if (!there || (equal_too && !json_equal(value, there)))
            json_array_append_new(out, at_json_text(at_str(name)));
    }
}

json_t *
at_live_difference(const json_t *mine, const json_t *theirs)
{
    json_t *names = json_array();
    add_missing(mine, theirs, true, names);
    add_missing(theirs, mine, false, names);
    return names;
}
