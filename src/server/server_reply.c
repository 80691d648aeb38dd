// server_reply.c: texts, JSON and problems; 304 for content that the client has
#include "server/server_reply.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "http/fields.h"
#include "wire/gzip.h"
#include "wire/json.h"

// A shorter text fits into one packet anyway.
enum { PACK_MIN_BYTES = 1024 };

void
at_server_reply_init(struct at_server_reply *reply)
{
    *reply = (struct at_server_reply){
        .fd = -1, .body = AT_BUF_INIT(AT_SERVER_REPLY_MAX_BYTES)};
}

static void
close_file(struct at_server_reply *reply)
{
    if (reply->fd >= 0)
        close(reply->fd);
    reply->fd = -1;
}

void
at_server_reply_deinit(struct at_server_reply *reply)
{
    for (size_t i = 0; i < reply->header_count; i++)
        free(reply->headers[i].value);
    reply->header_count = 0;
    at_buf_deinit(&reply->body);
    at_frame_unref(reply->frame);
    close_file(reply);
}

void
at_server_reply_header(struct at_server_reply *reply, const char *name,
                       const char *value)
{
    at_assert(reply->header_count < AT_SERVER_REPLY_HEADERS_MAX);
    reply->headers[reply->header_count].name = name;
    reply->headers[reply->header_count++].value = at_strdup(value);
}

void
at_server_reply_text(struct at_server_reply *reply, unsigned status,
                     const char *text)
{
    reply->status = status;
    reply->type = "text/plain; charset=utf-8";
    at_buf_clear(&reply->body);
    at_buf_add_text(&reply->body, text);
}

void
at_server_reply_json(struct at_server_reply *reply, unsigned status,
                     json_t *value)
{
    reply->status = status;
    reply->type = "application/json";
    at_buf_clear(&reply->body);
    if (!at_json_write(value, &reply->body))
        at_server_reply_problem(reply, 500, "the answer is too large");
    json_decref(value);
}

// The statuses that this server answers with.
static const struct {
    unsigned status;
    const char *title;
    const char *code;
} titles[] = {
    {400, "Bad Request", "invalid"},
    {401, "Unauthorized", "unauthorized"},
    {403, "Forbidden", "forbidden"},
    {404, "Not Found", "not_found"},
    {405, "Method Not Allowed", "method_not_allowed"},
    {409, "Conflict", "conflict"},
    {412, "Precondition Failed", "changed_meanwhile"},
    {413, "Content Too Large", "too_large"},
    {415, "Unsupported Media Type", "not_json"},
    {416, "Range Not Satisfiable", "range"},
    {429, "Too Many Requests", "too_fast"},
    {431, "Request Header Fields Too Large", "head_too_large"},
    {500, "Internal Server Error", "failed"},
    {503, "Service Unavailable", "unavailable"},
    {504, "Gateway Timeout", "timeout"},
};

static json_t *
problem_json(unsigned status, const char *detail)
{
    size_t i = 0;
    while (i + 1 < AT_LEN(titles) && titles[i].status != status)
        i++;
    bool known = titles[i].status == status;
    return json_pack("{s:s, s:s, s:i, s:o, s:s}", "type", "about:blank",
                     "title", known ? titles[i].title : "Error", "status",
                     (int)status, "detail", at_json_text(at_str(detail)),
                     "code", known ? titles[i].code : "failed");
}

// Takes over json.
static void
reply_problem(struct at_server_reply *reply, unsigned status, json_t *json)
{
    at_server_reply_json(reply, status, json);
    reply->type = "application/problem+json";
    reply->policy = NULL;
}

void
at_server_reply_problem(struct at_server_reply *reply, unsigned status,
                        const char *detail)
{
    reply_problem(reply, status, problem_json(status, detail));
}

void
at_server_reply_problem_with(struct at_server_reply *reply, unsigned status,
                             const char *detail, const char *name,
                             json_t *value)
{
    json_t *json = problem_json(status, detail);
    at_json_set(json, name, value);
    reply_problem(reply, status, json);
}

// The codes whose HTTP status differs from the one that other front ends use.
static unsigned
status_of(enum at_code code)
{
    switch (code) {
    case AT_ELIMIT:
    case AT_ECANCELED:
        return 503;
    case AT_EDEVICE:
    case AT_EPROTO:
    case AT_EUNSUPPORTED:
    case AT_ENOTOOL:
        return 500;
    default:
        return (unsigned)at_code_info(code)->http_status;
    }
}

