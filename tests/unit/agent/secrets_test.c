// secrets_test.c: values reach the device and no text
#include "agent/guards/secrets.h"

#include <jansson.h>

#include "base/limits.h"
#include "base/quote.h"
#include "tests/t.h"

static const struct {
    const char *variable;
    const char *value;
} environment[] = {
    {"SECRET_PASSWORD", "hunter2-Canary"},
    {"SECRET_ODD", "a\"b\\c d<&>'\xc3\xa9/%\n!"},
    {"SECRET_PIN", "042"},
    {"SECRET_FIRST", "abcdef"},
    {"SECRET_SECOND", "defghi"},
    {"SECRET_LONG", "abcdefgh"},
    {"SECRET_API_TOKEN_1", "tok.en{{x"},
    {"SECRET_EMPTY", ""},
    {"ANTHROPIC_API_KEY", "sk-never"},
    {"PASSWORD", "not this"},
};

static const char *
read_variable(void *user, const char *name)
{
    (void)user;
    for (size_t i = 0; i < T_LEN(environment); i++) {
        if (strcmp(environment[i].variable, name) == 0)
            return environment[i].value;
    }
    return NULL;
}

static struct at_secrets *
secrets_of(const char *words, struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    struct at_secrets *secrets = NULL;
    struct at_str rest = at_str(words);
    struct at_str name;
    while (at_str_next(&rest, ' ', &name))
        at_argv_add_str(&names, name);
    bool ok = at_secrets_new(&names, read_variable, NULL, &secrets, err);
    T_EQ_INT(ok, secrets != NULL);
    at_argv_deinit(&names);
    return secrets;
}

static void
mask(const struct at_secrets *secrets, const char *text, struct at_buf *out)
{
    at_buf_clear(out);
    at_secrets_mask(secrets, at_str(text), out);
}

T_TEST(values_that_are_not_set_are_named)
{
    static const struct {
        const char *names;
        const char *said; // NULL: fine
    } rows[] = {
        {"password", NULL},
        {"api-token.1", NULL},
        {"", NULL},
        {"user password mail", "SECRET_USER, SECRET_MAIL"},
        {"empty", "SECRET_EMPTY"},
        {"anthropic_api_key", "SECRET_ANTHROPIC_API_KEY"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].names);
        struct at_secrets *secrets = secrets_of(rows[i].names, &err);
        T_EQ_INT(secrets == NULL, rows[i].said != NULL);
        if (rows[i].said) {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, rows[i].said);
        }
        at_secrets_free(secrets);
    }
}

T_TEST(placeholders_are_filled)
{
    static const struct {
        const char *text;
        const char *filled; // NULL: fails
        bool used;
    } rows[] = {
        {"plain", "plain", false},
        {"", "", false},
        {"{{password}}", "hunter2-Canary", true},
        {"a{{password}}b{{pin}}", "ahunter2-Canaryb042", true},
        {"{{ password }}", "{{ password }}", false},
        {"{{password}", "{{password}", false},
        {"{{{password}}}", "{hunter2-Canary}", true},
        {"{{other}}", NULL, false},
    };
    struct at_secrets *secrets = secrets_of("password pin", NULL);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(1024);
        struct at_err err = AT_ERR_INIT;
        bool used = true;
        T_ROW(rows[i].text);
        bool ok =
            at_secrets_fill(secrets, at_str(rows[i].text), &out, &used, &err);
        T_EQ_INT(ok, rows[i].filled != NULL);
        if (ok) {
            T_EQ_STR(at_buf_str(&out), rows[i].filled);
        } else {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, "{{other}}");
            T_HAS(err.msg, "{{password}}, {{pin}}");
        }
        T_EQ_INT(used, rows[i].used);
        at_buf_deinit(&out);
    }
    at_secrets_free(secrets);
}

T_TEST(without_secrets_nothing_is_replaced)
{
    struct at_buf out = AT_BUF_INIT(64);
    bool used = true;
    mask(NULL, "hunter2-Canary", &out);
    T_EQ_STR(at_buf_str(&out), "hunter2-Canary");
    T_NOT(at_secrets_shown(NULL, AT_STR("hunter2-Canary")));
    T_NOT(at_secrets_fill(NULL, AT_STR("{{a}}"), &out, &used, NULL));
    at_secrets_free(NULL);
    at_buf_deinit(&out);
}

