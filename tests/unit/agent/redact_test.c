// redact_test.c: what people must not see of a model's traffic, or need not
#include "agent/guards/redact.h"

#include <string.h>

#include "tests/t.h"
#include "wire/json.h"

static const char *
variable(void *user, const char *name)
{
    (void)user;
    return strcmp(name, "SECRET_PASSWORD") == 0 ? "se\"same n" : "n";
}

static struct at_secrets *
secrets(void)
{
    struct at_argv names = AT_ARGV_INIT;
    struct at_secrets *out;
    at_argv_add(&names, "password");
    at_argv_add(&names, "short");
    T_OK(at_secrets_new(&names, variable, NULL, &out, NULL));
    at_argv_deinit(&names);
    return out;
}

// Rows write B for 2,000 characters of base64.
static json_t *
parse(const char *text)
{
    struct at_buf json = AT_BUF_INIT(64 * 1024);
    for (; *text; text++) {
        for (int i = 0; *text == 'B' && i < 1999; i++)
            at_buf_add_char(&json, 'Q');
        at_buf_add_char(&json, *text == '\'' ? '"' : *text);
    }
    json_t *value = at_json_parse(at_buf_str(&json), NULL);
    T_OK(value != NULL);
    at_buf_deinit(&json);
    return value;
}

static const struct {
    const char *in;
    const char *out; // NULL: the same
} rows[] = {
    {"{'a':[1,true,null,'text',{'b':{}}]}", NULL},
    {"'short'", NULL}, // a placeholder's name is not a secret
    {"{'max':1,'text':'a\\nb\\u0041'}", NULL},
    {"{'a':['x',{'text':'it is se\\'same n.'}]}",
     "{'a':['x',{'text':'it is {{password}}.'}]}"},
    {"{'args':'{\\'p\\':\\'se\\\\\\'same n\\'}'}",
     "{'args':'{\\'p\\':\\'{{password}}\\'}'}"},
    // One that would break escapes, if whole lines of JSON were masked.
    {"['a\\nb','n, n']", "['a\\nb','{{short}}, {{short}}']"},
    {"{'type':'base64','data':'B'}",
     "{'type':'base64','data':{'picture':1500}}"},
    {"{'images':['B','B']}", "{'images':[{'picture':1500},{'picture':1500}]}"},
    {"{'url':'data:image/png;base64,B'}", "{'url':{'picture':1500}}"},
    {"{'signature':'B'}", "{'signature':{'opaque':1500}}"},
    {"{'text':'a B'}", NULL}, // it has a blank: words
    {"{'text':'B a'}", NULL},
    {"{'data':'QQQQ'}", NULL},
};

T_TEST(only_that_is_replaced)
{
    struct at_secrets *known = secrets();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        json_t *in = parse(rows[i].in);
        json_t *out = parse(rows[i].out ? rows[i].out : rows[i].in);
        json_t *shown = at_redact(in, known);
        T_ROW(rows[i].in);
        T_OK(json_equal(shown, out));
        T_OK((shown == in) == !rows[i].out);
        json_decref(shown);
        json_decref(out);
        json_decref(in);
    }
    at_secrets_free(known);
}

T_TEST(the_original_stays_as_it_was)
{
    struct at_secrets *known = secrets();
    json_t *in = parse("{'a':[{'text':'se\\'same n'},{'data':'B'}]}");
    json_t *before = json_deep_copy(in);
    json_t *shown = at_redact(in, known);
    T_OK(json_equal(in, before) && shown != in);
    json_decref(shown);
    json_decref(before);
    json_decref(in);
    at_secrets_free(known);
}

T_TEST(deep_values_are_left_out)
{
    struct at_secrets *known = secrets();
    json_t *in = json_string("se\"same n");
    for (int i = 0; i < 500; i++)
        in = json_pack("[o]", in);
    json_t *shown = at_redact(in, known);
    struct at_buf text = AT_BUF_INIT(64 * 1024);
    T_OK(at_json_write(shown, &text));
    T_HAS(at_buf_text(&text), "[null]");
    at_buf_deinit(&text);
    json_decref(shown);
    json_decref(in);
    at_secrets_free(known);
}

T_MAIN()
