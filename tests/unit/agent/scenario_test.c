// scenario_test.c: scenarios as people and dashboards send them
#include "agent/scenario.h"

#include "agent/proof/claim.h"
#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

#define THREE "\"goal\":\"G\",\"packageName\":\"p\",\"steps\":[\"a\"]"

static const struct {
    const char *json;
    const char *out; // the text of at_scenario_json(); NULL: refused
    const char *why; // a part of the message
} rows[] = {
    {"{" THREE "}", "{" THREE "}", NULL},
    {"{\"steps\":[\" a \",\"b\"],\"packageName\":\" p \",\"goal\":\" G\"}",
     "{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":[\"a\",\"b\"]}", NULL},
    // The dashboard's steps, and unknown members.
    {"{\"goal\":\"G\",\"packageName\":\"p\",\"x\":{},"
     "\"steps\":[{\"id\":1,\"description\":\"a\"}]}",
     "{" THREE "}", NULL},
    {"{\"id\":\"7\",\"name\":\"N\",\"device\":\"d\",\"platform\":\"ios\","
     "\"profile\":\"Opus47\"," THREE ",\"tags\":[\"t\",\" \"],"
     "\"packages\":[\"q\"],\"allowed\":[\"pay\"],"
     "\"budgets\":{\"iterations\":5,\"costUsd\":0.5,\"tokens\":0}}",
     "{\"goal\":\"G\",\"packageName\":\"p\",\"id\":\"7\",\"name\":\"N\","
     "\"device\":\"d\",\"platform\":\"ios\",\"profile\":\"Opus47\","
     "\"steps\":[\"a\"],\"tags\":[\"t\"],\"packages\":[\"q\"],"
     "\"allowed\":[\"pay\"],"
     "\"budgets\":{\"iterations\":5,\"costUsd\":0.5}}",
     NULL},
    {"{" THREE ",\"tags\":null,\"budgets\":null,\"name\":null}", "{" THREE "}",
     NULL},
    // The contract's words, in its order.
    {"{}", NULL, "Missing goal"},
    {"{\"goal\":\" \",\"steps\":[]}", NULL, "Missing goal"},
    {"{\"goal\":null,\"packageName\":\"p\"}", NULL, "Missing goal"},
    {"{\"goal\":\"g\",\"steps\":[]}", NULL, "Missing packageName"},
    {"{\"goal\":\"g\",\"packageName\":\"\"}", NULL, "Missing packageName"},
    {"{\"goal\":\"g\",\"packageName\":\"p\"}", NULL, "Missing steps"},
    {"{\"goal\":\"g\",\"packageName\":\"p\",\"steps\":null}", NULL,
     "Missing steps"},
    {"{\"goal\":\"g\",\"packageName\":\"p\",\"steps\":[\"\",{}]}", NULL,
     "Missing steps"},
    {"{\"goal\":\"g\",\"packageName\":\"p\",\"steps\":[\"a\",\" \"]}", NULL,
     "'step 2' is empty"},
    {"{\"goal\":\"g\",\"packageName\":\"p\",\"steps\":[\"a\",3]}", NULL,
     "'step 2' must be a text"},
    {"{\"goal\":\"g\",\"packageName\":\"p\",\"steps\":\"a\"}", NULL,
     "'steps' must be a list"},
    {"{\"goal\":5,\"packageName\":\"p\"}", NULL, "'goal' must be a text"},
    {"{\"goal\":\"a\\u0000b\"}", NULL, "NUL"},
    {"{" THREE ",\"tags\":\"t\"}", NULL, "'tags' must be a list"},
    {"{" THREE ",\"packages\":[1]}", NULL, "'packages' must be a text"},
    {"{" THREE ",\"platform\":\"windows\"}", NULL, "'android' or 'ios'"},
    // A flow has all its files, by paths that stay in its folder.
    {"{" THREE ",\"flow\":{\"file\":\"a\",\"files\":{\"a\":\"x\","
     "\"b/c\":{\"base64\":\"AA==\"}},\"env\":{\"A\":\"{{s}}\"}}}",
     "{" THREE ",\"flow\":{\"file\":\"a\",\"files\":{\"a\":\"x\","
     "\"b/c\":{\"base64\":\"AA==\"}},\"env\":{\"A\":\"{{s}}\"}}}",
     NULL},
    {"{\"goal\":\"g\",\"steps\":[],\"flow\":{\"file\":\"a\","
     "\"files\":{\"a\":\"\"}}}",
     NULL, "the flow 'a' has errors"},
    {"{" THREE ",\"flow\":\"a\"}", NULL, "'flow' must be an object"},
    {"{" THREE ",\"flow\":{\"file\":\"b\",\"files\":{\"a\":\"\"}}}", NULL,
     "no text for 'file'"},
    {"{" THREE ",\"flow\":{\"file\":\"a\",\"files\":{\"a\":\"\","
     "\"../b\":\"\"}}}",
     NULL, "cannot be a file of a flow"},
    {"{" THREE ",\"flow\":{\"file\":\"a\",\"files\":{\"a\":\"\","
     "\"b//c\":\"\"}}}",
     NULL, "cannot be a file of a flow"},
    {"{" THREE ",\"flow\":{\"file\":\"a\",\"files\":{\"a\":\"\"},"
     "\"env\":{\"A=B\":\"\"}}}",
     NULL, "variable 'A=B'"},
    {"{" THREE ",\"budgets\":[]}", NULL, "'budgets'"},
    {"{" THREE ",\"budgets\":{\"tokens\":1.5}}", NULL, "budget 'tokens'"},
    {"{" THREE ",\"budgets\":{\"minutes\":-1}}", NULL, "budget 'minutes'"},
    {"{" THREE ",\"budgets\":{\"costUsd\":\"1\"}}", NULL, "budget 'costUsd'"},
    {"{" THREE ",\"budgets\":{\"minuets\":1}}", NULL,
     "unknown budget 'minuets'; valid are iterations, "},
    {"[]", NULL, "a scenario is a JSON object"},
    // The expectation of a step.
    {"{\"goal\":\"G\",\"packageName\":\"p\",\"compiled\":\"c0\",\"steps\":["
     "{\"step\":\"a\",\"expect\":[\"New note\",{\"absent\":\"Error\","
     "\"pinned\":false,\"words\":\"-\"}]},"
     "{\"description\":\"b\",\"expect\":[],\"checkable\":false}]}",
     "{\"goal\":\"G\",\"packageName\":\"p\",\"compiled\":\"c0\",\"steps\":["
     "{\"description\":\"a\",\"expect\":[{\"text\":\"New note\"},"
     "{\"absent\":\"Error\",\"pinned\":false}]},\"b\"]}",
     NULL},
    {"{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":[\"a\","
     "{\"step\":\"b\",\"expect\":{\"state\":\"red\",\"of\":\"x\"}}]}",
     NULL, "step 2: expectation 1: unknown state 'red'; valid are checked"},
    {"{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":["
     "{\"step\":\"b\",\"Expects\":[]}]}",
     NULL, "step 1: unknown member 'Expects'"},
};

static bool
read_text(const char *text, struct at_scenario *out, struct at_err *err)
{
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(json != NULL);
    bool ok = at_scenario_read(json, out, err);
    json_decref(json);
    return ok;
}

static void
check_json(const struct at_scenario *scenario, const char *want)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    json_t *json = at_scenario_json(scenario);
    T_OK(at_json_write(json, &text));
    T_EQ_TEXT(at_buf_text(&text), want);
    json_decref(json);
    at_buf_deinit(&text);
}

T_TEST(read_and_written)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_scenario scenario;
        struct at_scenario again;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].json);
        bool ok = read_text(rows[i].json, &scenario, &err);
        T_EQ_INT(ok, rows[i].out != NULL);
        if (ok) {
            check_json(&scenario, rows[i].out);
            T_OK(read_text(rows[i].out, &again, &err));
            check_json(&again, rows[i].out);
            at_scenario_deinit(&again);
        } else {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, rows[i].why);
            T_NULL(scenario.goal); // it owns nothing
            T_EQ_SIZE(scenario.steps.count, 0);
        }
        at_scenario_deinit(&scenario);
        at_scenario_deinit(&scenario);
    }
}

