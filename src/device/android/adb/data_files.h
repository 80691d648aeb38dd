// data_files.h: where files are below an app's folder, by run-as
#ifndef AT_DEVICE_ANDROID_ADB_DATA_FILES_H
#define AT_DEVICE_ANDROID_ADB_DATA_FILES_H

#include "device/android/adb/shell.h"

enum { AT_DATA_PATH_MAX = 320 };

// Write the path below the app's folder of what a client names: a bare name is
// a file of home ("databases"), a path is one below the folder; of an absolute
// one the app's folder is left out. AT_EUSAGE for "..", for an empty part and
// for control characters. what ("database") names it in the message.
AT_CHECKED bool at_data_path(struct at_str given, const char *package,
                             const char *home, const char *what,
                             char out[AT_DATA_PATH_MAX], struct at_err *err);

// Fail with AT_EUSAGE if links lead out of the app's folder. A missing file is
// no failure. A bare name is not checked: its folder is the app's own.
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
