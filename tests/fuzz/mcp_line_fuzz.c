// mcp_line_fuzz.c: any bytes as one message; whole and in pieces, what comes
// out is one line of JSON a message, the same both times
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "wire/json.h"
#include "base/lines.h"
#include "mcp/rpc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// The kind of a message, and its id in the reply.
static void
classify(struct at_str text, struct at_buf *out)
{
    struct at_rpc_message message;
    at_rpc_parse(text, &message);
    at_buf_add_fmt(out, "%d ", (int)message.kind);
    at_rpc_write_error(message.id, &message.error, out);
    at_buf_add_char(out, '\n');
    if (!at_utf8_valid(at_buf_str(out)))
        abort();
    at_rpc_message_deinit(&message);
}

static void
run(struct at_str in, size_t step, struct at_buf *out)
{
    struct at_lines lines = AT_LINES_INIT(256);
    struct at_line line;
    while (in.len > 0) {
        struct at_str piece = at_str_head(in, step < in.len ? step : in.len);
        in = at_str_skip(in, piece.len);
        while (at_lines_next(&lines, &piece, &line))
            classify(line.text, out);
    }
    at_lines_deinit(&lines);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_buf whole = AT_BUF_INIT(AT_MCP_LINE_MAX_BYTES);
    struct at_buf pieces = AT_BUF_INIT(AT_MCP_LINE_MAX_BYTES);
    struct at_str in = at_str_n((const char *)data, len);
    run(in, len, &whole);
    run(in, 1 + len % 5, &pieces);
    if (strcmp(at_buf_text(&whole), at_buf_text(&pieces)) != 0)
        abort();
    at_buf_deinit(&whole);
    at_buf_deinit(&pieces);
    return 0;
}
