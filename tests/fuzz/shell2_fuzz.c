#include "base/alloc.h"
#include "base/limits.h"
#include "wire/shell2.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// Packet after packet; each is written back as it was, and its beginnings
// are never taken for it.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_shell2_packet p;
    struct at_shell2_packet cut;
    size_t used;
    while (at_shell2_parse(in, &p, &used) == AT_PARSE_DONE) {
        struct at_buf out = AT_BUF_INIT(5 + AT_ADB_PACKET_MAX_BYTES);
        size_t none;
        at_assert(used <= in.len && used > 0);
        at_assert(at_shell2_parse(at_str_head(in, used - 1), &cut, &none) ==
                      AT_PARSE_MORE &&
                  none == 0);
        at_assert(at_shell2_write(&out, (enum at_shell2_id)p.id, p.data));
        at_assert(at_str_eq(at_buf_str(&out), at_str_head(in, used)));
        at_buf_deinit(&out);
        in = at_str_skip(in, used);
    }
    at_assert(used == 0);
    return 0;
}
