// gzip_test.c: a file as Python's gzip has written it, cut and damaged; and
// texts that are packed
#include "wire/gzip.h"

#include "tests/t.h"

static const char packed[] =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9"
    "\xc9\x57\xc8\x40\x27\x01\xe3\x51\x3d\x8d\x17\x00\x00\x00";
enum { PACKED = sizeof(packed) - 1, LEN = 23 };

T_TEST(a_file_is_unpacked)
{
    char room[LEN];
    T_OK(at_gzip_unpack(at_str_n(packed, PACKED), room, LEN));
    T_EQ_MEM(room, LEN, "hello hello hello hello", LEN);
}

T_TEST(a_file_that_is_cut_is_refused)
{
    char room[LEN + 1];
    for (size_t len = 0; len < PACKED; len++)
        T_NOT(at_gzip_unpack(at_str_n(packed, len), room, LEN));
}

T_TEST(another_length_is_refused)
{
    char room[LEN + 1];
    T_NOT(at_gzip_unpack(at_str_n(packed, PACKED), room, LEN - 1));
    T_NOT(at_gzip_unpack(at_str_n(packed, PACKED), room, LEN + 1));
}

T_TEST(a_damaged_file_is_refused)
{
    char damaged[PACKED + 1], room[LEN];
    memcpy(damaged, packed, PACKED);
    damaged[12] ^= 1;
    T_NOT(at_gzip_unpack(at_str_n(damaged, PACKED), room, LEN));
    memcpy(damaged, packed, PACKED);
    damaged[PACKED] = 'x';
    T_NOT(at_gzip_unpack(at_str_n(damaged, PACKED + 1), room, LEN));
}

T_TEST(a_text_is_packed)
{
    char text[5000], room[sizeof(text)];
    struct at_buf out = AT_BUF_INIT(sizeof(text));
    for (size_t i = 0; i < sizeof(text); i++)
        text[i] = (char)('a' + i % 7);
    at_buf_add_text(&out, "kept");
    T_OK(at_gzip_pack(at_str_n(text, sizeof(text)), &out));
    T_OK(out.len < 200);
    T_OK(at_gzip_unpack(at_str_skip(at_buf_str(&out), 4), room, sizeof(room)));
    T_EQ_MEM(room, sizeof(room), text, sizeof(text));
    at_buf_deinit(&out);
}

T_TEST(a_text_that_does_not_fit_is_not_packed)
{
    struct at_buf out = AT_BUF_INIT(24);
    at_buf_add_text(&out, "kept");
    T_NOT(at_gzip_pack(AT_STR("what does not repeat gets longer"), &out));
    T_EQ_STR(at_buf_str(&out), "kept");
    T_OK(at_gzip_pack((struct at_str){"", 0}, &out));
    T_EQ_SIZE(out.len, 24);
    at_buf_deinit(&out);
}

T_MAIN()
