// key_file.h: our public key among those that an emulator has taken up
//
// An emulator reads keys from the files NAME.jwk of a folder, as they come and
// go, and lists those that it has read in a file of its own. One that it cannot
// read whole it deletes.
#ifndef AT_DEVICE_ANDROID_EMULATOR_KEY_FILE_H
#define AT_DEVICE_ANDROID_EMULATOR_KEY_FILE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/op.h"
#include "base/str.h"

// Borrowed, from the emulator's pid_N.ini.
struct at_key_place {
    const char *folder; // grpc.jwks
    const char *active; // grpc.jwk_active
    int64_t max_ms;     // for the emulator to list a key
};

// Put set, which has the key of that name, into the folder and wait until the
// emulator lists it. Files of ours whose process has ended are removed first.
// The caller owns *out_path and gives it to at_key_file_remove(). On failure it
// is NULL and no file is left: AT_EGRPC where the emulator or the folder is in
// the way, AT_ETIMEOUT and AT_ECANCELED where op ended.
AT_CHECKED bool at_key_file_publish(const struct at_op *op,
                                    const struct at_key_place *place,
                                    const char *kid, struct at_str set,
                                    char **out_path, struct at_err *err);

// Is it still there, and listed?
bool at_key_file_is_active(const struct at_key_place *place, const char *kid,
                           const char *path);

void at_key_file_remove(char *path); // frees it; NULL is allowed

#endif
