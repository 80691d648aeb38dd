// sse_test.c: a stream in pieces to events
#include "wire/sse.h"

#include "tests/t.h"

enum { MAX = 24 };

// Events as "name=data|", "!" for one that was too long.
static const struct {
    const char *in;
    const char *events;
} rows[] = {
    {"", ""},
    {"\n\n", ""},
    {"data: a\n\n", "=a|"},
    {"data:a\n\n", "=a|"},
    {"data:  a\n\n", "= a|"},
    {"data: a\r\n\r\ndata: b\r\n\r\n", "=a|=b|"},
    {"event: x\r\ndata: a\r\ndata: b\r\n\r\n", "x=a\nb|"},
    {"data: a\r\rdata: b\r\r", "=a|=b|"},
    {"data: a\r\n\ndata: b\r\r\n", "=a|=b|"},
    {"data: a\ndata: b\n\n", "=a\nb|"},
    {"data\ndata\n\n", "=\n|"},
    {"data:\n\n", "=|"},
    {"event: x\ndata: a\n\ndata: b\n\n", "x=a|=b|"},
    {"event: x\nevent: y\ndata: a\n\n", "y=a|"},
    {"event: x\n\ndata: b\n\n", "=b|"},
    {": OPENROUTER PROCESSING\n\ndata: a\n\n", "=a|"},
    {": c\n: d\ndata: a\n: e\n\n", "=a|"},
    {"id: 7\nretry: 9\ndata: a\n\n", "=a|"},
    {"unknown: 7\nwords\ndata: a\n\n", "=a|"},
    {"\xef\xbb\xbf"
     "data: a\n\ndata: b\n\n",
     "=a|=b|"},
    {"data: a:b: c\n\n", "=a:b: c|"},
    {"data: a", "=a|"}, // the end counts as a blank line
    {"data: a\n", "=a|"},
    {"data: a\r", "=a|"},
    {"data: a\n\nevent: x\n", "=a|"},
    {"data: 123456789012345678901234\n\n", "=123456789012345678901234|"},
    {"data: 1234567890123456789012345\n\ndata: b\n\n", "!=|=b|"},
    {"data: 1234567890123\ndata: 12345678901\n\ndata: b\n\n", "!=|=b|"},
    {": 12345678901234567890123456789012345678901234567890\n\ndata: b\n\n",
     "!=|=b|"},
    // Nothing of a line that is too long is kept, however it is cut.
    {"event: 1234567890123456789012345678901234567890\n\ndata: b\n\n",
     "!=|=b|"},
    {"event: x\nevent: 1234567890123456789012345678901234567890\ndata: a\n\n",
     "!x=|"},
    {": 12345678901234567890123456789012345678901234567890\n\xef\xbb\xbf"
     "data: b\n\ndata: c\n\n",
     "!=|=c|"},
};

static void
note(const struct at_sse_event *event, struct at_buf *out)
{
    if (event->too_long)
        at_buf_add_char(out, '!');
    at_buf_add_str(out, event->name);
    at_buf_add_char(out, '=');
    at_buf_add_str(out, event->data);
    at_buf_add_char(out, '|');
}

static void
check(struct at_str rest, const char *want, size_t first, size_t step)
{
    struct at_sse sse = AT_SSE_INIT(MAX);
    struct at_buf out = AT_BUF_INIT(1000);
    struct at_sse_event event;
    for (size_t len = first; rest.len > 0; len = step) {
        size_t take = len < rest.len ? len : rest.len;
        // A copy of the piece alone: a sanitizer sees a read past it.
        char *piece = malloc(take + !take);
        memcpy(piece, rest.ptr, take);
        struct at_str in = at_str_n(piece, take);
        while (at_sse_next(&sse, &in, &event))
            note(&event, &out);
        T_EQ_SIZE(in.len, 0);
        free(piece);
        rest = at_str_skip(rest, take);
    }
    if (at_sse_end(&sse, &event))
        note(&event, &out);
    T_NOT(at_sse_end(&sse, &event));
    T_EQ_TEXT(at_buf_text(&out), want);
    at_buf_deinit(&out);
    at_sse_deinit(&sse);
}

T_TEST(splits_however_the_stream_is_cut)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str in = at_str(rows[i].in);
        T_ROW(rows[i].in);
        for (size_t cut = 0; cut <= in.len; cut++)
            check(in, rows[i].events, cut, in.len + 1);
        check(in, rows[i].events, 1, 1);
    }
}

T_MAIN()
