#include "maestro/script/fetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "base/quote.h"
#include "maestro/script/fetch_form.h"
#include "maestro/script/wire.h"
#include "sys/cancel.h"
#include "sys/random.h"

struct request {
    char *method; // owned, like all of it
    char *url;
    struct at_argv headers;
    struct at_buf body;
    bool has_body;
};

static void
request_deinit(struct request *request)
{
    free(request->method);
    free(request->url);
    at_argv_deinit(&request->headers);
    at_buf_deinit(&request->body);
}

static bool
is_token(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] <= ' ' || text.ptr[i] >= 0x7f ||
            strchr("()<>@,;:\\\"/[]?={}", text.ptr[i]))
            return false;
    }
    return text.len > 0;
}

// Malformed text is the engine's fault, and wrong words are the script's.
enum parsed { PARSED, WRONG, MALFORMED };

static enum parsed
take_headers(struct at_str *rest, struct at_str count, struct request *out,
             struct at_err *err)
{
    struct at_str name, value;
    int64_t texts;
    if (!at_str_to_i64(count, 0, 2 * (int64_t)AT_SCRIPT_FIELDS_MAX, &texts))
        return at_fail(err, AT_ELIMIT, "a request may have %zu headers",
                       AT_SCRIPT_FIELDS_MAX),
               WRONG;
    for (; texts >= 2; texts -= 2) {
        if (!at_script_text_next(rest, &name) ||
            !at_script_text_next(rest, &value))
            return MALFORMED;
        if (!is_token(name) || memchr(value.ptr, '\r', value.len) ||
            memchr(value.ptr, '\n', value.len) ||
            memchr(value.ptr, '\0', value.len))
            return at_fail(err, AT_EUSAGE, "header %s cannot be sent",
                           AT_QUOTED(name)),
                   WRONG;
        at_argv_add_fmt(&out->headers, "%.*s: %.*s", AT_STR_ARG(name),
                        AT_STR_ARG(value));
    }
    return texts == 0 ? PARSED : MALFORMED;
}

static bool
is_web(struct at_str url)
{
    return (at_str_eq_nocase(at_str_head(url, 7), AT_STR("http://")) ||
            at_str_eq_nocase(at_str_head(url, 8), AT_STR("https://"))) &&
           !memchr(url.ptr, '\0', url.len);
}

static enum parsed
take_form(const struct at_maestro_fetch_opts *opts, struct at_str rows,
          struct request *out, struct at_err *err)
{
    char boundary[AT_MAESTRO_BOUNDARY_CHARS + 1];
    at_random_hex(boundary, AT_MAESTRO_BOUNDARY_CHARS);
    at_argv_add_fmt(&out->headers,
                    "Content-Type: multipart/form-data; boundary=%s", boundary);
    return at_maestro_form(opts, rows, boundary, &out->body, err) ? PARSED
                                                                  : WRONG;
}

static enum parsed
parse(const struct at_maestro_fetch_opts *opts, struct at_str payload,
      struct request *out, struct at_err *err)
{
    struct at_str texts[5];
    for (size_t i = 0; i < 5; i++) {
        if (!at_script_text_next(&payload, &texts[i]))
            return MALFORMED;
    }
    out->body.max = AT_SCRIPT_HTTP_MAX_BYTES;
    out->method = at_strndup(texts[0].ptr, texts[0].len);
    out->url = at_strndup(texts[1].ptr, texts[1].len);
    if (!is_token(texts[0]) || !is_web(texts[1]))
        return at_fail(err, AT_EUSAGE, "%s: only http and https work",
                       AT_QUOTED(texts[1])),
               WRONG;
    enum parsed parsed = take_headers(&payload, texts[4], out, err);
    if (parsed != PARSED)
        return parsed;
    out->has_body = texts[2].len > 0;
    if (at_str_is(texts[2], "form"))
        return take_form(opts, payload, out, err);
    if (!at_buf_add_str(&out->body, texts[3]))
        return at_fail(err, AT_ELIMIT, "the body has more than %zu bytes",
                       AT_SCRIPT_HTTP_MAX_BYTES),
               WRONG;
    return payload.len == 0 ? PARSED : MALFORMED;
}

// "https://host:8080" of "https://host:8080/a?b".
static struct at_str
origin_of(const char *url)
{
    struct at_str whole = at_str(url);
    ptrdiff_t scheme = at_str_find(whole, AT_STR("://"));
    size_t end = scheme < 0 ? 0 : (size_t)scheme + 3;
    while (end < whole.len && !strchr("/?#", whole.ptr[end]))
        end++;
    return at_str_head(whole, end);
}

static char *
resolve(const char *url, struct at_str location)
{
    struct at_str origin = origin_of(url);
    struct at_str path = at_str_skip(at_str(url), origin.len);
    size_t end = 0, folder = 0;
    if (is_web(location))
        return at_strndup(location.ptr, location.len);
    if (at_str_starts(location, AT_STR("//"))) {
        ptrdiff_t scheme = at_str_find(origin, AT_STR("//"));
        return at_strfmt("%.*s%.*s", (int)scheme, origin.ptr,
                         AT_STR_ARG(location));
    }
    if (at_str_starts(location, AT_STR("/")))
        return at_strfmt("%.*s%.*s", AT_STR_ARG(origin), AT_STR_ARG(location));
    for (; end < path.len && !strchr("?#", path.ptr[end]); end++) {
        if (path.ptr[end] == '/')
            folder = end + 1;
    }
    return at_strfmt(
        "%.*s%s%.*s%.*s", AT_STR_ARG(origin), folder == 0 ? "/" : "",
        AT_STR_ARG(at_str_head(path, folder)), AT_STR_ARG(location));
}

