#include "setup/line_diff.h"
#include "tests/t.h"

static const struct {
    const char *what, *old, *now, *want;
} rows[] = {
    {"equal", "a\n", "a\n", ""},
    {"a new file", "", "a\nb\n", "@@ line 1 @@\n+a\n+b\n"},
    {"a file that goes", "a\nb\n", "", "@@ line 1 @@\n-a\n-b\n"},
    {"a line between", "1\n2\n3\n4\n5\n6\n", "1\n2\n3\nx\n4\n5\n6\n",
     "@@ line 2 @@\n 2\n 3\n+x\n 4\n 5\n"},
    {"a line changes", "1\n2\n3\n", "1\nz\n3\n",
     "@@ line 1 @@\n 1\n-2\n+z\n 3\n"},
    {"no last newline", "a", "a\nb", "@@ line 1 @@\n-a\n+a\n+b\n"},
    {"CRLF", "a\r\nb\r\n", "a\r\nx\r\nb\r\n", "@@ line 1 @@\n a\n+x\n b\n"},
    {"a terminal's escape", "a\n", "\x1b[2J\n", "@@ line 1 @@\n-a\n+?[2J\n"},
};

T_TEST(shows_the_lines_that_differ)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(4096);
        T_ROW(rows[i].what);
        at_line_diff_write(at_str(rows[i].old), at_str(rows[i].now), &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].want);
        at_buf_deinit(&out);
    }
}

T_TEST(shows_the_first_of_many_lines)
{
    struct at_buf now = AT_BUF_INIT(4096), out = AT_BUF_INIT(4096);
    for (int i = 0; i < 100; i++)
        at_buf_add_text(&now, "x\n");
    at_line_diff_write((struct at_str){0}, at_buf_str(&now), &out);
    T_EQ_SIZE(at_str_count_lines(at_buf_str(&out)), 26);
    T_HAS(at_buf_text(&out), "+x\n+… (76 more lines)\n");
    at_buf_deinit(&now);
    at_buf_deinit(&out);
}

T_TEST(cuts_long_lines_around_the_difference)
{
    struct at_buf old = AT_BUF_INIT(4096), now = AT_BUF_INIT(4096);
    struct at_buf out = AT_BUF_INIT(4096);
    for (int i = 0; i < 1000; i++)
        at_buf_add_char(&old, 'a');
    at_buf_add_str(&now, at_buf_str(&old));
    now.data[500] = 'X';
    at_line_diff_write(at_buf_str(&old), at_buf_str(&now), &out);
    T_HAS(at_buf_text(&out), "+…aaaa");
    T_HAS(at_buf_text(&out), "aXa");
    T_OK(out.len < 400);
    at_buf_deinit(&old);
    at_buf_deinit(&now);
    at_buf_deinit(&out);
}

T_MAIN()
