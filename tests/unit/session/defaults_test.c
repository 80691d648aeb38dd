#include "session/defaults.h"

#include "base/limits.h"
#include "tests/t.h"

static const struct {
    const char *key;
    const char *value;
    const char *says; // NULL: it is set
    const char *json; // then defaults, without what is empty anyway
} rows[] = {
    {"platform", "ios", NULL, "{\"platform\":\"ios\"}"},
    {"platform", "android", NULL, "{\"platform\":\"android\"}"},
    {"platform", "all", "use ios or android", NULL},
    {"platform", "iOS", "use ios or android", NULL},
    {"platform", "", "use ios or android", NULL},
    {"device", "booted", NULL, "{\"device\":{\"selector\":\"booted\"}}"},
    {"device", "", "`session unset device`", NULL},
    {"device", "\xff", "is not UTF-8", NULL},
    {"app-id", "com.x", NULL, "{\"app\":{\"app_id\":\"com.x\"}}"},
    {"app", "/a b.apk", NULL, "{\"app\":{\"app_path\":\"/a b.apk\"}}"},
    {"build.ios.project", "P", NULL,
     "{\"build\":{\"ios\":{\"project\":\"P\"}}}"},
    {"build.ios.workspace", "W", NULL,
     "{\"build\":{\"ios\":{\"workspace\":\"W\"}}}"},
    {"build.ios.scheme", "S", NULL, "{\"build\":{\"ios\":{\"scheme\":\"S\"}}}"},
    {"build.ios.configuration", "C", NULL,
     "{\"build\":{\"ios\":{\"configuration\":\"C\"}}}"},
    {"build.ios.destination", "D", NULL,
     "{\"build\":{\"ios\":{\"destination\":\"D\"}}}"},
    {"build.ios.derived-data", "/d", NULL,
     "{\"build\":{\"ios\":{\"derived_data\":\"/d\"}}}"},
    {"env.KEY", "VALUE", NULL, "{\"env\":{\"KEY\":\"VALUE\"}}"},
    {"env.KEY", "", NULL, "{\"env\":{\"KEY\":\"\"}}"},
    {"env._a1", "=", NULL, "{\"env\":{\"_a1\":\"=\"}}"},
    {"env.", "x", "not a variable name", NULL},
    {"env.1A", "x", "not a variable name", NULL},
    {"env.A=B", "x", "not a variable name", NULL},
    {"env", "x", "valid are platform, device, app-id, app, live, build.ios",
     NULL},
    {"app_id", "x", "no session key 'app_id'; valid are", NULL},
    {"", "x", "no session key ''", NULL},
};

// The members of at_defaults_new(), with those of more on top.
static json_t *
wanted(const char *more)
{
    json_t *session = at_defaults_new();
    json_t *top = json_loads(more, 0, NULL);
    T_OK(top != NULL);
    T_EQ_INT(
        json_object_update_recursive(json_object_get(session, "defaults"), top),
        0);
    json_decref(top);
    return session;
}

T_TEST(keys_are_set_read_and_unset)
{
    json_t *empty = at_defaults_new();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        json_t *session = at_defaults_new();
        T_ROW(rows[i].key);
        bool ok = at_defaults_set(session, rows[i].key, rows[i].value, &err);
        T_EQ_INT(ok, !rows[i].says);
        if (ok) {
            json_t *want = wanted(rows[i].json);
            T_OK(json_equal(session, want));
            json_decref(want);
            T_OK(at_defaults_check(session, NULL));
            T_EQ_TEXT(at_defaults_get(session, rows[i].key), rows[i].value);
            T_OK(at_defaults_unset(session, rows[i].key, &err));
            T_OK(at_defaults_unset(session, rows[i].key, &err));
        } else {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, rows[i].says);
        }
        T_OK(json_equal(session, empty));
        T_NULL(at_defaults_get(session, rows[i].key));
        json_decref(session);
    }
    json_decref(empty);
}

T_TEST(the_contracts_example_is_read)
{
    json_t *session = json_loads(
        "{\"schema_version\":1,\"defaults\":{\"platform\":\"ios\","
        "\"device\":{\"selector\":\"booted\"},\"app\":{\"app_id\":\"com.x\","
        "\"app_path\":\"/x.app\"},\"build\":{\"ios\":{\"project\":\"\","
        "\"workspace\":\"\",\"scheme\":\"\",\"configuration\":\"Debug\","
        "\"destination\":\"iphone-latest\",\"derived_data\":\"\"}},"
        "\"env\":{\"KEY\":\"VALUE\"},\"later\":[1]},\"also\":2}",
        0, NULL);
    T_OK(at_defaults_check(session, NULL));
    T_EQ_TEXT(at_defaults_get(session, "build.ios.configuration"), "Debug");
    T_NULL(at_defaults_get(session, "build.ios.scheme"));
    T_OK(at_defaults_set(session, "app-id", "com.y", NULL));
    json_t *defaults = json_object_get(session, "defaults");
    T_OK(json_object_get(defaults, "later") != NULL);
    T_OK(json_object_get(session, "also") != NULL);
    json_decref(session);
}

