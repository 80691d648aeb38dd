// rd.h: readers and writers of little- and big-endian bytes
//
// Failure is sticky: read ten fields in a row, then check ok once. A read past
// the end returns zero or the empty view and clears ok.
#ifndef AT_BASE_RD_H
#define AT_BASE_RD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

struct at_rd {
    const unsigned char *ptr; // borrowed
    size_t len;               // bytes left
    bool ok;
};

struct at_rd at_rd(const void *ptr, size_t len);
uint8_t at_rd_u8(struct at_rd *rd);
uint16_t at_rd_u16le(struct at_rd *rd);
uint16_t at_rd_u16be(struct at_rd *rd);
uint32_t at_rd_u32le(struct at_rd *rd);
uint32_t at_rd_u32be(struct at_rd *rd);
uint64_t at_rd_u64le(struct at_rd *rd);
uint64_t at_rd_u64be(struct at_rd *rd);
struct at_str at_rd_bytes(struct at_rd *rd, size_t len);

void at_wr_u32le(struct at_buf *buf, uint32_t value);
void at_wr_u32be(struct at_buf *buf, uint32_t value);
void at_wr_u16be(struct at_buf *buf, uint16_t value);
void at_wr_u64be(struct at_buf *buf, uint64_t value);
void at_wr_u64le(struct at_buf *buf, uint64_t value);

#endif
