// exchange.c: params and results, as the handlers of all methods need them
#include "mcp/server_priv.h"
#include "wire/json.h"

json_t *
at_mcp_server_info(const struct at_mcp *mcp)
{
    json_t *info = json_object();
    at_json_set_text(info, "name", mcp->opts.name);
    at_json_set_text(info, "title", mcp->opts.title);
    at_json_set_text(info, "version", mcp->opts.version);
    return info;
}

static const struct {
    int ttl_ms;
    const char *scope;
} caching[] = {
    [AT_MCP_STALE] = {0, "private"},
    [AT_MCP_LASTING] = {3600 * 1000, "public"},
};

void
at_mcp_decorate(const struct at_mcp *mcp, enum at_mcp_era era,
                enum at_mcp_cache cache, json_t *result)
{
    if (era == AT_MCP_LEGACY)
        return;
    if (!json_object_get(result, "resultType"))
        at_json_set_text(result, "resultType", "complete");
    if (cache != AT_MCP_NO_CACHE) {
        at_json_set(result, "ttlMs", json_integer(caching[cache].ttl_ms));
        at_json_set_text(result, "cacheScope", caching[cache].scope);
    }
    json_t *meta = json_object();
    at_json_set(meta, AT_MCP_META "serverInfo", at_mcp_server_info(mcp));
    at_json_set(result, "_meta", meta);
}

struct at_str
at_mcp_need_str(struct at_mcp_exchange *exchange, const char *name)
{
    const struct at_rpc_message *request = exchange->request;
    const json_t *value = json_object_get(request->params, name);
    if (!json_is_string(value))
        at_rpc_fail(&exchange->error, AT_RPC_INVALID_PARAMS, NULL,
                    "%.*s needs params.%s, a string",
                    AT_STR_ARG(request->method), name);
    return at_json_str(value);
}

bool
at_mcp_one_page(struct at_mcp_exchange *exchange)
{
    if (!json_object_get(exchange->request->params, "cursor"))
        return true;
    at_rpc_fail(&exchange->error, AT_RPC_INVALID_PARAMS, NULL,
                "unknown cursor: everything is on the first page");
    return false;
}
