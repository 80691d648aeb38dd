#include "maestro/script/fetch_curl.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "net/https.h"
#include "sys/clock.h"

enum { EXCHANGE_MAX_MS = 300000 }; // Maestro's limit

struct at_maestro_curl {
    struct at_https *https; // NULL until the first request
    struct at_maestro_fetcher fetcher;
    bool local;
    const char *ca_file;
};

static void
add_header(void *user, struct at_str name, struct at_str value)
{
    struct at_maestro_answer *answer = user;
    if (answer->headers.count < AT_SCRIPT_FIELDS_MAX)
        at_argv_add_fmt(&answer->headers, "%.*s: %.*s", AT_STR_ARG(name),
                        AT_STR_ARG(value));
}

static void
forget_headers(void *user)
{
    struct at_maestro_answer *answer = user;
    at_argv_deinit(&answer->headers);
    answer->headers = (struct at_argv)AT_ARGV_INIT;
}

static bool
has_type(const struct at_argv *headers)
{
    for (size_t i = 0; i < headers->count; i++) {
        if (at_str_eq_nocase(at_str_head(at_str(headers->words[i]), 13),
                             AT_STR("Content-Type:")))
            return true;
    }
    return false;
}

static bool
exchange(const struct at_op *op, void *user,
         const struct at_maestro_exchange *exchange,
         struct at_maestro_answer *out, struct at_err *err)
{
    struct at_maestro_curl *curl = user;
    const struct at_op limit = at_op_sub(op, at_now_ns(), EXCHANGE_MAX_MS);
    struct at_https_answer answer = {0};
    struct at_argv headers = AT_ARGV_INIT;
    for (size_t i = 0; i < exchange->headers->count; i++)
        at_argv_add(&headers, exchange->headers->words[i]);
    // Without one libcurl would call a body a form; an empty one is not sent.
    if (!has_type(&headers))
        at_argv_add(&headers, "Content-Type:");
    const struct at_https_request request = {
        .method = exchange->method,
        .url = exchange->url,
        .headers = &headers,
        .body = exchange->body,
        .max_bytes = AT_SCRIPT_HTTP_MAX_BYTES,
        .way = {.allow_http = true,
                .no_local = !curl->local,
                .ca_file = curl->ca_file},
        .header = add_header,
        .forget_headers = forget_headers,
        .user = out,
    };
    if (!curl->https)
        curl->https = at_https_new("agentest-script/" AT_VERSION);
    bool ok = at_https_send(&limit, curl->https, &request, &answer, err);
    if (ok) {
        out->status = answer.status;
        at_buf_add_str(&out->body, at_buf_str(&answer.body));
    }
    at_https_answer_deinit(&answer);
    at_argv_deinit(&headers);
    return ok;
}

struct at_maestro_curl *
at_maestro_curl_new(bool local, const char *ca_file)
{
    struct at_maestro_curl *curl = at_alloc(sizeof(*curl));
    curl->local = local;
    curl->ca_file = ca_file;
    curl->fetcher = (struct at_maestro_fetcher){exchange, curl};
    return curl;
}

void
at_maestro_curl_free(struct at_maestro_curl *curl)
{
    if (!curl)
        return;
    at_https_free(curl->https);
    free(curl);
}

const struct at_maestro_fetcher *
at_maestro_curl_fetcher(const struct at_maestro_curl *curl)
{
    return &curl->fetcher;
}
