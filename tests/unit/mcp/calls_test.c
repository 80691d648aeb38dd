// calls_test.c: calls that take time: order, cancelling, progress, the end
#include "tests/unit/mcp/fixture.h"

#define CALL(id, name, meta)                                                   \
    AT_STR("{\"jsonrpc\":\"2.0\",\"id\":" id                                   \
           ",\"method\":\"tools/call\",\"params\":{\"name\":\"" name           \
           "\",\"arguments\":{}" meta "}}")
#define ECHO(id)                                                               \
    AT_STR("{\"jsonrpc\":\"2.0\",\"id\":" id                                   \
           ",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","         \
           "\"arguments\":{\"text\":\"hi "                                     \
           "\\ud83d\\ude00\"}}}")
#define PING AT_STR("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}")
#define PONG "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n"
#define CANCEL(id)                                                             \
    AT_STR("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","      \
           "\"params\":{\"requestId\":" id "}}")

static void
hold(struct fixture *f)
{
    fixture_hold_on(f, true);
    fixture_send_in(f, CALL("7", "hold", ""));
    fixture_wait_holding(f);
}

static void
let_go(struct fixture *f)
{
    fixture_hold_on(f, false);
}

T_TEST(a_tool_result_and_its_failure)
{
    struct fixture f;
    fixture_init(&f);
    T_EQ_TEXT(
        fixture_ask(&f, ECHO("1")),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":"
        "\"text\",\"text\":\"hi \xf0\x9f\x98\x80\"}]}}\n");
    T_EQ_TEXT(
        fixture_ask(&f, CALL("1", "fail", "")),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":"
        "\"text\",\"text\":\"{\\\"error\\\":\\\"no element 'x'"
        "\\\",\\\"code\\\":\\\"ELEMENT_NOT_FOUND\\\"}\"}],\"isError\":"
        "true}}\n");
    fixture_deinit(&f);
}

static const struct {
    const char *name;
    const char *args;
    const char *says;
} bad_args[] = {
    {"missing", "{}", "'text' is missing"},
    {"type", "{\"text\":5}", "'text' must be a string"},
    {"unknown", "{\"text\":\"\",\"tekst\":1}", "unknown field 'tekst'"},
};

T_TEST(bad_arguments_are_a_tool_error)
{
    struct fixture f;
    fixture_init(&f);
    for (size_t i = 0; i < T_LEN(bad_args); i++) {
        T_ROW(bad_args[i].name);
        char *ask =
            at_strfmt("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                      "\"params\":{\"name\":\"echo\",\"arguments\":%s}}",
                      bad_args[i].args);
        const char *text = fixture_ask(&f, at_str(ask));
        T_HAS(text, bad_args[i].says);
        T_HAS(text, "INVALID_ARGUMENT");
        T_HAS(text, "\"isError\":true");
        free(ask);
    }
    fixture_deinit(&f);
}

T_TEST(answers_others_while_a_tool_runs)
{
    struct fixture f;
    fixture_init(&f);
    hold(&f);
    T_EQ_TEXT(fixture_ask(&f, PING), PONG);
    T_HAS(fixture_ask(&f, AT_STR("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":"
                                 "\"tools/list\"}")),
          "\"name\":\"hold\"");
    let_go(&f);
    fixture_wait(&f, &f.answers, 2);
    T_HAS(at_buf_text(&f.text), "\"id\":7");
    fixture_deinit(&f);
}

T_TEST(calls_run_in_order)
{
    struct fixture f;
    fixture_init(&f);
    hold(&f);
    fixture_send_in(&f, ECHO("8"));
    fixture_send_in(&f, ECHO("9"));
    let_go(&f);
    fixture_wait(&f, &f.done, 3);
    const char *text = at_buf_text(&f.text);
    const char *first = strstr(text, "\"id\":7");
    const char *second = strstr(text, "\"id\":8");
    const char *third = strstr(text, "\"id\":9");
    T_OK(first && first < second && second < third);
    fixture_deinit(&f);
}

