#include "base/alloc.h"
#include "base/limits.h"
#include "wire/preferences_pb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { SMALL = 64 };

// The result is text of bounded size, and the same each time.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_buf again = AT_BUF_INIT(AT_MIB);
    struct at_buf small = AT_BUF_INIT(SMALL);
    bool ok = at_preferences_pb_write(in, &out, NULL);
    at_assert(at_preferences_pb_write(in, &again, NULL) == ok);
    at_assert(at_str_eq(at_buf_str(&out), at_buf_str(&again)));
    at_assert(!ok || at_utf8_valid(at_buf_str(&out)));
    at_assert(!at_preferences_pb_write(in, &small, NULL) || out.len <= SMALL);
    at_buf_deinit(&small);
    at_buf_deinit(&again);
    at_buf_deinit(&out);
    return 0;
}
