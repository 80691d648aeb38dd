// stored.h: an overview of the data that an app has stored on the device
#ifndef AT_FLOW_APP_STORED_H
#define AT_FLOW_APP_STORED_H

#include "base/argv.h"
#include "base/err.h"
#include "base/op.h"
#include "device/device.h"

struct at_stored {
    struct at_argv databases; // names
    struct at_argv files;     // names of preference files
    // One line each: "notes.db: notes(id,title) 12 rows; users(id) 2 rows" and
    // "settings.xml: theme, sort".
    struct at_argv lines;
};

#define AT_STORED_INIT                                                         \
    {                                                                          \
        .databases = AT_ARGV_INIT                                              \
    }

void at_stored_deinit(struct at_stored *stored);

// List the app's databases with their tables, and its preference files with
// their keys. An unreadable one has a line with the reason. Returns false only
// if neither can be listed.
AT_CHECKED bool at_stored_read(const struct at_op *op, struct at_device *device,
                               const char *package, struct at_stored *out,
                               struct at_err *err);

// Append the line of one database. Returns false if it cannot be read.
AT_CHECKED bool at_stored_add_database(const struct at_op *op,
                                       struct at_device *device,
                                       const char *package,
                                       struct at_str database,
                                       struct at_argv *out, struct at_err *err);

// Append the keys of a SharedPreferences file, "theme, sort".
void at_stored_write_keys(struct at_str xml, struct at_buf *out);

#endif
