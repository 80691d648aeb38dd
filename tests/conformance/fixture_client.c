// fixture_client.c: tools that want something of their client
#include "base/alloc.h"
#include "fixture.h"
#include "wire/json.h"

json_t *
fixture_json(const char *text)
{
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    at_assert(value);
    return value;
}

json_t *
fixture_elicitation(const char *message, const char *properties,
                    const char *required)
{
    json_t *schema = json_pack("{s:s,s:o}", "type", "object", "properties",
                               fixture_json(properties));
    if (required)
        at_json_set(schema, "required", json_pack("[s]", required));
    return json_pack("{s:s,s:o}", "message", message, "requestedSchema",
                     schema);
}

static json_t *
sampling(struct at_str prompt, int max_tokens)
{
    return json_pack("{s:[{s:s,s:{s:s,s:o}}],s:i}", "messages", "role", "user",
                     "content", "type", "text", "text", at_json_text(prompt),
                     "maxTokens", max_tokens);
}

static void
want_name(struct at_client *client, const char *key, const char *message)
{
    at_client_want(client, key, "elicitation/create",
                   fixture_elicitation(
                       message, "{\"name\":{\"type\":\"string\"}}", "name"));
}

static void
want_ok(struct at_client *client)
{
    at_client_want(client, "confirm", "elicitation/create",
                   fixture_elicitation("Please confirm",
                                       "{\"ok\":{\"type\":\"boolean\"}}",
                                       "ok"));
}

// Wait, and say what has come for key.
static bool
tell(struct at_tool_call *call, const char *prefix, const char *key,
     struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(64 * 1024);
    if (!at_client_wait(&call->op, call->client, err))
        return false;
    const json_t *answer = at_client_answer(call->client, key);
    at_buf_add_text(&text, prefix);
    at_json_write(answer, &text);
    at_tool_add_text(call, at_buf_str(&text));
    at_buf_deinit(&text);
    return true;
}

static bool
run_sampling(struct at_tool_call *call, struct at_err *err)
{
    struct at_str prompt = at_args_str(call->args, "prompt");
    at_client_want(call->client, "answer", "sampling/createMessage",
                   sampling(prompt, 100));
    return tell(call, "LLM response: ", "answer", err);
}

static bool
run_elicitation(struct at_tool_call *call, struct at_err *err)
{
    struct at_str message = at_args_str(call->args, "message");
    char *text = at_strndup(message.ptr, message.len);
    at_client_want(call->client, "answer", "elicitation/create",
                   fixture_elicitation(text,
                                       "{\"username\":{\"type\":\"string\"},"
                                       "\"email\":{\"type\":\"string\"}}",
                                       "username"));
    free(text);
    return tell(call, "User response: ", "answer", err);
}

static bool
run_defaults(struct at_tool_call *call, struct at_err *err)
{
    at_client_want(
        call->client, "answer", "elicitation/create",
        fixture_elicitation(
            "Please review the defaults",
            "{\"name\":{\"type\":\"string\",\"default\":\"John Doe\"},"
            "\"age\":{\"type\":\"integer\",\"default\":30},"
            "\"score\":{\"type\":\"number\",\"default\":95.5},"
            "\"status\":{\"type\":\"string\",\"enum\":[\"active\","
            "\"inactive\",\"pending\"],\"default\":\"active\"},"
            "\"verified\":{\"type\":\"boolean\",\"default\":true}}",
            NULL));
    return tell(call, "Elicitation completed: ", "answer", err);
}

static bool
run_enums(struct at_tool_call *call, struct at_err *err)
{
    at_client_want(
        call->client, "answer", "elicitation/create",
        fixture_elicitation(
            "Please choose",
            "{\"untitledSingle\":{\"type\":\"string\",\"enum\":[\"option1\","
            "\"option2\",\"option3\"]},"
            "\"titledSingle\":{\"type\":\"string\",\"oneOf\":["
            "{\"const\":\"value1\",\"title\":\"First Option\"},"
            "{\"const\":\"value2\",\"title\":\"Second Option\"}]},"
            "\"legacyEnum\":{\"type\":\"string\",\"enum\":[\"opt1\","
            "\"opt2\",\"opt3\"],\"enumNames\":[\"Option One\","
            "\"Option Two\",\"Option Three\"]},"
            "\"untitledMulti\":{\"type\":\"array\",\"items\":{\"type\":"
            "\"string\",\"enum\":[\"option1\",\"option2\",\"option3\"]}},"
            "\"titledMulti\":{\"type\":\"array\",\"items\":{\"anyOf\":["
            "{\"const\":\"value1\",\"title\":\"First Choice\"},"
            "{\"const\":\"value2\",\"title\":\"Second Choice\"}]}}}",
            NULL));
    return tell(call, "Elicitation completed: ", "answer", err);
}

static bool
run_name(struct at_tool_call *call, struct at_err *err)
{
    want_name(call->client, "user_name", "What is your name?");
    return tell(call, "Hello, ", "user_name", err);
}

