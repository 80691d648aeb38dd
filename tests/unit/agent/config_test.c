// config_test.c: the contract's configuration: defaults, words, whole objects
#include "agent/config.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

// Reads a configuration and writes it again, without our own members; or
// returns the words of the failure.
static const char *
outcome(const char *text, bool own)
{
    static char out[1024];
    struct at_buf buf = AT_BUF_INIT(sizeof(out) - 1);
    struct at_err err = AT_ERR_INIT;
    struct at_tester_config config;
    json_t *json = at_json_parse(at_str(text), NULL);
    if (at_tester_config_read(json, &config, &err)) {
        json_t *written = at_tester_config_json(&config);
        static const char *const ours[] = {"stream",         "replay",
                                           "strongProofs",   "secondModel",
                                           "guardedActions", "budgets"};
        for (size_t i = 0; !own && i < T_LEN(ours); i++)
            json_object_del(written, ours[i]);
        at_json_write(written, &buf);
        json_decref(written);
    } else {
        T_EQ_INT(err.code, AT_EUSAGE);
        at_buf_add_text(&buf, err.msg);
    }
    json_decref(json);
    snprintf(out, sizeof(out), "%s", at_buf_text(&buf));
    at_buf_deinit(&buf);
    return out;
}

static const struct {
    const char *text;
    const char *want;
} rows[] = {
    {"{}", "{\"executorInfoId\":\"Gemini3Pro\",\"llmTemperature\":0.0,"
           "\"maxAgentIterations\":50,\"logTokensConsumption\":false,"
           "\"logsEnabled\":true,\"screenshotsEnabled\":true,"
           "\"recordingEnabled\":false}"},
    {"{\"executorInfoId\":\"Opus47\",\"llmTemperature\":0.2,"
     "\"maxAgentIterations\":7,\"logTokensConsumption\":true,"
     "\"logsEnabled\":false,\"screenshotsEnabled\":false,"
     "\"recordingEnabled\":true,\"unknown\":[1]}",
     "{\"executorInfoId\":\"Opus47\",\"llmTemperature\":0.2,"
     "\"maxAgentIterations\":7,\"logTokensConsumption\":true,"
     "\"logsEnabled\":false,\"screenshotsEnabled\":false,"
     "\"recordingEnabled\":true}"},
    {"{\"llmTemperature\":10}",
     "{\"executorInfoId\":\"Gemini3Pro\",\"llmTemperature\":10.0,"
     "\"maxAgentIterations\":50,\"logTokensConsumption\":false,"
     "\"logsEnabled\":true,\"screenshotsEnabled\":true,"
     "\"recordingEnabled\":false}"},
    // A profile of the user's own; runs_test.c has those that do not exist.
    {"{\"executorInfoId\":\"my-gateway\"}",
     "{\"executorInfoId\":\"my-gateway\",\"llmTemperature\":0.0,"
     "\"maxAgentIterations\":50,\"logTokensConsumption\":false,"
     "\"logsEnabled\":true,\"screenshotsEnabled\":true,"
     "\"recordingEnabled\":false}"},
    {"{\"executorInfoId\":"
     "\"0123456789012345678901234567890123456789012345678901234567890123\"}",
     "Unknown executorInfoId: "
     "0123456789012345678901234567890123456789012345678901234567890123"},
    {"{\"executorInfoId\":7}", "'executorInfoId' must be a text"},
    {"{\"llmTemperature\":10.5}",
     "'llmTemperature' must be a number from 0 to 10"},
    {"{\"llmTemperature\":-0.1}",
     "'llmTemperature' must be a number from 0 to 10"},
    {"{\"llmTemperature\":\"0\"}",
     "'llmTemperature' must be a number from 0 to 10"},
    {"{\"maxAgentIterations\":0}",
     "'maxAgentIterations' must be a whole number from 1 to 1000"},
    {"{\"maxAgentIterations\":1001}",
     "'maxAgentIterations' must be a whole number from 1 to 1000"},
    {"{\"maxAgentIterations\":2.5}",
     "'maxAgentIterations' must be a whole number from 1 to 1000"},
    {"{\"secondModel\":true}", "'secondModel' must be a text"},
    {"{\"secondModel\":"
     "\"0123456789012345678901234567890123456789012345678901234567890123\"}",
     "Unknown secondModel: "
     "0123456789012345678901234567890123456789012345678901234567890123"},
    {"{\"logsEnabled\":1}", "'logsEnabled' must be true or false"},
    {"{\"recordingEnabled\":null}", "'recordingEnabled' must be true or false"},
    {"{\"guardedActions\":\"ask\"}",
     "'guardedActions' must be 'fail' or 'pause'"},
    {"{\"budgets\":[]}", "'budgets' must be an object"},
    {"[]", "the body must be a JSON object"},
    {"not JSON", "the body must be a JSON object"},
};