// A text of count times piece between two others.
static void
repeat(struct at_buf *out, const char *before, const char *piece, size_t count,
       const char *after)
{
    at_buf_clear(out);
    at_buf_add_text(out, before);
    for (size_t i = 0; i < count; i++)
        at_buf_add_text(out, piece);
    at_buf_add_text(out, after);
}

T_TEST(sizes_are_bounded)
{
    static const struct {
        const char *before;
        const char *piece;
        size_t max;
        const char *after;
    } sizes[] = {
        {"{\"packageName\":\"p\",\"steps\":[\"a\"],\"goal\":\"", "g",
         AT_SCENARIO_TEXT_MAX_BYTES, "\"}"},
        {"{\"goal\":\"g\",\"packageName\":\"p\",\"steps\":[\"a\"", ",\"a\"",
         AT_SCENARIO_STEPS_MAX - 1, "]}"},
        {"{" THREE ",\"tags\":[\"a\"", ",\"a\"", AT_SCENARIO_LIST_MAX - 1,
         "]}"},
        {"{" THREE ",\"name\":\"", "n", AT_SCENARIO_WORD_MAX_BYTES, "\"}"},
    };
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    for (size_t i = 0; i < T_LEN(sizes); i++) {
        for (size_t more = 0; more <= 1; more++) {
            struct at_scenario scenario;
            T_ROW(sizes[i].before);
            repeat(&text, sizes[i].before, sizes[i].piece, sizes[i].max + more,
                   sizes[i].after);
            T_EQ_INT(read_text(at_buf_text(&text), &scenario, NULL), !more);
            at_scenario_deinit(&scenario);
        }
    }
    at_buf_deinit(&text);
}