static const struct {
    const char *name;
    const char *text;
    const char *masked;
} rows[] = {
    {"alone", "hunter2-Canary", "{{password}}"},
    {"in words", "is hunter2-Canary.", "is {{password}}."},
    {"in a word", "xhunter2-Canaryx", "x{{password}}x"},
    {"twice", "hunter2-Canaryhunter2-Canary", "{{password}}{{password}}"},
    {"another case", "Hunter2-Canary", "{{password}}"},
    {"a part", "hunter2-Canar", "hunter2-Canar"},
    {"the placeholder", "{{password}}", "{{password}}"},
    {"pin alone", "042", "{{pin}}"},
    {"pin in words", "PIN: 042, ok", "PIN: {{pin}}, ok"},
    {"pin in a number",
     "10425 0420 \xc3\xa9"
     "042",
     "10425 0420 \xc3\xa9"
     "042"},
    {"pin beside a longer value", "042hunter2-Canary", "{{pin}}{{password}}"},
    {"longest first", "abcdefgh", "{{long}}"},
    {"overlapping", "xabcdefghiy", "x{{long}}y"},
    {"overlapping at the end", "xabcdefx defghiy", "x{{first}}x {{second}}y"},
    {"with braces", "tok.en{{x}}", "{{api-token.1}}}}"},
    {"in a URL", "q=a%22b%5Cc%20d%3C%26%3E%27%C3%A9%2F%25%0A%21&x",
     "q={{odd}}&x"},
    {"in a URL, small", "a%22b%5cc%20d%3c%26%3e%27%c3%a9%2f%25%0a%21",
     "{{odd}}"},
    {"as encodeURIComponent has it", "a%22b%5Cc%20d%3C%26%3E'%C3%A9%2F%25%0A!",
     "{{odd}}"},
    {"in a form", "a%22b%5Cc+d%3C%26%3E%27%C3%A9%2F%25%0A%21", "{{odd}}"},
    {"in XML", "\"a&quot;b\\c d&lt;&amp;&gt;&apos;\xc3\xa9/%&#10;!\"",
     "\"{{odd}}\""},
    {"in XML's text", "a\"b\\c d&lt;&amp;&gt;'\xc3\xa9/%\n!", "{{odd}}"},
    {"in HTML", "a&quot;b\\c d&lt;&amp;&gt;&#39;\xc3\xa9/%\n!", "{{odd}}"},
    {"in JSON of Go", "a\\\"b\\\\c d\\u003c\\u0026\\u003e'\xc3\xa9/%\\n!",
     "{{odd}}"},
    {"in ASCII JSON", "a\\\"b\\\\c d<&>'\\u00e9/%\\n!", "{{odd}}"},
    {"in ASCII JSON with capitals", "a\\\"b\\\\c d<&>'\\u00E9/%\\n!",
     "{{odd}}"},
    {"for the shell", "'a\"b\\c d<&>'\\''\xc3\xa9/%\n!'", "'{{odd}}'"},
    {"as typed", "'a\"b\\c%sd<&>'\\''\xc3\xa9/%\n!'", "'{{odd}}'"},
};

T_TEST(values_are_masked_however_they_are_written)
{
    struct at_secrets *secrets =
        secrets_of("password odd pin first second long api-token.1", NULL);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(1024);
        T_ROW(rows[i].name);
        mask(secrets, rows[i].text, &out);
        T_EQ_STR(at_buf_str(&out), rows[i].masked);
        T_NOT(at_secrets_shown(secrets, at_buf_str(&out)));
        T_EQ_INT(at_secrets_shown(secrets, at_str(rows[i].text)),
                 strcmp(rows[i].text, rows[i].masked) != 0);
        for (size_t cut = 0; cut < strlen(rows[i].text); cut++) {
            at_buf_clear(&out);
            at_secrets_mask(secrets, at_str_n(rows[i].text, cut), &out);
            T_NOT(at_secrets_shown(secrets, at_buf_str(&out)));
        }
        at_buf_deinit(&out);
    }
    at_secrets_free(secrets);
}

