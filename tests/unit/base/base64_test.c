#include "base/base64.h"

#include "tests/t.h"

// RFC 4648 section 10, and bytes that reach the last two digits.
static const struct {
    struct at_str bytes;
    const char *text;
} rows[] = {
    {AT_STR_ROW(""), ""},
    {AT_STR_ROW("f"), "Zg=="},
    {AT_STR_ROW("fo"), "Zm8="},
    {AT_STR_ROW("foo"), "Zm9v"},
    {AT_STR_ROW("foob"), "Zm9vYg=="},
    {AT_STR_ROW("fooba"), "Zm9vYmE="},
    {AT_STR_ROW("foobar"), "Zm9vYmFy"},
    {AT_STR_ROW("\0\0\0"), "AAAA"},
    {AT_STR_ROW("\xff\xef\xbe\xfb"), "/+++"
                                     "+w=="},
};

T_TEST(writes_and_reads)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf text = AT_BUF_INIT(100);
        struct at_buf bytes = AT_BUF_INIT(100);
        T_ROW(rows[i].text);
        T_OK(at_base64_write(rows[i].bytes, &text));
        T_EQ_STR(at_buf_str(&text), rows[i].text);
        T_OK(at_base64_read(at_buf_str(&text), &bytes));
        T_EQ_MEM(bytes.data, bytes.len, rows[i].bytes.ptr, rows[i].bytes.len);
        for (size_t cut = 0; cut < text.len; cut++) {
            struct at_str head = at_str_head(at_buf_str(&text), cut);
            T_EQ_INT(at_base64_read(head, &bytes), cut % 4 == 0);
            at_buf_clear(&bytes);
        }
        at_buf_deinit(&text);
        at_buf_deinit(&bytes);
    }
}

// The same bytes for URLs: the digits that differ, and no padding.
T_TEST(writes_for_urls)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf want = AT_BUF_INIT(100);
        struct at_buf text = AT_BUF_INIT(100);
        T_ROW(rows[i].text);
        for (const char *c = rows[i].text; *c && *c != '='; c++)
            at_buf_add_char(&want, (char)(*c == '+'   ? '-'
                                          : *c == '/' ? '_'
                                                      : *c));
        T_OK(at_base64url_write(rows[i].bytes, &text));
        T_EQ_STR(at_buf_str(&text), at_buf_text(&want));
        text.max = text.len + want.len; // it fits to the last digit
        T_OK(at_base64url_write(rows[i].bytes, &text));
        T_EQ_INT(at_base64url_write(rows[i].bytes, &text), want.len == 0);
        T_EQ_SIZE(text.len, 2 * want.len);
        at_buf_deinit(&text);
        at_buf_deinit(&want);
    }
}

T_TEST(refuses_what_is_not_canonical)
{
    static const char *const bad[] = {
        "Zg=",  "Zg",     "Zh==", "Zm9=",    "====", "Z===", "Zg==Zg==",
        "Zm 9", "Zm9v\n", "Zm-_", "Zm9\xff", "=Zm9", "Z=m9",
    };
    for (size_t i = 0; i < T_LEN(bad); i++) {
        struct at_buf bytes = AT_BUF_INIT(100);
        T_ROW(bad[i]);
        T_OK(at_buf_add_char(&bytes, 'x'));
        T_NOT(at_base64_read(at_str(bad[i]), &bytes));
        T_EQ_TEXT(at_buf_text(&bytes), "x");
        at_buf_deinit(&bytes);
    }
}

T_TEST(holds_the_limit)
{
    struct at_buf buf = AT_BUF_INIT(7);
    T_NOT(at_base64_write(AT_STR("foob"), &buf));
    T_EQ_SIZE(buf.len, 0);
    T_OK(at_base64_write(AT_STR("foo"), &buf));
    buf.max = 5;
    T_NOT(at_base64_read(AT_STR("Zm8="), &buf));
    T_EQ_TEXT(at_buf_text(&buf), "Zm9v");
    at_buf_deinit(&buf);
}

T_MAIN()
