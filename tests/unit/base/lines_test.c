// lines_test.c: a stream in pieces to lines
#include "base/lines.h"

#include "tests/t.h"

enum { MAX = 8 };

// Lines joined by '|', "!" for one that was too long.
static const struct {
    const char *in;
    const char *lines;
} rows[] = {
    {"", ""},
    {"abc", ""},
    {"abc\n", "abc|"},
    {"abc\r\n", "abc|"},
    {"\n\n", "||"},
    {"\r\n", "|"},
    {"a\nb\nc", "a|b|"},
    {"a\rb\n", "a\rb|"},
    {"12345678\n", "12345678|"},
    {"123456789\n", "!|"},
    {"123456789abcdefghijk\nok\n", "!|ok|"},
    {"ok\n123456789abcdefghijk\n\nok\n", "ok|!||ok|"},
    {"123456789\n123456789\n", "!|!|"},
    {"123456789", ""},
};

static void
feed(struct at_lines *lines, struct at_str in, struct at_buf *out)
{
    struct at_line line;
    while (at_lines_next(lines, &in, &line)) {
        if (line.too_long)
            at_buf_add_char(out, '!');
        at_buf_add_str(out, line.text);
        at_buf_add_char(out, '|');
    }
    T_EQ_SIZE(in.len, 0);
}

// Feed in as pieces of the sizes first and then step.
static void
check(const char *in, const char *want, size_t first, size_t step)
{
    struct at_lines lines = AT_LINES_INIT(MAX);
    struct at_buf out = AT_BUF_INIT(1000);
    struct at_str rest = at_str(in);
    for (size_t len = first; rest.len > 0; len = step) {
        size_t take = len < rest.len ? len : rest.len;
        // A copy of the piece alone: a sanitizer sees a read past it.
        char *piece = malloc(take + !take);
        memcpy(piece, rest.ptr, take);
        feed(&lines, at_str_n(piece, take), &out);
        free(piece);
        rest = at_str_skip(rest, take);
    }
    T_EQ_TEXT(at_buf_text(&out), want);
    at_buf_deinit(&out);
    at_lines_deinit(&lines);
    at_lines_deinit(&lines);
}

T_TEST(splits_however_the_stream_is_cut)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        size_t len = strlen(rows[i].in);
        T_ROW(rows[i].in);
        for (size_t cut = 0; cut <= len; cut++)
            check(rows[i].in, rows[i].lines, cut, len + 1);
        check(rows[i].in, rows[i].lines, 1, 1);
    }
}

T_MAIN()
