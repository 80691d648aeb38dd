// fixture_client.c: tools that request something of their client
#include "base/alloc.h"
#include "client_requests.h"
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
request_name(struct at_client *client, const char *key, const char *message)
{
    fixture_request(client, key, "elicitation/create",
                    fixture_elicitation(
                        message, "{\"name\":{\"type\":\"string\"}}", "name"));
}

static void
request_ok(struct at_client *client)
{
    fixture_request(client, "confirm", "elicitation/create",
                    fixture_elicitation("Please confirm",
                                        "{\"ok\":{\"type\":\"boolean\"}}",
                                        "ok"));
}

// Wait for all answers and reply with that for key.
static bool
answer_with(struct at_tool_call *call, const char *prefix, const char *key,
            struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(64 * 1024);
    if (!fixture_wait(&call->op, call->client, err))
        return false;
    const json_t *answer = fixture_answer(call->client, key);
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
    fixture_request(call->client, "answer", "sampling/createMessage",
                    sampling(prompt, 100));
    return answer_with(call, "LLM response: ", "answer", err);
}

static bool
run_elicitation(struct at_tool_call *call, struct at_err *err)
{
    struct at_str message = at_args_str(call->args, "message");
    char *text = at_strndup(message.ptr, message.len);
    fixture_request(call->client, "answer", "elicitation/create",
                    fixture_elicitation(text,
                                        "{\"username\":{\"type\":\"string\"},"
                                        "\"email\":{\"type\":\"string\"}}",
                                        "username"));
    free(text);
    return answer_with(call, "User response: ", "answer", err);
}

static bool
run_defaults(struct at_tool_call *call, struct at_err *err)
{
    fixture_request(
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
    return answer_with(call, "Elicitation completed: ", "answer", err);
}

static bool
run_enums(struct at_tool_call *call, struct at_err *err)
{
    fixture_request(
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
    return answer_with(call, "Elicitation completed: ", "answer", err);
}

static bool
run_name(struct at_tool_call *call, struct at_err *err)
{
    request_name(call->client, "user_name", "What is your name?");
    return answer_with(call, "Hello, ", "user_name", err);
}

static bool
run_capital(struct at_tool_call *call, struct at_err *err)
{
    fixture_request(call->client, "capital_question", "sampling/createMessage",
                    sampling(AT_STR("What is the capital of France?"), 100));
    return answer_with(call, "Sampled: ", "capital_question", err);
}

static bool
run_roots(struct at_tool_call *call, struct at_err *err)
{
    fixture_request(call->client, "client_roots", "roots/list", json_object());
    return answer_with(call, "Roots: ", "client_roots", err);
}

static bool
run_state(struct at_tool_call *call, struct at_err *err)
{
    bool known = at_str_is(fixture_state(call->client), "asked");
    fixture_set_state(call->client, "asked");
    request_ok(call->client);
    return answer_with(call, known ? "state-ok " : "no state ", "confirm", err);
}

static bool
run_multiple(struct at_tool_call *call, struct at_err *err)
{
    fixture_set_state(call->client, "asked");
    request_name(call->client, "user_name", "What is your name?");
    fixture_request(call->client, "greeting", "sampling/createMessage",
                    sampling(AT_STR("Generate a greeting"), 50));
    fixture_request(call->client, "client_roots", "roots/list", json_object());
    return answer_with(call, "All of it: ", "greeting", err);
}

static bool
run_rounds(struct at_tool_call *call, struct at_err *err)
{
    bool second = at_str_starts(fixture_state(call->client), AT_STR("named"));
    if (!second) {
        fixture_set_state(call->client, "asked");
        request_name(call->client, "step1", "Step 1: What is your name?");
        if (!fixture_wait(&call->op, call->client, err))
            return false;
    }
    fixture_set_state(call->client, "named");
    fixture_request(call->client, "step2", "elicitation/create",
                    fixture_elicitation("Step 2: What is your favorite color?",
                                        "{\"color\":{\"type\":\"string\"}}",
                                        "color"));
    return answer_with(call, "Both steps: ", "step2", err);
}

// Request only what the client is capable of.
static bool
run_capabilities(struct at_tool_call *call, struct at_err *err)
{
    const char *key = "name";
    if (fixture_can(call->client, FIXTURE_ELICITATION))
        request_name(call->client, key, "What is your name?");
    else
        fixture_request(call->client, key, "sampling/createMessage",
                        sampling(AT_STR("A name"), 20));
    return answer_with(call, "Capabilities: ", key, err);
}

static bool
run_missing(struct at_tool_call *call, struct at_err *err)
{
    if (!fixture_need(call->client, FIXTURE_SAMPLING, err))
        return false;
    at_tool_add_text(call, AT_STR("The client can sample."));
    return true;
}

static const struct at_arg none[] = {{0}};
static const struct at_arg prompt[] = {
    {.name = "prompt", .required = true, .help = "what to sample"}, {0}};
static const struct at_arg message[] = {
    {.name = "message", .required = true, .help = "what to ask"}, {0}};

#define TOOL(symbol, tool_name, tool_args, function)                           \
    static const struct at_tool symbol = {                                     \
        .name = tool_name,                                                     \
        .title = tool_name,                                                    \
        .description = "A fixture of the conformance suite.",                  \
        .args = tool_args,                                                     \
        .max_ms = 20000,                                                       \
        .run = function,                                                       \
    }

TOOL(tool_sampling, "test_sampling", prompt, run_sampling);
TOOL(tool_elicitation, "test_elicitation", message, run_elicitation);
TOOL(tool_defaults, "test_elicitation_sep1034_defaults", none, run_defaults);
TOOL(tool_enums, "test_elicitation_sep1330_enums", none, run_enums);
TOOL(tool_missing, "test_missing_capability", none, run_missing);
TOOL(tool_streaming, "test_streaming_elicitation", none, run_name);
TOOL(tool_name, "test_input_required_result_elicitation", none, run_name);
TOOL(tool_capital, "test_input_required_result_sampling", none, run_capital);
TOOL(tool_roots, "test_input_required_result_list_roots", none, run_roots);
TOOL(tool_state, "test_input_required_result_request_state", none, run_state);
TOOL(tool_multiple, "test_input_required_result_multiple_inputs", none,
     run_multiple);
TOOL(tool_rounds, "test_input_required_result_multi_round", none, run_rounds);
TOOL(tool_tampered, "test_input_required_result_tampered_state", none,
     run_state);
TOOL(tool_capabilities, "test_input_required_result_capabilities", none,
     run_capabilities);

const struct at_tool *const fixture_client_tools[] = {
    &tool_sampling, &tool_elicitation,  &tool_defaults, &tool_enums,
    &tool_missing,  &tool_streaming,    &tool_name,     &tool_capital,
    &tool_roots,    &tool_state,        &tool_multiple, &tool_rounds,
    &tool_tampered, &tool_capabilities, NULL,
};
