// signer.h: the signer of an APK (APK Signature Scheme v2 and v3, else v1)
//
// The signature is read, not verified: the device only needs to know whether
// the signer is the same as before.
#ifndef VIRTUAL_ANDROID_MODEL_SIGNER_H
#define VIRTUAL_ANDROID_MODEL_SIGNER_H

#include "base/str.h"

enum { VD_SIGNER_MAX = 65 };

// Write the SHA-256 of the first signer's certificate in hex; "v1" if there is
// only a v1 signature, "" if there is none. apk is borrowed.
void vd_apk_signer(struct at_str apk, char out[VD_SIGNER_MAX]);

#endif
