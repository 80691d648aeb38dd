// key_file.h: publish our public key to an emulator
//
// An emulator reads keys from the files NAME.jwk of a folder as they appear and
// disappear, and lists the keys it has read in another file. It deletes files
// that it cannot read whole.
#ifndef AT_DEVICE_ANDROID_GRPC_KEY_FILE_H
#define AT_DEVICE_ANDROID_GRPC_KEY_FILE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/op.h"
#include "base/str.h"

// Borrowed, from the emulator's pid_N.ini.
struct at_key_place {
    const char *folder; // grpc.jwks
    const char *active; // grpc.jwk_active
    int64_t max_ms;     // time for the emulator to list a key
};

// Put set, which contains the key of that name, into the folder and wait until
// the emulator lists it. Files of ours whose process has ended are removed
// first. The caller owns *out_path and passes it to at_key_file_remove(). On
// failure it is NULL and no file is left: AT_EGRPC because of the emulator or
// the folder, AT_ETIMEOUT and AT_ECANCELED if op ended.
AT_CHECKED bool at_key_file_publish(const struct at_op *op,
                                    const struct at_key_place *place,
                                    const char *kid, struct at_str set,
                                    char **out_path, struct at_err *err);

// Return whether the file exists and the emulator lists its key.
bool at_key_file_is_active(const struct at_key_place *place, const char *kid,
                           const char *path);

void at_key_file_remove(char *path); // frees it; NULL is allowed

#endif
