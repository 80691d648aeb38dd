// table_test.c: data tables, and scenarios filled with their rows
#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"
#include "tester/suite/table.h"
#include "wire/json.h"

static json_t *
read_text(const char *text, struct at_err *err)
{
    if (text[0] != '[' && text[0] != '{')
        return at_table_read_csv(at_str(text), err);
    json_t *json = at_json_parse(at_str(text), NULL);
    json_t *rows = at_table_read(json, err);
    json_decref(json);
    return rows;
}

static const struct {
    const char *text, *rows;
} good[] = {
    {"user,pin\nann,1\nbob,2\n",
     "[{\"user\":\"ann\",\"pin\":\"1\"},{\"user\":\"bob\",\"pin\":\"2\"}]"},
    {"a\n\"x,y\"\n", "[{\"a\":\"x,y\"}]"},
    {"a\n", "[]"},
    {"[{\"user\":\"ann\",\"n\":2,\"on\":true,\"x\":null,\"r\":1.5}]",
     "[{\"user\":\"ann\",\"n\":\"2\",\"on\":\"true\",\"x\":\"\",\"r\":\"1.5\"}"
     "]"},
    {"[]", "[]"},
};

static const struct {
    const char *text, *says;
} bad[] = {
    {"", "no header"},
    {"a,a\n1,2\n", "column 'a' is there twice"},
    {"a b\n1\n", "\"a b\" cannot be a column"},
    {"a,\n1,2\n", "\"\" cannot be a column"},
    {"a,b\n1\n", "line 2 has 1 fields, the header 2"},
    {"a,b\n1,2\n1,2,3\n", "line 3 has 3 fields"},
    {"{\"a\":1}", "a table is an array of objects"},
    {"[1]", "row 1 is not an object"},
    {"[{\"a\":1},{\"a\":[]}]", "row 2: 'a' must be a text"},
};

T_TEST(reads_tables)
{
    for (size_t i = 0; i < T_LEN(good); i++) {
        struct at_buf out = AT_BUF_INIT(4096);
        struct at_err err = AT_ERR_INIT;
        T_ROW(good[i].text);
        json_t *rows = read_text(good[i].text, &err);
        T_EQ_TEXT(err.msg, "");
        T_OK(rows && at_json_write(rows, &out));
        T_EQ_TEXT(at_buf_text(&out), good[i].rows);
        json_decref(rows);
        at_buf_deinit(&out);
    }
}

T_TEST(says_what_is_wrong)
{
    for (size_t i = 0; i < T_LEN(bad); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(bad[i].text);
        T_NULL(read_text(bad[i].text, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, bad[i].says);
    }
}

static const char scenario_text[] =
    "{\"name\":\"Log in\",\"goal\":\"Log in as {{user}}\","
    "\"packageName\":\"a.b\",\"steps\":[\"Type {{user}} and {{password}}\","
    "{\"description\":\"It greets {{user}}{{user}}\","
    "\"expect\":[{\"text\":\"Hello {{user}}\"}]}],\"setup\":[\"Open "
    "{{pin}}\"]}";

static void
read_scenario(const char *text, struct at_scenario *out)
{
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(at_scenario_read(json, out, NULL));
    json_decref(json);
}

T_TEST(fills_all_texts_but_secrets)
{
    struct at_scenario scenario, filled;
    struct at_buf text = AT_BUF_INIT(1 << 16);
    json_t *row = json_pack("{s:s,s:s}", "user", "ann {{pin}}", "pin", "7");
    read_scenario(scenario_text, &scenario);
    T_OK(at_table_apply(row, &scenario, &filled, NULL));
    T_EQ_TEXT(filled.goal, "Log in as ann {{pin}}"); // not filled again
    T_EQ_TEXT(filled.steps.words[0], "Type ann {{pin}} and {{password}}");
    T_EQ_TEXT(filled.steps.words[1], "It greets ann {{pin}}ann {{pin}}");
    T_EQ_TEXT(filled.start.setup.words[0], "Open 7");
    json_t *json = at_scenario_json(&filled);
    T_OK(at_json_write(json, &text));
    T_HAS(at_buf_text(&text), "\"text\":\"Hello ann {{pin}}\"");
    json_decref(json);
    at_buf_deinit(&text);
    json_decref(row);
    at_scenario_deinit(&filled);
    at_scenario_deinit(&scenario);
}

T_TEST(refuses_a_text_that_gets_too_long)
{
    struct at_scenario scenario, filled;
    struct at_err err = AT_ERR_INIT;
    char cell[5000];
    memset(cell, 'x', sizeof(cell) - 1);
    cell[sizeof(cell) - 1] = '\0';
    json_t *row = json_pack("{s:s}", "user", cell);
    read_scenario(scenario_text, &scenario);
    T_NOT(at_table_apply(row, &scenario, &filled, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    json_decref(row);
    at_scenario_deinit(&filled);
    at_scenario_deinit(&scenario);
}

T_TEST(knows_whether_a_scenario_uses_a_column)
{
    struct at_scenario scenario;
    read_scenario(scenario_text, &scenario);
    static const struct {
        const char *rows;
        bool used;
    } rows[] = {{"[{\"pin\":\"1\"}]", true},
                {"[{\"other\":\"1\"}]", false},
                {"[{\"other\":\"1\"},{\"user\":\"1\"}]", true},
                {"[]", false}};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        json_t *json = at_json_parse(at_str(rows[i].rows), NULL);
        T_ROW(rows[i].rows);
        T_EQ_INT(at_table_is_used(json, &scenario), rows[i].used);
        json_decref(json);
    }
    at_scenario_deinit(&scenario);
}

T_TEST(labels_a_row_on_one_line)
{
    struct at_buf out = AT_BUF_INIT(4096);
    json_t *row = json_pack("{s:s,s:s}", "a", "x\ny", "b", "2");
    at_table_label(row, &out);
    T_EQ_TEXT(at_buf_text(&out), "x y, 2");
    json_decref(row);
    at_buf_deinit(&out);
}

T_MAIN()
