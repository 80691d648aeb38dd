// http_server.c: requests over HTTP become MCP messages
#define AT_LOG_MODULE "http"
#include "mcp/http_server.h"

#include "base/limits.h"
#include "mcp/http_exchange.h"
#include "mcp/http_rules.h"
#include "sys/clock.h"
#include "sys/log.h"

// Request headers that this server reads.
static const char *const singles[] = {
    "Host",
    "Origin",
    "Authorization",
    "Content-Type",
    "Content-Length",
    "Mcp-Method",
    "Mcp-Name",
    "MCP-Protocol-Version",
    NULL,
};

static struct at_http_request
read_head(const struct at_http_exchange *base,
          const struct at_http_piece *piece)
{
    struct MHD_Connection *connection = piece->connection;
    return (struct at_http_request){
        .method = at_str(piece->method),
        .path = at_str(piece->path),
        .asker = at_http_exchange_asker(base),
        .authorization = at_http_header(connection, "Authorization"),
        .content_type = at_http_header(connection, "Content-Type"),
        .content_length = at_http_header(connection, "Content-Length"),
        .accept = at_http_header(connection, "Accept"),
        .protocol_version = at_http_header(connection, "MCP-Protocol-Version"),
        .mcp_method = at_http_header(connection, "Mcp-Method"),
        .mcp_name = at_http_header(connection, "Mcp-Name"),
    };
}

// Refuse the request if the verdict says so.
static bool
obey(struct at_mcp_exchange *exchange, const json_t *id,
     struct at_http_verdict *verdict)
{
    if (verdict->status != 0)
        at_mcp_exchange_refuse(exchange, verdict->status, id, &verdict->error);
    at_rpc_error_deinit(&verdict->error);
    return verdict->status == 0;
}

static void
judge(struct at_http_exchange *base, const struct at_http_piece *piece)
{
    struct at_mcp_exchange *exchange = (struct at_mcp_exchange *)base;
    struct at_http_request request = read_head(base, piece);
    struct at_http_verdict verdict;
    exchange->status = MHD_HTTP_OK;
    exchange->out = (struct at_buf)AT_BUF_INIT(AT_HTTP_OUT_MAX_BYTES);
    at_http_check_head(&base->all->policy, &request, &verdict);
    (void)obey(exchange, NULL, &verdict);
}

static void
refuse(struct at_http_exchange *base, unsigned status, const char *text)
{
    struct at_http_verdict verdict = {.status = status};
    at_rpc_fail(&verdict.error, AT_RPC_INVALID_REQUEST, NULL, "%s", text);
    (void)obey((struct at_mcp_exchange *)base, NULL, &verdict);
}

static void
serve(struct at_http_exchange *base, const struct at_http_piece *piece)
{
    struct at_mcp_exchange *exchange = (struct at_mcp_exchange *)base;
    const struct at_mcp_http *http = base->all->user;
    struct at_http_request request = read_head(base, piece);
    struct at_rpc_message message;
    struct at_http_verdict verdict;
    at_rpc_parse(at_buf_str(&base->body.buf), &message);
    at_http_check_message(http->mcp, &request, &message, &verdict);
    if (!obey(exchange, message.id, &verdict)) {
        at_rpc_message_deinit(&message);
        return;
    }
    at_mcp_peer_init(&exchange->peer, http->mcp);
    exchange->peer.version = at_http_legacy_version(&request);
    exchange->peer.shared = true;
    at_mcp_exchange_serve(exchange, &message);
}

static const struct at_http_exchange_ops ops = {
    .size = sizeof(struct at_mcp_exchange),
    .singles = singles,
    .judge = judge,
    .refuse = refuse,
    .serve = serve,
    .ready_locked = at_mcp_exchange_ready_locked,
    .answer = at_mcp_exchange_answer,
    .leave = at_mcp_exchange_leave,
    .watch_locked = at_mcp_exchange_watch_locked,
    .deinit = at_mcp_exchange_deinit,
};

static bool
finish(struct at_mcp_http *http)
{
    int64_t now_ns = at_now_ns();
    struct at_op op = {now_ns + AT_HTTP_END_MS * AT_NS_PER_MS, NULL};
    at_http_daemon_quiesce(&http->exchanges.daemon);
    bool ended = at_mcp_finish(&op, http->mcp, now_ns);
    at_http_exchanges_stop(&http->exchanges);
    return ended;
}

int
at_mcp_http_serve(struct at_mcp *mcp, const struct at_http_opts *opts,
                  bool *out_stuck)
{
    static struct at_mcp_http http; // outlives a thread that does not end
    struct at_http_start start = {
        .address = opts->address,
        .token = opts->token,
        .token_from = "--token-file or AGENTEST_HTTP_TOKEN",
        .path = "/mcp",
        .limits = opts->limits,
    };
    struct at_err err = AT_ERR_INIT;
    *out_stuck = false;
    http = (struct at_mcp_http){.mcp = mcp};
    at_http_exchanges_init(&http.exchanges, &ops, &http);
    if (!at_http_exchanges_start(&http.exchanges, &start, &err)) {
        at_log_error("%s", err.msg);
        at_http_exchanges_deinit(&http.exchanges);
        at_mcp_free(mcp);
        return err.code == AT_EUSAGE ? 2 : 1;
    }
    at_http_exchanges_watch(&http.exchanges);
    *out_stuck = !finish(&http);
    if (*out_stuck)
        return 0;
    at_http_exchanges_deinit(&http.exchanges);
    at_mcp_free(mcp);
    return 0;
}
