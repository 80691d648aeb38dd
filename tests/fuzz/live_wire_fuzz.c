// live_wire_fuzz.c: any bytes as each kind of line; what was read as a request
// is written, and read back, as the same
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/live_wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
read_back(const struct at_live_request *request)
{
    struct at_buf line = AT_BUF_INIT(8 * AT_LIVE_REQUEST_MAX_BYTES);
    struct at_live_request again;
    at_live_request_write(request, &line);
    if (memchr(line.data, '\n', line.len) != line.data + line.len - 1 ||
        !at_live_request_parse(at_buf_str(&line), &again, NULL) ||
        again.what != request->what || again.argv.count != request->argv.count)
        abort();
    json_t *names = at_live_difference(request->facts, again.facts);
    if (json_array_size(names) != 0)
        abort();
    json_decref(names);
    at_live_request_deinit(&again);
    at_buf_deinit(&line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_live_hello hello;
    struct at_live_request request;
    enum at_live_answer answer;
    if (at_live_hello_parse(in, &hello, NULL))
        (void)at_live_hello_is_ours(&hello);
    if (at_live_request_parse(in, &request, NULL)) {
        if (at_live_speaker_of(at_str_trim(in)) != AT_LIVE_SPEAKER_CLIENT)
            abort();
        read_back(&request);
        at_live_request_deinit(&request);
    }
    json_decref(at_live_answer_parse(in, &answer, NULL));
    (void)at_live_speaker_of(in);
    return 0;
}
