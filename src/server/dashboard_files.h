// dashboard_files.h: the files of the web page, embedded or from a folder
#ifndef AT_SERVER_DASHBOARD_FILES_H
#define AT_SERVER_DASHBOARD_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

// An embedded file.
struct at_dashboard_file {
    const char *path;   // path in the page's folder, such as "assets/a.js"
    const char *hash;   // hash of the content
    struct at_str data; // bytes to send
    size_t len;         // length of the content
    bool gzip;          // data is compressed
};

struct at_dashboard {
    const struct at_dashboard_file *files; // sorted by path
    size_t count;
    const char *folder; // used instead of files; NULL: none
};

// Fail with AT_EUSAGE if web's folder does not contain the page.
AT_CHECKED bool at_dashboard_check(const struct at_dashboard *web,
                                   struct at_err *err);

bool at_dashboard_exists(const struct at_dashboard *web);

// Return the file at path, or NULL.
const struct at_dashboard_file *at_dashboard_find(
    const struct at_dashboard *web, struct at_str path);

// Append the content of a file, uncompressed. AT_ENOTFOUND for an unknown path.
// AT_ELIMIT if out's max is too small.
AT_CHECKED bool at_dashboard_read(const struct at_dashboard *web,
                                  struct at_str path, struct at_buf *out,
                                  struct at_err *err);

// Return the content type for a file's suffix.
const char *at_dashboard_type(struct at_str path);

// Return true if a request for a path without a file is for a view of the page:
// it accepts HTML by name, or anything (Accept with "*/*", or absent) and does
// not end like a file. accept: the request's Accept header; ptr NULL: absent.
// Names in a view's address may contain dots, as "127.0.0.1:5555" does.
bool at_dashboard_is_view(struct at_str path, struct at_str accept);

// Return true if any part of the path begins with a dot.
bool at_dashboard_is_hidden(struct at_str path);

#endif
