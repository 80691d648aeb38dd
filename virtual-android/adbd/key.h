// key.h: the public key of an adb client, and its signatures
//
// Facts: AOSP packages/modules/adb, docs/dev/protocol.md (AUTH) and
// libcrypto_utils/android_pubkey.cpp.
#ifndef VIRTUAL_ANDROID_ADBD_KEY_H
#define VIRTUAL_ANDROID_ADBD_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/str.h"

enum { VD_KEY_TOKEN_BYTES = 20 };

struct vd_key; // any thread may use it

// Read the FILE.pub of `adb keygen FILE`. The caller owns *out.
AT_CHECKED bool vd_key_read(const char *path, struct vd_key **out,
                            struct at_err *err);
void vd_key_free(struct vd_key *key); // NULL is allowed

bool vd_key_has_signed(const struct vd_key *key,
                       const unsigned char token[VD_KEY_TOKEN_BYTES],
                       struct at_str signature);

#endif