T_TEST(rows_mean)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].text);
        T_EQ_TEXT(outcome(rows[i].text, false), rows[i].want);
    }
}

T_TEST(our_own_members_come_back)
{
    T_EQ_TEXT(
        outcome("{\"stream\":false,\"replay\":false,\"strongProofs\":true,"
                "\"secondModel\":\"Opus47\",\"guardedActions\":"
                "\"pause\",\"budgets\":{\"iterations\":3,\"costUsd\":0.5}}",
                true),
        "{\"executorInfoId\":\"Gemini3Pro\",\"llmTemperature\":0.0,"
        "\"maxAgentIterations\":50,\"logTokensConsumption\":false,"
        "\"logsEnabled\":true,\"screenshotsEnabled\":true,"
        "\"recordingEnabled\":false,\"stream\":false,\"replay\":false,"
        "\"strongProofs\":true,\"secondModel\":\"Opus47\","
        "\"guardedActions\":\"pause\",\"budgets\":{\"iterations\":3,"
        "\"costUsd\":0.5}}");
}

T_TEST(a_server_starts_with_its_own)
{
    struct at_tester_config config;
    at_tester_config_start(&config);
    T_EQ_TEXT(config.executor, "DeepSeekV4Flash");
    T_EQ_INT(config.max_iterations, 80);
    T_OK(config.log_tokens && config.logs && config.screenshots);
    T_OK(config.stream && config.replay);
    T_NOT(config.recording || config.ask_approval);
}

// The dashboard of the original posts the contract's members only.
T_TEST(members_that_a_body_does_not_name_stay)
{
    static const struct {
        const char *body;
        bool pauses;
        int64_t tokens;
    } bodies[] = {
        {"{\"maxAgentIterations\":9}", true, 7},
        {"{\"guardedActions\":\"fail\"}", false, 7},
        {"{\"budgets\":{}}", true, 0},
        {"{\"budgets\":{\"tokens\":5}}", true, 5},
    };
    for (size_t i = 0; i < T_LEN(bodies); i++) {
        struct at_tester_config config;
        const struct at_tester_config before = {.ask_approval = true,
                                                .strong_proofs = true,
                                                .second_model = "Opus47",
                                                .budgets = {.tokens = 7}};
        json_t *json = at_json_parse(at_str(bodies[i].body), NULL);
        T_ROW(bodies[i].body);
        T_OK(at_tester_config_read(json, &config, NULL));
        at_tester_config_keep_own(json, &before, &config);
        T_EQ_INT(config.ask_approval, bodies[i].pauses);
        T_EQ_INT(config.budgets.tokens, bodies[i].tokens);
        T_EQ_INT(config.replay, before.replay);
        T_OK(config.strong_proofs);
        T_EQ_TEXT(config.second_model, "Opus47");
        json_decref(json);
    }
}

T_TEST(a_run_is_limited_unless_somebody_says_otherwise)
{
    struct at_tester_config config;
    json_t *none = json_object();
    json_t *open = json_pack("{s:{}}", "budgets");
    at_tester_config_start(&config);
    T_EQ_INT(config.budgets.tokens, AT_CONFIG_TOKENS);
    T_EQ_INT(config.budgets.minutes, AT_CONFIG_MINUTES);
    T_OK(at_tester_config_read(none, &config, NULL));
    T_EQ_INT(config.budgets.tokens, AT_CONFIG_TOKENS);
    T_OK(at_tester_config_read(open, &config, NULL));
    T_EQ_INT(config.budgets.tokens, 0);
    T_EQ_INT(config.budgets.minutes, 0);
    json_decref(none);
    json_decref(open);
}

T_MAIN()
