// start_test.c: how a scenario says where it begins
#include "agent/start.h"

#include "agent/scenario.h"
#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

static const struct {
    const char *json;
    const char *out; // the text of at_start_write(); NULL: refused
    const char *why; // a part of the message
} rows[] = {
    {"{}", "{}", NULL},
    {"{\"reset\":\"restart\",\"orientation\":\"any\",\"setup\":[]}", "{}",
     NULL},
    {"{\"reset\":null,\"apk\":null,\"permissions\":null,\"setup\":null}", "{}",
     NULL},
    {"{\"apk\":\"\",\"deepLink\":\" \",\"locale\":\"\"}", "{}", NULL},
    {"{\"reset\":\"none\"}", "{\"reset\":\"none\"}", NULL},
    {"{\"reset\":\"data\"}", "{\"reset\":\"data\"}", NULL},
    {"{\"reset\":\"reinstall\",\"apk\":\" a.apk \"}",
     "{\"reset\":\"reinstall\",\"apk\":\"a.apk\"}", NULL},
    {"{\"orientation\":\"landscape\",\"locale\":\"zh-Hant-TW\","
     "\"deepLink\":\"notes://settings?a=b\"}",
     "{\"orientation\":\"landscape\",\"deepLink\":\"notes://settings?a=b\","
     "\"locale\":\"zh-Hant-TW\"}",
     NULL},
    {"{\"permissions\":{\"grant\":[\"CAMERA\",\" \"],"
     "\"revoke\":[\"android.permission.RECORD_AUDIO\"]}}",
     "{\"permissions\":{\"grant\":[\"CAMERA\"],"
     "\"revoke\":[\"android.permission.RECORD_AUDIO\"]}}",
     NULL},
    {"{\"setup\":[\" Log in \"],\"teardown\":[\"Log out\",\"\"]}",
     "{\"setup\":[\"Log in\"],\"teardown\":[\"Log out\"]}", NULL},

    {"{\"reset\":\"all\"}", NULL,
     "'reset' must be one of 'restart', 'none', 'data', 'reinstall'"},
    {"{\"reset\":true}", NULL, "'reset' must be one of"},
    {"{\"reset\":\"reinstall\"}", NULL, "'reset: reinstall' needs 'apk'"},
    {"{\"orientation\":\"left\"}", NULL,
     "'orientation' must be one of 'any', 'portrait', 'landscape'"},
    {"{\"apk\":1}", NULL, "'apk' must be the path of an APK file"},
    {"{\"apk\":\"a\\u0000b\"}", NULL, "'apk' must be the path"},
    {"{\"deepLink\":\"settings\"}", NULL,
     "'deepLink' must be a link with its scheme"},
    {"{\"deepLink\":\"a://b c\"}", NULL, "'deepLink' must be a link"},
    {"{\"deepLink\":\"a:\"}", NULL, "'deepLink' must be a link"},
    {"{\"locale\":\"de_DE\"}", NULL, "such as 'de' or 'pt-BR'"},
    {"{\"locale\":\"d\"}", NULL, "'locale' must be"},
    {"{\"locale\":\"de-\"}", NULL, "'locale' must be"},
    {"{\"locale\":\"deutschland\"}", NULL, "'locale' must be"},
    {"{\"permissions\":[\"CAMERA\"]}", NULL,
     "'permissions' must be an object of the lists 'grant' and 'revoke'"},
    {"{\"permissions\":{\"deny\":[]}}", NULL,
     "unknown member 'deny' of 'permissions'; valid are grant and revoke"},
    {"{\"permissions\":{\"grant\":\"CAMERA\"}}", NULL,
     "'grant' must be names of permissions"},
    {"{\"permissions\":{\"grant\":[\"CAMERA; reboot\"]}}", NULL,
     "'grant' must be names of permissions"},
    {"{\"setup\":\"Log in\"}", NULL,
     "'setup' must be a list of steps in plain words (at most 200)"},
    {"{\"teardown\":[1]}", NULL, "'teardown' must be a list of steps"},
};

T_TEST(starts_are_read_and_written)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_scenario_start start;
        struct at_err err = AT_ERR_INIT;
        struct at_buf text = AT_BUF_INIT(AT_MIB);
        json_t *json = at_json_parse(at_str(rows[i].json), NULL);
        json_t *out = json_object();
        T_ROW(rows[i].json);
        at_start_init(&start);
        T_EQ_INT(at_start_read(json, &start, &err), rows[i].out != NULL);
        if (rows[i].out) {
            at_start_write(&start, out);
            T_OK(at_json_write(out, &text));
            T_EQ_TEXT(at_buf_text(&text), rows[i].out);
        } else {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, rows[i].why);
        }
        at_start_deinit(&start);
        at_start_deinit(&start);
        at_buf_deinit(&text);
        json_decref(out);
        json_decref(json);
    }
}

#define SCENARIO "{\"goal\":\"g\",\"packageName\":\"p\",\"steps\":[\"a\"]"

static void
hash_of(const char *more, char out[65])
{
    struct at_scenario scenario;
    char text[512];
    snprintf(text, sizeof(text), SCENARIO "%s}", more);
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(at_scenario_read(json, &scenario, NULL));
    at_scenario_hash(&scenario, out);
    at_scenario_deinit(&scenario);
    json_decref(json);
}

// A recording begins where its scenario begins.
T_TEST(a_recording_belongs_to_its_start)
{
    static const struct {
        const char *more;
        bool same; // the result is the same as without
    } starts[] = {
        {",\"reset\":\"restart\"", true},
        {",\"apk\":\"a.apk\"", true},
        {",\"teardown\":[\"Log out\"]", true},
        {",\"reset\":\"data\"", false},
        {",\"locale\":\"de\"", false},
        {",\"deepLink\":\"a://b\"", false},
        {",\"setup\":[\"Log in\"]", false},
        {",\"permissions\":{\"grant\":[\"CAMERA\"]}", false},
    };
    char plain[65];
    hash_of("", plain);
    for (size_t i = 0; i < T_LEN(starts); i++) {
        char hash[65];
        T_ROW(starts[i].more);
        hash_of(starts[i].more, hash);
        T_EQ_INT(strcmp(hash, plain) == 0, starts[i].same);
    }
}

T_TEST(secrets_of_setup_and_teardown_are_needed)
{
    struct at_scenario scenario;
    struct at_argv names = {0};
    json_t *json =
        at_json_parse(AT_STR(SCENARIO ",\"setup\":[\"Type {{pin}}\"],"
                                      "\"teardown\":[\"Type {{puk}}\"]}"),
                      NULL);
    T_OK(at_scenario_read(json, &scenario, NULL));
    at_scenario_secrets(&scenario, &names);
    T_EQ_SIZE(names.count, 2);
    T_EQ_TEXT(names.words[0], "pin");
    T_EQ_TEXT(names.words[1], "puk");
    at_argv_deinit(&names);
    at_scenario_deinit(&scenario);
    json_decref(json);
}

T_MAIN()
