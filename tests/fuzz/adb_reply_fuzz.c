#include "base/alloc.h"
#include "wire/adb_reply.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_str again;
    struct at_str text;
    struct at_adb_status status;
    size_t used;
    enum at_parse step = at_adb_block_parse(in, &text, &used);
    at_assert(used <= len && (step == AT_PARSE_DONE) == (used > 0));
    if (step == AT_PARSE_DONE) { // a written request reads back the same
        struct at_buf out = AT_BUF_INIT(4 + AT_ADB_BLOCK_MAX_BYTES);
        size_t used_again;
        at_assert(at_adb_block_write(&out, text));
        at_assert(at_adb_block_parse(at_buf_str(&out), &again, &used_again) ==
                  AT_PARSE_DONE);
        at_assert(used_again == used && at_str_eq(text, again));
        at_buf_deinit(&out);
    }
    step = at_adb_status_parse(in, &status, &used);
    at_assert(used <= len && (step == AT_PARSE_DONE) == (used > 0));
    return 0;
}
