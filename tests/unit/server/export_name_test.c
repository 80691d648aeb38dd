// export_name_test.c: names of downloaded files, from titles of all kinds
#include "server/export_name.h"

#include <string.h>

#include "tests/t.h"
#include "wire/json.h"

static const struct {
    const char *title; // a JSON string's inside
    const char *want;  // after "attachment; "
} rows[] = {
    {"Apples in the cart",
     "filename=\"apples-in-the-cart-FAIL-2026-11-27.html\""},
    {"../../etc/passwd", "filename=\"etc-passwd-FAIL-2026-11-27.html\""},
    {"a\\\"; filename=\\\"evil.exe",
     "filename=\"a-filename-evil-exe-FAIL-2026-11-27.html\""},
    {"a\\r\\nSet-Cookie: b",
     "filename=\"a-set-cookie-b-FAIL-2026-11-27.html\""},
    {"\\u202egpj.exe", "filename=\"gpj-exe-FAIL-2026-11-27.html\""},
    {"\\u200b \\u2066\\ufeff", "filename=\"01abc-FAIL-2026-11-27.html\""},
    {"", "filename=\"01abc-FAIL-2026-11-27.html\""},
    {"Se connecter à l’été",
     "filename=\"se-connecter-l-t-FAIL-2026-11-27.html\"; "
     "filename*=UTF-8''se-connecter-%C3%A0-l-%C3%A9t%C3%A9"
     "-FAIL-2026-11-27.html"},
    {"\\u65e5\\u672c", "filename=\"01abc-FAIL-2026-11-27.html\"; "
                       "filename*=UTF-8''%E6%97%A5%E6%9C%AC"
                       "-FAIL-2026-11-27.html"},
};

T_TEST(titles_become_names)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf text = AT_BUF_INIT(4096);
        struct at_buf name = AT_BUF_INIT(4096);
        at_buf_add_fmt(&text,
                       "{\"id\":\"01ABC\",\"name\":\"%s\",\"end\":\"done\","
                       "\"verdict\":\"FAIL\","
                       "\"startedAt\":\"2026-11-27T10:00:00.000Z\"}",
                       rows[i].title);
        json_t *run = at_json_parse(at_buf_str(&text), NULL);
        at_export_name_write(run, AT_STR(".html"), &name);
        T_ROW(rows[i].title);
        T_EQ_TEXT(at_buf_text(&name) + strlen("attachment; "), rows[i].want);
        json_decref(run);
        at_buf_deinit(&text);
        at_buf_deinit(&name);
    }
}

T_TEST(a_long_title_is_cut_between_characters)
{
    struct at_buf name = AT_BUF_INIT(8192);
    struct at_buf title = AT_BUF_INIT(8192);
    for (int i = 0; i < 500; i++)
        at_buf_add_text(&title, "\xe6\x97\xa5");
    json_t *run =
        json_pack("{s:s,s:s}", "id", "01ABC", "name", at_buf_text(&title));
    at_export_name_write(run, AT_STR(".md"), &name);
    T_HAS(at_buf_text(&name), "%97%A5-unfinished.md");
    T_OK(name.len < 1000);
    json_decref(run);
    at_buf_deinit(&name);
    at_buf_deinit(&title);
}

T_MAIN()
