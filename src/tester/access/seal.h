// seal.h: authenticated encryption of small texts (libsodium)
//
// XChaCha20-Poly1305 with a random nonce; the text is padded, so that its
// length does not show. A name is bound to what is sealed: it opens under no
// other one. Keys are random, or derived from a text by Argon2id.
#ifndef AT_TESTER_ACCESS_SEAL_H
#define AT_TESTER_ACCESS_SEAL_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

enum { AT_SEAL_KEY_BYTES = 32, AT_SEAL_SALT_BYTES = 16 };

struct at_seal_key {
    unsigned char bytes[AT_SEAL_KEY_BYTES];
};

// Derive a key from a text, in some 30 ms and 19 MiB.
AT_CHECKED bool at_seal_derive(struct at_str text,
                               const unsigned char salt[AT_SEAL_SALT_BYTES],
                               struct at_seal_key *out, struct at_err *err);
void at_seal_key_random(struct at_seal_key *out);

// Append the sealed text, as base64.
AT_CHECKED bool at_seal(const struct at_seal_key *key, struct at_str name,
                        struct at_str text, struct at_buf *out,
                        struct at_err *err);
// Append the text. False: it was sealed with another key or name, or has been
// changed; out is unchanged. The caller clears out with at_wipe_buf().
AT_CHECKED bool at_seal_open(const struct at_seal_key *key, struct at_str name,
                             struct at_str sealed, struct at_buf *out);

#endif
