// sha256.h: SHA-256 (FIPS 180-4) and comparison of secrets
#ifndef AT_BASE_SHA256_H
#define AT_BASE_SHA256_H

#include <stdbool.h>

#include "base/str.h"

enum { AT_SHA256_BYTES = 32 };

void at_sha256(struct at_str bytes, unsigned char out[AT_SHA256_BYTES]);

// Return true if both are equal, in a time that does not reveal where they
// differ.
bool at_secret_eq(struct at_str a, struct at_str b);

#endif
