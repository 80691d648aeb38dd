#include "base/alloc.h"
#include "wire/grpc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { MAX_LEN = 1000 };

// Frame after frame; each is written back as it was, and its beginnings are
// never taken for it. The same bytes as a header's value.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_grpc_meta meta = {0};
    struct at_str message;
    struct at_str cut;
    size_t used;
    at_grpc_meta_take(&meta, AT_STR("grpc-message"), in);
    at_grpc_meta_take(&meta, AT_STR("grpc-status"), in);
    at_assert(at_utf8_valid(at_str(meta.message)));
    at_assert(at_grpc_meta_status(&meta) < AT_GRPC_STATUS_COUNT);
    while (at_grpc_frame_parse(in, MAX_LEN, &message, &used) == AT_PARSE_DONE) {
        struct at_buf out = AT_BUF_INIT(AT_GRPC_HEAD_LEN + MAX_LEN);
        size_t none;
        at_assert(used <= in.len && used == AT_GRPC_HEAD_LEN + message.len);
        at_assert(at_grpc_frame_parse(at_str_head(in, used - 1), MAX_LEN, &cut,
                                      &none) == AT_PARSE_MORE &&
                  none == 0);
        at_assert(at_grpc_frame_write(&out, message));
        at_assert(at_str_eq(at_buf_str(&out), at_str_head(in, used)));
        at_buf_deinit(&out);
        in = at_str_skip(in, used);
    }
    at_assert(used == 0);
    return 0;
}