static const struct {
    const char *text;
    const char *names; // each followed by a blank
} secret_rows[] = {
    {"type {{password}}", "password "},
    {"{{a}}{{b}} and {{a}} again", "a b "},
    {"{{{a}}}", "a "},
    {"{{a b}} {{}} {{x", ""},
    {"{{a}", ""},
    {"{{api-key_2.x}}", "api-key_2.x "},
    {"{{", ""},
    {"{{ a }}", ""},
};

T_TEST(secrets_are_named)
{
    for (size_t i = 0; i < T_LEN(secret_rows); i++) {
        struct at_scenario scenario;
        struct at_argv names = AT_ARGV_INIT;
        struct at_buf got = AT_BUF_INIT(200);
        T_ROW(secret_rows[i].text);
        at_scenario_init(&scenario);
        at_argv_add(&scenario.steps, "nothing");
        at_argv_add(&scenario.steps, secret_rows[i].text);
        at_scenario_secrets(&scenario, &names);
        for (size_t n = 0; n < names.count; n++)
            at_buf_add_fmt(&got, "%s ", names.words[n]);
        T_EQ_TEXT(at_buf_text(&got), secret_rows[i].names);
        at_argv_deinit(&names);
        at_buf_deinit(&got);
        at_scenario_deinit(&scenario);
    }
}

static void
hash_of(const char *json, char out[65])
{
    struct at_scenario scenario;
    T_OK(read_text(json, &scenario, NULL));
    at_scenario_hash(&scenario, out);
    at_scenario_deinit(&scenario);
}

