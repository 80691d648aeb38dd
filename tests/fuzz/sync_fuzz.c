#include "base/alloc.h"
#include "wire/adb_sync.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// The first byte chooses the frame. What was read is written and read again:
// the two writings are the same.
static size_t
pass(struct at_str in, unsigned kind, struct at_buf *out)
{
    struct at_adb_sync_request r;
    struct at_adb_sync_setup s;
    struct at_adb_sync_chunk c;
    struct at_adb_sync_stat t;
    size_t used = 0;
    bool ok = true;
    if (kind == 0 && at_adb_sync_request_parse(in, &r, &used) == AT_PARSE_DONE)
        ok = at_adb_sync_request_write(out, r.id, r.path);
    if (kind == 1 && at_adb_sync_setup_parse(in, &s, &used) == AT_PARSE_DONE)
        ok = at_adb_sync_setup_write(out, &s);
    if (kind == 2 && at_adb_sync_chunk_parse(in, &c, &used) == AT_PARSE_DONE)
        ok = at_adb_sync_chunk_write(out, &c);
    if (kind == 3 && at_adb_sync_stat_parse(in, &t, &used) == AT_PARSE_DONE)
        ok = at_adb_sync_stat_write(out, &t);
    if (kind > 3 &&
        at_adb_sync_entry_parse(in, kind & 1, &t, &used) == AT_PARSE_DONE)
        ok = at_adb_sync_entry_write(out, kind & 1, &t);
    at_assert(used <= in.len && ok);
    return used;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_buf first = AT_BUF_INIT(1 << 17);
    struct at_buf second = AT_BUF_INIT(1 << 17);
    struct at_str in = at_str_n((const char *)data + 1, len ? len - 1 : 0);
    unsigned kind = len ? data[0] % 6 : 0;
    size_t used = len ? pass(in, kind, &first) : 0;
    at_assert(first.len == used);
    at_assert(pass(at_buf_str(&first), kind, &second) == used);
    at_assert(at_str_eq(at_buf_str(&first), at_buf_str(&second)));
    at_buf_deinit(&first);
    at_buf_deinit(&second);
    return 0;
}
