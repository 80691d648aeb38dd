#include "base/rd.h"

struct at_rd
at_rd(const void *ptr, size_t len)
{
    return (struct at_rd){ptr, len, true};
}

struct at_str
at_rd_bytes(struct at_rd *rd, size_t len)
{
    if (!rd->ok || len > rd->len) {
        rd->ok = false;
        return (struct at_str){NULL, 0};
    }
    struct at_str bytes = {(const char *)rd->ptr, len};
    if (len > 0) // an empty view may have a NULL ptr
        rd->ptr += len;
    rd->len -= len;
    return bytes;
}

static uint64_t
little_endian(struct at_rd *rd, size_t len)
{
    struct at_str bytes = at_rd_bytes(rd, len);
    uint64_t value = 0;
    for (size_t i = bytes.len; i-- > 0;)
        value = (value << 8) | (unsigned char)bytes.ptr[i];
    return value;
}

uint8_t
at_rd_u8(struct at_rd *rd)
{
    return (uint8_t)little_endian(rd, 1);
}

uint16_t
at_rd_u16le(struct at_rd *rd)
{
    return (uint16_t)little_endian(rd, 2);
}

uint32_t
at_rd_u32le(struct at_rd *rd)
{
    return (uint32_t)little_endian(rd, 4);
}

uint16_t
at_rd_u16be(struct at_rd *rd)
{
    uint16_t high = at_rd_u8(rd);
    return (uint16_t)(high << 8 | at_rd_u8(rd));
}

uint32_t
at_rd_u32be(struct at_rd *rd)
{
    struct at_str bytes = at_rd_bytes(rd, 4);
    uint32_t value = 0;
    for (size_t i = 0; i < bytes.len; i++)
        value = (value << 8) | (unsigned char)bytes.ptr[i];
    return value;
}

uint64_t
at_rd_u64be(struct at_rd *rd)
{
    uint64_t high = at_rd_u32be(rd);
    return high << 32 | at_rd_u32be(rd);
}

uint64_t
at_rd_u64le(struct at_rd *rd)
{
    return little_endian(rd, 8);
}

static void
add_little_endian(struct at_buf *buf, uint64_t value, size_t len)
{
    char bytes[8];
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)(value >> (8 * i));
    at_buf_add(buf, bytes, len);
}

void
at_wr_u32le(struct at_buf *buf, uint32_t value)
{
    add_little_endian(buf, value, 4);
}

static void
add_big_endian(struct at_buf *buf, uint64_t value, size_t len)
{
    char bytes[8];
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)(value >> (8 * (len - 1 - i)));
    at_buf_add(buf, bytes, len);
}

void
at_wr_u16be(struct at_buf *buf, uint16_t value)
{
    add_big_endian(buf, value, 2);
}

void
at_wr_u32be(struct at_buf *buf, uint32_t value)
{
    add_big_endian(buf, value, 4);
}

void
at_wr_u64be(struct at_buf *buf, uint64_t value)
{
    add_big_endian(buf, value, 8);
}

void
at_wr_u64le(struct at_buf *buf, uint64_t value)
{
    add_little_endian(buf, value, 8);
}
