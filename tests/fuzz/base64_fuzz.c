// base64_fuzz.c: write and read are each other's reverse
#include <stdlib.h>

#include "base/base64.h"
#include "base/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_buf text = AT_BUF_INIT(1 * AT_MIB);
    struct at_buf bytes = AT_BUF_INIT(1 * AT_MIB);
    if (!at_base64_write(in, &text) ||
        !at_base64_read(at_buf_str(&text), &bytes) ||
        !at_str_eq(at_buf_str(&bytes), in))
        abort();
    // Given bytes have exactly one text.
    at_buf_clear(&text);
    at_buf_clear(&bytes);
    if (at_base64_read(in, &bytes) &&
        (!at_base64_write(at_buf_str(&bytes), &text) ||
         !at_str_eq(at_buf_str(&text), in)))
        abort();
    at_buf_deinit(&text);
    at_buf_deinit(&bytes);
    return 0;
}
