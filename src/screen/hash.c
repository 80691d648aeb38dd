#include "screen/hash.h"

uint64_t
at_hash_u64(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static uint64_t
load_le(const unsigned char *p, size_t len)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++)
        value |= (uint64_t)p[i] << (8 * i);
    return value;
}

uint64_t
at_hash_str(uint64_t hash, struct at_str text)
{
    const unsigned char *p = (const unsigned char *)text.ptr;
    size_t left = text.len;
    for (; left >= 8; left -= 8, p += 8)
        hash = at_hash_u64(hash, load_le(p, 8));
    hash = at_hash_u64(hash, left ? load_le(p, left) : 0);
    return at_hash_u64(hash, text.len);
}

int
at_hash_compare(const void *a, const void *b)
{
    const uint64_t *one = a;
    const uint64_t *two = b;
    return (*one > *two) - (*one < *two);
}
