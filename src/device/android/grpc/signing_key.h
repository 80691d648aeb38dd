// signing_key.h: a key pair that exists only in this process
//
// The private half is in mbedtls's memory, cannot be read from it, and is wiped
// when the pair is freed. Each thread may use its own pair; some thirty fit at
// once.
#ifndef AT_DEVICE_ANDROID_GRPC_SIGNING_KEY_H
#define AT_DEVICE_ANDROID_GRPC_SIGNING_KEY_H

#include "base/err.h"
#include "base/str.h"
#include "wire/jwt.h"

struct at_signing_key;

// Make a new pair, owned by the caller; NULL with AT_EIO.
struct at_signing_key *at_signing_key_new(struct at_err *err);
void at_signing_key_free(struct at_signing_key *key); // NULL is allowed

// Return the public half: AT_ES256_POINT_BYTES, borrowed from key.
const unsigned char *at_signing_key_point(const struct at_signing_key *key);

// Sign text. Fails with AT_EIO.
AT_CHECKED bool at_signing_key_sign(const struct at_signing_key *key,
                                    struct at_str text,
                                    unsigned char out[AT_ES256_SIGNATURE_BYTES],
                                    struct at_err *err);

#endif
