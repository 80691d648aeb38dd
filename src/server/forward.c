// forward.c: asks another host and passes its answer on
#include "server/forward.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/curl_env.h"
#include "base/limits.h"
#include "net/https.h"
#include "server/fetched.h"
#include "server/files.h"
#include "server/pool_pass.h"
#include "server/server_priv.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "wire/json.h"

// The longest a picture is waited for by one request, which has a worker all
// the time; and how many of the workers may ask others.
enum { PICTURE_WAIT_MS = 1000, FORWARDS_MAX = 5, SILENCE_MS = 20000 };

// Headers that are passed on, in this order.
static const char *const wanted[] = {
    "ETag",    "Content-Range",  "Content-Disposition", "Cache-Control",
    "X-Frame", "X-Frame-Source", "X-Frame-Secrets",     NULL};
enum { TAG, RANGE, DISPOSITION, CACHE, FRAME };

static void
fail(struct at_server_call *call, unsigned status, const char *host,
     const char *words)
{
    char *text = at_strfmt("host '%s' has it, %s", host, words);
    at_server_reply_problem(call->reply, status, text);
    free(text);
}

static void
add_encoded(struct at_buf *out, struct at_str text, const char *plain)
{
    static const char marks[] = "-._~";
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        char lower = (char)(c | 0x20);
        if ((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') ||
            (c && (strchr(marks, c) || strchr(plain, c))))
            at_buf_add_char(out, c);
        else
            at_buf_add_fmt(out, "%%%02X", (unsigned char)c);
    }
}

static void
write_url(const struct at_request *request, struct at_str base,
          struct at_buf *out)
{
    while (at_str_ends(base, AT_STR("/")))
        base.len--;
    at_buf_add_str(out, base);
    at_buf_add_text(out, "/api");
    add_encoded(out, request->path, "/");
    for (size_t i = 0; i < request->query_count; i++) {
        at_buf_add_char(out, i == 0 ? '?' : '&');
        add_encoded(out, request->query[i].name, "");
        at_buf_add_char(out, '=');
        add_encoded(out, request->query[i].value, "");
    }
}

// Return the type as a static text; the other host is trusted with no other.
static const char *
known_type(const char *type)
{
    static const char *const types[] = {
        "image/png",
        "image/jpeg",
        "image/webp",
        "video/mp4",
        "application/json",
        "application/problem+json",
        "application/xml",
        "text/markdown; charset=utf-8",
        "text/plain; charset=utf-8",
        "text/html; charset=utf-8",
    };
    for (size_t i = 0; type && i < AT_LEN(types); i++) {
        if (strcmp(type, types[i]) == 0)
            return types[i];
    }
    return "application/octet-stream";
}

static bool
write_piece(void *user, struct at_str bytes)
{
    return at_file_write_open(*(int *)user, bytes, NULL);
}

static void
pass_headers(struct at_server_reply *reply,
             const struct at_https_answer *answer)
{
    const char *cache = answer->wanted[CACHE];
    if (answer->wanted[TAG])
        at_str_cut(reply->tag, sizeof(reply->tag), at_str(answer->wanted[TAG]));
    if (cache && strstr(cache, "immutable"))
        reply->cache = AT_FILES_LASTING;
    else if (cache && strstr(cache, "no-store"))
        reply->cache = "no-store";
    for (size_t i = RANGE; wanted[i]; i++) {
        if (answer->wanted[i] && i != CACHE)
            at_server_reply_header(reply, wanted[i], answer->wanted[i]);
    }
}

// Takes over the file.
static void
pass_answer(struct at_server_call *call, const char *host,
            struct at_https_answer *answer, int fd)
{
    struct at_server_reply *reply = call->reply;
    bool has_file = answer->status == 200 || answer->status == 206;
    off_t size = has_file ? lseek(fd, 0, SEEK_END) : 0;
    if (!has_file)
        close(fd);
    if (answer->status == 401) {
        fail(call, 502, host,
             "but refuses this host: AGENTEST_POOL_KEY differs, or it has "
             "none");
        return;
    }
    if (answer->status >= 500 || answer->status < 200) {
        fail(call, 502, host, "but cannot give it now");
        return;
    }
    reply->status = (unsigned)answer->status;
    pass_headers(reply, answer);
    if (has_file) {
        reply->type = known_type(answer->content_type);
        reply->fd = fd;
        reply->count = (uint64_t)size;
    } else if (answer->status >= 400) {
        reply->type = known_type(answer->content_type);
        at_buf_deinit(&reply->body);
        reply->body = answer->body;
        answer->body = (struct at_buf){0};
    }
}

