// client.c: what is wanted of a client, in either era
#include "mcp/client.h"

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "mcp/client_priv.h"
#include "wire/json.h"

static const struct {
    unsigned can;
    const char *capability;
    const char *method;
} abilities[] = {
    {AT_CLIENT_ELICITATION, "elicitation", "elicitation/create"},
    {AT_CLIENT_SAMPLING, "sampling", "sampling/createMessage"},
    {AT_CLIENT_ROOTS, "roots", "roots/list"},
};

static const char *const log_levels[] = {
    [AT_CLIENT_DEBUG] = "debug",   [AT_CLIENT_INFO] = "info",
    [AT_CLIENT_NOTICE] = "notice", [AT_CLIENT_WARNING] = "warning",
    [AT_CLIENT_ERROR] = "error",   [AT_CLIENT_CRITICAL] = "critical",
    [AT_CLIENT_ALERT] = "alert",   [AT_CLIENT_EMERGENCY] = "emergency",
};

enum at_client_log
at_client_log_level(struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(log_levels); i++) {
        if (at_str_is(name, log_levels[i]))
            return (enum at_client_log)i;
    }
    return AT_CLIENT_SILENT;
}

unsigned
at_client_read_can(const json_t *capabilities)
{
    unsigned can = 0;
    for (size_t i = 0; i < AT_LEN(abilities); i++) {
        if (json_is_object(
                json_object_get(capabilities, abilities[i].capability)))
            can |= abilities[i].can;
    }
    return can;
}

void
at_client_fail_can(struct at_rpc_error *error, unsigned missing)
{
    json_t *required = json_object();
    for (size_t i = 0; i < AT_LEN(abilities); i++) {
        if (missing & abilities[i].can)
            at_json_set(required, abilities[i].capability, json_object());
    }
    json_t *data = json_object();
    at_json_set(data, "requiredCapabilities", required);
    at_rpc_fail(error, AT_RPC_MISSING_CAPABILITY, data,
                "this needs a capability that the client has not declared");
}

bool
at_client_can(const struct at_client *client, unsigned can)
{
    return (client->can & can) == can;
}

// The signature of a state: base64 of a MAC over purpose and state.
static void
sign(const struct at_client *client, struct at_str state, struct at_buf *out)
{
    unsigned char mac[AT_SHA256_BYTES];
    struct at_buf text = AT_BUF_INIT(AT_MCP_STATE_MAX_BYTES * 2);
    at_buf_add_str(&text, client->purpose);
    at_buf_add_char(&text, '\0');
    at_buf_add_str(&text, state);
    at_hmac_sha256(at_str_n((const char *)client->key, AT_CLIENT_KEY_BYTES),
                   at_buf_str(&text), mac);
    at_base64_write(at_str_n((const char *)mac, sizeof(mac)), out);
    at_buf_deinit(&text);
}

// "SIGNATURE.STATE"
static bool
read_state(struct at_client *client, struct at_str text)
{
    struct at_str given;
    struct at_buf right = AT_BUF_INIT(AT_MCP_STATE_MAX_BYTES);
    if (text.len > AT_MCP_STATE_MAX_BYTES || !at_str_next(&text, '.', &given))
        return false;
    sign(client, text, &right);
    bool ok = at_secret_eq(at_buf_str(&right), given);
    if (ok)
        client->kept = at_strndup(text.ptr, text.len);
    at_buf_deinit(&right);
    return ok;
}

bool
at_client_begin(struct at_client *client, const json_t *params)
{
    const json_t *state = json_object_get(params, "requestState");
    const json_t *responses = json_object_get(params, "inputResponses");
    client->wanted = json_object();
    client->answers = json_object();
    if (!client->modern)
        return true;
    if (responses && !json_is_object(responses)) {
        at_rpc_fail(&client->error, AT_RPC_INVALID_PARAMS, NULL,
                    "params.inputResponses must be an object");
        return false;
    }
    client->responses = responses;
    if (state && !read_state(client, at_json_str(state))) {
        at_rpc_fail(&client->error, AT_RPC_INVALID_PARAMS, NULL,
                    "params.requestState is not what this server gave");
        return false;
    }
    return true;
}

