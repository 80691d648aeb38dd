#include "agent/perceive.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "tests/unit/screen/fixture.h"
#include "wire/json.h"

// clang-format off
static const char login[] = ROOT(
    N(TXT, ID("title") T("Sign in") AT("[0,0][900,90]"),)
    N(EDIT, ID("email") HINT("Email") T("a@b.c") AT("[0,100][900,190]"),)
    N(EDIT, ID("secret") HINT("Password") T("hunter2") SECRET
          AT("[0,200][900,290]"),)
    N(BTN, ID("go") T("Go") TAP OFF("[500,300][900,390]"),)
    N("android.widget.CheckBox", ID("keep") T("Keep me") TAP CHECK("true")
          AT("[0,300][400,390]"),)
    N(LIST, ID("list") SCROLLS AT("[0,400][900,900]"),
      N(BOX, ID("row") TAP AT("[0,400][900,500]"),
        N(TXT, T("Alice") AT("[0,400][400,450]"),)
        N(TXT, T("online") AT("[0,450][400,500]"),)))
    N(TXT, T("Below the screen") AT("[0,1990][900,1999]"),));
// clang-format on

static json_t *
perceive(const char *xml, bool refs)
{
    struct at_tree *tree = screen(xml);
    struct at_ref_table *table = at_ref_table_new(&test_advice);
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    at_compact_write(tree, &opts, &out, table, &result);
    json_t *json = at_perceive(tree, refs ? table : NULL, NULL);
    at_buf_deinit(&out);
    at_ref_table_free(table);
    at_tree_free(tree);
    return json;
}

// In the order of the contract, top left first.
static const char *const items[] = {
    "{\"i\":0,\"role\":\"text\",\"text\":\"Sign in\",\"id\":\"title\","
    "\"bounds\":[0,0,900,90],\"cx\":450,\"cy\":45,\"parent\":-1}",
    "{\"i\":1,\"role\":\"input\",\"text\":\"a@b.c\",\"id\":\"email\","
    "\"bounds\":[0,100,900,190],\"cx\":450,\"cy\":145,\"parent\":-1,"
    "\"ref\":\"@f1\"}",
    "{\"i\":2,\"role\":\"input\",\"text\":\"Password\",\"id\":\"secret\","
    "\"bounds\":[0,200,900,290],\"cx\":450,\"cy\":245,\"parent\":-1,"
    "\"ref\":\"@f2\"}",
    "{\"i\":3,\"role\":\"toggle\",\"text\":\"Keep me\",\"id\":\"keep\","
    "\"bounds\":[0,300,400,390],\"cx\":200,\"cy\":345,\"clickable\":true,"
    "\"checked\":true,\"parent\":-1,\"ref\":\"@c1\"}",
    "{\"i\":4,\"role\":\"button\",\"text\":\"Go\",\"id\":\"go\","
    "\"bounds\":[500,300,900,390],\"cx\":700,\"cy\":345,\"clickable\":true,"
    "\"enabled\":false,\"parent\":-1,\"ref\":\"@b1\"}",
    "{\"i\":5,\"role\":\"list\",\"id\":\"list\","
    "\"bounds\":[0,400,900,900],\"cx\":450,\"cy\":650,\"parent\":-1,"
    "\"ref\":\"@s1\"}",
    "{\"i\":6,\"role\":\"button\",\"id\":\"row\","
    "\"childTexts\":[\"Alice\",\"online\"],"
    "\"bounds\":[0,400,900,500],\"cx\":450,\"cy\":450,\"clickable\":true,"
    "\"parent\":5,\"ref\":\"@b2\"}",
};

T_TEST(the_screen_is_a_list_of_items)
{
    json_t *json = perceive(login, true);
    const json_t *list = json_object_get(json, "items");
    T_EQ_INT(json_integer_value(json_object_get(json, "w")), 1080);
    T_EQ_INT(json_integer_value(json_object_get(json, "h")), 1920);
    T_EQ_INT(json_integer_value(json_object_get(json, "count")),
             (intmax_t)T_LEN(items));
    T_OK(json_is_false(json_object_get(json, "truncated")));
    T_EQ_SIZE(json_array_size(list), T_LEN(items));
    for (size_t i = 0; i < T_LEN(items); i++) {
        char *line = json_dumps(json_array_get(list, i), JSON_COMPACT);
        T_ROW(items[i]);
        T_EQ_TEXT(line, items[i]);
        free(line);
    }
    json_decref(json);
}

T_TEST(refs_need_a_table)
{
    json_t *json = perceive(login, false);
    char *text = json_dumps(json, JSON_COMPACT);
    T_OK(strstr(text, "\"ref\"") == NULL);
    T_OK(strstr(text, "hunter2") == NULL);
    free(text);
    json_decref(json);
}

// Many buttons behind many texts, each text long.
static char *
crowd(size_t texts, size_t buttons, size_t len)
{
    struct at_buf xml = AT_BUF_INIT(AT_MIB);
    struct at_buf kids = AT_BUF_INIT(AT_MIB);
    for (size_t i = 0; i < texts + buttons; i++) {
        at_buf_add_fmt(&kids,
                       "<node package=\"com.example.app\" class=\"%s\" "
                       "enabled=\"true\" %s text=\"",
                       i < texts ? TXT : BTN, i < texts ? "" : TAP);
        for (size_t k = 0; k < len; k++)
            at_buf_add_text(&kids, k % 9 == 8 ? "\xc3\xa9" : "x");
        at_buf_add_fmt(&kids, " %zu\" bounds=\"[0,%zu][900,%zu]\"/>", i, i * 10,
                       i * 10 + 9);
    }
    at_buf_add_text(&xml, "<?xml version='1.0'?><hierarchy rotation=\"0\">"
                          "<node class=\"android.widget.FrameLayout\" "
                          "package=\"com.example.app\" enabled=\"true\" "
                          "bounds=\"[0,0][1080,1920]\">");
    at_buf_add_str(&xml, at_buf_str(&kids));
    at_buf_add_text(&xml, "</node></hierarchy>");
    at_buf_deinit(&kids);
    return at_buf_take(&xml);
}

static const struct {
    const char *name;
    size_t texts;
    size_t buttons;
    size_t len;
} crowds[] = {
    {"more than 40", 60, 10, 1},
    {"too long", 20, 20, 300},
    {"only texts", 100, 0, 50},
    {"only buttons", 0, 120, 20},
};

T_TEST(a_crowd_is_cut_by_number_and_length)
{
    for (size_t i = 0; i < T_LEN(crowds); i++) {
        char *xml = crowd(crowds[i].texts, crowds[i].buttons, crowds[i].len);
        T_ROW(crowds[i].name);
        json_t *json = perceive(xml, true);
        const json_t *list = json_object_get(json, "items");
        char *text = json_dumps(json, JSON_COMPACT);
        size_t acting = 0;
        size_t k;
        json_t *item;
        json_array_foreach(list, k, item)
        {
            acting += json_object_get(item, "ref") != NULL;
            T_EQ_SIZE((size_t)json_integer_value(json_object_get(item, "i")),
                      k);
        }
        T_OK(json_is_true(json_object_get(json, "truncated")));
        T_EQ_SIZE((size_t)json_integer_value(json_object_get(json, "count")),
                  crowds[i].texts + crowds[i].buttons);
        T_OK(json_array_size(list) <= 40 && json_array_size(list) > 5);
        T_OK(at_utf8_count(at_str(text)) <= 4000);
        // texts go before buttons do
        T_OK(acting == json_array_size(list) || acting == crowds[i].buttons);
        free(text);
        json_decref(json);
        free(xml);
    }
}

T_MAIN()
