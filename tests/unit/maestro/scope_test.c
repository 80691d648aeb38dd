#include "maestro/scope.h"

#include "base/limits_script.h"
#include "tests/t.h"

static const struct at_op never = {AT_NEVER_NS, NULL};

static struct at_maestro_scope *
scope_of(const char *const *given, const char *const *environment, int shard)
{
    const struct at_maestro_scope_opts opts = {
        .given = given,
        .environment = environment,
        .file = AT_STR("flows/sign.in.yaml"),
        .device = AT_STR("emulator-5554"),
        .shard = shard,
    };
    struct at_err err = AT_ERR_INIT;
    struct at_maestro_scope *scope = at_maestro_scope_new(&opts, &err);
    T_EQ_TEXT(err.msg, "");
    return scope;
}

static void
expect(struct at_maestro_scope *scope, const char *text, const char *want)
{
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    struct at_err err = AT_ERR_INIT;
    T_ROW(text);
    bool ok = at_maestro_expand(&never, scope, at_str(text), &out, &err);
    T_EQ_TEXT(err.msg, "");
    T_OK(ok);
    T_EQ_STR(at_buf_str(&out), want);
    at_buf_deinit(&out);
}

static void
env(struct at_maestro_scope *scope, const char *name, const char *value,
    const char *name2, const char *value2)
{
    struct at_maestro_pair rows[] = {
        {.name = at_str(name), .value = at_str(value)},
        {.name = at_str(name2), .value = at_str(value2)},
    };
    const struct at_maestro_pairs pairs = {rows, name2 ? 2 : 1};
    struct at_err err = AT_ERR_INIT;
    bool ok = at_maestro_scope_env(&never, scope, &pairs, &err);
    T_EQ_TEXT(err.msg, "");
    T_OK(ok);
}

static const char *const given[] = {"A=1", "MAESTRO_X=mine", "E=", "Q=a=b",
                                    NULL};
static const char *const environment[] = {"MAESTRO_X=shell", "MAESTRO_Y=shell",
                                          "MAESTRO_E=", "HOME=/", NULL};

static const struct {
    const char *text;
    const char *want;
} first[] = {
    {"", ""},
    {"${A}", "1"},
    {"a${ A }b${A}", "a1b1"},
    {"${MAESTRO_X}", "mine"},
    {"${MAESTRO_Y}", "shell"},
    {"${MAESTRO_E}", "undefined"},
    {"${HOME}", "undefined"},
    {"${E}", ""},
    {"${Q}", "a=b"},
    {"${NOPE}", "undefined"},
    {"${}", ""},
    {"${ }", ""},
    {"\\${A}", "${A}"},
    {"${MAESTRO_FILENAME}", "sign.in"},
    {"${MAESTRO_DEVICE_UDID}", "emulator-5554"},
    {"${MAESTRO_SHARD_ID}${MAESTRO_SHARD_INDEX}", "32"},
};

T_TEST(what_is_defined_first)
{
    struct at_maestro_scope *scope = scope_of(given, environment, 3);
    for (size_t i = 0; i < T_LEN(first); i++)
        expect(scope, first[i].text, first[i].want);
    at_maestro_scope_free(scope);
}

T_TEST(a_file_beats_the_command_line_and_a_subflow_its_caller)
{
    struct at_maestro_scope *scope = scope_of(given, environment, 0);
    env(scope, "A", "file", NULL, NULL);
    expect(scope, "${A}", "file");
    at_maestro_scope_push(scope);
    env(scope, "A", "caller", "B", "b");
    env(scope, "A", "subflow after ${A}", NULL, NULL);
    expect(scope, "${A} ${B}", "subflow after caller b");
    at_maestro_scope_pop(scope);
    expect(scope, "${A} ${B}", "file undefined");
    at_maestro_scope_free(scope);
}

T_TEST(values_of_one_map_see_only_what_was_before)
{
    struct at_maestro_scope *scope = scope_of(given, NULL, 0);
    env(scope, "A", "2", "B", "${A}");
    expect(scope, "${A} ${B}", "2 1");
    at_maestro_scope_free(scope);
}

T_TEST(a_shard_cannot_be_overridden)
{
    static const char *const shards[] = {"MAESTRO_SHARD_ID=9", NULL};
    struct at_maestro_scope *scope = scope_of(shards, NULL, 1);
    env(scope, "MAESTRO_SHARD_INDEX", "7", "MAESTRO_FILENAME", "x");
    expect(scope, "${MAESTRO_SHARD_ID} ${MAESTRO_SHARD_INDEX}", "1 0");
    expect(scope, "${MAESTRO_FILENAME}", "x");
    at_maestro_scope_free(scope);
}

