// methods_prompts.c: prompts/list and prompts/get
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/prompt.h"
#include "mcp/server_priv.h"
#include "sys/clock.h"

void
at_mcp_prompts_list(struct at_mcp_exchange *exchange)
{
    const struct at_mcp *mcp = exchange->peer->mcp;
    if (!at_mcp_one_page(exchange))
        return;
    json_t *prompts = json_array();
    for (size_t i = 0; i < mcp->opts.prompt_count; i++)
        json_array_append_new(prompts,
                              at_prompt_describe(mcp->opts.prompts[i]));
    exchange->result = json_object();
    at_json_set(exchange->result, "prompts", prompts);
    at_mcp_decorate(mcp, exchange->era, AT_MCP_LASTING, exchange->result);
}

static json_t *
finish_get(const struct at_prompt *prompt, struct at_prompt_get *get, bool ok,
           const struct at_err *err, struct at_rpc_error *error)
{
    if (!ok) {
        json_decref(get->messages);
        at_rpc_fail(error,
                    err->code == AT_EUSAGE ? AT_RPC_INVALID_PARAMS
                                           : AT_RPC_INTERNAL_ERROR,
                    NULL, "%s", err->msg);
        return NULL;
    }
    json_t *result = json_object();
    at_json_set_text(result, "description", prompt->description);
    at_json_set(result, "messages", get->messages);
    return result;
}

static json_t *
get_prompt(void *user, struct at_mcp_call *call, struct at_rpc_error *error)
{
    struct at_mcp *mcp = user;
    const struct at_prompt *prompt = call->target;
    struct at_err err = AT_ERR_INIT;
    struct at_op op = {AT_NEVER_NS, call->cancel};
    struct at_client client;
    json_t *result = NULL;
    if (at_mcp_begin_work(mcp, call, prompt->name, &client, error)) {
        struct at_prompt_get get = {
            .op = at_op_sub(&op, at_now_ns(), AT_MCP_READ_MAX_MS),
            .args = json_object_get(call->request.params, "arguments"),
            .context = mcp->opts.env.context,
            .client = &client,
            .messages = json_array(),
        };
        result = finish_get(prompt, &get, prompt->get(&get, &err), &err, error);
    }
    return at_mcp_end_work(mcp, &client, AT_MCP_NO_CACHE, result, error);
}

static const struct at_prompt *
find_prompt(const struct at_mcp *mcp, struct at_str name)
{
    for (size_t i = 0; i < mcp->opts.prompt_count; i++) {
        if (at_str_is(name, mcp->opts.prompts[i]->name))
            return mcp->opts.prompts[i];
    }
    return NULL;
}

void
at_mcp_prompts_get(struct at_mcp_exchange *exchange)
{
    struct at_err err = AT_ERR_INIT;
    struct at_rpc_error *error = &exchange->error;
    struct at_str name = at_mcp_need_str(exchange, "name");
    if (error->code != 0)
        return;
    const struct at_prompt *prompt = find_prompt(exchange->peer->mcp, name);
    if (!prompt) {
        at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                    "unknown prompt '%.*s': prompts/list has the names",
                    AT_STR_ARG(at_utf8_head(name, 100)));
        return;
    }
    const json_t *args =
        json_object_get(exchange->request->params, "arguments");
    if (at_prompt_check(prompt, args, &err))
        at_mcp_defer(exchange, get_prompt, prompt, AT_MCP_LANE_READ);
    else
        at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL, "%.240s", err.msg);
}
