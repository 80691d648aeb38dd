// yaml_test.c: YAML that people write, and what is refused of it
#include "wire/yaml.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

static const struct {
    const char *text;
    const char *want; // JSON, or the words of the failure
} rows[] = {
    {"goal: Log in\npackageName: com.example.notes\nsteps:\n  - Tap Login\n"
     "  - \"Verify: 'Welcome'\"\n",
     "{\"goal\":\"Log in\",\"packageName\":\"com.example.notes\","
     "\"steps\":[\"Tap Login\",\"Verify: 'Welcome'\"]}"},
    {"# a comment\n---\na: 1\n...\n", "{\"a\":1}"},
    {"{\"a\": [1, 2.5, -3, true, null, \"x\\n\"]}",
     "{\"a\":[1,2.5,-3,true,null,\"x\\n\"]}"},
    {"a: |\n  one\n  two\nb: >\n  one\n  two\n",
     "{\"a\":\"one\\ntwo\\n\",\"b\":\"one two\\n\"}"},
    {"[~, null, Null, NULL, '~', '', ]", "[null,null,null,null,\"~\",\"\"]"},
    {"a:\nb: ~", "{\"a\":null,\"b\":null}"},
    {"[true, True, TRUE, false, yes, no, on, off, tRUE]",
     "[true,true,true,false,\"yes\",\"no\",\"on\",\"off\",\"tRUE\"]"},
    {"[0, -0, +7, 007, 1e3, 1.5e-1, .5, 5., 0x10, 1_000]",
     "[0,0,7,7,1000.0,0.15,0.5,5.0,\"0x10\",\"1_000\"]"},
    {"[9223372036854775807, 1e999, 1e, +, -, ., 1.2.3, .inf, .nan, 12:30]",
     "[9223372036854775807,\"1e999\",\"1e\",\"+\",\"-\",\".\",\"1.2.3\","
     "\".inf\",\".nan\",\"12:30\"]"},
    {"[!!str 12, ! 13, \"14\", '15']", "[\"12\",\"13\",\"14\",\"15\"]"},
    {"&a x: &b y", "{\"x\":\"y\"}"},
    {"12: a\ntrue: b", "{\"12\":\"a\",\"true\":\"b\"}"},
    {"just words", "\"just words\""},
    {"\xef\xbb\xbf"
     "a: \xc3\xa4\xe2\x82\xac",
     "{\"a\":\"\xc3\xa4\xe2\x82\xac\"}"},
    {"a: \"\\0\"", "{\"a\":\"\\u0000\"}"},
    {"", "it is empty"},
    {"# nothing\n", "it is empty"},
    {"a: &x 1\nb: *x",
     "line 2, column 4: aliases are not allowed: write the value out"},
    {"a: 1\nb: 2\na: 3", "line 3, column 1: the name is used twice"},
    {"? [1]\n: 2",
     "line 1, column 3: a name must be a text, not a list or mapping"},
    {"\"a\\0b\": 2", "line 1, column 1: the name is not a text"},
    {"a: !!int 3", "line 1, column 4: tags are not understood, except !!str"},
    {"a: !thing {}", "line 1, column 4: tags are not understood, except !!str"},
    {"- !!set [1]", "line 1, column 3: tags are not understood, except !!str"},
    {"%TAG !a! tag:x\n--- 1",
     "line 1, column 1: tags are not understood, except !!str"},
    {"# x\r%TAG !a! tag:x\r--- 1",
     "line 2, column 1: tags are not understood, except !!str"},
    {"- a%TAG\n- 5", "[\"a%TAG\",5]"},
    {"%YAML 1.2\n--- 1", "1"},
    {"--- 1\n--- 2", "line 2, column 1: there is a second document"},
    {"a: b: c", "line 1, column 5: mapping values are not allowed in this "
                "context"},
    {"a: [1, 2", "line 2, column 1: did not find expected ',' or ']'"},
    {"a:\n\t- b", "line 2, column 1: found character that cannot start any "
                  "token"},
    {"a: \xff", "line 1, column 4: invalid leading UTF-8 octet"},
};

T_TEST(rows_mean)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(AT_KIB);
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].text);
        json_t *value = at_yaml_parse(at_str(rows[i].text), &err);
        if (value) {
            at_json_write(value, &got);
        } else {
            T_EQ_INT(err.code, AT_EUSAGE);
            at_buf_add_text(&got, err.msg);
        }
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        json_decref(value);
        at_buf_deinit(&got);
    }
}

// From copies that end where the text does: a sanitizer sees each byte beyond.
T_TEST(cut_at_every_byte)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = at_str(rows[i].text);
        T_ROW(rows[i].text);
        for (size_t cut = 0; cut <= text.len; cut++) {
            struct at_err err = AT_ERR_INIT;
            char *copy = at_realloc_array(NULL, cut + 1, 1);
            memcpy(copy + 1, text.ptr, cut);
            json_t *value = at_yaml_parse(at_str_n(copy + 1, cut), &err);
            T_EQ_INT(value ? AT_OK : AT_EUSAGE, err.code);
            json_decref(value);
            free(copy);
        }
    }
}

static enum at_code
code_of(const char *piece, size_t count)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_YAML_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    for (size_t i = 0; i < count; i++)
        at_buf_add_text(&text, piece);
    json_t *value = at_yaml_parse(at_buf_str(&text), &err);
    json_decref(value);
    at_buf_deinit(&text);
    return value ? AT_OK : err.code;
}

T_TEST(limits)
{
    T_EQ_INT(code_of("- ", AT_JSON_MAX_DEPTH), AT_OK);
    T_EQ_INT(code_of("- ", AT_JSON_MAX_DEPTH + 1), AT_ELIMIT);
    T_EQ_INT(code_of("[", 100000), AT_ELIMIT);
    T_EQ_INT(code_of("- 1\n", AT_JSON_MAX_VALUES - 1), AT_OK);
    T_EQ_INT(code_of("- 1\n", AT_JSON_MAX_VALUES), AT_ELIMIT);
    T_EQ_INT(code_of("#", AT_YAML_MAX_BYTES + 1), AT_ELIMIT);
}

T_MAIN()
