// meta.c: the era of a request, by its `_meta`
#include "wire/json.h"
#include "mcp/server_priv.h"

static bool
invalid(struct at_rpc_error *error, const char *field, const char *must)
{
    at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL, "params._meta%s must be %s",
                field, must);
    return false;
}

static bool
read_modern(const json_t *meta, struct at_rpc_error *error)
{
    const json_t *version =
        json_object_get(meta, AT_MCP_META "protocolVersion");
    const json_t *can = json_object_get(meta, AT_MCP_META "clientCapabilities");
    const json_t *info = json_object_get(meta, AT_MCP_META "clientInfo");
    const json_t *level = json_object_get(meta, AT_MCP_META "logLevel");
    if (!json_is_string(version))
        return invalid(error, "[\"" AT_MCP_META "protocolVersion\"]",
                       "a string");
    if (!at_str_is(at_json_str(version), AT_MCP_MODERN_VERSION)) {
        json_t *data = json_object();
        at_json_set(data, "supported", json_pack("[s]", AT_MCP_MODERN_VERSION));
        at_json_set(data, "requested",
                    at_json_text(at_utf8_head(at_json_str(version), 100)));
        at_rpc_fail(error, AT_RPC_UNSUPPORTED_VERSION, data,
                    "unsupported protocol version");
        return false;
    }
    if (!json_is_object(can))
        return invalid(error, "[\"" AT_MCP_META "clientCapabilities\"]",
                       "an object");
    if (info && !json_is_object(info))
        return invalid(error, "[\"" AT_MCP_META "clientInfo\"]", "an object");
    if (level && at_client_log_level(at_json_str(level)) < 0)
        return invalid(error, "[\"" AT_MCP_META "logLevel\"]",
                       "one of the eight log levels");
    return true;
}

bool
at_mcp_read_meta(const struct at_rpc_message *request, enum at_mcp_era *out_era,
                 struct at_rpc_error *error)
{
    const json_t *meta = json_object_get(request->params, "_meta");
    *out_era = AT_MCP_LEGACY;
    if (!meta)
        return true;
    if (!json_is_object(meta))
        return invalid(error, "", "an object");
    if (!json_object_get(meta, AT_MCP_META "protocolVersion"))
        return true;
    *out_era = AT_MCP_MODERN;
    return read_modern(meta, error);
}