static bool
run_capital(struct at_tool_call *call, struct at_err *err)
{
    at_client_want(call->client, "capital_question", "sampling/createMessage",
                   sampling(AT_STR("What is the capital of France?"), 100));
    return tell(call, "Sampled: ", "capital_question", err);
}

static bool
run_roots(struct at_tool_call *call, struct at_err *err)
{
    at_client_want(call->client, "client_roots", "roots/list", json_object());
    return tell(call, "Roots: ", "client_roots", err);
}

static bool
run_state(struct at_tool_call *call, struct at_err *err)
{
    bool known = at_str_is(at_client_kept(call->client), "asked");
    at_client_keep(call->client, "asked");
    want_ok(call->client);
    return tell(call, known ? "state-ok " : "no state ", "confirm", err);
}

static bool
run_multiple(struct at_tool_call *call, struct at_err *err)
{
    at_client_keep(call->client, "asked");
    want_name(call->client, "user_name", "What is your name?");
    at_client_want(call->client, "greeting", "sampling/createMessage",
                   sampling(AT_STR("Generate a greeting"), 50));
    at_client_want(call->client, "client_roots", "roots/list", json_object());
    return tell(call, "All of it: ", "greeting", err);
}

static bool
run_rounds(struct at_tool_call *call, struct at_err *err)
{
    bool second = at_str_starts(at_client_kept(call->client), AT_STR("named"));
    if (!second) {
        at_client_keep(call->client, "asked");
        want_name(call->client, "step1", "Step 1: What is your name?");
        if (!at_client_wait(&call->op, call->client, err))
            return false;
    }
    at_client_keep(call->client, "named");
    at_client_want(call->client, "step2", "elicitation/create",
                   fixture_elicitation("Step 2: What is your favorite color?",
                                       "{\"color\":{\"type\":\"string\"}}",
                                       "color"));
    return tell(call, "Both steps: ", "step2", err);
}

// Only what the client can do is asked of it.
static bool
run_capabilities(struct at_tool_call *call, struct at_err *err)
{
    const char *key = "name";
    if (at_client_can(call->client, AT_CLIENT_ELICITATION))
        want_name(call->client, key, "What is your name?");
    else
        at_client_want(call->client, key, "sampling/createMessage",
                       sampling(AT_STR("A name"), 20));
    return tell(call, "Capabilities: ", key, err);
}

static bool
run_missing(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    at_tool_add_text(call, AT_STR("The client can sample."));
    return true;
}

static const struct at_arg none[] = {{0}};
static const struct at_arg prompt[] = {
    {.name = "prompt", .required = true, .help = "what to sample"}, {0}};
static const struct at_arg message[] = {
    {.name = "message", .required = true, .help = "what to ask"}, {0}};

#define TOOL(symbol, tool_name, tool_args, function, need)                     \
    static const struct at_tool symbol = {                                     \
        .name = tool_name,                                                     \
        .title = tool_name,                                                    \
        .description = "A fixture of the conformance suite.",                  \
        .needs = need,                                                         \
        .args = tool_args,                                                     \
        .max_ms = 20000,                                                       \
        .run = function,                                                       \
    }

TOOL(tool_sampling, "test_sampling", prompt, run_sampling, 0);
TOOL(tool_elicitation, "test_elicitation", message, run_elicitation, 0);
TOOL(tool_defaults, "test_elicitation_sep1034_defaults", none, run_defaults, 0);
TOOL(tool_enums, "test_elicitation_sep1330_enums", none, run_enums, 0);
TOOL(tool_missing, "test_missing_capability", none, run_missing,
     AT_CLIENT_SAMPLING);
TOOL(tool_streaming, "test_streaming_elicitation", none, run_name, 0);
TOOL(tool_name, "test_input_required_result_elicitation", none, run_name, 0);
TOOL(tool_capital, "test_input_required_result_sampling", none, run_capital, 0);
TOOL(tool_roots, "test_input_required_result_list_roots", none, run_roots, 0);
TOOL(tool_state, "test_input_required_result_request_state", none, run_state,
     0);
TOOL(tool_multiple, "test_input_required_result_multiple_inputs", none,
     run_multiple, 0);
TOOL(tool_rounds, "test_input_required_result_multi_round", none, run_rounds,
     0);
TOOL(tool_tampered, "test_input_required_result_tampered_state", none,
     run_state, 0);
TOOL(tool_capabilities, "test_input_required_result_capabilities", none,
     run_capabilities, 0);

const struct at_tool *const fixture_client_tools[] = {
    &tool_sampling, &tool_elicitation,  &tool_defaults, &tool_enums,
    &tool_missing,  &tool_streaming,    &tool_name,     &tool_capital,
    &tool_roots,    &tool_state,        &tool_multiple, &tool_rounds,
    &tool_tampered, &tool_capabilities, NULL,
};
