// access.h: the token that lets a call into an emulator
//
// It is the token of the emulator's own file if that has one. Otherwise, or
// after a refusal, tokens are signed with a key made for this emulator: one for
// each method, kept until shortly before it expires. No key or token is ever
// part of an error or a log.
#ifndef AT_DEVICE_ANDROID_GRPC_ACCESS_H
#define AT_DEVICE_ANDROID_GRPC_ACCESS_H

#include "base/op.h"
#include "device/android/grpc/discovery.h"
#include "device/android/grpc/messages.h"

struct at_emulator_access;

// place is borrowed for the lifetime of the access. The caller owns it; a key
// is made when one is needed.
struct at_emulator_access *at_emulator_access_new(
    const struct at_emulator_place *place);
// Remove the key from the emulator. NULL is allowed.
void at_emulator_access_free(struct at_emulator_access *access);

// Get the token for a call of the method at that time, in seconds since 1970.
// *out_token is NULL if the emulator needs none, and borrowed until the next
// call of any of these functions. AT_EGRPC if no token can be had, with what to
// do about it; AT_ETIMEOUT and AT_ECANCELED if op ended.
AT_CHECKED bool at_emulator_access_token(const struct at_op *op,
                                         struct at_emulator_access *access,
                                         enum at_emulator_method method,
                                         int64_t now_s, const char **out_token,
                                         struct at_err *err);

// Return whether tokens are signed here.
bool at_emulator_access_signs(const struct at_emulator_access *access);

// Note that the emulator refused the token. Return true if another can be
// tried: signed tokens after the file's; after a signed one new tokens, with a
// key that is published again if the emulator lost it.
bool at_emulator_access_refused(struct at_emulator_access *access);

#endif