static bool
shout(const struct at_op *op, void *user, const struct at_maestro_scope *scope,
      struct at_str script, struct at_buf *out, struct at_err *err)
{
    (void)op;
    (void)scope;
    if (at_str_is(script, "throw"))
        return at_fail(err, AT_EASSERT, "%s", (const char *)user);
    at_buf_add_fmt(out, "<%.*s>", AT_STR_ARG(script));
    return true;
}

T_TEST(an_engine_is_asked_for_what_is_not_a_plain_name)
{
    struct at_maestro_scope *scope = scope_of(given, NULL, 0);
    struct at_maestro_engine engine = {.evaluate = shout, .user = "thrown"};
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_maestro_expand(&never, scope, AT_STR("${A + 1}"), &out, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "\"A + 1\"");
    at_maestro_scope_set_engine(scope, &engine);
    expect(scope, "${A} ${A+1} ${output} ${true}", "1 <A+1> <output> <true>");
    struct at_maestro_pair rows[] = {
        {.name = AT_STR("A"), .value = AT_STR("new")},
        {.name = AT_STR("B"), .value = AT_STR("${throw}")},
    };
    const struct at_maestro_pairs pairs = {rows, 2};
    T_NOT(at_maestro_scope_env(&never, scope, &pairs, &err));
    T_EQ_TEXT(err.msg, "env B: thrown");
    expect(scope, "${A}", "1");
    at_buf_deinit(&out);
    at_maestro_scope_free(scope);
}

T_TEST(copied_text_alone_needs_no_engine)
{
    struct at_maestro_scope *scope = scope_of(given, NULL, 0);
    struct at_maestro_engine engine = {.evaluate = shout};
    at_maestro_scope_set_engine(scope, &engine);
    expect(scope, "${maestro.copiedText}", "<maestro.copiedText>");
    at_maestro_scope_set_copied(scope, AT_STR("a $ b"));
    expect(scope, "${ maestro.copiedText }!", "a $ b!");
    expect(scope, "${maestro.copiedText + 1}", "<maestro.copiedText + 1>");
    at_maestro_scope_free(scope);
}

