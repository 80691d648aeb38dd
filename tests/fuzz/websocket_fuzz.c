#include "base/alloc.h"
#include "wire/websocket.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { MAX_BYTES = 300 };

// Read in pieces of that size, and note every message; the fault ends it.
static void
read_all(struct at_str in, size_t step, struct at_buf *out)
{
    struct at_ws_reader reader = AT_WS_READER_INIT(MAX_BYTES);
    struct at_ws_message message;
    enum at_parse parse = AT_PARSE_MORE;
    size_t at = 0;
    size_t have = 0;
    while (parse != AT_PARSE_BAD && have < in.len) {
        size_t used;
        have = have + step < in.len ? have + step : in.len;
        while ((parse = at_ws_read(&reader, at_str_n(in.ptr + at, have - at),
                                   &message, &used)) == AT_PARSE_DONE) {
            at_assert(used >= 2 && message.payload.len <= MAX_BYTES);
            at_buf_add_fmt(out, "%d,%d:", message.opcode, message.close_code);
            at_buf_add_str(out, message.payload);
            at += used;
        }
        at_assert(used == 0);
    }
    if (parse == AT_PARSE_BAD)
        at_buf_add_fmt(out, "!%d", reader.fault_code);
    at_ws_reader_deinit(&reader);
}

// Pieces give what the whole gives.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_buf whole = AT_BUF_INIT(10000000);
    struct at_buf pieces = AT_BUF_INIT(10000000);
    read_all(in, len ? len : 1, &whole);
    read_all(in, 1 + len % 7, &pieces);
    at_assert(at_str_eq(at_buf_str(&whole), at_buf_str(&pieces)));
    at_buf_deinit(&whole);
    at_buf_deinit(&pieces);
    return 0;
}
