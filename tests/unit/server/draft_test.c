// draft_test.c: what may be stored although it cannot be run yet
#include "server/draft.h"

#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

T_TEST(drafts_are_read)
{
    static const struct {
        const char *json;
        const char *draft;
        const char *missing;
    } rows[] = {
        {"{}", "{\"goal\":\"\",\"packageName\":\"\",\"steps\":[]}",
         "[\"goal\",\"packageName\",\"steps\"]"},
        {"{\"goal\":\" \",\"steps\":[\"\"]}",
         "{\"goal\":\"\",\"packageName\":\"\",\"steps\":[]}",
         "[\"goal\",\"packageName\",\"steps\"]"},
        {"{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":[\"a\"]}",
         "{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":[\"a\"]}", "[]"},
        {"{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":[\" \",\"a\",null,"
         "{\"id\":3,\"description\":\"\"},{\"description\":\"b\"}]}",
         "{\"goal\":\"G\",\"packageName\":\"p\",\"steps\":[\"a\",\"b\"]}",
         "[]"},
        {"{\"goal\":\"-\",\"packageName\":\"-\",\"steps\":[\"-\"]}",
         "{\"goal\":\"-\",\"packageName\":\"-\",\"steps\":[\"-\"]}", "[]"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        T_ROW(rows[i].json);
        json_t *json = at_json_parse(at_str(rows[i].json), NULL);
        json_t *draft = at_draft_read(json, NULL);
        json_t *missing = at_draft_missing(draft);
        T_OK(at_json_write(draft, &text));
        T_EQ_TEXT(at_buf_text(&text), rows[i].draft);
        at_buf_clear(&text);
        T_OK(at_json_write(missing, &text));
        T_EQ_TEXT(at_buf_text(&text), rows[i].missing);
        at_buf_deinit(&text);
        json_decref(missing);
        json_decref(draft);
        json_decref(json);
    }
}

T_TEST(wrong_drafts_are_refused)
{
    static const char *const rows[] = {
        "[]",
        "1",
        "{\"goal\":1}",
        "{\"steps\":{}}",
        "{\"steps\":[1]}",
        "{\"platform\":\"windows\"}",
        "{\"tags\":\"a\"}",
        "{\"budgets\":{\"tokens\":-1}}",
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i]);
        json_t *json = at_json_parse(at_str(rows[i]), NULL);
        T_OK(json);
        T_NULL(at_draft_read(json, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        json_decref(json);
    }
}

T_MAIN()
