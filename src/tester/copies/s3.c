// s3.c: requests to a bucket, signed by libcurl
#include "tester/copies/s3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "net/https.h"
#include "sys/clock.h"
#include "sys/file.h"

enum {
    URL_MAX_BYTES = 1000,
    SILENCE_MS = 30000,
    SHORT_MS = 60000,
    LONG_MS = 3600000, // a video over a slow line; silence ends it earlier
};

#define ANSWER_MAX_BYTES (64 * AT_KIB)

// The SHA-256 of nothing, of requests without a body.
#define EMPTY_HASH                                                             \
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

struct at_s3 {
    char *base;     // owned; without a slash at the end
    char *host;     // owned
    char *provider; // owned; "aws:amz:REGION:s3"
    char *login;    // owned; "KEY:SECRET"
    char *token;    // owned; "": none
    struct at_https_way way;
};

static const char *
variable(at_variable_fn *get, void *user, const char *name)
{
    const char *value = get(user, name);
    return value && value[0] ? value : NULL;
}

static bool
is_plain(struct at_str text, const char *marks)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!at_ascii_is_name(text.ptr[i]) && !strchr(marks, text.ptr[i]))
            return false;
    }
    return text.len > 0;
}

// libcurl signs a path as it is, so it may have nothing that is encoded.
static bool
read_url(struct at_s3 *s3, const char *url, struct at_err *err)
{
    struct at_str text = at_str_trim(at_str(url));
    while (at_str_ends(text, AT_STR("/")))
        text.len--;
    size_t scheme = at_str_starts(text, AT_STR("https://"))  ? 8
                    : at_str_starts(text, AT_STR("http://")) ? 7
                                                             : 0;
    struct at_str rest = at_str_skip(text, scheme);
    ptrdiff_t slash = at_str_find(rest, AT_STR("/"));
    size_t len = slash < 0 ? 0 : (size_t)slash;
    if (scheme == 0 || text.len > URL_MAX_BYTES ||
        !is_plain(at_str_head(rest, len), ":[]") ||
        !is_plain(at_str_skip(rest, len + 1), "/") ||
        at_str_has(rest, AT_STR("//")) || at_str_has(rest, AT_STR("/.")))
        return at_fail(err, AT_EUSAGE,
                       "the copies' address must be "
                       "https://HOST[:PORT]/BUCKET[/PREFIX], of letters, "
                       "digits, '.', '_' and '-'");
    s3->base = at_strndup(text.ptr, text.len);
    s3->host = at_strndup(rest.ptr, len);
    return true;
}

static bool
read_account(struct at_s3 *s3, at_variable_fn *get, void *user,
             struct at_err *err)
{
    const char *key = variable(get, user, "AWS_ACCESS_KEY_ID");
    const char *secret = variable(get, user, "AWS_SECRET_ACCESS_KEY");
    const char *token = variable(get, user, "AWS_SESSION_TOKEN");
    const char *region = variable(get, user, "AWS_REGION");
    region = region ? region : "us-east-1";
    if (!key || !secret || strchr(key, ':'))
        return at_fail(err, AT_EUSAGE,
                       "copies in S3 need AWS_ACCESS_KEY_ID and "
                       "AWS_SECRET_ACCESS_KEY");
    if (!is_plain(at_str(region), ""))
        return at_fail(err, AT_EUSAGE, "AWS_REGION is not a region's name");
    s3->provider = at_strfmt("aws:amz:%s:s3", region);
    s3->login = at_strfmt("%s:%s", key, secret);
    s3->token = at_strdup(token ? token : "");
    s3->way.allow_http = true; // to servers of one's own; no secret is sent
    at_https_way_env(get, user, s3->base, &s3->way);
    return true;
}

bool
at_s3_open(const char *url, at_variable_fn *get, void *user, struct at_s3 **out,
           struct at_err *err)
{
    struct at_s3 *s3 = at_alloc(sizeof(*s3));
    *out = s3;
    if (read_url(s3, url, err) && read_account(s3, get, user, err))
        return true;
    at_s3_free(s3);
    *out = NULL;
    return false;
}

void
at_s3_free(struct at_s3 *s3)
{
    if (!s3)
        return;
    free(s3->base);
    free(s3->host);
    free(s3->provider);
    at_wipe_text(s3->login);
    at_wipe_text(s3->token);
    free(s3);
}

const char *
at_s3_host(const struct at_s3 *s3)
{
    return s3->host;
}

