// same.h: compares a file on the device with one on this host
#ifndef AT_DEVICE_ANDROID_ADB_CLIENT_SAME_H
#define AT_DEVICE_ANDROID_ADB_CLIENT_SAME_H

#include "device/android/adb/client/adb.h"

struct at_adb_file {
    const char *path; // on the device, of characters that no shell reads
    struct at_str content;
    const char *sha256; // hash of content, in lower-case hexadecimal
};

// Append a command that prints the file's hash, for at_adb_is_same(), to
// another command. It prints nothing unless this is a regular file.
void at_adb_add_hash_command(const struct at_adb_file *file,
                             struct at_buf *command);

// Compare a file of the right size by the hash in what that command printed.
// Devices before Android 8 have no sha256sum: there the file is read back.
AT_CHECKED bool at_adb_is_same(const struct at_op *op,
                               struct at_adb_device *device,
                               const struct at_adb_file *file,
                               struct at_str printed, bool *out_same,
                               struct at_err *err);

#endif