T_TEST(a_cancelled_call_is_silent)
{
    struct fixture f;
    fixture_init(&f);
    hold(&f);
    fixture_send_in(&f, ECHO("8"));
    fixture_send_in(&f, CANCEL("8")); // waits
    fixture_wait(&f, &f.done, 2);
    fixture_send_in(&f, CANCEL("7")); // runs
    fixture_wait(&f, &f.done, 4);
    T_EQ_SIZE(f.answers, 0);
    T_EQ_TEXT(fixture_ask(&f, PING), PONG);
    fixture_deinit(&f);
}

T_TEST(ids_compare_with_their_type)
{
    struct fixture f;
    fixture_init(&f);
    hold(&f);
    fixture_send_in(&f, CANCEL("\"7\""));
    fixture_send_in(&f, CANCEL("8"));
    T_HAS(fixture_ask(&f, ECHO("7")), "in use");
    let_go(&f);
    fixture_wait(&f, &f.done, 4); // a later one would end the next ask
    T_HAS(at_buf_text(&f.text), "\"id\":7,\"result\"");
    T_HAS(fixture_ask(&f, ECHO("7")), "\"id\":7,\"result\"");
    fixture_deinit(&f);
}

T_TEST(another_peer_cannot_cancel)
{
    struct fixture f;
    struct at_mcp_peer other;
    fixture_init(&f);
    at_mcp_peer_init(&other, f.mcp);
    hold(&f);
    at_mcp_receive(&other, CANCEL("7"), &f.sink);
    let_go(&f);
    fixture_wait(&f, &f.answers, 1);
    T_HAS(at_buf_text(&f.text), "\"id\":7,\"result\":{\"content\":[]}");
    fixture_deinit(&f);
}

// A client over HTTP is a new peer in each request: only ids identify its
// calls.
T_TEST(a_shared_cancel_needs_one_call)
{
    struct fixture f;
    struct at_mcp_peer other;
    struct at_mcp_peer third;
    fixture_init(&f);
    at_mcp_peer_init(&other, f.mcp);
    at_mcp_peer_init(&third, f.mcp);
    f.peer.shared = other.shared = third.shared = true;
    hold(&f);
    at_mcp_receive(&other, ECHO("7"), &f.sink);
    at_mcp_receive(&third, CANCEL("7"), &f.sink); // another session's id
    let_go(&f);
    fixture_wait(&f, &f.answers, 2);

    hold(&f);
    at_mcp_receive(&third, CANCEL("\"7\""), &f.sink);
    at_mcp_receive(&third, CANCEL("7"), &f.sink);
    fixture_wait(&f, &f.done, 6);
    T_EQ_SIZE(f.answers, 2);
    fixture_deinit(&f);
}

T_TEST(the_queue_is_bounded)
{
    struct fixture f;
    fixture_init(&f);
    hold(&f);
    for (size_t i = 0; i < AT_MCP_QUEUE_MAX + 1; i++) {
        char *ask = at_strfmt("{\"jsonrpc\":\"2.0\",\"id\":\"q%zu\",\"method\":"
                              "\"tools/call\",\"params\":{\"name\":\"echo\"}}",
                              i);
        fixture_send_in(&f, at_str(ask));
        free(ask);
    }
    T_EQ_SIZE(f.answers, 1);
    T_HAS(at_buf_text(&f.text), "calls are waiting already");
    let_go(&f);
    fixture_wait(&f, &f.answers, AT_MCP_QUEUE_MAX + 2);
    fixture_deinit(&f);
}

static void
check_progress(const char *line, double *last)
{
    json_t *note = json_loads(line, JSON_DISABLE_EOF_CHECK, NULL);
    json_t *params = json_object_get(note, "params");
    json_t *value = json_object_get(params, "progress");
    T_EQ_TEXT(json_string_value(json_object_get(note, "method")),
              "notifications/progress");
    T_EQ_TEXT(json_string_value(json_object_get(params, "progressToken")),
              "tok");
    T_EQ_INT(json_integer_value(json_object_get(params, "total")), 2);
    T_OK(json_number_value(value) > *last);
    *last = json_number_value(value);
    json_decref(note);
}