void
at_client_deinit(struct at_client *client)
{
    free(client->kept);
    free(client->keep);
    json_decref(client->wanted);
    json_decref(client->answers);
    at_rpc_error_deinit(&client->error);
}

void
at_client_want(struct at_client *client, const char *key, const char *method,
               json_t *params)
{
    json_t *want = json_object();
    at_json_set_text(want, "method", method);
    at_json_set(want, "params", params);
    at_json_set(client->wanted, key, want);
}

static unsigned
needed_by(const json_t *wanted)
{
    const char *key;
    json_t *want;
    unsigned need = 0;
    json_object_foreach((json_t *)wanted, key, want)
    {
        for (size_t i = 0; i < AT_LEN(abilities); i++) {
            if (at_str_is(at_json_get_str(want, "method"), abilities[i].method))
                need |= abilities[i].can;
        }
    }
    return need;
}

// Answers that have come with the request leave what is wanted.
static void
take_responses(struct at_client *client)
{
    const char *key;
    json_t *want;
    void *next;
    json_object_foreach_safe(client->wanted, next, key, want)
    {
        json_t *answer = json_object_get(client->responses, key);
        if (!json_is_object(answer))
            continue;
        at_json_set(client->answers, key, json_incref(answer));
        json_object_del(client->wanted, key);
    }
}

static bool
ask_all(const struct at_op *op, struct at_client *client, struct at_err *err)
{
    const char *key;
    json_t *want;
    void *next;
    json_object_foreach_safe(client->wanted, next, key, want)
    {
        json_t *result;
        struct at_want request = {
            client->sink,
            json_string_value(json_object_get(want, "method")),
            json_object_get(want, "params"),
        };
        if (!at_wants_ask(op, client->wants, &request, &result, err))
            return false;
        at_json_set(client->answers, key, result);
        json_object_del(client->wanted, key);
    }
    return true;
}

bool
at_client_wait(const struct at_op *op, struct at_client *client,
               struct at_err *err)
{
    take_responses(client);
    unsigned missing = needed_by(client->wanted) & ~client->can;
    if (missing && client->modern)
        at_client_fail_can(&client->error, missing);
    if (missing)
        return at_fail(err, AT_EUNSUPPORTED,
                       "the client cannot do what this needs");
    if (!client->modern)
        return ask_all(op, client, err);
    client->incomplete = json_object_size(client->wanted) > 0;
    return !client->incomplete ||
           at_fail(err, AT_EUSAGE, "the client has not answered yet");
}

const json_t *
at_client_answer(const struct at_client *client, const char *key)
{
    return json_object_get(client->answers, key);
}

void
at_client_keep(struct at_client *client, const char *state)
{
    free(client->keep);
    client->keep = at_strdup(state);
}

struct at_str
at_client_kept(const struct at_client *client)
{
    return at_str(client->kept);
}

json_t *
at_client_result(const struct at_client *client)
{
    json_t *result = json_object();
    at_json_set_text(result, "resultType", "input_required");
    at_json_set(result, "inputRequests", json_incref(client->wanted));
    if (client->keep) {
        struct at_buf state = AT_BUF_INIT(AT_MCP_STATE_MAX_BYTES);
        sign(client, at_str(client->keep), &state);
        at_buf_add_char(&state, '.');
        at_buf_add_text(&state, client->keep);
        at_assert(!state.overflow);
        at_json_set(result, "requestState", at_json_text(at_buf_str(&state)));
        at_buf_deinit(&state);
    }
    return result;
}

void
at_client_log(struct at_client *client, enum at_client_log level,
              const char *logger, json_t *data)
{
    json_t *params = json_object();
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_json_set(params, "data", data);
    if (level >= client->log && level < AT_CLIENT_SILENT) {
        at_json_set_text(params, "level", log_levels[level]);
        at_json_set_text(params, "logger", logger);
        at_rpc_write_notification("notifications/message", params, &out);
        at_sink_send(client->sink, AT_SINK_NOTIFICATION, &out);
    }
    json_decref(params);
}
