// methods.c: the table of methods, and those about the server itself
#include "wire/json.h"
#include "mcp/server_priv.h"

// The last one is the newest, and the answer to an unknown version.
static const char *const legacy_versions[] = {
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
};

const char *
at_mcp_legacy_version(struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(legacy_versions); i++) {
        if (at_str_is(name, legacy_versions[i]))
            return legacy_versions[i];
    }
    return NULL;
}

static void
declare_extra(const struct at_mcp_extra *extra, json_t *capabilities)
{
    json_t *object = json_object_get(capabilities, extra->capability);
    if (!object) {
        object = json_object();
        at_json_set(capabilities, extra->capability, object);
    }
    if (extra->flag)
        at_json_set(object, extra->flag, json_true());
}

static void
describe_server(const struct at_mcp *mcp, enum at_mcp_era era, json_t *result)
{
    const struct at_mcp_opts *opts = &mcp->opts;
    json_t *capabilities = json_object();
    at_json_set(capabilities, "tools", json_object());
    if (opts->resource_count > 0)
        at_json_set(capabilities, "resources", json_object());
    if (opts->prompt_count > 0)
        at_json_set(capabilities, "prompts", json_object());
    for (size_t i = 0; i < opts->extra_count; i++) {
        if (era == AT_MCP_LEGACY || opts->extras[i].modern)
            declare_extra(&opts->extras[i], capabilities);
    }
    at_json_set(result, "capabilities", capabilities);
    at_json_set_text(result, "instructions", opts->instructions);
}

static void
initialize(struct at_mcp_exchange *exchange)
{
    struct at_str requested = at_mcp_need_str(exchange, "protocolVersion");
    if (exchange->error.code != 0)
        return;
    struct at_mcp_peer *peer = exchange->peer;
    peer->version = at_mcp_legacy_version(requested);
    if (!peer->version)
        peer->version = legacy_versions[AT_LEN(legacy_versions) - 1];
    exchange->result = json_object();
    at_json_set_text(exchange->result, "protocolVersion", peer->version);
    describe_server(peer->mcp, AT_MCP_LEGACY, exchange->result);
    at_json_set(exchange->result, "serverInfo", at_mcp_server_info(peer->mcp));
}

static void
discover(struct at_mcp_exchange *exchange)
{
    const struct at_mcp *mcp = exchange->peer->mcp;
    exchange->result = json_object();
    at_json_set(exchange->result, "supportedVersions",
                json_pack("[s]", AT_MCP_MODERN_VERSION));
    describe_server(mcp, AT_MCP_MODERN, exchange->result);
    at_mcp_decorate(mcp, exchange->era, AT_MCP_LASTING, exchange->result);
}

static void
discover_without_meta(struct at_mcp_exchange *exchange)
{
    at_rpc_fail(&exchange->error, AT_RPC_INVALID_PARAMS, NULL,
                "server/discover needs params._meta with " AT_MCP_META
                "protocolVersion and " AT_MCP_META "clientCapabilities");
}

static void
ping(struct at_mcp_exchange *exchange)
{
    exchange->result = json_object();
}

static bool
has_resources(const struct at_mcp *mcp)
{
    return mcp->opts.resource_count > 0;
}

static bool
has_prompts(const struct at_mcp *mcp)
{
    return mcp->opts.prompt_count > 0;
}

enum { LEGACY = 1 << AT_MCP_LEGACY, MODERN = 1 << AT_MCP_MODERN };

static const struct at_mcp_method {
    const char *name;
    unsigned eras;
    void (*handle)(struct at_mcp_exchange *exchange);
    bool (*served)(const struct at_mcp *mcp); // NULL: always
} methods[] = {
    {"initialize", LEGACY, initialize, NULL},
    {"ping", LEGACY, ping, NULL},
    {"prompts/get", LEGACY | MODERN, at_mcp_prompts_get, has_prompts},
    {"prompts/list", LEGACY | MODERN, at_mcp_prompts_list, has_prompts},
    {"resources/list", LEGACY | MODERN, at_mcp_resources_list, has_resources},
    {"resources/read", LEGACY | MODERN, at_mcp_resources_read, has_resources},
    {"resources/templates/list", LEGACY | MODERN, at_mcp_templates_list,
     has_resources},
    {"server/discover", LEGACY, discover_without_meta, NULL},
    {"server/discover", MODERN, discover, NULL},
    {"tools/call", LEGACY | MODERN, at_mcp_tools_call, NULL},
    {"tools/list", LEGACY | MODERN, at_mcp_tools_list, NULL},
};

static const struct at_mcp_method *
find_method(const struct at_mcp *mcp, enum at_mcp_era era, struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(methods); i++) {
        const struct at_mcp_method *method = &methods[i];
        if (method->eras & 1U << era && at_str_is(name, method->name))
            return !method->served || method->served(mcp) ? method : NULL;
    }
    return NULL;
}

static const struct at_mcp_extra *
find_extra(const struct at_mcp *mcp, enum at_mcp_era era, struct at_str name)
{
    for (size_t i = 0; i < mcp->opts.extra_count; i++) {
        const struct at_mcp_extra *extra = &mcp->opts.extras[i];
        if (at_str_is(name, extra->method))
            return era == AT_MCP_LEGACY || extra->modern ? extra : NULL;
    }
    return NULL;
}

bool
at_mcp_has_method(const struct at_mcp *mcp, enum at_mcp_era era,
                  struct at_str name)
{
    return find_method(mcp, era, name) || find_extra(mcp, era, name);
}

static void
serve_extra(struct at_mcp_exchange *exchange, const struct at_mcp_extra *extra)
{
    const struct at_mcp *mcp = exchange->peer->mcp;
    exchange->result = extra->handle(
        mcp->opts.env.context, exchange->request->params, &exchange->error);
    if (exchange->result)
        at_mcp_decorate(mcp, exchange->era, AT_MCP_NO_CACHE, exchange->result);
}

void
at_mcp_serve_method(struct at_mcp_exchange *exchange)
{
    const struct at_mcp *mcp = exchange->peer->mcp;
    struct at_str name = exchange->request->method;
    const struct at_mcp_method *method = find_method(mcp, exchange->era, name);
    const struct at_mcp_extra *extra = find_extra(mcp, exchange->era, name);
    if (method)
        method->handle(exchange);
    else if (extra)
        serve_extra(exchange, extra);
    else
        at_rpc_fail(&exchange->error, AT_RPC_METHOD_NOT_FOUND, NULL,
                    "no such method in this protocol version");
}
