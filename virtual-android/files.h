// files.h: the virtual device's file system, a folder of this machine
//
// /sdcard, /storage/emulated/0, /data/local/tmp, /data/data/<package>,
// /proc … are folders below the root given at start (a temporary one that is
// removed at the end, or --root DIR). A path never leaves it: ".." and links
// are resolved against the device's own root.
#ifndef VIRTUAL_ANDROID_FILES_H
#define VIRTUAL_ANDROID_FILES_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

struct va_files;

AT_CHECKED bool va_files_open(const char *root, struct va_files **out,
                              struct at_err *err); // NULL root: temporary
void va_files_free(struct va_files *files);        // removes a temporary one

// The host path of a device path (relative ones against cwd). The caller owns
// it. Never NULL.
char *va_files_path(const struct va_files *files, const char *cwd,
                    const char *device_path);
// The same for a link itself: the path's last part is not followed.
char *va_files_link_path(const struct va_files *files, const char *cwd,
                         const char *device_path);
// The device path that "cd device_path" in cwd leads to: absolute, without
// "." and "..". The caller owns it.
char *va_files_join(const char *cwd, const char *device_path);
AT_CHECKED bool va_files_read(const struct va_files *files, const char *path,
                              struct at_buf *out, struct at_err *err);
// Makes the folders on the way.
AT_CHECKED bool va_files_write(const struct va_files *files, const char *path,
                               struct at_str content, struct at_err *err);

// Make the folders on the way to a host path, like `mkdir -p` of its parent.
AT_CHECKED bool va_files_make_parents(const char *host_path,
                                      struct at_err *err);
// Remove a host path and, where it is a folder, all below it; links are not
// followed. false, with errno set, where something stayed.
bool va_files_remove_tree(const char *host_path);

#endif
