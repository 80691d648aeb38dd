// getentropy() works without a descriptor, even if they are exhausted. It
// entered POSIX in 2024; the older edition that we request hides it.
#ifndef __APPLE__
#define _DEFAULT_SOURCE
#endif

#include "sys/random.h"

#include <unistd.h>

#include "base/alloc.h"

#ifdef __APPLE__
// Declared here because the system's header has the same name as ours.
int getentropy(void *buffer, size_t size);
#endif

enum { PART_MAX_BYTES = 256 }; // limit of getentropy()

void
at_random_bytes(void *out, size_t len)
{
    unsigned char *next = out;
    while (len > 0) {
        size_t part = len < PART_MAX_BYTES ? len : PART_MAX_BYTES;
        at_assert(getentropy(next, part) == 0);
        next += part;
        len -= part;
    }
}

void
at_random_hex(char *out, size_t len)
{
    at_random_bytes(out, len);
    for (size_t i = 0; i < len; i++)
        out[i] = "0123456789abcdef"[(unsigned char)out[i] % 16];
    out[len] = '\0';
}
