// client_requests.c: requests to clients, in either era
#include "client_requests.h"

#include <poll.h>
#include <pthread.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "mcp/rpc.h"
#include "sys/cancel.h"
#include "sys/random.h"
#include "wire/json.h"

enum { ID_DIGITS = 32, KEY_BYTES = 32, STATE_MAX_BYTES = 4 * 1024 };

#define META "io.modelcontextprotocol/"

static const struct {
    enum fixture_capability capability;
    const char *name;
    const char *method;
} capabilities[] = {
    {FIXTURE_ELICITATION, "elicitation", "elicitation/create"},
    {FIXTURE_SAMPLING, "sampling", "sampling/createMessage"},
    {FIXTURE_ROOTS, "roots", "roots/list"},
};

// A call's requests.
struct requests {
    unsigned can; // enum fixture_capability
    bool logs;
    const json_t *responses;   // the call's own; borrowed; or NULL
    char *last_state;          // owned; verified; NULL: none
    char *next_state;          // owned; NULL: none
    json_t *open;              // owned: key to {method, params}
    json_t *answers;           // owned: key to result
    bool incomplete;           // the client has to send answers first
    struct at_rpc_error error; // code not 0: the answer to the call
};

// A request that was sent. The response may come over another connection; it
// is found by its id only, which therefore cannot be guessed.
struct sent {
    char id[ID_DIGITS + 1];
    struct at_cancel *answered; // fires once message is there
    struct at_rpc_message message;
    struct sent *next;
};

static unsigned char key_bytes[KEY_BYTES]; // signs states
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sent *first; // guarded by lock, as is each one's message

void
fixture_requests_init(void)
{
    at_random_bytes(key_bytes, sizeof(key_bytes));
}

// Append the signature of a state, for calls of the same target.
static void
sign(const struct at_client *client, struct at_str state, struct at_buf *out)
{
    unsigned char hash[AT_SHA256_BYTES];
    struct at_buf text = AT_BUF_INIT(STATE_MAX_BYTES * 2);
    at_buf_add_str(&text, at_str_n((const char *)key_bytes, KEY_BYTES));
    at_buf_add_text(&text, client->target);
    at_buf_add_char(&text, '\0');
    at_buf_add_str(&text, state);
    at_sha256(at_buf_str(&text), hash);
    at_base64_write(at_str_n((const char *)hash, sizeof(hash)), out);
    at_buf_deinit(&text);
}

// "SIGNATURE.STATE"
static bool
read_state(struct at_client *client, struct at_str text)
{
    struct requests *requests = client->data;
    struct at_str given;
    struct at_buf right = AT_BUF_INIT(STATE_MAX_BYTES);
    if (text.len > STATE_MAX_BYTES || !at_str_next(&text, '.', &given))
        return false;
    sign(client, text, &right);
    bool ok = at_secret_eq(at_buf_str(&right), given);
    if (ok)
        requests->last_state = at_strndup(text.ptr, text.len);
    at_buf_deinit(&right);
    return ok;
}

static unsigned
read_capabilities(const json_t *declared)
{
    unsigned can = 0;
    for (size_t i = 0; i < AT_LEN(capabilities); i++) {
        if (json_is_object(json_object_get(declared, capabilities[i].name)))
            can |= capabilities[i].capability;
    }
    return can;
}

static bool
begin(struct at_client *client, const json_t *params,
      struct at_rpc_error *error)
{
    struct requests *requests = at_alloc(sizeof(*requests));
    const json_t *meta = json_object_get(params, "_meta");
    const json_t *state = json_object_get(params, "requestState");
    client->data = requests;
    requests->open = json_object();
    requests->answers = json_object();
    requests->can = ~0U;
    requests->logs = true;
    if (!client->modern)
        return true;
    requests->can =
        read_capabilities(json_object_get(meta, META "clientCapabilities"));
    int level = at_client_log_level(at_json_get_str(meta, META "logLevel"));
    requests->logs = level == 0 || level == 1;
    requests->responses = json_object_get(params, "inputResponses");
    if (!state || read_state(client, at_json_str(state)))
        return true;
    at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                "params.requestState is not what this server gave");
    return false;
}

// The input_required result of a call that is incomplete.
static json_t *
input_required(const struct at_client *client)
{
    const struct requests *requests = client->data;
    json_t *result = json_object();
    at_json_set_text(result, "resultType", "input_required");
    at_json_set(result, "inputRequests", json_incref(requests->open));
    if (requests->next_state) {
        struct at_buf state = AT_BUF_INIT(STATE_MAX_BYTES);
        sign(client, at_str(requests->next_state), &state);
        at_buf_add_char(&state, '.');
        at_buf_add_text(&state, requests->next_state);
        at_assert(!state.overflow);
        at_json_set(result, "requestState", at_json_text(at_buf_str(&state)));
        at_buf_deinit(&state);
    }
    return result;
}

static json_t *
end(struct at_client *client, json_t *result, struct at_rpc_error *error)
{
    struct requests *requests = client->data;
    if (requests->error.code != 0 || requests->incomplete) {
        json_decref(result);
        at_rpc_error_deinit(error);
        result = requests->incomplete ? input_required(client) : NULL;
        *error = requests->error;
    }
    free(requests->last_state);
    free(requests->next_state);
    json_decref(requests->open);
    json_decref(requests->answers);
    free(requests);
    return result;
}

// Take message's content if a request waits for it.
static void
take_response(struct at_rpc_message *message)
{
    struct at_str id = at_json_get_str(message->root, "id");
    pthread_mutex_lock(&lock);
    struct sent *sent = first;
    while (sent && !at_str_is(id, sent->id))
        sent = sent->next;
    if (sent && !sent->message.root) {
        sent->message = *message;
        *message = (struct at_rpc_message){0};
        at_cancel_fire(sent->answered);
    }
    pthread_mutex_unlock(&lock);
}

