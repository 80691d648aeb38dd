// sha1.c: SHA-1 of at most two blocks
#include "base/sha1.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

enum { BLOCK = 64, ROUNDS = 80, LENGTH_AT = 56 };

static uint32_t
rotate(uint32_t x, unsigned n)
{
    return (x << n) | (x >> (32 - n));
}

static void
spread(const unsigned char *block, uint32_t w[ROUNDS])
{
    for (size_t i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (size_t i = 16; i < ROUNDS; i++)
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
}

// Return the function and the constant of round i.
static uint32_t
mix(size_t i, const uint32_t s[5])
{
    if (i < 20)
        return ((s[1] & s[2]) | (~s[1] & s[3])) + 0x5a827999;
    if (i < 40)
        return (s[1] ^ s[2] ^ s[3]) + 0x6ed9eba1;
    if (i < 60)
        return ((s[1] & s[2]) | (s[1] & s[3]) | (s[2] & s[3])) + 0x8f1bbcdc;
    return (s[1] ^ s[2] ^ s[3]) + 0xca62c1d6;
}

static void
take_block(uint32_t state[5], const unsigned char *block)
{
    uint32_t w[ROUNDS];
    uint32_t s[5];
    spread(block, w);
    memcpy(s, state, sizeof(s));
    for (size_t i = 0; i < ROUNDS; i++) {
        uint32_t first = rotate(s[0], 5) + mix(i, s) + s[4] + w[i];
        s[4] = s[3];
        s[3] = s[2];
        s[2] = rotate(s[1], 30);
        s[1] = s[0];
        s[0] = first;
    }
    for (size_t i = 0; i < 5; i++)
        state[i] += s[i];
}

void
at_sha1(struct at_str bytes, unsigned char out[AT_SHA1_BYTES])
{
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
                         0xc3d2e1f0};
    unsigned char padded[2 * BLOCK] = {0};
    size_t len = bytes.len < LENGTH_AT ? BLOCK : 2 * BLOCK;
    at_assert(bytes.len <= AT_SHA1_INPUT_MAX_BYTES);
    memcpy(padded, bytes.ptr, bytes.len);
    padded[bytes.len] = 0x80;
    padded[len - 2] = (unsigned char)(bytes.len * 8 >> 8);
    padded[len - 1] = (unsigned char)(bytes.len * 8);
    for (size_t at = 0; at < len; at += BLOCK)
        take_block(state, padded + at);
    for (size_t i = 0; i < AT_SHA1_BYTES; i++)
        out[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}
