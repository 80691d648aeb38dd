// http_rules_test.c: each rung of the ladder, and that nothing else is refused
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/http_rules.h"
#include "mcp/server.h"
#include "sys/clock.h"
#include "tests/t.h"

static const struct at_http_request good = {
    .method = AT_STR_ROW("POST"),
    .path = AT_STR_ROW("/mcp"),
    .asker = {.host = AT_STR_ROW("127.0.0.1:8080"), .header_count = 6},
    .content_type = AT_STR_ROW("application/json"),
    .accept = AT_STR_ROW("application/json, text/event-stream"),
};

enum field {
    METHOD,
    PATH,
    HOST,
    ORIGIN,
    AUTHORIZATION,
    CONTENT_TYPE,
    CONTENT_LENGTH,
    ACCEPT,
};

static const size_t offsets[] = {
    [METHOD] = offsetof(struct at_http_request, method),
    [PATH] = offsetof(struct at_http_request, path),
    [HOST] = offsetof(struct at_http_request, asker.host),
    [ORIGIN] = offsetof(struct at_http_request, asker.origin),
    [AUTHORIZATION] = offsetof(struct at_http_request, authorization),
    [CONTENT_TYPE] = offsetof(struct at_http_request, content_type),
    [CONTENT_LENGTH] = offsetof(struct at_http_request, content_length),
    [ACCEPT] = offsetof(struct at_http_request, accept),
};

static const struct {
    enum field field;
    const char *value; // NULL: absent
    unsigned status;
} heads[] = {
    {METHOD, "POST", 0},
    {METHOD, "GET", 405},
    {METHOD, "DELETE", 405},
    {METHOD, "OPTIONS", 405},
    {METHOD, "post", 405},
    {PATH, "/", 404},
    {PATH, "/mcp/", 404},
    {PATH, "/.well-known/oauth-protected-resource", 404},
    {PATH, "/.well-known/oauth-protected-resource/mcp", 404},
    {HOST, "localhost", 0},
    {HOST, "LOCALHOST:1", 0},
    {HOST, "127.0.0.1", 0},
    {HOST, "[::1]", 0},
    {HOST, "[::1]:65535", 0},
    {HOST, NULL, 403},
    {HOST, "", 403},
    {HOST, "evil.example", 403},
    {HOST, "localhost.evil.example", 403},
    {HOST, "localhost:", 403},
    {HOST, "localhost:65536", 403},
    {HOST, "localhost:80@evil", 403},
    {HOST, "127.0.0.10", 403},
    {ORIGIN, NULL, 0},
    {ORIGIN, "http://localhost:5173", 0},
    {ORIGIN, "https://127.0.0.1", 0},
    {ORIGIN, "http://[::1]:8080", 0},
    {ORIGIN, "", 403},
    {ORIGIN, "null", 403},
    {ORIGIN, "http://evil.example", 403},
    {ORIGIN, "http://localhost.evil.example", 403},
    {ORIGIN, "localhost", 403},
    {ORIGIN, "file://localhost", 403},
    {CONTENT_TYPE, "application/json; charset=utf-8", 0},
    {CONTENT_TYPE, "Application/JSON", 0},
    {CONTENT_TYPE, NULL, 415},
    {CONTENT_TYPE, "text/plain", 415},
    {CONTENT_TYPE, "application/jsonp", 415},
    {CONTENT_TYPE, "text/plain; application/json", 415},
    {CONTENT_LENGTH, "0", 0},
    {CONTENT_LENGTH, "4194304", 0},
    {CONTENT_LENGTH, "4194305", 413},
    {CONTENT_LENGTH, "99999999999999999999999", 413},
    {CONTENT_LENGTH, "-1", 413},
    {ACCEPT, NULL, 0},
    {ACCEPT, "*/*", 0},
    {ACCEPT, "text/event-stream;q=0.5 ,application/json", 0},
    {ACCEPT, "application/*, text/*", 0},
    {ACCEPT, "application/json", 406},
    {ACCEPT, "text/event-stream", 406},
    {ACCEPT, "text/html", 406},
    {ACCEPT, "", 406},
};

static unsigned
head_status(const struct at_http_policy *policy, enum field field,
            const char *value)
{
    struct at_http_request request = good;
    struct at_http_verdict verdict;
    struct at_str text = value ? at_str(value) : (struct at_str){0};
    memcpy((char *)&request + offsets[field], &text, sizeof(text));
    at_http_check_head(policy, &request, &verdict);
    at_rpc_error_deinit(&verdict.error);
    return verdict.status;
}