// Ask for the same path, under the conditions that the client has.
static void
write_request(struct at_server_call *call, const struct at_request *asked,
              struct at_argv *headers)
{
    static const enum at_request_header passed[] = {
        AT_REQUEST_RANGE, AT_REQUEST_IF_RANGE, AT_REQUEST_IF_NONE_MATCH};
    struct at_store_db *store = call->opts->store;
    char pass[AT_POOL_PASS_MAX];
    at_pool_pass_write(call->opts->pool_key, asked, store->ops->now_ms(store),
                       pass);
    at_argv_add_fmt(headers, "X-Agentest-Pool: %s", pass);
    for (size_t i = 0; i < AT_LEN(passed); i++) {
        struct at_str value = asked->headers[passed[i]];
        if (value.len > 0)
            at_argv_add_fmt(headers, "%s: %.*s",
                            at_request_header_names[passed[i]],
                            AT_STR_ARG(value));
    }
}

static void
ask(struct at_server_call *call, const char *host, struct at_str base,
    const struct at_request *asked, int fd)
{
    struct at_argv headers = AT_ARGV_INIT;
    struct at_buf url = AT_BUF_INIT(4 * AT_HTTP_HEAD_MAX_BYTES);
    struct at_https *https = at_https_new("mobile-tester-agent/" AT_VERSION);
    struct at_https_answer answer;
    struct at_err err = AT_ERR_INIT;
    write_url(asked, base, &url);
    write_request(call, asked, &headers);
    const struct at_https_request request = {
        .method = "GET",
        .url = at_buf_text(&url),
        .headers = &headers,
        .idle_ms = SILENCE_MS,
        .max_bytes = AT_VIDEO_FILE_MAX_BYTES,
        .way = {.allow_http = true,
                .ca_file =
                    at_curl_env_ca_file(at_env_variable, call->opts->env)},
        .piece = write_piece,
        .user = &fd,
        .wanted = wanted,
    };
    if (at_https_send(&call->op, https, &request, &answer, &err)) {
        pass_answer(call, host, &answer, fd);
    } else {
        char *words = at_strfmt("but it can't be reached: %s", err.msg);
        fail(call, 502, host, words);
        free(words);
        close(fd);
    }
    at_https_answer_deinit(&answer);
    at_https_free(https);
    at_argv_deinit(&headers);
    at_buf_deinit(&url);
}

