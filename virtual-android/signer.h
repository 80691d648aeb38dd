// signer.h: who signed an APK (APK Signature Scheme v2 and v3, else v1)
//
// Only read, not verified: whether the signature is right is apksigner's
// matter, the device needs to know whether it is the same hand as before.
#ifndef VIRTUAL_ANDROID_SIGNER_H
#define VIRTUAL_ANDROID_SIGNER_H

#include "base/str.h"

enum { VA_SIGNER_MAX = 65 };

// The SHA-256 of the first signer's certificate in hex, "v1" where there is a
// v1 signature alone, "" for nobody's. apk is borrowed.
void va_apk_signer(struct at_str apk, char out[VA_SIGNER_MAX]);

#endif