T_TEST(each_header_alone)
{
    static const struct at_http_policy policy = {0};
    for (size_t i = 0; i < T_LEN(heads); i++) {
        T_ROW(heads[i].value ? heads[i].value : "absent");
        T_EQ_INT(head_status(&policy, heads[i].field, heads[i].value),
                 heads[i].status);
    }
}

static const struct {
    const char *value;
    unsigned status;
} tokens[] = {
    {"Bearer secret", 0},
    {"bearer secret", 0},
    {"Bearer  secret ", 0},
    {NULL, 401},
    {"", 401},
    {"secret", 401},
    {"Bearer", 401},
    {"Bearer ", 401},
    {"Bearer secre", 401},
    {"Bearer secretx", 401},
    {"Basic secret", 401},
    {"Bearer SECRET", 401},
    {"Bearer secret two", 401},
};

T_TEST(a_token_and_what_comes_before_it)
{
    static const struct at_http_policy policy = {.token = AT_STR_ROW("secret")};
    for (size_t i = 0; i < T_LEN(tokens); i++) {
        T_ROW(tokens[i].value ? tokens[i].value : "absent");
        T_EQ_INT(head_status(&policy, AUTHORIZATION, tokens[i].value),
                 tokens[i].status);
    }
    T_EQ_INT(head_status(&policy, HOST, "evil.example"), 403);
    T_EQ_INT(head_status(&policy, PATH, "/.well-known/x"), 404);
    T_EQ_INT(head_status(&policy, METHOD, "GET"), 401);
}

T_TEST(beyond_loopback_any_host_but_no_origin)
{
    static const struct at_http_policy policy = {.any_host = true};
    T_EQ_INT(head_status(&policy, HOST, "build.example:8080"), 0);
    T_EQ_INT(head_status(&policy, ORIGIN, "http://evil.example"), 403);
}

T_TEST(too_many_headers)
{
    static const struct at_http_policy policy = {0};
    struct at_http_request request = good;
    struct at_http_verdict verdict;
    request.asker.header_count = AT_HTTP_HEADERS_MAX;
    at_http_check_head(&policy, &request, &verdict);
    T_EQ_INT(verdict.status, 0);
    request.asker.header_count++;
    at_http_check_head(&policy, &request, &verdict);
    T_EQ_INT(verdict.status, 431);
    at_rpc_error_deinit(&verdict.error);
}

#define M "\"io.modelcontextprotocol/"
#define META(version)                                                          \
    "\"_meta\":{" M "protocolVersion\":" version "," M                         \
    "clientCapabilities\":{}}"
#define NOW META("\"2026-07-28\"")
#define REQ(method, params)                                                    \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" method                       \
    "\",\"params\":{" params "}}"
#define V "2026-07-28"