// The storage's own word, "AccessDenied", is in its answer.
static bool
fail_status(const struct at_s3 *s3, const struct at_https_answer *answer,
            struct at_err *err)
{
    static const char *const advice[][2] = {
        {"301", "; check AWS_REGION"},
        {"403", "; check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what "
                "they may do"},
        {"404", "; check the bucket's name"},
    };
    struct at_str body = at_buf_str(&answer->body), word = {0};
    ptrdiff_t at = at_str_find(body, AT_STR("<Code>"));
    char status[16];
    const char *hint = "";
    snprintf(status, sizeof(status), "%d", answer->status);
    if (at >= 0)
        word = at_str_skip(body, (size_t)at + 6);
    ptrdiff_t end = at_str_find(word, AT_STR("<"));
    word.len = end > 0 && end < 64 ? (size_t)end : 0;
    for (size_t i = 0; i < AT_LEN(advice); i++) {
        if (strcmp(advice[i][0], status) == 0)
            hint = advice[i][1];
    }
    return at_fail(err, answer->status == 404 ? AT_ENOTFOUND : AT_EIO,
                   "%s answers %s%s%.*s%s", s3->host, status,
                   word.len > 0 ? " " : "",
                   AT_STR_ARG(is_plain(word, "") ? word : AT_STR("")), hint);
}

struct asked {
    const char *method;
    const char *key;
    const char *hash;
    struct at_str body;
    size_t max_bytes;
    int64_t within_ms;
    bool (*piece)(void *user, struct at_str bytes);
    void *user;
};

static bool
ask(const struct at_op *op, const struct at_s3 *s3, struct at_https *https,
    const struct asked *asked, struct at_https_answer *out, struct at_err *err)
{
    struct at_argv headers = AT_ARGV_INIT;
    struct at_op within = at_op_sub(op, at_now_ns(), asked->within_ms);
    char *url = at_strfmt("%s/%s", s3->base, asked->key);
    at_argv_add_fmt(&headers, "x-amz-content-sha256: %s", asked->hash);
    if (s3->token[0])
        at_argv_add_fmt(&headers, "x-amz-security-token: %s", s3->token);
    const struct at_https_request request = {
        .method = asked->method,
        .url = url,
        .headers = &headers,
        .body = asked->body,
        .idle_ms = SILENCE_MS,
        .max_bytes = asked->max_bytes,
        .way = s3->way,
        .piece = asked->piece,
        .user = asked->user,
        .signing = {s3->provider, s3->login},
    };
    bool ok = at_https_send(&within, https, &request, out, err);
    at_argv_deinit(&headers);
    free(url);
    return ok;
}

bool
at_s3_has(const struct at_op *op, const struct at_s3 *s3,
          struct at_https *https, const char *key, bool *out_has,
          struct at_err *err)
{
    struct at_https_answer answer;
    const struct asked asked = {.method = "HEAD",
                                .key = key,
                                .hash = EMPTY_HASH,
                                .max_bytes = ANSWER_MAX_BYTES,
                                .within_ms = SHORT_MS};
    bool ok = ask(op, s3, https, &asked, &answer, err);
    *out_has = ok && answer.status == 200;
    ok = ok && (answer.status == 200 || answer.status == 404 ||
                fail_status(s3, &answer, err));
    at_https_answer_deinit(&answer);
    return ok;
}

bool
at_s3_put(const struct at_op *op, const struct at_s3 *s3,
          struct at_https *https, const struct at_s3_object *object,
          struct at_err *err)
{
    struct at_https_answer answer;
    const struct asked asked = {.method = "PUT",
                                .key = object->key,
                                .hash = object->hash,
                                .body = object->bytes,
                                .max_bytes = ANSWER_MAX_BYTES,
                                .within_ms = LONG_MS};
    bool ok = ask(op, s3, https, &asked, &answer, err) &&
              ((answer.status >= 200 && answer.status < 300) ||
               fail_status(s3, &answer, err));
    at_https_answer_deinit(&answer);
    return ok;
}

static bool
write_piece(void *user, struct at_str bytes)
{
    return at_file_write_open(*(int *)user, bytes, NULL);
}

bool
at_s3_get(const struct at_op *op, const struct at_s3 *s3,
          struct at_https *https, const struct at_s3_wanted *wanted,
          struct at_err *err)
{
    struct at_https_answer answer;
    int fd = wanted->fd;
    const struct asked asked = {.method = "GET",
                                .key = wanted->key,
                                .hash = EMPTY_HASH,
                                .max_bytes = wanted->max_bytes,
                                .within_ms = LONG_MS,
                                .piece = write_piece,
                                .user = &fd};
    bool ok = ask(op, s3, https, &asked, &answer, err) &&
              (answer.status == 200 || fail_status(s3, &answer, err));
    at_https_answer_deinit(&answer);
    return ok;
}
