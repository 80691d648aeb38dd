// gzip.c: zlib in gzip mode (RFC 1952)
#include "wire/gzip.h"

#include <limits.h>

#define ZLIB_CONST
#include <zlib.h>

enum { WITH_GZIP_HEAD = 16, MEMORY_LEVEL = 8 };

bool
at_gzip_unpack(struct at_str gzip, char *room, size_t len)
{
    if (gzip.len > UINT_MAX || len > UINT_MAX)
        return false;
    z_stream stream = {
        .next_in = (const Bytef *)gzip.ptr,
        .avail_in = (uInt)gzip.len,
        .next_out = (Bytef *)room,
        .avail_out = (uInt)len,
    };
    if (inflateInit2(&stream, MAX_WBITS + WITH_GZIP_HEAD) != Z_OK)
        return false;
    bool ok = inflate(&stream, Z_FINISH) == Z_STREAM_END &&
              stream.avail_out == 0 && stream.avail_in == 0;
    inflateEnd(&stream);
    return ok;
}

bool
at_gzip_pack(struct at_str data, struct at_buf *out)
{
    size_t left = out->max - out->len;
    if (data.len > UINT_MAX)
        return false;
    z_stream stream = {
        .next_in = (const Bytef *)data.ptr,
        .avail_in = (uInt)data.len,
    };
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                     MAX_WBITS + WITH_GZIP_HEAD, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    size_t room_len = (size_t)deflateBound(&stream, (uLong)data.len);
    if (room_len > left)
        room_len = left;
    if (room_len > UINT_MAX)
        room_len = UINT_MAX;
    char *room = at_buf_reserve(out, room_len);
    stream.next_out = (Bytef *)room;
    stream.avail_out = (uInt)room_len;
    bool ok = room && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    if (ok)
        out->len += (size_t)stream.total_out;
    deflateEnd(&stream);
    return ok;
}
