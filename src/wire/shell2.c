#include "wire/shell2.h"

#include "base/limits.h"
#include "base/rd.h"

enum { HEAD_LEN = 5 };

enum at_parse
at_shell2_parse(struct at_str in, struct at_shell2_packet *out, size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    uint8_t id = at_rd_u8(&rd);
    uint32_t len = at_rd_u32le(&rd);
    *used = 0;
    if (!rd.ok)
        return AT_PARSE_MORE;
    if (len > AT_ADB_PACKET_MAX_BYTES || (id == AT_SHELL2_EXIT && len != 1))
        return AT_PARSE_BAD;
    struct at_str data = at_rd_bytes(&rd, len);
    if (!rd.ok)
        return AT_PARSE_MORE;
    *out = (struct at_shell2_packet){id, data};
    *used = HEAD_LEN + len;
    return AT_PARSE_DONE;
}

bool
at_shell2_write(struct at_buf *out, enum at_shell2_id id, struct at_str data)
{
    if (data.len > AT_ADB_PACKET_MAX_BYTES ||
        !at_buf_reserve(out, HEAD_LEN + data.len))
        return false;
    at_buf_add_char(out, (char)id);
    at_wr_u32le(out, (uint32_t)data.len);
    return at_buf_add_str(out, data);
}
