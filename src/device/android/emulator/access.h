// access.h: what a call shows an emulator so that it is let in
//
// The token of the emulator's own file, where it tells one; else, or where that
// is refused, tokens that are signed with a key made for this emulator: one a
// method, kept until shortly before it ends. Neither a key nor a token is ever
// told in an error or a log.
#ifndef AT_DEVICE_ANDROID_EMULATOR_ACCESS_H
#define AT_DEVICE_ANDROID_EMULATOR_ACCESS_H

#include "device/android/emulator/calls.h"
#include "device/android/emulator/discovery.h"

struct at_emulator_access;

// place is borrowed as long as this lives. The caller owns it; no key is made
// before one is needed.
struct at_emulator_access *at_emulator_access_new(
    const struct at_emulator_place *place);
// Takes the key back from the emulator. NULL is allowed.
void at_emulator_access_free(struct at_emulator_access *access);

// The token for a call of the method at that time, in seconds since 1970.
// *out_token is NULL where the emulator asks for none, and borrowed until the
// next call of any of these. AT_EGRPC where no token can be had, with what to
// do about it; AT_ETIMEOUT and AT_ECANCELED where op ended.
AT_CHECKED bool at_emulator_access_token(const struct at_op *op,
                                         struct at_emulator_access *access,
                                         enum at_emulator_method method,
                                         int64_t now_s, const char **out_token,
                                         struct at_err *err);

// Is the token one that was signed here?
bool at_emulator_access_signs(const struct at_emulator_access *access);

// The emulator has refused the token. True where there is another to be tried:
// signed tokens where it was that of the file; and new ones, with a key that is
// left anew where the emulator has lost it, where it was signed.
bool at_emulator_access_refused(struct at_emulator_access *access);

#endif
