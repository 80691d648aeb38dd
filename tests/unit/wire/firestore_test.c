// firestore_test.c: documents both ways
#include "wire/firestore.h"

#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

static void
check_json(json_t *json, const char *wanted)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    T_OK(json);
    T_OK(at_json_write(json, &out));
    T_EQ_TEXT(at_buf_text(&out), wanted);
    at_buf_deinit(&out);
    json_decref(json);
}

T_TEST(values_become_plain)
{
    static const struct {
        const char *value;
        const char *plain;
    } rows[] = {
        {"{\"stringValue\":\"a\"}", "\"a\""},
        {"{\"integerValue\":\"42\"}", "42"},
        {"{\"integerValue\":42}", "42"},
        {"{\"integerValue\":\"-9007199254740993\"}", "-9007199254740993"},
        {"{\"doubleValue\":1.5}", "1.5"},
        {"{\"booleanValue\":false}", "false"},
        {"{\"timestampValue\":\"2026-11-21T10:00:00Z\"}",
         "\"2026-11-21T10:00:00Z\""},
        {"{\"nullValue\":null}", "null"},
        {"{\"bytesValue\":\"aGk=\"}", "\"aGk=\""},
        {"{\"arrayValue\":{}}", "[]"},
        {"{\"arrayValue\":{\"values\":[{\"stringValue\":\"x\"}]}}", "[\"x\"]"},
        {"{\"mapValue\":{}}", "{}"},
        {"{\"mapValue\":{\"fields\":{\"a\":{\"integerValue\":\"1\"}}}}",
         "{\"a\":1}"},
        {"{\"geoPointValue\":{\"latitude\":1}}", "{\"latitude\":1}"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        struct at_buf plain = AT_BUF_INIT(AT_KIB);
        T_ROW(rows[i].value);
        at_buf_add_fmt(&text, "{\"fields\":{\"f\":%s}}", rows[i].value);
        at_buf_add_fmt(&plain, "{\"f\":%s}", rows[i].plain);
        json_t *document = at_json_parse(at_buf_str(&text), NULL);
        T_OK(at_firestore_is_document(document));
        check_json(at_firestore_read(document, NULL), at_buf_text(&plain));
        json_decref(document);
        at_buf_deinit(&plain);
        at_buf_deinit(&text);
    }
}

T_TEST(the_error_names_a_value_of_another_type)
{
    static const struct {
        const char *document;
        const char *words;
    } rows[] = {
        {"{}", "'fields'"},
        {"[]", "'fields'"},
        {"{\"fields\":[]}", "'fields'"},
        {"{\"fields\":{\"a\":1}}", "'a'"},
        {"{\"fields\":{\"a\":{}}}", "'a'"},
        {"{\"fields\":{\"a\":{\"integerValue\":\"x\"}}}", "whole number"},
        {"{\"fields\":{\"a\":{\"mapValue\":{\"fields\":{\"b\":2}}}}}",
         "'a': 'b'"},
        {"{\"fields\":{\"a\":{\"arrayValue\":{\"values\":[3]}}}}", "'a'"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].document);
        json_t *document = at_json_parse(at_str(rows[i].document), NULL);
        T_OK(document);
        T_NULL(at_firestore_read(document, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, rows[i].words);
        json_decref(document);
    }
}

T_TEST(written_values_are_read_back)
{
    static const char *const times[] = {"at", NULL};
    static const char plain[] = "{\"a\":\"x\",\"b\":[1,2.5,true,null,{\"c\":[]}"
                                "],\"d\":{},\"at\":\"t\"}";
    json_t *json = at_json_parse(at_str(plain), NULL);
    json_t *document = at_firestore_write(json, times);
    json_t *at = json_object_get(json_object_get(document, "fields"), "at");
    T_OK(json_object_get(at, "timestampValue"));
    check_json(at_firestore_read(document, NULL), plain);
    json_decref(document);
    json_decref(json);
}

T_MAIN()
