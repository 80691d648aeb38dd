// jwt.h: signed tokens (RFC 7519) and the keys that check them (RFC 7517), as
// text
//
// ES256 only: ECDSA on P-256 with SHA-256 (RFC 7518). Who signs is elsewhere:
// what is signed is written here, and the signature is appended to it. Writers
// append a whole piece, or nothing and false if out is full.
#ifndef AT_WIRE_JWT_H
#define AT_WIRE_JWT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum {
    AT_ES256_COORDINATE_BYTES = 32,
    AT_ES256_POINT_BYTES = 64,     // x, then y: big endian
    AT_ES256_SIGNATURE_BYTES = 64, // r, then s: big endian
};

// A set of one public key, {"keys":[…]}. kid is the key's name.
AT_CHECKED bool at_jwk_set_write(
    const unsigned char point[AT_ES256_POINT_BYTES], const char *kid,
    struct at_buf *out);

// Is a key of that name in the set? False if text is not a whole set, such as a
// file that is being written.
bool at_jwk_set_has(struct at_str text, const char *kid);

struct at_jwt_claims {
    const char *kid;      // of the key that signs
    const char *issuer;   // who asks
    const char *audience; // what for
    int64_t from_s;       // since 1970: valid from then on, and issued then
    int64_t until_s;
};

// "HEADER.CLAIMS": what is to be signed. The header has no "typ": Tink, which
// reads it in the emulator, refuses tokens with an unknown one.
AT_CHECKED bool at_jwt_write_signed_part(const struct at_jwt_claims *claims,
                                         struct at_buf *out);
// ".SIGNATURE" behind it makes a token.
AT_CHECKED bool at_jwt_add_signature(
    const unsigned char signature[AT_ES256_SIGNATURE_BYTES],
    struct at_buf *out);

#endif