static bool
header_is(const char *row, const char *name)
{
    size_t len = strlen(name);
    struct at_str text = at_str(row);
    return text.len > len && text.ptr[len] == ':' &&
           at_str_eq_nocase(at_str_head(text, len), at_str(name));
}

static void
drop_headers(struct at_argv *headers, const char *const *names)
{
    struct at_argv kept = AT_ARGV_INIT;
    for (size_t i = 0; i < headers->count; i++) {
        bool dropped = false;
        for (const char *const *name = names; *name; name++)
            dropped = dropped || header_is(headers->words[i], *name);
        if (!dropped)
            at_argv_add(&kept, headers->words[i]);
    }
    at_argv_deinit(headers);
    *headers = kept;
}

// Change the request into the one that an answer points to. Return false if it
// points nowhere.
static bool
follow(struct request *request, const struct at_maestro_answer *answer)
{
    static const char *const of_body[] = {"Content-Type", "Content-Length",
                                          NULL};
    static const char *const of_host[] = {"Authorization", "Cookie", NULL};
    struct at_str location = {0};
    int status = answer->status;
    for (size_t i = 0; i < answer->headers.count; i++) {
        if (header_is(answer->headers.words[i], "Location"))
            location =
                at_str_trim(at_str_skip(at_str(answer->headers.words[i]), 9));
    }
    if (location.len == 0 ||
        !(status == 300 || status == 301 || status == 302 || status == 303 ||
          status == 307 || status == 308))
        return false;
    char *url = resolve(request->url, location);
    if (!at_str_eq_nocase(origin_of(url), origin_of(request->url)))
        drop_headers(&request->headers, of_host);
    free(request->url);
    request->url = url;
    if (status < 307 && request->has_body) {
        free(request->method);
        request->method = at_strdup("GET");
        request->has_body = false;
        at_buf_clear(&request->body);
        drop_headers(&request->headers, of_body);
    }
    return true;
}

static void
answer_deinit(struct at_maestro_answer *answer)
{
    at_buf_deinit(&answer->body);
    at_argv_deinit(&answer->headers);
    *answer = (struct at_maestro_answer){0};
}

static bool
send(const struct at_op *op, const struct at_maestro_fetcher *fetcher,
     struct request *request, struct at_maestro_answer *out, struct at_err *err)
{
    for (int i = 0; i <= AT_SCRIPT_REDIRECTS_MAX; i++) {
        const struct at_maestro_exchange exchange = {
            .method = request->method,
            .url = request->url,
            .headers = &request->headers,
            .body = at_buf_str(&request->body),
            .has_body = request->has_body,
        };
        answer_deinit(out);
        out->body.max = AT_SCRIPT_HTTP_MAX_BYTES;
        if (!fetcher->exchange(op, fetcher->user, &exchange, out, err))
            return false;
        if (!follow(request, out))
            return true;
    }
    return at_fail(err, AT_EPROTO, "more than %d redirects",
                   AT_SCRIPT_REDIRECTS_MAX);
}

static bool
write_answer(const struct at_maestro_answer *answer, struct at_buf *out)
{
    char status[16];
    snprintf(status, sizeof(status), "%d", answer->status);
    bool fits = at_script_text_add(out, AT_STR("")) &&
                at_script_text_add(out, at_str(status)) &&
                at_script_text_add(out, at_buf_str(&answer->body));
    for (size_t i = 0; fits && i < answer->headers.count; i++) {
        struct at_str value = at_str(answer->headers.words[i]), name;
        if (at_str_next(&value, ':', &name))
            fits = at_script_text_add(out, name) &&
                   at_script_text_add(out, at_str_trim(value));
    }
    return fits;
}

static bool
fetch(const struct at_op *op, const struct at_maestro_fetch_opts *opts,
      struct request *request, struct at_buf *out, struct at_err *err)
{
    struct at_maestro_answer answer = {0};
    bool ok = opts->fetcher ? send(op, opts->fetcher, request, &answer, err)
                            : at_fail(err, AT_EUNSUPPORTED,
                                      "http is not available to scripts here");
    if (ok && !write_answer(&answer, out))
        ok = at_fail(err, AT_ELIMIT, "the answer has more than %zu bytes",
                     out->max);
    if (!ok)
        at_err_context(err, "%s %s", request->method,
                       AT_QUOTED(at_str(request->url)));
    answer_deinit(&answer);
    return ok;
}

bool
at_maestro_fetch(const struct at_op *op,
                 const struct at_maestro_fetch_opts *opts,
                 struct at_str payload, struct at_buf *out, struct at_err *err)
{
    struct request request = {0};
    struct at_err why = AT_ERR_INIT;
    enum parsed parsed = parse(opts, payload, &request, &why);
    bool ok = parsed == PARSED && fetch(op, opts, &request, out, &why);
    request_deinit(&request);
    if (parsed == MALFORMED)
        return at_fail(err, AT_EPROTO,
                       "the script engine does not follow its protocol");
    if (ok)
        return true;
    if (!at_op_check(op, err))
        return false;
    at_buf_clear(out);
    at_script_text_add(out, at_str(why.msg));
    return true;
}
