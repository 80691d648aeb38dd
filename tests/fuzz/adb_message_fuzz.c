// Pieces agree with the whole; what was read is written back as it was.
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/adb_message.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_adb_message message;
    struct at_adb_message again;
    size_t used;
    if (at_adb_message_parse(in, AT_MIB, &message, &used) != AT_PARSE_DONE)
        return 0;
    at_assert(used <= len);
    struct at_buf out = AT_BUF_INIT(2 * AT_MIB);
    at_assert(at_adb_message_write(&out, &message));
    at_assert(out.len == used);
    size_t half = used / 2;
    size_t none;
    at_assert(at_adb_message_parse(at_str_n(in.ptr, half), AT_MIB, &again,
                                   &none) == AT_PARSE_MORE);
    at_assert(at_adb_message_parse(at_buf_str(&out), AT_MIB, &again, &used) ==
              AT_PARSE_DONE);
    at_assert(again.command == message.command && again.arg0 == message.arg0);
    at_assert(at_str_eq(again.data, message.data));
    at_buf_deinit(&out);
    return 0;
}
