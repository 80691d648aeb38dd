// data_files.h: where files are below an app's folder, by run-as
#ifndef AT_DEVICE_ANDROID_ADB_DATA_FILES_H
#define AT_DEVICE_ANDROID_ADB_DATA_FILES_H

#include "device/android/adb/shell.h"

enum { AT_DATA_PATH_MAX = 320 };

// Convert a name given by a client to a path below the app's folder: a bare
// name is a file in home ("databases"), a path is relative to the folder, and
// an absolute path is stripped of it. AT_EUSAGE for "..", an empty part and
// control characters. what ("database") is used in the message.
AT_CHECKED bool at_data_path(struct at_str given, const char *package,
                             const char *home, const char *what,
                             char out[AT_DATA_PATH_MAX], struct at_err *err);

// Fail with AT_EUSAGE if links lead out of the app's folder. A missing file is
// not a failure. A bare name is not checked, since its folder belongs to the
// app.
AT_CHECKED bool at_data_check_links(const struct at_op *op,
                                    struct at_android *android,
                                    const char *package, struct at_str given,
                                    const char *path, struct at_err *err);

// Append the databases, a line each: those of "databases" by their names, and
// every other file below the folder that begins as a database does, by its
// path.
AT_CHECKED bool at_data_list_databases(const struct at_op *op,
                                       struct at_android *android,
                                       const char *package, struct at_buf *out,
                                       struct at_err *err);

// Append the files of preferences: those of "shared_prefs" by their names, the
// DataStores by their paths.
AT_CHECKED bool at_data_list_prefs(const struct at_op *op,
                                   struct at_android *android,
                                   const char *package, struct at_buf *out,
                                   struct at_err *err);

#endif
