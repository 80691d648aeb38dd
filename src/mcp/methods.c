// methods.c: the methods of both eras, and those about the server itself
#include <assert.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/server_priv.h"

// The last is the newest, and the answer to a version that is not known.
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

static json_t *
server_info(const struct at_mcp *mcp)
{
    json_t *info = json_object();
    at_json_set_text(info, "name", mcp->opts.name);
    at_json_set_text(info, "title", mcp->opts.title);
    at_json_set_text(info, "version", mcp->opts.version);
    return info;
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
    at_json_set(meta, AT_MCP_META "serverInfo", server_info(mcp));
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

static void
initialize(struct at_mcp_exchange *exchange)
{
    struct at_str wanted = at_mcp_need_str(exchange, "protocolVersion");
    if (exchange->error.code != 0)
        return;
    struct at_mcp_peer *peer = exchange->peer;
    const json_t *can =
        json_object_get(exchange->request->params, "capabilities");
    peer->version = at_mcp_legacy_version(wanted);
    if (!peer->version)
        peer->version = legacy_versions[AT_LEN(legacy_versions) - 1];
    peer->can = at_client_read_can(can);
    exchange->result = json_object();
    at_json_set_text(exchange->result, "protocolVersion", peer->version);
    describe_server(peer->mcp, AT_MCP_LEGACY, exchange->result);
    at_json_set(exchange->result, "serverInfo", server_info(peer->mcp));
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

static const struct at_mcp_method legacy_methods[] = {
    {"initialize", initialize, NULL},
    {"ping", ping, NULL},
    {"prompts/get", at_mcp_prompts_get, has_prompts},
    {"prompts/list", at_mcp_prompts_list, has_prompts},
    {"resources/list", at_mcp_resources_list, has_resources},
    {"resources/read", at_mcp_resources_read, has_resources},
    {"resources/templates/list", at_mcp_templates_list, has_resources},
    {"server/discover", discover_without_meta, NULL},
    {"tools/call", at_mcp_tools_call, NULL},
    {"tools/list", at_mcp_tools_list, NULL},
    {0},
};

static const struct at_mcp_method modern_methods[] = {
    {"prompts/get", at_mcp_prompts_get, has_prompts},
    {"prompts/list", at_mcp_prompts_list, has_prompts},
    {"resources/list", at_mcp_resources_list, has_resources},
    {"resources/read", at_mcp_resources_read, has_resources},
    {"resources/templates/list", at_mcp_templates_list, has_resources},
    {"server/discover", discover, NULL},
    {"tools/call", at_mcp_tools_call, NULL},
    {"tools/list", at_mcp_tools_list, NULL},
    {0},
};

static const struct at_mcp_method *const methods[] = {
    [AT_MCP_LEGACY] = legacy_methods,
    [AT_MCP_MODERN] = modern_methods,
};
static_assert(AT_LEN(methods) == AT_MCP_ERA_COUNT, "methods for each era");

static const struct at_mcp_method *
find_method(const struct at_mcp *mcp, enum at_mcp_era era, struct at_str name)
{
    const struct at_mcp_method *method = methods[era];
    for (; method->name; method++) {
        if (at_str_is(name, method->name))
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