T_TEST(too_much_is_refused)
{
    struct at_maestro_scope *scope = scope_of(NULL, NULL, 0);
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(4);
    char name[16];
    T_OK(at_maestro_scope_set(scope, AT_STR("LONG"), AT_STR("12345"), false,
                              NULL));
    T_NOT(at_maestro_expand(&never, scope, AT_STR("${LONG}"), &out, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    bool ok = true;
    for (size_t i = 0; ok && i <= AT_MAESTRO_VARIABLES_MAX; i++) {
        snprintf(name, sizeof(name), "V%zu", i);
        ok =
            at_maestro_scope_set(scope, at_str(name), AT_STR("x"), false, &err);
    }
    T_NOT(ok);
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&out);
    at_maestro_scope_free(scope);
}

T_TEST(a_row_without_a_name_is_refused)
{
    static const char *const bad[] = {"=x", NULL};
    const struct at_maestro_scope_opts opts = {.given = bad};
    struct at_err err = AT_ERR_INIT;
    T_NULL(at_maestro_scope_new(&opts, &err));
    T_EQ_TEXT(err.msg, "\"=x\" is not NAME=value");
}

static const struct {
    const char *name;
    bool is_secret;
} secret_names[] = {
    {"PASSWORD", true},     {"USER_PASSWORD", true}, {"userPassword", true},
    {"apiKey", true},       {"API_KEY", true},       {"api-key", true},
    {"GITHUB_TOKEN", true}, {"pin", true},           {"PIN2", false},
    {"KEY", false},         {"KEYBOARD", false},     {"TOKENS_SHOWN", false},
    {"COMPASS", false},     {"USERNAME", false},     {"SPINNER", false},
    {"privateKey", true},   {"clientSecret", true},  {"", false},
};

T_TEST(names_of_secrets)
{
    for (size_t i = 0; i < T_LEN(secret_names); i++) {
        T_ROW(secret_names[i].name);
        T_EQ_INT(at_maestro_name_is_secret(at_str(secret_names[i].name)),
                 secret_names[i].is_secret);
    }
}

T_TEST(secret_values_are_masked_also_after_their_body)
{
    static const char *const rows[] = {"PASSWORD=hunter2", "USER=ann", NULL};
    static const char *const names[] = {"CODE", NULL};
    const struct at_maestro_scope_opts opts = {.given = rows,
                                               .secret_names = names};
    struct at_maestro_scope *scope = at_maestro_scope_new(&opts, NULL);
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    at_maestro_scope_push(scope);
    env(scope, "CODE", "${PASSWORD}x", "TOKEN", "t");
    T_OK(at_maestro_scope_set(scope, AT_STR("PLAIN"), AT_STR("quiet"), true,
                              NULL));
    at_maestro_scope_pop(scope);
    at_maestro_scope_mask(scope, AT_STR("hunter2 hunter2x ann quiet t hunter"),
                          &out);
    T_EQ_STR(at_buf_str(&out), "*** *** ann *** t hunter");
    at_buf_deinit(&out);
    at_maestro_scope_free(scope);
}

T_TEST(what_the_flow_calls_secret_is_hidden)
{
    static const char *const rows[] = {"GUEST=ann-marie", "PASSWORD=hunter2",
                                       NULL};
    struct at_maestro_scope *scope = scope_of(rows, NULL, 0);
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    T_OK(!at_maestro_scope_has_secrets(scope, true));
    T_OK(at_maestro_scope_has_secrets(scope, false));
    T_OK(at_maestro_scope_shows(scope, AT_STR("a hunter2!"), false));
    T_OK(!at_maestro_scope_shows(scope, AT_STR("a hunter2!"), true));
    at_maestro_scope_hide_name(scope, AT_STR("GUEST"));
    at_maestro_scope_hide_name(scope, AT_STR("ROOM"));
    at_maestro_scope_push(scope);
    env(scope, "ROOM", "four-oh-four", NULL, NULL);
    at_maestro_scope_pop(scope);
    at_maestro_scope_hide(scope, AT_STR("typed"));
    at_maestro_scope_hide(scope, AT_STR("no")); // too short
    at_maestro_scope_mask(
        scope, AT_STR("ann-marie four-oh-four typed hunter2 no"), &out);
    T_EQ_STR(at_buf_str(&out), "*** *** *** *** no");
    at_buf_clear(&out);
    at_maestro_scope_hide(scope, AT_STR("a\"b\\c\nd"));
    at_maestro_scope_mask(scope, AT_STR("a\"b\\c\nd \"a\\\"b\\\\c\\nd\""),
                          &out);
    T_EQ_STR(at_buf_str(&out), "*** \"***\"");
    T_OK(at_maestro_scope_has_secrets(scope, true));
    T_OK(at_maestro_scope_shows(scope, AT_STR("ann-marie"), true));
    at_maestro_scope_hide(scope, AT_STR("hunter2"));
    T_OK(at_maestro_scope_shows(scope, AT_STR("hunter2"), true));
    at_buf_deinit(&out);
    at_maestro_scope_free(scope);
}

T_TEST(a_secret_that_was_cut_is_masked)
{
    static const char *const rows[] = {"PASSWORD=hunter2", NULL};
    static const struct {
        const char *text;
        const char *cut;
    } texts[] = {
        {"is hunter2 hunt", "is *** ***"},
        {"hunter2h", "******"},
        {"hunter2", "***"},
        {"hunted", "hunted"},
        {"é hunter", "é ***"},
        {"", ""},
    };
    struct at_maestro_scope *scope = scope_of(rows, NULL, 0);
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    for (size_t i = 0; i < T_LEN(texts); i++) {
        T_ROW(texts[i].text);
        at_buf_clear(&out);
        at_maestro_scope_mask_cut(scope, at_str(texts[i].text), &out);
        T_EQ_STR(at_buf_str(&out), texts[i].cut);
    }
    struct at_buf small = AT_BUF_INIT(6); // no part of a character or a mask
    at_maestro_scope_mask(scope, AT_STR("hunter2 ééé"), &small);
    T_EQ_STR(at_buf_str(&small), "*** é");
    at_buf_deinit(&small);
    at_buf_deinit(&out);
    at_maestro_scope_free(scope);
}

// A value that is too short to be masked is a secret all the same.
T_TEST(a_secret_without_a_value_to_mask_counts)
{
    static const char *const rows[] = {"PIN=42", NULL};
    struct at_maestro_scope *scope = scope_of(rows, NULL, 0);
    T_OK(!at_maestro_scope_has_secrets(scope, true));
    T_OK(at_maestro_scope_has_secrets(scope, false));
    at_maestro_scope_hide_name(scope, AT_STR("LATER"));
    T_OK(at_maestro_scope_has_secrets(scope, true));
    at_maestro_scope_free(scope);
    static const char *const empty[] = {"PASSWORD=", NULL};
    scope = scope_of(empty, NULL, 0);
    T_OK(!at_maestro_scope_has_secrets(scope, false));
    at_maestro_scope_free(scope);
}

T_MAIN()
