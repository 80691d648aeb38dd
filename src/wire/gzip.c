// gzip.c: zlib in gzip mode (RFC 1952)
#include "wire/gzip.h"

#include <limits.h>

#define ZLIB_CONST
#include <zlib.h>

enum { WITH_GZIP_HEAD = 16 };

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
