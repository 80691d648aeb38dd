// jwt.h: signed tokens (RFC 7519) and the keys that verify them (RFC 7517), as
// text
//
// ES256 only: ECDSA on P-256 with SHA-256 (RFC 7518). Signing happens
// elsewhere: this module writes the text to be signed and appends the
// signature. Writers append a complete piece, or nothing and return false if
// out is full.
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

// Write a set of one public key, {"keys":[…]}. kid names the key.
AT_CHECKED bool at_jwk_set_write(
    const unsigned char point[AT_ES256_POINT_BYTES], const char *kid,
    struct at_buf *out);

// Return true if the set has a key of that name, false also if text is not a
// complete set, such as a partly written file.
bool at_jwk_set_has(struct at_str text, const char *kid);

struct at_jwt_claims {
    const char *kid;      // name of the signing key
    const char *issuer;   // the requester
    const char *audience; // the intended recipient
    int64_t from_s;       // start of validity and time of issue, since 1970
    int64_t until_s;
};

// Append "HEADER.CLAIMS", the text to be signed. The header omits "typ",
// because Tink, which the emulator uses, rejects tokens of unknown types.
AT_CHECKED bool at_jwt_write_signed_part(const struct at_jwt_claims *claims,
                                         struct at_buf *out);
// Append ".SIGNATURE", which completes the token.
AT_CHECKED bool at_jwt_add_signature(
    const unsigned char signature[AT_ES256_SIGNATURE_BYTES],
    struct at_buf *out);

#endif