static const struct {
    const char *what;
    const char *version; // the headers; NULL: absent
    const char *method;
    const char *name;
    const char *body;
    unsigned status;
    int code;
} messages[] = {
    {"text", NULL, NULL, NULL, "hello", 400, -32700},
    {"nothing", NULL, NULL, NULL, "", 400, -32700},
    {"a number", NULL, NULL, NULL, "1", 400, -32600},
    {"no message", NULL, NULL, NULL, "{}", 400, -32600},
    {"id null", NULL, NULL, NULL,
     "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", 400, -32600},
    {"params an array", NULL, NULL, NULL,
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", 400,
     -32602},
    {"empty batch", NULL, NULL, NULL, "[]", 400, -32600},
    {"batch", NULL, NULL, NULL, "[" REQ("ping", "") "]", 0, 0},
    {"batch of 2025-03-26", "2025-03-26", NULL, NULL, "[" REQ("ping", "") "]",
     0, 0},
    {"batch later", "2025-06-18", NULL, NULL, "[" REQ("ping", "") "]", 400,
     -32600},
    {"batch with a claim", NULL, NULL, NULL,
     "[" REQ("ping", "") "," REQ("tools/list", NOW) "]", 400, -32600},
    {"notification", "2025-11-25", NULL, NULL,
     "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", 0, 0},
    {"modern notification", V, NULL, NULL,
     "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}", 0, 0},
    {"response", NULL, NULL, NULL,
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", 0, 0},

    {"legacy", "2025-11-25", NULL, NULL, REQ("ping", ""), 0, 0},
    {"legacy, no header", NULL, NULL, NULL, REQ("ping", ""), 0, 0},
    {"legacy, blanks", " 2025-11-25 ", NULL, NULL, REQ("ping", ""), 0, 0},
    {"legacy, unknown version", "2020-01-01", NULL, NULL, REQ("ping", ""), 400,
     -32600},
    {"legacy, empty version", "", NULL, NULL, REQ("ping", ""), 400, -32600},
    {"initialize, unknown header", "2030-01-01", NULL, NULL,
     REQ("initialize", ""), 0, 0},
    {"initialize, modern header", V, NULL, NULL, REQ("initialize", ""), 400,
     -32020},
    {"modern header, no claim", V, "tools/list", NULL, REQ("tools/list", ""),
     400, -32602},

    {"modern", V, "tools/list", NULL, REQ("tools/list", NOW), 0, 0},
    {"modern, blanks", " " V, " tools/list ", NULL, REQ("tools/list", NOW), 0,
     0},
    {"claim no text", V, "tools/list", NULL, REQ("tools/list", META("1")), 400,
     -32602},
    {"capabilities missing", V, "tools/list", NULL,
     REQ("tools/list", "\"_meta\":{" M "protocolVersion\":\"" V "\"}"), 400,
     -32602},
    {"no version header", NULL, "tools/list", NULL, REQ("tools/list", NOW), 400,
     -32020},
    {"another version header", "2025-11-25", "tools/list", NULL,
     REQ("tools/list", NOW), 400, -32020},
    {"unknown claim", "v9", "tools/list", NULL,
     REQ("tools/list", META("\"v9\"")), 400, -32022},
    {"unknown claim, another header", V, "tools/list", NULL,
     REQ("tools/list", META("\"v9\"")), 400, -32020},
    {"no Mcp-Method", V, NULL, NULL, REQ("tools/list", NOW), 400, -32020},
    {"Mcp-Method's case", V, "Tools/list", NULL, REQ("tools/list", NOW), 400,
     -32020},
    {"unknown method", V, "ping", NULL, REQ("ping", NOW), 404, -32601},
    {"resources not declared", V, "resources/list", NULL,
     REQ("resources/list", NOW), 404, -32601},

    {"name", V, "tools/call", "t", REQ("tools/call", "\"name\":\"t\"," NOW), 0,
     0},
    {"name, blanks", V, "tools/call", "\t t ",
     REQ("tools/call", "\"name\":\"t\"," NOW), 0, 0},
    {"name, base64", V, "tools/call",
     "=?base64?w6Q=?=", REQ("tools/call", "\"name\":\"\xc3\xa4\"," NOW), 0, 0},
    {"name, broken base64", V, "tools/call", "=?base64?w6Q?=",
     REQ("tools/call", "\"name\":\"\xc3\xa4\"," NOW), 400, -32020},
    {"no name, broken base64", V, "tools/call",
     "=?base64?!?=", REQ("tools/call", "\"name\":\"\"," NOW), 400, -32020},
    {"name, base64 cut off", V, "tools/call",
     "=?base64?=", REQ("tools/call", "\"name\":\"t\"," NOW), 400, -32020},
    {"no name", V, "tools/call", NULL, REQ("tools/call", "\"name\":\"t\"," NOW),
     400, -32020},
    {"another name", V, "tools/call", "T",
     REQ("tools/call", "\"name\":\"t\"," NOW), 400, -32020},
    {"name and NUL", V, "tools/call", "t",
     REQ("tools/call", "\"name\":\"t\\u0000x\"," NOW), 400, -32020},
    {"a number for a name", V, "tools/call", NULL,
     REQ("tools/call", "\"name\":1," NOW), 0, 0},
};

static struct at_str
header(const char *value)
{
    return value ? at_str(value) : (struct at_str){0};
}

T_TEST(each_message)
{
    struct at_mcp_opts opts = {.name = "t", .title = "T", .version = "1"};
    struct at_mcp *mcp = at_mcp_new(&opts);
    for (size_t i = 0; i < T_LEN(messages); i++) {
        struct at_http_request request = good;
        struct at_http_verdict verdict;
        struct at_rpc_message message;
        T_ROW(messages[i].what);
        request.protocol_version = header(messages[i].version);
        request.mcp_method = header(messages[i].method);
        request.mcp_name = header(messages[i].name);
        at_rpc_parse(at_str(messages[i].body), &message);
        at_http_check_message(mcp, &request, &message, &verdict);
        T_EQ_INT(verdict.status, messages[i].status);
        T_EQ_INT(verdict.error.code, messages[i].code);
        at_rpc_error_deinit(&verdict.error);
        at_rpc_message_deinit(&message);
    }
    struct at_op op = {at_now_ns(), NULL};
    T_OK(at_mcp_finish(&op, mcp, op.deadline_ns));
    at_mcp_free(mcp);
}

T_MAIN()
