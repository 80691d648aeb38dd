// hash.h: a 64-bit hash that is the same on every machine
//
// For fingerprints and identities of nodes. The input may be crafted to
// collide, so callers that rely on equality compare the texts as well.
#ifndef AT_SCREEN_HASH_H
#define AT_SCREEN_HASH_H

#include <stdint.h>

#include "base/str.h"

#define AT_HASH_INIT UINT64_C(0xcbf29ce484222325)

uint64_t at_hash_u64(uint64_t hash, uint64_t value);

// Include the length, so that "ab","c" and "a","bc" differ.
uint64_t at_hash_str(uint64_t hash, struct at_str text);

// For qsort() and bsearch().
int at_hash_compare(const void *a, const void *b);

#endif
