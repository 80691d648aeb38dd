#include "wire/adb_message.h"

#include "base/limits.h"
#include "base/rd.h"

static bool
is_command(uint32_t word)
{
    static const uint32_t commands[] = {
        AT_ADB_CNXN, AT_ADB_AUTH, AT_ADB_OPEN, AT_ADB_OKAY,
        AT_ADB_CLSE, AT_ADB_WRTE, AT_ADB_STLS,
    };
    for (size_t i = 0; i < AT_LEN(commands); i++) {
        if (commands[i] == word)
            return true;
    }
    return false;
}

// Return MORE, BAD, or DONE with *rd after the header and the length of the
// data in *out_len.
static enum at_parse
read_header(struct at_rd *rd, size_t max_data, struct at_adb_message *out,
            size_t *out_len)
{
    *out = (struct at_adb_message){.command = at_rd_u32le(rd)};
    if (rd->ok && !is_command(out->command))
        return AT_PARSE_BAD;
    out->arg0 = at_rd_u32le(rd);
    out->arg1 = at_rd_u32le(rd);
    uint32_t len = at_rd_u32le(rd);
    if (rd->ok && len > max_data)
        return AT_PARSE_BAD;
    out->sum = at_rd_u32le(rd);
    uint32_t magic = at_rd_u32le(rd);
    if (!rd->ok)
        return AT_PARSE_MORE;
    if (magic != (out->command ^ UINT32_MAX))
        return AT_PARSE_BAD;
    *out_len = len;
    return AT_PARSE_DONE;
}

enum at_parse
at_adb_message_len(struct at_str in, size_t max_data, size_t *out_len)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    struct at_adb_message message;
    size_t data_len = 0;
    enum at_parse step = read_header(&rd, max_data, &message, &data_len);
    *out_len = step == AT_PARSE_DONE ? AT_ADB_HEADER_BYTES + data_len : 0;
    return step;
}

enum at_parse
at_adb_message_parse(struct at_str in, size_t max_data,
                     struct at_adb_message *out, size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    struct at_adb_message message;
    size_t data_len = 0;
    enum at_parse step = read_header(&rd, max_data, &message, &data_len);
    *used = 0;
    if (step != AT_PARSE_DONE)
        return step;
    message.data = at_rd_bytes(&rd, data_len);
    if (!rd.ok)
        return AT_PARSE_MORE;
    *out = message;
    *used = AT_ADB_HEADER_BYTES + data_len;
    return AT_PARSE_DONE;
}

// Return the plain sum of the bytes, for peers that check it.
static uint32_t
sum_of(struct at_str data)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < data.len; i++)
        sum += (unsigned char)data.ptr[i];
    return sum;
}

bool
at_adb_message_write(struct at_buf *out, const struct at_adb_message *message)
{
    struct at_str data = message->data;
    if (data.len > AT_ADB_PACKET_MAX_BYTES || !is_command(message->command) ||
        !at_buf_reserve(out, AT_ADB_HEADER_BYTES + data.len))
        return false;
    at_wr_u32le(out, message->command);
    at_wr_u32le(out, message->arg0);
    at_wr_u32le(out, message->arg1);
    at_wr_u32le(out, (uint32_t)data.len);
    at_wr_u32le(out, sum_of(data));
    at_wr_u32le(out, message->command ^ UINT32_MAX);
    return at_buf_add_str(out, data);
}