static const struct {
    const char *defaults;
    const char *says; // NULL: it is right
} shapes[] = {
    {"{}", NULL},
    {"null", NULL},
    {"{\"device\":null,\"platform\":null}", NULL},
    {"{\"platform\":\"\"}", NULL},
    {"7", "defaults is not an object"},
    {"{\"platform\":\"web\"}", "platform is 'web', neither ios nor android"},
    {"{\"platform\":7}", "platform is not a string"},
    {"{\"device\":\"booted\"}", "device is not an object"},
    {"{\"device\":{\"selector\":[]}}", "device is not a string"},
    {"{\"app\":[]}", "app is not an object"},
    {"{\"build\":{\"ios\":true}}", "ios is not an object"},
    {"{\"app\":{\"app_id\":\"a\\u0000b\"}}", "app-id holds a NUL byte"},
    {"{\"env\":[]}", "env is not an object"},
    {"{\"env\":{\"A\":1}}", "env.A is not a string"},
    {"{\"env\":{\"A B\":\"x\"}}", "env.A B is not a variable name"},
    {"{\"env\":{\"A\":\"a\\u0000b\"}}", "env.A holds a NUL byte"},
};

T_TEST(wrong_shapes_are_reported)
{
    for (size_t i = 0; i < T_LEN(shapes); i++) {
        struct at_err err = AT_ERR_INIT;
        json_t *session = json_object();
        T_ROW(shapes[i].defaults);
        json_object_set_new(session, "defaults",
                            json_loads(shapes[i].defaults,
                                       JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
        T_EQ_INT(at_defaults_check(session, &err), !shapes[i].says);
        if (shapes[i].says) {
            T_EQ_INT(err.code, AT_EIO);
            T_HAS(err.msg, shapes[i].says);
        }
        json_decref(session);
    }
}

T_TEST(set_makes_the_objects_it_needs)
{
    json_t *session = json_object();
    T_OK(at_defaults_check(session, NULL));
    T_NULL(at_defaults_get(NULL, "platform"));
    T_NULL(at_defaults_get(session, "build.ios.scheme"));
    T_OK(at_defaults_unset(session, "build.ios.scheme", NULL));
    T_EQ_SIZE(json_object_size(session), 0);
    T_OK(at_defaults_set(session, "build.ios.scheme", "S", NULL));
    T_EQ_TEXT(at_defaults_get(session, "build.ios.scheme"), "S");
    json_decref(session);
}

T_TEST(the_environment_as_rows)
{
    json_t *session = at_defaults_new();
    char **none = at_defaults_env(NULL);
    T_NULL(none[0]);
    at_defaults_env_free(none);
    at_defaults_env_free(NULL);
    T_OK(at_defaults_set(session, "env.B", "2=2", NULL));
    T_OK(at_defaults_set(session, "env.A", "", NULL));
    char **env = at_defaults_env(session);
    T_EQ_TEXT(env[0], "B=2=2");
    T_EQ_TEXT(env[1], "A=");
    T_NULL(env[2]);
    at_defaults_env_free(env);
    json_decref(session);
}

T_TEST(sizes_are_bounded)
{
    struct at_err err = AT_ERR_INIT;
    json_t *session = at_defaults_new();
    char key[32];
    size_t len = AT_SESSION_VALUE_MAX_BYTES;
    char *value = calloc(1, len + 2);
    memset(value, 'x', len);
    T_OK(at_defaults_set(session, "env.A", value, NULL));
    value[len] = 'x';
    T_NOT(at_defaults_set(session, "env.A", value, &err));
    T_HAS(err.msg, "env.A is longer than");
    free(value);
    for (size_t i = 1; i < AT_SESSION_ENV_MAX; i++) {
        snprintf(key, sizeof(key), "env.A%zu", i);
        T_OK(at_defaults_set(session, key, "x", NULL));
    }
    T_NOT(at_defaults_set(session, "env.MORE", "x", &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(at_defaults_set(session, key, "y", NULL));
    T_OK(at_defaults_check(session, NULL));
    json_decref(session);
}

T_MAIN()
