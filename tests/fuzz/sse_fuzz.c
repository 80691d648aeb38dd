#include "base/alloc.h"
#include "wire/sse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { MAX_LEN = 64 };

static void
note(const struct at_sse_event *event, struct at_buf *out)
{
    at_assert(event->data.len <= MAX_LEN);
    at_buf_add_char(out, event->too_long ? '!' : '.');
    at_buf_add_str(out, event->name);
    at_buf_add_char(out, '=');
    at_buf_add_str(out, event->data);
}

// In pieces of that size.
static void
read_all(struct at_str in, size_t step, struct at_buf *out)
{
    struct at_sse sse = AT_SSE_INIT(MAX_LEN);
    struct at_sse_event event;
    while (in.len > 0) {
        struct at_str piece = at_str_head(in, step < in.len ? step : in.len);
        in = at_str_skip(in, piece.len);
        while (at_sse_next(&sse, &piece, &event))
            note(&event, out);
    }
    if (at_sse_end(&sse, &event))
        note(&event, out);
    at_sse_deinit(&sse);
}

// Pieces give what the whole gives.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_buf whole = AT_BUF_INIT(1000000);
    struct at_buf pieces = AT_BUF_INIT(1000000);
    read_all(in, len + 1, &whole);
    read_all(in, 1 + len % 3, &pieces);
    at_assert(at_str_eq(at_buf_str(&whole), at_buf_str(&pieces)));
    at_buf_deinit(&whole);
    at_buf_deinit(&pieces);
    return 0;
}
