// client.c: the hooks of a call, and defaults for missing ones
#include "mcp/client.h"

#include "wire/json.h"

int
at_client_log_level(struct at_str name)
{
    static const char *const levels[] = {
        "debug", "info",     "notice", "warning",
        "error", "critical", "alert",  "emergency",
    };
    for (size_t i = 0; i < AT_LEN(levels); i++) {
        if (at_str_is(name, levels[i]))
            return (int)i;
    }
    return -1;
}

// Input that continues an earlier round of the call.
static bool
check_input(const struct at_client *client, const json_t *params,
            struct at_rpc_error *error)
{
    const json_t *responses = json_object_get(params, "inputResponses");
    if (responses && !json_is_object(responses))
        at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                    "params.inputResponses must be an object");
    else if (!client->hooks && json_object_get(params, "requestState"))
        at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                    "params.requestState is not what this server gave");
    return error->code == 0;
}

bool
at_client_begin(struct at_client *client, const json_t *params,
                struct at_rpc_error *error)
{
    return (!client->hooks || client->hooks->begin(client, params, error)) &&
           (!client->modern || check_input(client, params, error));
}

json_t *
at_client_end(struct at_client *client, json_t *result,
              struct at_rpc_error *error)
{
    return client->hooks ? client->hooks->end(client, result, error) : result;
}
