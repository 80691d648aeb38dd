// sha256.c: SHA-256, block by block
#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64 };

// The first 32 bits of the fractional parts of the cube roots of the first 64
// primes.
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

struct sha256 {
    uint32_t state[8];
    unsigned char part[BLOCK]; // incomplete block of len % BLOCK bytes
    uint64_t len;
};

#define SHA256_INIT                                                            \
    {                                                                          \
        .state = {                                                             \
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,                    \
            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,                    \
        },                                                                     \
    }

static uint32_t
rotate(uint32_t x, unsigned n)
{
    return (x >> n) | (x << (32 - n));
}

static void
spread(const unsigned char *block, uint32_t w[ROUNDS])
{
    for (size_t i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (size_t i = 16; i < ROUNDS; i++) {
        uint32_t a = w[i - 15];
        uint32_t b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)) +
               w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10));
    }
}

static void
take_block(struct sha256 *sha, const unsigned char *block)
{
    uint32_t w[ROUNDS];
    uint32_t s[8];
    spread(block, w);
    memcpy(s, sha->state, sizeof(s));
    for (size_t i = 0; i < ROUNDS; i++) {
        uint32_t t1 = s[7] +
                      (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + w[i];
        uint32_t t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof(s[0]));
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (size_t i = 0; i < 8; i++)
        sha->state[i] += s[i];
}

static void
add(struct sha256 *sha, const void *bytes, size_t len)
{
    const unsigned char *next = bytes;
    while (len > 0) {
        size_t used = sha->len % BLOCK;
        size_t n = len < BLOCK - used ? len : BLOCK - used;
        memcpy(sha->part + used, next, n);
        sha->len += n;
        next += n;
        len -= n;
        if (used + n == BLOCK)
            take_block(sha, sha->part);
    }
}

static void
finish(struct sha256 *sha, unsigned char out[AT_SHA256_BYTES])
{
    unsigned char bits[8];
    uint64_t len = sha->len * 8;
    for (size_t i = 0; i < sizeof(bits); i++)
        bits[i] = (unsigned char)(len >> (56 - 8 * i));
    add(sha, "\x80", 1);
    while (sha->len % BLOCK != BLOCK - sizeof(bits))
        add(sha, "", 1);
    add(sha, bits, sizeof(bits));
    for (size_t i = 0; i < AT_SHA256_BYTES; i++)
        out[i] = (unsigned char)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

static void
add_str(struct sha256 *sha, struct at_str bytes)
{
    if (bytes.len > 0)
        add(sha, bytes.ptr, bytes.len);
}

void
at_sha256(struct at_str bytes, unsigned char out[AT_SHA256_BYTES])
{
    struct sha256 sha = SHA256_INIT;
    add_str(&sha, bytes);
    finish(&sha, out);
}

// Compare hashes, which hides even the lengths.
bool
at_secret_eq(struct at_str a, struct at_str b)
{
    unsigned char left[AT_SHA256_BYTES];
    unsigned char right[AT_SHA256_BYTES];
    unsigned differs = 0;
    at_sha256(a, left);
    at_sha256(b, right);
    for (size_t i = 0; i < AT_SHA256_BYTES; i++)
        differs |= (unsigned)(left[i] ^ right[i]);
    return differs == 0;
}