void
at_server_reply_failure(struct at_server_reply *reply, const struct at_err *err)
{
    unsigned status = status_of(err->code);
    json_t *json = problem_json(status, err->msg);
    if (err->field[0]) {
        char pointer[AT_ERR_FIELD_MAX + 2];
        snprintf(pointer, sizeof(pointer), "#/%s", err->field);
        at_json_set(json, "pointer", at_json_text(at_str(pointer)));
    }
    reply_problem(reply, status, json);
}

static void
tag_content(struct at_server_reply *reply)
{
    unsigned char hash[AT_SHA256_BYTES];
    char text[2 * AT_SHA256_BYTES + 1];
    at_sha256(at_buf_str(&reply->body), hash);
    at_hex_write(hash, sizeof(hash), text);
    snprintf(reply->tag, sizeof(reply->tag), "\"%.24s\"", text);
}

static void
take_part(struct at_server_reply *reply, const struct at_request *request)
{
    char text[80];
    uint64_t size = reply->count;
    struct at_str condition = request->headers[AT_REQUEST_IF_RANGE];
    bool current =
        !condition.ptr || at_http_tag_listed(condition, at_str(reply->tag));
    if (!current || !request->headers[AT_REQUEST_RANGE].ptr)
        return;
    switch (at_http_range_read(request->headers[AT_REQUEST_RANGE], size,
                               &reply->first, &reply->count)) {
    case AT_HTTP_RANGE_NONE:
        return;
    case AT_HTTP_RANGE_PART:
        reply->status = 206;
        snprintf(text, sizeof(text), "bytes %" PRIu64 "-%" PRIu64 "/%" PRIu64,
                 reply->first, reply->first + reply->count - 1, size);
        break;
    case AT_HTTP_RANGE_BEYOND:
        close_file(reply);
        at_server_reply_problem(reply, 416, "the file has no such bytes");
        snprintf(text, sizeof(text), "bytes */%" PRIu64, size);
        break;
    }
    at_server_reply_header(reply, "Content-Range", text);
}

// Return true for a complete text of the API that is longer than a packet. All
// of them may be compressed: no body has a secret of the server, and requests
// of other sites are refused or have no cookie (SameSite), so none of them can
// put a guess beside a text of the owner's to compare lengths.
static bool
is_worth_packing(const struct at_server_reply *reply,
                 const struct at_request *request)
{
    struct at_str type = at_str(reply->type ? reply->type : "");
    return reply->fd < 0 && !reply->fixed.ptr && !reply->video &&
           reply->body.len >= PACK_MIN_BYTES &&
           (at_str_has(type, AT_STR("json")) ||
            at_str_has(type, AT_STR("xml")) ||
            at_str_starts(type, AT_STR("text/"))) &&
           at_http_takes_coding(request->headers[AT_REQUEST_ACCEPT_ENCODING],
                                "gzip");
}

static void
pack_body(struct at_server_reply *reply)
{
    struct at_buf packed = AT_BUF_INIT(reply->body.len);
    if (at_gzip_pack(at_buf_str(&reply->body), &packed)) {
        at_buf_deinit(&reply->body);
        reply->body = packed;
        at_server_reply_header(reply, "Content-Encoding", "gzip");
        at_server_reply_header(reply, "Vary", "Accept-Encoding");
    } else {
        at_buf_deinit(&packed);
    }
}

// Both forms of a text have the same tag, which is therefore weak.
static void
weaken_tag(struct at_server_reply *reply)
{
    char tag[AT_SERVER_REPLY_TAG_MAX];
    snprintf(tag, sizeof(tag), "W/%.*s", (int)sizeof(tag) - 3, reply->tag);
    memcpy(reply->tag, tag, sizeof(tag));
}

void
at_server_reply_finish(struct at_server_reply *reply,
                       const struct at_request *request)
{
    bool reads = at_str_is(request->method, "GET");
    if (!reads || reply->status != 200 || reply->follow)
        return;
    if (!reply->tag[0] && reply->fd < 0)
        tag_content(reply);
    if (at_http_tag_listed(request->headers[AT_REQUEST_IF_NONE_MATCH],
                           at_str(reply->tag))) {
        reply->status = 304;
        reply->fixed = (struct at_str){0};
        at_buf_clear(&reply->body);
        close_file(reply);
    } else if (is_worth_packing(reply, request)) {
        weaken_tag(reply);
        pack_body(reply);
    } else if (reply->fd >= 0) {
        at_server_reply_header(reply, "Accept-Ranges", "bytes");
        take_part(reply, request);
    }
}
