// patterns_test.c: what is hidden by its form, and what is left alone; each row
// also cut at every byte
#include "bugreport/patterns.h"

#include "base/alloc.h"
#include "tests/t.h"

enum { ROOM = 100000 };

static const struct {
    const char *text;
    const char *shown;
    const char *secret; // no beginning of text may show it; NULL: none
} rows[] = {
    {"Authorization: Bearer abcdef123456", "Authorization: ***", "abcdef12"},
    {"authorization: Basic dXNlcjpwYXNz\nnext", "authorization: ***\nnext",
     "dXNlcjpw"},
    {"Cookie: a=1; session=xyz, b=2\r\nHost: x", "Cookie: ***\r\nHost: x",
     "session"},
    {"Set-Cookie: sid=abc", "Set-Cookie: ***", "abc"},
    {"{\"headers\":{\"Authorization\":\"Bearer abc12345\"}}",
     "{\"headers\":{\"Authorization\":\"***\"}}", "abc1234"},
    {"{\\\"password\\\":\\\"hunter2\\\"}", "{\\\"password\\\":\\\"***\\\"}",
     "hunter2"},
    {"password: hunter2 x", "password: ***", "hunter2"},
    {"--env PASSWORD=hunter2 next", "--env PASSWORD=*** next", "hunter2"},
    {"'api_key': 'abc', 'other': 'abc'", "'api_key': '***', 'other': 'abc'",
     NULL},
    {"\"Password: hunter2\" @e3", "\"Password: ***\" @e3", "hunter2"},
    {"\"Password:\" @e3", "\"Password:\" @e3", NULL},
    {"password=\"true\" text=\"x\"", "password=\"true\" text=\"x\"", NULL},
    {"input hint=\"Password\" password @f2",
     "input hint=\"Password\" password @f2", NULL},
    {"password: (9 characters)", "password: (9 characters)", NULL},
    {"password: {{password}}", "password: {{password}}", NULL},
    {"pin: 1234", "pin: ***", "1234"},
    {"tokens: 15", "tokens: 15", NULL},
    {"the token was bearer of bad news", "the token was bearer of bad news",
     NULL},
    {"got bearer abcdef123456 here", "got bearer *** here", "abcdef12"},
    {"https://joe:hunter2@example.com/a", "https://***@example.com/a",
     "hunter2"},
    {"see http://127.0.0.1:8080/x?token=abc&b=2#c=3 now",
     "see http://127.0.0.1:8080/x?token=***&b=***#c=*** now", "abc"},
    {"nats://host:4222", "nats://host:4222", NULL},
    {"http://[::1]:80/", "http://[::1]:80/", NULL},
    {"app://open?hunter2", "app://open?***", "hunter2"},
    {"https://x.y/services/T0001/abcdefghij0123456789k/z",
     "https://x.y/services/T0001/***/z", "abcdefghij0123456789"},
    {"https://x.y/a?b=", "https://x.y/a?b=", NULL},
    {"key sk-abcdefgh12345678 end", "key *** end", "abcdefgh1234"},
    {"ghp_0123456789abcdef", "***", "456789abcdef"},
    {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-na_ture", "***",
     "eyJzdWIiOiIxIn0"},
    {"-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----",
     "*** RSA PRIVATE KEY-----", "MIIabc"},
    {"mail joe.doe+x@mail.example.com, ok", "mail ***@***, ok", NULL},
    {"tap @b1 and a@b", "tap @b1 and a@b", NULL},
    {"aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3", "***", NULL},
    {"0123456789abcdef0123456789abcdef01234567",
     "0123456789abcdef0123456789abcdef01234567", NULL},
    {"0123456789abcdef0123456789abcdef0123456789abcdef", "***", NULL},
    {"83600a94-5353-499f-b742-db3cf4e854e3",
     "83600a94-5353-499f-b742-db3cf4e854e3", NULL},
    {"step-012-assertCondition-the_welcome_screen_is_shown.log",
     "step-012-assertCondition-the_welcome_screen_is_shown.log", NULL},
    {"com.example.notes:id/email", "com.example.notes:id/email", NULL},
    {"/usr/lib/x86_64-linux-gnu/libjansson.so.4.14.0",
     "/usr/lib/x86_64-linux-gnu/libjansson.so.4.14.0", NULL},
    {"", "", NULL},
};

static void
check_cut(const char *text, size_t len, const char *secret)
{
    struct at_buf out = AT_BUF_INIT(ROOM);
    char *copy = at_strndup(text, len); // so that a sanitizer sees each byte
    at_bugreport_patterns_hide(at_str_n(copy, len), &out);
    T_NOT(out.overflow);
    if (secret && strstr(at_buf_text(&out), secret))
        T_EQ_TEXT(at_buf_text(&out), "without the secret");
    free(copy);
    at_buf_deinit(&out);
}

T_TEST(texts_are_hidden_by_their_form)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(ROOM);
        T_ROW(rows[i].text);
        at_bugreport_patterns_hide(at_str(rows[i].text), &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].shown);
        for (size_t len = 0; len <= strlen(rows[i].text); len++)
            check_cut(rows[i].text, len, rows[i].secret);
        at_buf_deinit(&out);
    }
}

T_TEST(what_is_hidden_stays_as_it_is)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(ROOM);
        T_ROW(rows[i].text);
        at_bugreport_patterns_hide(at_str(rows[i].shown), &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].shown);
        at_buf_deinit(&out);
    }
}

T_TEST(any_byte_is_a_text)
{
    for (int byte = 0; byte < 256; byte++) {
        char text[] = "Cookie: x https://a?b=c -----BEGIN x@y.zz pin=9";
        for (size_t i = 0; i < sizeof(text) - 1; i++) {
            struct at_buf out = AT_BUF_INIT(ROOM);
            char was = text[i];
            text[i] = (char)byte;
            at_bugreport_patterns_hide(at_str_n(text, sizeof(text) - 1), &out);
            T_NOT(out.overflow);
            text[i] = was;
            at_buf_deinit(&out);
        }
    }
}

T_MAIN()
