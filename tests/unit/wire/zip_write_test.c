// zip_write_test.c: archives that our reader, which is not from the same hand,
// takes apart again
#include "wire/zip_write.h"

#include "base/err.h"
#include "tests/t.h"
#include "wire/zip.h"

enum { ROOM = 1 << 20 };

static const int64_t day_ms = INT64_C(1790000000000);

static void
check_entry(const struct at_zip *zip, const char *name, struct at_str content)
{
    struct at_zip_entry entry;
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(ROOM);
    T_ROW(name);
    T_OK(at_zip_find(zip, at_str(name), &entry, &err));
    T_OK(at_zip_read(zip, &entry, &out, &err));
    T_EQ_MEM(at_buf_text(&out), out.len, content.ptr, content.len);
    at_buf_deinit(&out);
}

T_TEST(entries_are_read_back)
{
    static char text[70000];
    static char noise[257];
    struct at_buf out = AT_BUF_INIT(ROOM);
    struct at_zip_writer writer;
    struct at_zip zip;
    struct at_err err = AT_ERR_INIT;
    for (size_t i = 0; i < sizeof(text); i++)
        text[i] = (char)('a' + i % 7);
    for (size_t i = 0; i < sizeof(noise); i++)
        noise[i] = (char)(i * 193 + i / 7);
    at_zip_writer_init(&writer, &out);
    T_OK(at_zip_writer_add(&writer, AT_STR("a/text.txt"),
                           at_str_n(text, sizeof(text)), day_ms));
    T_OK(at_zip_writer_add(&writer, AT_STR("noise"),
                           at_str_n(noise, sizeof(noise)), 0));
    T_OK(at_zip_writer_add(&writer, AT_STR("n\xc3\xa4me"), AT_STR(""), -1));
    at_zip_writer_end(&writer);
    T_OK(out.len < sizeof(text) / 10);
    T_OK(at_zip_open(at_buf_str(&out), &zip, &err));
    T_EQ_SIZE(zip.count, 3);
    check_entry(&zip, "a/text.txt", at_str_n(text, sizeof(text)));
    check_entry(&zip, "noise", at_str_n(noise, sizeof(noise)));
    check_entry(&zip, "n\xc3\xa4me", AT_STR(""));
    at_zip_writer_deinit(&writer);
    at_buf_deinit(&out);
}

T_TEST(an_empty_archive_is_one)
{
    struct at_buf out = AT_BUF_INIT(ROOM);
    struct at_zip_writer writer;
    struct at_zip zip;
    struct at_err err = AT_ERR_INIT;
    at_zip_writer_init(&writer, &out);
    at_zip_writer_end(&writer);
    T_OK(at_zip_open(at_buf_str(&out), &zip, &err));
    T_EQ_SIZE(zip.count, 0);
    at_zip_writer_deinit(&writer);
    at_buf_deinit(&out);
}

// Whatever the limit: the entries that fitted are there, and the archive is
// never longer.
T_TEST(an_archive_that_is_full_stays_one)
{
    for (size_t max = 22; max < 400; max++) {
        struct at_buf out = AT_BUF_INIT(max);
        struct at_zip_writer writer;
        struct at_zip zip;
        struct at_err err = AT_ERR_INIT;
        at_zip_writer_init(&writer, &out);
        bool one = at_zip_writer_add(&writer, AT_STR("one"),
                                     AT_STR("the first"), day_ms);
        bool two = at_zip_writer_add(&writer, AT_STR("two"),
                                     AT_STR("the second"), day_ms);
        at_zip_writer_end(&writer);
        T_NOT(out.overflow);
        T_OK(out.len <= max);
        T_OK(at_zip_open(at_buf_str(&out), &zip, &err));
        T_EQ_SIZE(zip.count, (size_t)one + (size_t)two);
        T_EQ_INT(one, max >= 22 + 30 + 46 + 2 * 3 + 9);
        if (one)
            check_entry(&zip, "one", AT_STR("the first"));
        if (two)
            check_entry(&zip, "two", AT_STR("the second"));
        at_zip_writer_deinit(&writer);
        at_buf_deinit(&out);
    }
}

T_TEST(what_no_name_can_be_is_refused)
{
    static char name[2000];
    struct at_buf out = AT_BUF_INIT(ROOM);
    struct at_zip_writer writer;
    at_zip_writer_init(&writer, &out);
    for (size_t i = 0; i < sizeof(name); i++)
        name[i] = 'n';
    T_NOT(at_zip_writer_add(&writer, AT_STR(""), AT_STR("x"), day_ms));
    T_NOT(at_zip_writer_add(&writer, at_str_n(name, sizeof(name)), AT_STR("x"),
                            day_ms));
    T_EQ_SIZE(out.len, 0);
    at_zip_writer_deinit(&writer);
    at_buf_deinit(&out);
}

T_MAIN()