T_TEST(progress_rises_and_ends_with_the_answer)
{
    struct fixture f;
    fixture_init(&f);
    fixture_hold_on(&f, true);
    fixture_send_in(
        &f, CALL("7", "hold", ",\"_meta\":{\"progressToken\":\"tok\"}"));
    fixture_wait(&f, &f.notifications, 3); // the third comes by itself
    let_go(&f);
    fixture_wait(&f, &f.done, 1);
    double last = -1;
    const char *line = at_buf_text(&f.text);
    for (size_t i = 0; i < f.notifications; i++) {
        check_progress(line, &last);
        line = strchr(line, '\n') + 1;
    }
    T_OK(last < 2);
    T_HAS(line, "\"id\":7,\"result\"");
    fixture_deinit(&f);
}

T_TEST(no_token_no_progress)
{
    struct fixture f;
    fixture_init(&f);
    T_HAS(
        fixture_ask(&f, CALL("7", "hold", ",\"_meta\":{\"progressToken\":{}}")),
        "\"id\":7,\"result\"");
    T_EQ_SIZE(f.notifications, 0);
    fixture_deinit(&f);
}

// Calls that run or wait when the client hangs up are answered nevertheless.
T_TEST(the_end_interrupts_and_answers)
{
    struct fixture f;
    fixture_init(&f);
    hold(&f);
    fixture_send_in(&f, CALL("8", "hold", ""));
    int64_t now_ns = at_now_ns();
    struct at_op op = {now_ns + 10000 * AT_NS_PER_MS, NULL};
    T_OK(at_mcp_finish(&op, f.mcp, now_ns + 20 * AT_NS_PER_MS));
    fixture_wait(&f, &f.answers, 2);
    T_EQ_SIZE(f.answers, 2);
    T_HAS(at_buf_text(&f.text), "CANCELLED");
    fixture_send_in(&f, ECHO("9"));
    T_EQ_SIZE(f.answers, 3);
    T_HAS(at_buf_text(&f.text), "the server is ending");
    fixture_deinit(&f);
}

T_TEST(a_stuck_tool_is_not_waited_for)
{
    struct fixture f;
    fixture_init(&f);
    fixture_hold_on(&f, true);
    fixture_send_in(&f, CALL("7", "stuck", ""));
    fixture_wait_holding(&f);
    int64_t now_ns = at_now_ns();
    struct at_op op = {now_ns, NULL};
    T_NOT(at_mcp_finish(&op, f.mcp, AT_NEVER_NS));
    let_go(&f);
    fixture_deinit(&f);
}

T_TEST(a_long_text_is_cut)
{
    struct fixture f;
    struct at_buf ask = AT_BUF_INIT(AT_MIB);
    fixture_init(&f);
    at_buf_add_text(&ask,
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call"
                    "\",\"params\":{\"name\":\"long\"}}");
    const char *text = fixture_ask(&f, at_buf_str(&ask));
    json_t *answer = json_loads(text, 0, NULL);
    json_t *result = json_object_get(answer, "result");
    json_t *block = json_array_get(json_object_get(result, "content"), 0);
    json_t *said = json_object_get(block, "text");
    T_OK(json_string_length(said) <= AT_MCP_TEXT_MAX_BYTES);
    T_OK(json_string_length(said) > AT_MCP_TEXT_MAX_BYTES - 100);
    T_HAS(json_string_value(said), "\xef\xbf\xbd\xe2\x82\xac");
    T_HAS(json_string_value(said), "more bytes]");
    json_decref(answer);
    at_buf_deinit(&ask);
    fixture_deinit(&f);
}

T_MAIN()
