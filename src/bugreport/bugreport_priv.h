// bugreport_priv.h: the files of a report; for bugreport*.c
#ifndef AT_BUGREPORT_BUGREPORT_PRIV_H
#define AT_BUGREPORT_BUGREPORT_PRIV_H

#include "bugreport/bugreport.h"
#include "bugreport/hide.h"
#include "bugreport/known.h"

struct at_bugreport_file {
    char *name; // owned; what and content too
    char *what;
    struct at_buf content; // hidden once the report is written
    int64_t time_ms;
    bool is_picture;
};

struct at_bugreport {
    struct at_bugreport_opts opts;
    struct at_bugreport_known known;
    struct at_bugreport_file *files; // owned
    size_t count;
    size_t text_bytes;
    size_t picture_bytes;
    json_t *left_out; // array, owned
    char *path;       // owned; NULL: nothing was written
    uint64_t bytes;   // length of the archive
};

// Return an empty file that takes up to max bytes; NULL, and the name is listed
// as left out, if there are too many or the limit of all is reached.
struct at_bugreport_file *at_bugreport_new_file(struct at_bugreport *report,
                                                const char *name,
                                                const char *what);
// A text is complete: learn from it, or leave it out.
void at_bugreport_finish_text(struct at_bugreport *report);
// Remove the newest file, and list it.
void at_bugreport_drop(struct at_bugreport *report, const char *why);

// Append the manifest.
void at_bugreport_manifest(const struct at_bugreport *report,
                           const json_t *json, struct at_buf *out);

#endif
