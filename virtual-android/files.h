// files.h: the virtual device's file system: a folder of this machine
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

struct vd_files;

AT_CHECKED bool vd_files_open(const char *root, struct vd_files **out,
                              struct at_err *err); // NULL root: temporary
void vd_files_free(struct vd_files *files);        // removes a temporary one

// The host path of a device path, relative to cwd. The caller owns it; it is
// never NULL.
char *vd_files_path(const struct vd_files *files, const char *cwd,
                    const char *device_path);
// Like vd_files_path() without following a link in the last part.
char *vd_files_link_path(const struct vd_files *files, const char *cwd,
                         const char *device_path);
// The absolute device path, without "." and "..", after "cd device_path" in
// cwd. The caller owns it.
char *vd_files_join(const char *cwd, const char *device_path);
AT_CHECKED bool vd_files_read(const struct vd_files *files, const char *path,
                              struct at_buf *out, struct at_err *err);
// It makes missing folders.
AT_CHECKED bool vd_files_write(const struct vd_files *files, const char *path,
                               struct at_str content, struct at_err *err);

// Make the missing folders above a host path, like `mkdir -p` of its parent.
AT_CHECKED bool vd_files_make_parents(const char *host_path,
                                      struct at_err *err);
// Remove a host path and all that is in it; links are not followed. Returns
// false, with errno set, if anything is left.
bool vd_files_remove_tree(const char *host_path);

#endif
