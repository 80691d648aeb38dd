// dashboard_files.h: the files of the web page, from the program or from a
// folder
#ifndef AT_SERVER_DASHBOARD_FILES_H
#define AT_SERVER_DASHBOARD_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

// A file that is part of the program.
struct at_dashboard_file {
    const char *path;   // below the page's folder, such as "assets/a.js"
    const char *hash;   // of its content
    struct at_str data; // as it is sent
    size_t len;         // of its content
    bool gzip;          // data is packed
};

struct at_dashboard {
    const struct at_dashboard_file *files; // by path
    size_t count;
    const char *folder; // instead of files; NULL: none
};

// False with AT_EUSAGE if there is no page in web's folder.
AT_CHECKED bool at_dashboard_check(const struct at_dashboard *web,
                                   struct at_err *err);

bool at_dashboard_exists(const struct at_dashboard *web);

// Return the file at path, or NULL.
const struct at_dashboard_file *at_dashboard_find(
    const struct at_dashboard *web, struct at_str path);

// Append the content of a file, unpacked. AT_ENOTFOUND: there is none of that
// path. AT_ELIMIT: out's max is too small.
AT_CHECKED bool at_dashboard_read(const struct at_dashboard *web,
                                  struct at_str path, struct at_buf *out,
                                  struct at_err *err);

// The type of a file by its suffix.
const char *at_dashboard_type(struct at_str path);

// Return true if it is the address of a view of the page, not of a file.
bool at_dashboard_is_view(struct at_str path);

// Return true if a part of the path begins with a dot.
bool at_dashboard_is_hidden(struct at_str path);

#endif
