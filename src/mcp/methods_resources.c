// methods_resources.c: resources/list, resources/templates/list, resources/read
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/resource.h"
#include "mcp/server_priv.h"
#include "sys/clock.h"

static void
answer_list(struct at_mcp_exchange *exchange, const char *name, json_t *list,
            enum at_mcp_cache cache)
{
    exchange->result = json_object();
    at_json_set(exchange->result, name, list);
    at_mcp_decorate(exchange->peer->mcp, exchange->era, cache,
                    exchange->result);
}

void
at_mcp_resources_list(struct at_mcp_exchange *exchange)
{
    const struct at_mcp_opts *opts = &exchange->peer->mcp->opts;
    if (!at_mcp_one_page(exchange))
        return;
    json_t *list = json_array();
    enum at_mcp_cache cache = AT_MCP_LASTING;
    for (size_t i = 0; i < opts->resource_count; i++) {
        const struct at_resource_source *source = opts->resources[i];
        if (source->list) {
            source->list(source, opts->env.context, list);
            cache = AT_MCP_STALE;
        } else if (!at_resource_is_template(source)) {
            json_array_append_new(list, at_resource_describe(source));
        }
    }
    answer_list(exchange, "resources", list, cache);
}

void
at_mcp_templates_list(struct at_mcp_exchange *exchange)
{
    const struct at_mcp_opts *opts = &exchange->peer->mcp->opts;
    if (!at_mcp_one_page(exchange))
        return;
    json_t *list = json_array();
    for (size_t i = 0; i < opts->resource_count; i++) {
        if (at_resource_is_template(opts->resources[i]))
            json_array_append_new(list,
                                  at_resource_describe(opts->resources[i]));
    }
    answer_list(exchange, "resourceTemplates", list, AT_MCP_LASTING);
}

static void
fail_unknown(bool modern, struct at_str uri, struct at_rpc_error *error)
{
    json_t *data = json_object();
    at_json_set(data, "uri", at_json_text(at_utf8_head(uri, 1000)));
    at_rpc_fail(error,
                modern ? AT_RPC_INVALID_PARAMS : AT_RPC_RESOURCE_NOT_FOUND,
                data, "no such resource: resources/list has what there is");
}

static json_t *
finish_read(struct at_resource_read *read, bool ok, const struct at_err *err,
            struct at_rpc_error *error)
{
    bool modern = read->client->modern;
    if (ok) {
        json_t *result = json_object();
        at_json_set(result, "contents", read->contents);
        return result;
    }
    json_decref(read->contents);
    if (err->code == AT_ENOTFOUND)
        fail_unknown(modern, at_str(read->uri), error);
    else
        at_rpc_fail(error, AT_RPC_INTERNAL_ERROR, NULL, "%s", err->msg);
    return NULL;
}

static json_t *
read_resource(void *user, struct at_mcp_call *call, struct at_rpc_error *error)
{
    struct at_mcp *mcp = user;
    const struct at_resource_source *source = call->target;
    struct at_str uri = at_json_get_str(call->request.params, "uri");
    struct at_err err = AT_ERR_INIT;
    struct at_op op = {AT_NEVER_NS, call->cancel};
    struct at_client client;
    json_t *result = NULL;
    char *text = at_strndup(uri.ptr, uri.len);
    if (at_mcp_begin_work(mcp, call, text, &client, error)) {
        struct at_resource_read read = {
            .op = at_op_sub(&op, at_now_ns(), AT_MCP_READ_MAX_MS),
            .source = source,
            .uri = text,
            .context = mcp->opts.env.context,
            .client = &client,
            .contents = json_array(),
        };
        at_assert(at_resource_match(source, at_str(text), read.vars));
        result = finish_read(&read, source->read(&read, &err), &err, error);
    }
    result = at_mcp_end_work(mcp, &client, AT_MCP_STALE, result, error);
    free(text);
    return result;
}

void
at_mcp_resources_read(struct at_mcp_exchange *exchange)
{
    const struct at_mcp_opts *opts = &exchange->peer->mcp->opts;
    struct at_str uri = at_mcp_need_str(exchange, "uri");
    struct at_str vars[AT_RESOURCE_VARS_MAX];
    if (exchange->error.code != 0)
        return;
    for (size_t i = 0; i < opts->resource_count; i++) {
        // No resource has a NUL in its URI.
        if (!at_str_has(uri, at_str_n("", 1)) &&
            at_resource_match(opts->resources[i], uri, vars)) {
            at_mcp_defer(exchange, read_resource, opts->resources[i],
                         AT_MCP_LANE_READ);
            return;
        }
    }
    fail_unknown(exchange->era == AT_MCP_MODERN, uri, &exchange->error);
}
