// server_file.h: scrcpy's server on this machine
#ifndef AT_DEVICE_ANDROID_SCRCPY_SERVER_FILE_H
#define AT_DEVICE_ANDROID_SCRCPY_SERVER_FILE_H

#include "base/buf.h"
#include "base/err.h"
#include "device/android/parse/scrcpy.h"

struct at_scrcpy_file {
    char *path;          // owned
    struct at_buf bytes; // the whole jar
    char version[AT_SCRCPY_VERSION_MAX];
    const struct at_scrcpy_dialect *dialect;
    char sha256[65];
};

// Find it: SCRCPY_SERVER_PATH, as used by scrcpy itself (set but empty:
// disabled), else the locations used by scrcpy's own build, Homebrew and
// distributions. AT_EUNSUPPORTED if it is missing (sys is ENOENT), of an
// unknown version, or something else. The caller always deinits *out.
AT_CHECKED bool at_scrcpy_file_find(struct at_scrcpy_file *out,
                                    struct at_err *err);
void at_scrcpy_file_deinit(struct at_scrcpy_file *file);

#endif
