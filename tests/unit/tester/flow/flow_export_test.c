// flow_export_test.c: recordings as flows
#include "tester/flow/flow_export.h"

#include "tests/t.h"
#include "wire/json.h"

#define HEAD                                                                   \
    "appId: com.example\nname: Log in\n---\n- launchApp\n# Step 1: one\n"

static const struct {
    const char *calls; // the only call
    const char *flow;  // behind the head
} rows[] = {
    {"{\"step\":1,\"tool\":\"tap\",\"args\":{\"text\":\"Save\"},"
     "\"target\":{\"id\":\"save\",\"text\":\"Save\"}}",
     "- tapOn:\n    id: save\n"},
    {"{\"step\":1,\"tool\":\"tap\",\"args\":{\"text\":\"Save\"},"
     "\"target\":{\"text\":\"Total (3)\",\"index\":1}}",
     "- tapOn:\n    text: \"Total \\\\(3\\\\)\"\n    index: 1\n"},
    // A secret is a variable, and other ${ are texts.
    {"{\"step\":1,\"tool\":\"inputText\",\"args\":{\"fieldSelector\":\"x\","
     "\"text\":\"${a} {{my-word}}\"},\"target\":{\"id\":\"field\"}}",
     "- tapOn:\n    id: field\n- eraseText\n- inputText: \"\\\\${a} "
     "${my_word}\"\n"},
    {"{\"step\":1,\"tool\":\"goBack\",\"args\":{}}", "- back\n"},
    {"{\"step\":1,\"tool\":\"swipeDown\",\"args\":{}}",
     "- swipe:\n    direction: DOWN\n"},
    {"{\"step\":1,\"tool\":\"tapByCoordinates\",\"args\":{\"x\":3,\"y\":4}}",
     "- tapOn:\n    point: \"3,4\"\n"},
    // A part of a text that was asserted is looked for in a text.
    {"{\"step\":1,\"tool\":\"verifyElementVisible\",\"args\":{\"text\":"
     "\"Saved\"}}",
     "- assertVisible: \".*Saved.*\"\n"},
    {"{\"step\":1,\"tool\":\"verifyElementNotVisible\",\"args\":{\"text\":"
     "\"Error\"}}",
     "- assertNotVisible: \".*Error.*\"\n"},
    // Nothing is left out in silence.
    {"{\"step\":1,\"tool\":\"wait\",\"args\":{\"ms\":5}}",
     "# not in the flow: wait {\"ms\":5}\n"},
};

static void export(const char *calls, struct at_buf *out)
{
    struct at_scenario scenario;
    struct at_recipe recipe;
    char text[1024];
    json_t *json = at_json_parse(
        AT_STR("{\"goal\":\"Log in\",\"packageName\":\"com.example\","
               "\"steps\":[\"one\"]}"),
        NULL);
    T_OK(at_scenario_read(json, &scenario, NULL));
    json_decref(json);
    snprintf(text, sizeof(text), "{\"format\":1,\"calls\":[%s]}", calls);
    json = at_json_parse(at_str(text), NULL);
    T_OK(at_recipe_read(json, &recipe, NULL));
    json_decref(json);
    T_OK(at_flow_export(&scenario, &recipe, out, NULL));
    at_recipe_deinit(&recipe);
    at_scenario_deinit(&scenario);
}

T_TEST(each_call_becomes_commands_or_a_comment)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(64 * 1024);
        struct at_buf wanted = AT_BUF_INIT(64 * 1024);
        at_buf_add_fmt(&wanted, HEAD "%s", rows[i].flow);
        export(rows[i].calls, &out);
        T_EQ_TEXT(at_buf_text(&out), at_buf_text(&wanted));
        at_buf_deinit(&wanted);
        at_buf_deinit(&out);
    }
}

T_MAIN()