const struct at_client_hooks fixture_client_hooks = {begin, end, take_response};

bool
fixture_can(const struct at_client *client, enum fixture_capability need)
{
    const struct requests *requests = client->data;
    return requests->can & need;
}

bool
fixture_need(struct at_client *client, unsigned need, struct at_err *err)
{
    struct requests *requests = client->data;
    unsigned missing = need & ~requests->can;
    if (missing == 0)
        return true;
    json_t *required = json_object();
    for (size_t i = 0; i < AT_LEN(capabilities); i++) {
        if (missing & capabilities[i].capability)
            at_json_set(required, capabilities[i].name, json_object());
    }
    json_t *data = json_object();
    at_json_set(data, "requiredCapabilities", required);
    at_rpc_fail(&requests->error, AT_RPC_MISSING_CAPABILITY, data,
                "this needs a capability that the client has not declared");
    return at_fail(err, AT_EUNSUPPORTED, "a capability is missing");
}

void
fixture_request(struct at_client *client, const char *key, const char *method,
                json_t *params)
{
    struct requests *requests = client->data;
    json_t *request = json_object();
    at_json_set_text(request, "method", method);
    at_json_set(request, "params", params);
    at_json_set(requests->open, key, request);
}

static unsigned
needed_by(const json_t *open)
{
    const char *key;
    json_t *request;
    unsigned need = 0;
    json_object_foreach((json_t *)open, key, request)
    {
        struct at_str method = at_json_get_str(request, "method");
        for (size_t i = 0; i < AT_LEN(capabilities); i++) {
            if (at_str_is(method, capabilities[i].method))
                need |= capabilities[i].capability;
        }
    }
    return need;
}

static void
take_answer(struct requests *requests, const char *key, json_t *answer)
{
    at_json_set(requests->answers, key, answer);
    json_object_del(requests->open, key);
}

// Take the answers that came with the call.
static void
take_answers(struct requests *requests)
{
    const char *key;
    json_t *request;
    void *next;
    json_object_foreach_safe(requests->open, next, key, request)
    {
        json_t *answer = json_object_get(requests->responses, key);
        if (json_is_object(answer))
            take_answer(requests, key, json_incref(answer));
    }
}

static void
send_request(struct at_client *client, const char *id, const json_t *request)
{
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    json_t *message = json_pack("{s:s,s:s}", "jsonrpc", "2.0", "id", id);
    json_object_update(message, (json_t *)request);
    at_json_write(message, &out);
    json_decref(message);
    at_sink_send(client->sink, AT_SINK_NOTIFICATION, &out);
}

static void
link_sent(struct sent *sent)
{
    pthread_mutex_lock(&lock);
    sent->next = first;
    first = sent;
    pthread_mutex_unlock(&lock);
}

static void
unlink_sent(const struct sent *sent)
{
    pthread_mutex_lock(&lock);
    struct sent **link = &first;
    while (*link != sent)
        link = &(*link)->next;
    *link = sent->next;
    pthread_mutex_unlock(&lock);
}

static bool
ask(const struct at_op *op, struct at_client *client, const json_t *request,
    json_t **out_result, struct at_err *err)
{
    struct sent sent = {.answered = at_cancel_new(NULL, err)};
    if (!sent.answered)
        return false;
    at_random_hex(sent.id, ID_DIGITS);
    link_sent(&sent);
    send_request(client, sent.id, request);
    bool ok = at_op_wait_fd(op, at_cancel_fd(sent.answered), POLLIN, err);
    unlink_sent(&sent);
    *out_result = json_incref(json_object_get(sent.message.root, "result"));
    if (ok && !*out_result)
        ok = at_fail(err, AT_EUNSUPPORTED, "the client refused the request");
    at_rpc_message_deinit(&sent.message);
    at_cancel_free(sent.answered);
    return ok;
}

static bool
ask_all(const struct at_op *op, struct at_client *client, struct at_err *err)
{
    struct requests *requests = client->data;
    const char *key;
    json_t *request;
    void *next;
    json_object_foreach_safe(requests->open, next, key, request)
    {
        json_t *result;
        if (!ask(op, client, request, &result, err))
            return false;
        take_answer(requests, key, result);
    }
    return true;
}

bool
fixture_wait(const struct at_op *op, struct at_client *client,
             struct at_err *err)
{
    struct requests *requests = client->data;
    take_answers(requests);
    if (!fixture_need(client, needed_by(requests->open), err))
        return false;
    if (!client->modern)
        return ask_all(op, client, err);
    requests->incomplete = json_object_size(requests->open) > 0;
    return !requests->incomplete ||
           at_fail(err, AT_EUSAGE, "the client has not answered yet");
}

const json_t *
fixture_answer(const struct at_client *client, const char *key)
{
    const struct requests *requests = client->data;
    return json_object_get(requests->answers, key);
}

void
fixture_set_state(struct at_client *client, const char *state)
{
    struct requests *requests = client->data;
    free(requests->next_state);
    requests->next_state = at_strdup(state);
}

struct at_str
fixture_state(const struct at_client *client)
{
    const struct requests *requests = client->data;
    return at_str(requests->last_state);
}

void
fixture_log(const struct at_client *client, const char *text)
{
    const struct requests *requests = client->data;
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    if (!requests->logs)
        return;
    json_t *params = json_pack("{s:s,s:s,s:s}", "data", text, "level", "info",
                               "logger", "fixture");
    at_rpc_write_notification("notifications/message", params, &out);
    at_sink_send(client->sink, AT_SINK_NOTIFICATION, &out);
    json_decref(params);
}