static void
check_masked(const struct at_secrets *secrets, const char *text)
{
    struct at_buf out = AT_BUF_INIT(4096);
    mask(secrets, text, &out);
    T_HAS(at_buf_text(&out), "{{odd}}");
    T_NOT(at_str_has(at_buf_str(&out), AT_STR("d<&>")));
    at_buf_deinit(&out);
}

// The writers of this program make the forms: a change of theirs shows here.
T_TEST(the_forms_are_those_of_our_writers)
{
    struct at_secrets *secrets = secrets_of("odd", NULL);
    const char *value = environment[1].value;
    static const size_t flags[] = {0, JSON_ENSURE_ASCII};
    for (size_t i = 0; i < T_LEN(flags); i++) {
        json_t *inner = json_pack("{s:s}", "text", value);
        char *once = json_dumps(inner, JSON_COMPACT | flags[i]);
        json_t *outer = json_pack("{s:s}", "args", once);
        char *twice = json_dumps(outer, JSON_COMPACT);
        check_masked(secrets, once);
        check_masked(secrets, twice);
        free(once);
        free(twice);
        json_decref(inner);
        json_decref(outer);
    }
    struct at_buf compact = AT_BUF_INIT(1024);
    at_quote_write(at_str(value), &compact);
    check_masked(secrets, at_buf_text(&compact));
    at_buf_deinit(&compact);
    at_secrets_free(secrets);
}

static const struct {
    const char *name;
    const char *text;
    bool typed; // once the secret was typed
    const char *want;
} loose[] = {
    {"capitals", "HUNTER2-CANARY!", false, "{{password}}!"},
    {"a capital at the beginning", "Hunter2-canary", false, "{{password}}"},
    {"no separator", "hunter2canary", false, "{{password}}"},
    {"other separators", "hunt er2 . can - ary", false, "{{password}}"},
    {"groups of four", "hunt er2-c anar y", false, "{{password}}"},
    {"two lines", "hunter2-\ncanary", false, "{{password}}"},
    {"full width", "\xef\xbd\x88unter2-Canary", false, "{{password}}"},
    {"within a word", "xHUNTER2-CANARYx", false, "x{{password}}x"},
    {"cut", "hunter2-Ca", true, "{{password}}"},
    {"four characters", "It is hunt.", true, "It is {{password}}."},
    {"three characters", "hun", true, "hun"},
    {"a beginning that was not typed", "hunt", false, "hunt"},
    {"a word that only begins alike", "hunting", true, "hunting"},
    {"a beginning within a word", "xhunter2", true, "xhunter2"},
    {"dots behind it", "hunter2\xe2\x80\xa2\xe2\x80\xa2", true,
     "{{password}}\xe2\x80\xa2\xe2\x80\xa2"},
    {"far apart", "hunter2     Canary", false, "hunter2     Canary"},
    {"a placeholder", "{{password}}", true, "{{password}}"},
};

T_TEST(a_value_is_masked_in_forms_of_the_app)
{
    struct at_buf out = AT_BUF_INIT(4096);
    for (size_t i = 0; i < T_LEN(loose); i++) {
        struct at_secrets *secrets = secrets_of("password", NULL);
        T_ROW(loose[i].name);
        if (loose[i].typed)
            at_secrets_typed(secrets, 0);
        mask(secrets, loose[i].text, &out);
        T_EQ_STR(at_buf_str(&out), loose[i].want);
        at_secrets_free(secrets);
    }
    at_buf_deinit(&out);
}

T_TEST(a_fields_text_is_masked_everywhere)
{
    struct at_secrets *secrets = secrets_of("password pin", NULL);
    struct at_buf out = AT_BUF_INIT(4096);
    at_secrets_learn(secrets, at_secrets_find(secrets, AT_STR("password")),
                     AT_STR("unter2-Canary"));
    at_secrets_learn(secrets, 0, AT_STR("ab")); // says nothing
    at_secrets_learn(secrets, at_secrets_find(secrets, AT_STR("none")),
                     AT_STR("whole"));
    mask(secrets, "UNTER2 CANARY ab whole", &out);
    T_EQ_STR(at_buf_str(&out), "{{password}} ab whole");
    at_buf_deinit(&out);
    at_secrets_free(secrets);
}

T_MAIN()