// The hash covers the test itself, but not the settings of a run.
T_TEST(the_hash_is_of_what_is_tested)
{
    static const struct {
        const char *json;
        bool same;
    } hashes[] = {
        {"{" THREE ",\"name\":\"N\",\"device\":\"d\"}", true},
        {"{\"goal\":\"Gp\",\"packageName\":\"p\",\"steps\":[\"a\"]}", false},
        {"{\"goal\":\"G\",\"packageName\":\"q\",\"steps\":[\"a\"]}", false},
        {"{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":[\"a\",\"b\"]}",
         false},
        {"{\"goal\":\"G\",\"packageName\":\"pa\",\"steps\":[\"a\"]}", false},
    };
    char want[65];
    hash_of("{" THREE "}", want);
    T_EQ_SIZE(strlen(want), 64);
    for (size_t i = 0; i < T_LEN(hashes); i++) {
        char got[65];
        T_ROW(hashes[i].json);
        hash_of(hashes[i].json, got);
        T_EQ_INT(strcmp(got, want) == 0, hashes[i].same);
    }
}

T_TEST(the_scenarios_own_budgets_come_first)
{
    struct at_budgets own = {.tokens = 5};
    struct at_budgets others = {10, 20, 0.5, 3, 4, 5};
    struct at_budgets got = at_budgets_or(own, &others);
    T_EQ_INT(got.iterations, 10);
    T_EQ_INT(got.tokens, 5);
    T_OK(got.cost_usd > 0.49 && got.cost_usd < 0.51);
    T_EQ_INT(got.minutes, 3);
    T_EQ_INT(got.step_attempts, 4);
    T_EQ_INT(got.step_seconds, 5);
}

// A claim as JSON, for a list of one.
static struct at_claims
claims_of(const char *text)
{
    struct at_claims claims;
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(at_claims_read(json, &claims, NULL));
    json_decref(json);
    return claims;
}

static const struct {
    const char *steps;
    bool is_compiled; // before
    const char *out;  // the steps, once "new" was compiled for each
} compiled_rows[] = {
    {"[\"a\"]", false,
     "{\"description\":\"a\",\"expect\":[{\"text\":\"new\",\"pinned\":false}]"
     "}"},
    // By hand: left alone, and no model is needed.
    {"[{\"step\":\"a\",\"expect\":\"old\"}]", true,
     "{\"description\":\"a\",\"expect\":[{\"text\":\"old\"}]}"},
    // Compiled before: what was pinned since stays.
    {"[{\"step\":\"a\",\"expect\":[\"old\",{\"text\":\"b\",\"pinned\":false}]"
     "}]",
     false,
     "{\"description\":\"a\",\"expect\":[{\"text\":\"old\"},{\"text\":\"new\","
     "\"pinned\":false}]}"},
    {"[{\"step\":\"a\",\"expect\":[{\"text\":\"new\"},{\"text\":\"b\","
     "\"pinned\":false}]}]",
     false, "{\"description\":\"a\",\"expect\":[{\"text\":\"new\"}]}"},
};

static void
check_compiled(struct at_scenario *scenario, size_t row)
{
    struct at_claims compiled[1] = {claims_of("\"new\"")};
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    T_EQ_INT(at_scenario_is_compiled(scenario), compiled_rows[row].is_compiled);
    at_scenario_take_compiled(scenario, compiled);
    T_EQ_SIZE(compiled[0].count, 0);
    T_OK(at_scenario_is_compiled(scenario));
    json_t *json = at_scenario_json(scenario);
    const json_t *steps = json_object_get(json, "steps");
    T_OK(at_json_write(json_array_get(steps, 0), &text));
    T_EQ_TEXT(at_buf_text(&text), compiled_rows[row].out);
    json_decref(json);
    at_buf_deinit(&text);
}

T_TEST(compiled_expectations_rows)
{
    for (size_t i = 0; i < T_LEN(compiled_rows); i++) {
        struct at_scenario scenario;
        struct at_buf text = AT_BUF_INIT(AT_MIB);
        at_buf_add_fmt(&text,
                       "{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":%s}",
                       compiled_rows[i].steps);
        t_row(compiled_rows[i].steps);
        T_OK(read_text(at_buf_text(&text), &scenario, NULL));
        check_compiled(&scenario, i);
        at_buf_deinit(&text);
        at_scenario_deinit(&scenario);
    }
}

// Other steps are not what was compiled; goal and expectations do not matter.
T_TEST(compiled_expectations_are_of_their_steps)
{
    struct at_claims compiled[1] = {{0}};
    struct at_scenario scenario;
    T_OK(read_text("{" THREE "}", &scenario, NULL));
    at_scenario_take_compiled(&scenario, compiled);
    T_OK(at_scenario_is_compiled(&scenario));
    scenario.goal[0] = 'H';
    T_OK(at_scenario_is_compiled(&scenario));
    scenario.steps.words[0][0] = 'b';
    T_NOT(at_scenario_is_compiled(&scenario));
    at_scenario_deinit(&scenario);
}

T_MAIN()
