// hmac.c: two digests around the message
#include "base/hmac.h"

#include <string.h>

#include "base/buf.h"
#include "base/wipe.h"

enum { BLOCK = 64 };

static void
pad(const unsigned char key[BLOCK], unsigned char with, char out[BLOCK])
{
    for (size_t i = 0; i < BLOCK; i++)
        out[i] = (char)(key[i] ^ with);
}

void
at_hmac_sha256(struct at_str key, const struct at_str *parts, size_t count,
               unsigned char out[AT_SHA256_BYTES])
{
    unsigned char padded[BLOCK] = {0};
    char block[BLOCK];
    struct at_buf message = AT_BUF_INIT(SIZE_MAX / 2);
    if (key.len > BLOCK)
        at_sha256(key, padded);
    else if (key.len > 0)
        memcpy(padded, key.ptr, key.len);
    pad(padded, 0x36, block);
    at_buf_add(&message, block, BLOCK);
    for (size_t i = 0; i < count; i++)
        at_buf_add_str(&message, parts[i]);
    at_sha256(at_buf_str(&message), out);
    at_buf_clear(&message);
    pad(padded, 0x5c, block);
    at_buf_add(&message, block, BLOCK);
    at_buf_add(&message, out, AT_SHA256_BYTES);
    at_sha256(at_buf_str(&message), out);
    at_wipe_buf(&message);
    at_wipe(padded, sizeof(padded));
    at_wipe(block, sizeof(block));
}
