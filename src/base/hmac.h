// hmac.h: message authentication with SHA-256 (RFC 2104)
#ifndef AT_BASE_HMAC_H
#define AT_BASE_HMAC_H

#include "base/sha256.h"
#include "base/str.h"

// Authenticate the bytes of all parts, one after the other.
void at_hmac_sha256(struct at_str key, const struct at_str *parts, size_t count,
                    unsigned char out[AT_SHA256_BYTES]);

#endif
