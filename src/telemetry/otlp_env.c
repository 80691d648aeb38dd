// otlp_env.c: reads OpenTelemetry's variables
#include "telemetry/otlp_env.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/str.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 10000, TIMEOUT_MAX_MS = 600000 };

struct reader {
    const char *(*get)(void *user, const char *name);
    void *user;
};

// An empty variable is as if it were not set.
static struct at_str
value_of(const struct reader *reader, const char *name)
{
    return at_str_trim(at_str(reader->get(reader->user, name)));
}

static bool
decode(struct at_str text, struct at_buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '%') {
            int high = i + 2 < text.len ? at_hex_digit(text.ptr[i + 1]) : -1;
            int low = high >= 0 ? at_hex_digit(text.ptr[i + 2]) : -1;
            if (low < 0)
                return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        at_buf_add_char(out, c);
    }
    return !out->overflow && at_utf8_valid(at_buf_str(out)) &&
           !at_str_has(at_buf_str(out), AT_STR("\n")) &&
           !at_str_has(at_buf_str(out), AT_STR("\r"));
}

// Call each for the pairs of "a=1,b=2", whose values are decoded. The value is
// not in the message: it may be a key.
static bool
read_pairs(const struct reader *reader, const char *name,
           void (*each)(struct at_str key, struct at_str value,
                        struct at_otlp_env *out),
           struct at_otlp_env *out, struct at_err *err)
{
    struct at_str rest = value_of(reader, name), part, key;
    bool ok = true;
    while (ok && at_str_next(&rest, ',', &part)) {
        struct at_buf value = AT_BUF_INIT(8 * AT_KIB);
        bool has_sign = at_str_has(part, AT_STR("="));
        struct at_str tail = part;
        if (at_str_trim(part).len == 0)
            continue;
        ok = has_sign && at_str_next(&tail, '=', &key) &&
             at_str_trim(key).len > 0 && decode(at_str_trim(tail), &value);
        if (ok)
            each(at_str_trim(key), at_buf_str(&value), out);
        at_buf_deinit(&value);
    }
    return ok || at_fail(err, AT_EUSAGE,
                         "%s is not a list like name=value,name=value with "
                         "%%XX for special characters",
                         name);
}

static void
add_header(struct at_str key, struct at_str value, struct at_otlp_env *out)
{
    char *text = at_strfmt("%.*s: %.*s", AT_STR_ARG(key), AT_STR_ARG(value));
    at_argv_add(&out->headers, text);
    free(text);
}

static void
set_attribute(struct at_str key, struct at_str value, struct at_otlp_env *out)
{
    size_t i;
    json_t *attribute;
    json_array_foreach(out->resource, i, attribute)
    {
        if (at_str_eq(at_json_get_str(attribute, "key"), key)) {
            json_array_remove(out->resource, i);
            break;
        }
    }
    json_array_append_new(
        out->resource, json_pack("{s:o, s:{s:o}}", "key", at_json_text(key),
                                 "value", "stringValue", at_json_text(value)));
}

// The address of traces is taken as it is; the common one lacks its path.
static void
read_url(const struct reader *reader, struct at_otlp_env *out)
{
    struct at_str traces =
        value_of(reader, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
    struct at_str base = value_of(reader, "OTEL_EXPORTER_OTLP_ENDPOINT");
    if (at_str_eq_nocase(value_of(reader, "OTEL_SDK_DISABLED"),
                         AT_STR("true")) ||
        at_str_is(value_of(reader, "OTEL_TRACES_EXPORTER"), "none"))
        return;
    if (traces.len > 0)
        out->url = at_strndup(traces.ptr, traces.len);
    else if (base.len > 0)
        out->url = at_strfmt("%.*s%sv1/traces", AT_STR_ARG(base),
                             at_str_ends(base, AT_STR("/")) ? "" : "/");
}

static bool
read_timeout(const struct reader *reader, struct at_otlp_env *out,
             struct at_err *err)
{
    static const char *const names[] = {"OTEL_EXPORTER_OTLP_TIMEOUT",
                                        "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT"};
    out->timeout_ms = TIMEOUT_MS;
    for (size_t i = 0; i < AT_LEN(names); i++) {
        struct at_str text = value_of(reader, names[i]);
        if (text.len > 0 &&
            !at_str_to_i64(text, 1, TIMEOUT_MAX_MS, &out->timeout_ms))
            return at_fail(err, AT_EUSAGE,
                           "%s is not a number of milliseconds from 1 to %d",
                           names[i], TIMEOUT_MAX_MS);
    }
    return true;
}

static bool
check_url(const struct at_otlp_env *env, struct at_err *err)
{
    struct at_str url = at_str(env->url);
    return at_str_starts(url, AT_STR("http://")) ||
           at_str_starts(url, AT_STR("https://")) ||
           at_fail(err, AT_EUSAGE,
                   "OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or "
                   "https://");
}

bool
at_otlp_env_read(const char *(*get)(void *user, const char *name), void *user,
                 struct at_otlp_env *out, struct at_err *err)
{
    const struct reader reader = {get, user};
    *out = (struct at_otlp_env){.resource = json_array()};
    read_url(&reader, out);
    if (!out->url)
        return true;
    struct at_str service = value_of(&reader, "OTEL_SERVICE_NAME");
    set_attribute(AT_STR("service.name"), AT_STR("mobile-tester-agent"), out);
    set_attribute(AT_STR("service.version"), AT_STR(AT_VERSION), out);
    bool own = value_of(&reader, "OTEL_EXPORTER_OTLP_TRACES_HEADERS").len > 0;
    if (!check_url(out, err) || !read_timeout(&reader, out, err) ||
        !read_pairs(&reader, "OTEL_RESOURCE_ATTRIBUTES", set_attribute, out,
                    err) ||
        !read_pairs(&reader,
                    own ? "OTEL_EXPORTER_OTLP_TRACES_HEADERS"
                        : "OTEL_EXPORTER_OTLP_HEADERS",
                    add_header, out, err))
        return false;
    if (service.len > 0)
        set_attribute(AT_STR("service.name"), service, out);
    out->way.allow_http = true; // the user's own collector
    at_https_way_env(get, user, out->url, &out->way);
    return true;
}

void
at_otlp_env_deinit(struct at_otlp_env *env)
{
    free(env->url);
    at_argv_deinit(&env->headers);
    json_decref(env->resource);
    *env = (struct at_otlp_env){0};
}
