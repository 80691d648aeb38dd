// scrcpy.c: parser of packets
#include "wire/scrcpy.h"

#include "base/limits.h"
#include "base/rd.h"

enum { HEADER_BYTES = 12 };

// Indexed by enum at_scrcpy_flags.
static const struct {
    uint64_t unwanted;
    uint64_t config;
    uint64_t key;
} bits[] = {
    [AT_SCRCPY_FLAGS_1] = {0, UINT64_C(1) << 63, UINT64_C(1) << 62},
    [AT_SCRCPY_FLAGS_4] = {UINT64_C(1) << 63, UINT64_C(1) << 62,
                           UINT64_C(1) << 61},
};

enum at_parse
at_scrcpy_parse(struct at_str in, enum at_scrcpy_flags flags,
                struct at_scrcpy_packet *out, size_t *used)
{
    *used = 0;
    if (in.len < HEADER_BYTES)
        return AT_PARSE_MORE;
    struct at_rd rd = at_rd(in.ptr, HEADER_BYTES);
    uint64_t first = at_rd_u64be(&rd);
    uint32_t len = at_rd_u32be(&rd);
    if ((first & bits[flags].unwanted) != 0 || len == 0 ||
        len > AT_VIDEO_PACKET_MAX_BYTES)
        return AT_PARSE_BAD;
    if (in.len - HEADER_BYTES < len)
        return AT_PARSE_MORE;
    *out = (struct at_scrcpy_packet){
        .config = (first & bits[flags].config) != 0,
        .key = (first & bits[flags].key) != 0,
        .pts_us = (int64_t)(first & ((UINT64_C(1) << 61) - 1)),
        .data = at_str_n(in.ptr + HEADER_BYTES, len),
    };
    *used = HEADER_BYTES + len;
    return AT_PARSE_DONE;
}
