#include "base/buf.h"

#include "tests/t.h"

T_TEST(appends)
{
    struct at_buf buf = AT_BUF_INIT(1000);
    T_EQ_TEXT(at_buf_text(&buf), "");
    T_OK(at_buf_add(&buf, "ab", 2));
    T_OK(at_buf_add_str(&buf, AT_STR("c")));
    T_OK(at_buf_add_text(&buf, "d"));
    T_OK(at_buf_add_char(&buf, 'e'));
    T_OK(at_buf_add_fmt(&buf, "%d%s", 42, "!"));
    T_OK(at_buf_add(&buf, NULL, 0));
    T_EQ_TEXT(at_buf_text(&buf), "abcde42!");
    T_EQ_SIZE(buf.len, 8);
    at_buf_deinit(&buf);
    T_EQ_SIZE(buf.max, 1000);
    at_buf_deinit(&buf);
}

// Passing max changes nothing and is remembered.
T_TEST(overflow_is_sticky)
{
    struct at_buf buf = AT_BUF_INIT(5);
    T_OK(at_buf_add_text(&buf, "abc"));
    T_NOT(at_buf_add_text(&buf, "def"));
    T_NOT(at_buf_add_fmt(&buf, "%s", "def"));
    T_NULL(at_buf_reserve(&buf, 3));
    T_EQ_TEXT(at_buf_text(&buf), "abc");
    T_OK(buf.overflow);
    T_OK(at_buf_add_text(&buf, "de")); // exactly max
    T_OK(buf.overflow);
    T_NOT(at_buf_add_char(&buf, 'f'));
    T_NOT(at_buf_add(&buf, "x", SIZE_MAX));
    T_EQ_TEXT(at_buf_text(&buf), "abcde");
    at_buf_clear(&buf);
    T_NOT(buf.overflow);
    T_EQ_TEXT(at_buf_text(&buf), "");
    T_OK(at_buf_add_text(&buf, "fghij"));
    at_buf_deinit(&buf);
}

T_TEST(grows_from_every_length)
{
    struct at_buf buf = AT_BUF_INIT(5000);
    for (size_t i = 0; i < 5000; i++) {
        T_OK(at_buf_add_char(&buf, (char)('a' + i % 26)));
        T_EQ_INT(buf.data[buf.len], 0);
        T_OK(buf.cap > buf.len);
    }
    for (size_t i = 0; i < 5000; i++)
        T_EQ_INT(buf.data[i], 'a' + (int)(i % 26));
    at_buf_deinit(&buf);
}

// However little of the room is used, a NUL follows.
T_TEST(reserved_room_is_terminated)
{
    struct at_buf buf = AT_BUF_INIT(1000);
    T_OK(at_buf_add_text(&buf, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"));
    at_buf_clear(&buf);
    for (size_t i = 0; i < 3; i++) {
        char *room = at_buf_reserve(&buf, 300);
        T_OK(room == buf.data + buf.len);
        memcpy(room, "ab", 2);
        buf.len += 2;
        T_EQ_SIZE(strlen(at_buf_text(&buf)), buf.len);
    }
    T_EQ_TEXT(at_buf_text(&buf), "ababab");
    at_buf_deinit(&buf);
}

T_TEST(drops_and_takes)
{
    struct at_buf buf = AT_BUF_INIT(100);
    at_buf_drop(&buf, 0);
    char *text = at_buf_take(&buf);
    T_EQ_TEXT(text, "");
    free(text);
    T_OK(at_buf_add_text(&buf, "hello"));
    at_buf_drop(&buf, 2);
    T_EQ_TEXT(at_buf_text(&buf), "llo");
    at_buf_cut(&buf, 2);
    T_EQ_TEXT(at_buf_text(&buf), "ll");
    at_buf_drop(&buf, 2);
    T_EQ_TEXT(at_buf_text(&buf), "");
    T_OK(at_buf_add_text(&buf, "again"));
    text = at_buf_take(&buf);
    T_EQ_TEXT(text, "again");
    T_NULL(buf.data);
    T_EQ_SIZE(buf.max, 100);
    free(text);
}

T_TEST(writes_utf8)
{
    static const uint32_t points[] = {0x01,    0x7f,    0x80,   0x7ff,
                                      0x800,   0xd7ff,  0xe000, 0xffff,
                                      0x10000, 0x10ffff};
    for (size_t i = 0; i < T_LEN(points); i++) {
        struct at_buf buf = AT_BUF_INIT(8);
        uint32_t cp = 0;
        T_OK(at_buf_add_utf8(&buf, points[i]));
        T_EQ_SIZE(at_utf8_next(at_buf_str(&buf), &cp), buf.len);
        T_EQ_INT(cp, points[i]);
        at_buf_deinit(&buf);
    }
}

T_MAIN()