// Workers that ask others are few, so that a host that hangs cannot stop this
// one.
static void
ask_bounded(struct at_server_call *call, const char *host, struct at_str base,
            const struct at_request *asked)
{
    atomic_int *forwards = &call->server->forwards;
    struct at_err err = AT_ERR_INIT;
    int fd;
    if (atomic_fetch_add(forwards, 1) >= FORWARDS_MAX) {
        fail(call, 503, host, "but too many clients ask for it: try again");
        at_server_reply_header(call->reply, "Retry-After", "1");
    } else if (at_file_open_unnamed(call->opts->reports, &fd, &err)) {
        ask(call, host, base, asked, fd);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    atomic_fetch_sub(forwards, 1);
}

// Files that never change are kept under what was asked: the path says the run.
static bool
answer_kept(struct at_server_call *call, struct at_str asked)
{
    char *folder = at_strfmt("%s-fetched", call->opts->reports);
    bool found =
        at_fetched_find(&call->server->fetched, folder, asked, call->reply);
    free(folder);
    return found;
}

static void
keep_answer(struct at_server_call *call, struct at_str asked)
{
    const struct at_server_reply *reply = call->reply;
    if (reply->status != 200 || !reply->cache ||
        strcmp(reply->cache, AT_FILES_LASTING) != 0)
        return;
    char *folder = at_strfmt("%s-fetched", call->opts->reports);
    at_fetched_keep(&call->server->fetched, folder, asked, reply);
    free(folder);
}

static void
forward(struct at_server_call *call, struct at_str name,
        const struct at_request *asked)
{
    struct at_store_db *store = call->opts->store;
    struct at_store_doc doc = {0};
    char host[AT_STORE_KEY_MAX + 1];
    at_str_cut(host, sizeof(host), name);
    bool found = store->ops->get(store, AT_STORE_HOST, name, &doc, NULL);
    struct at_str url = at_json_get_str(found ? doc.json : NULL, "url");
    if (!found)
        fail(call, 503, host, "and is not in the pool now");
    else if (url.len == 0)
        fail(call, 503, host,
             "but has no address for other hosts: set its AGENTEST_URL");
    else if (call->opts->pool_key.len == 0)
        fail(call, 503, host,
             "but this host has no key for it: give all hosts the same "
             "AGENTEST_POOL_KEY");
    else
        ask_bounded(call, host, url, asked);
    at_store_doc_deinit(&doc);
}

static bool
is_here(const struct at_server_call *call, struct at_str host)
{
    const char *own = call->opts->host;
    return host.len == 0 || (own && at_str_is(host, own)) ||
           call->request->headers[AT_REQUEST_POOL].len > 0;
}

bool
at_forward_is_elsewhere(const struct at_server_call *call, struct at_str host)
{
    return !is_here(call, host);
}

static bool
is_known(struct at_store_db *store, struct at_str host)
{
    struct at_store_doc doc = {0};
    bool found = store->ops->get(store, AT_STORE_HOST, host, &doc, NULL);
    at_store_doc_deinit(&doc);
    return found;
}

// A machine alone may have had another name when it did the run. Without this
// host's name, the run's folder tells.
static bool
is_left_here(const struct at_server_call *call, const char *run,
             struct at_str host)
{
    const struct at_server_opts *opts = call->opts;
    char *folder = at_strfmt("%s/%s", opts->reports, run);
    bool exists = at_file_exists(folder);
    free(folder);
    if (!opts->host)
        return exists;
    bool can_ask = opts->pool_key.len > 0 || opts->copies;
    return (exists || !can_ask) && !is_known(opts->store, host);
}

// Bring the files of a host that is away back from their copies. Return false
// with a reply if they are not there either.
static bool
fetch_copies(struct at_server_call *call, const struct at_store_doc *run,
             const char *host)
{
    struct at_err err = AT_ERR_INIT;
    atomic_int *forwards = &call->server->forwards;
    bool ok = false;
    if (atomic_fetch_add(forwards, 1) >= FORWARDS_MAX)
        at_fail(&err, AT_EBUSY, "too many clients ask for copies: try again");
    else
        ok =
            at_copies_fetch(&call->op, call->opts->copies, run->id, host, &err);
    atomic_fetch_sub(forwards, 1);
    at_server_reply_deinit(call->reply);
    at_server_reply_init(call->reply);
    if (ok)
        return true;
    char *words =
        err.code == AT_ENOTFOUND
            ? at_strdup("is away, and has made no copy of its files yet")
            : at_strfmt("is away, and its copies can't be read: %s", err.msg);
    fail(call, 503, host, words);
    free(words);
    return false;
}

static bool
is_away(const struct at_server_reply *reply)
{
    return reply->status == 502 || reply->status == 503;
}

bool
at_forward_run(struct at_server_call *call, const struct at_store_doc *run)
{
    struct at_str host = at_json_get_str(run->json, "host");
    if (is_here(call, host))
        return false;
    if (is_left_here(call, run->id, host))
        return false;
    struct at_buf asked = AT_BUF_INIT(4 * AT_HTTP_HEAD_MAX_BYTES);
    char name[AT_STORE_KEY_MAX + 1];
    at_str_cut(name, sizeof(name), host);
    write_url(call->request, host, &asked);
    bool elsewhere = true;
    if (!answer_kept(call, at_buf_str(&asked))) {
        forward(call, host, call->request);
        keep_answer(call, at_buf_str(&asked));
        if (call->opts->copies && is_away(call->reply))
            elsewhere = !fetch_copies(call, run, name);
    }
    at_buf_deinit(&asked);
    return elsewhere;
}

bool
at_forward_device(struct at_server_call *call, struct at_str host)
{
    struct at_request asked = *call->request;
    char wait[16];
    if (is_here(call, host))
        return false;
    int64_t wait_ms =
        at_request_query_i64(&asked, "waitMs", AT_VIEW_WAIT_MAX_MS);
    size_t count = 0;
    for (size_t i = 0; i < asked.query_count; i++) {
        if (!at_str_is(asked.query[i].name, "host") &&
            !at_str_is(asked.query[i].name, "waitMs"))
            asked.query[count++] = asked.query[i];
    }
    if (count < AT_SERVER_QUERY_MAX) {
        snprintf(wait, sizeof(wait), "%d",
                 wait_ms < PICTURE_WAIT_MS ? (int)wait_ms : PICTURE_WAIT_MS);
        asked.query[count].name = AT_STR("waitMs");
        asked.query[count++].value = at_str(wait);
    }
    asked.query_count = count;
    forward(call, host, &asked);
    return true;
}
