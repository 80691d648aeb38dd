#include "wire/json.h"

#include "base/limits.h"
#include "tests/t.h"

static const char *const values[] = {
    "null",
    "true",
    "false",
    "0",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "1.0",
    "-0.5",
    "1e300",
    "0.1",
    "\"\"",
    "\"plain \xc3\xbc \xf0\x9f\x98\x80\"",
    "\"q\\\" b\\\\ s/ t\\t n\\n r\\r f\\f b\\b\"",
    "\"\\u0001\\u001f\\u007f\\u0000x\"",
    "[]",
    "{}",
    "[[],{},[1,2,[3]],\"a\"]",
    "{\"b\":1,\"a\":{\"\\\"k\\n\":[null,true]},\"\":\"\"}",
};

// jansson's own writer is the judge.
T_TEST(values_are_written)
{
    for (size_t i = 0; i < T_LEN(values); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_buf out = AT_BUF_INIT(AT_KIB);
        T_ROW(values[i]);
        json_t *value = at_json_parse(at_str(values[i]), &err);
        T_OK(value != NULL);
        char *want = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                           JSON_REAL_PRECISION(15));
        T_OK(at_json_write(value, &out));
        T_EQ_STR(at_buf_str(&out), want);
        // A text that does not fit is refused, wherever it ends.
        size_t len = out.len;
        at_buf_deinit(&out);
        for (size_t max = 0; max < len; max++) {
            struct at_buf small = AT_BUF_INIT(max);
            T_NOT(at_json_write(value, &small));
            at_buf_deinit(&small);
        }
        free(want);
        json_decref(value);
    }
}

T_TEST(brackets_tell_the_extent_of_a_value)
{
    static const struct {
        const char *text;
        size_t extent;
    } extents[] = {
        {"", 0},
        {"x{}", 0},
        {"}", 0},
        {"\"{}\"", 0},
        {"{}", 2},
        {"[] more", 2},
        {"{\"a\":[1]}}", 9},
        {"[\"]\\\"]\"]", 8},
        {"{\"a\":1", 0},
        {"[\"\\", 0},
        {"[}", 2}, // malformed
    };
    for (size_t i = 0; i < T_LEN(extents); i++) {
        T_ROW(extents[i].text);
        T_EQ_SIZE(at_json_extent(at_str(extents[i].text)), extents[i].extent);
    }
}

T_TEST(other_shapes_than_a_tree_are_refused)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    json_t *outer = json_array();
    json_t *inner = json_array();
    T_EQ_INT(json_array_append(outer, inner), 0);
    T_EQ_INT(json_array_append(inner, outer), 0);
    T_NOT(at_json_write(outer, &out));
    T_NOT(at_json_write(NULL, &out));
    at_buf_deinit(&out);
    json_array_clear(inner);
    json_decref(inner);
    json_decref(outer);
}

T_TEST(text_is_always_utf8)
{
    static const struct {
        struct at_str text;
        const char *want;
    } rows[] = {
        {AT_STR_ROW("a\0b"), "\"a\\u0000b\""},
        {AT_STR_ROW("a\xff\xc3"), "\"a\xef\xbf\xbd\xef\xbf\xbd\""},
        {AT_STR_ROW(""), "\"\""},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(AT_KIB);
        json_t *value = at_json_text(rows[i].text);
        T_ROW(rows[i].want);
        T_OK(at_json_write(value, &out));
        T_EQ_STR(at_buf_str(&out), rows[i].want);
        json_decref(value);
        at_buf_deinit(&out);
    }
}

T_TEST(a_patch_sets_and_removes_members)
{
    json_t *object =
        at_json_parse(AT_STR("{\"key\":\"a\",\"url\":\"b\",\"kept\":1}"), NULL);
    json_t *change = at_json_parse(
        AT_STR("{\"key\":null,\"url\":\"c\",\"none\":null}"), NULL);
    json_t *want = at_json_parse(AT_STR("{\"url\":\"c\",\"kept\":1}"), NULL);
    at_json_patch(object, change);
    T_OK(json_equal(object, want));
    json_decref(object);
    json_decref(change);
    json_decref(want);
}

T_MAIN()
