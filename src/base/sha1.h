// sha1.h: SHA-1 (FIPS 180-4), for WebSocket handshakes; not for secrets
#ifndef AT_BASE_SHA1_H
#define AT_BASE_SHA1_H

#include "base/str.h"

enum { AT_SHA1_BYTES = 20, AT_SHA1_INPUT_MAX_BYTES = 119 };

// Hash a short text: at most AT_SHA1_INPUT_MAX_BYTES, which is asserted.
void at_sha1(struct at_str bytes, unsigned char out[AT_SHA1_BYTES]);

#endif
