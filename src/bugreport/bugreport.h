// bugreport.h: one archive that a person can attach to an issue
//
// Files are added, newest first; then what must not be read by others is hidden
// in all of them together (bugreport/hide.h), because a text that was typed in
// one file shows in another. Nothing is sent anywhere. Sizes are bounded: what
// is left out is listed with the reason, and so is an unreadable file.
#ifndef AT_BUGREPORT_BUGREPORT_H
#define AT_BUGREPORT_BUGREPORT_H

#include <jansson.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

struct at_bugreport_opts {
    const char *program; // "agentest"
    bool pictures;       // pictures too, which cannot be masked
    int64_t since_ms;    // wall clock; files of folders that are older stay out
};

struct at_bugreport;

struct at_bugreport *at_bugreport_new(const struct at_bugreport_opts *opts);
void at_bugreport_free(struct at_bugreport *report); // NULL is allowed

// Hide a value wherever it shows. Values of the environment are added by
// at_bugreport_add_facts().
void at_bugreport_add_secret(struct at_bugreport *report, struct at_str value);
void at_bugreport_add_device(struct at_bugreport *report, struct at_str serial);

// Add a text as a file. what: a few words for the list; may be "".
void at_bugreport_add_text(struct at_bugreport *report, const char *name,
                           const char *what, struct at_str text);
void at_bugreport_add_picture(struct at_bugreport *report, const char *name,
                              struct at_str bytes);
// Add a file of any kind: a text (of one that is too long its end), a picture
// if those are asked for; others are left out.
void at_bugreport_add_file(struct at_bugreport *report, const char *name,
                           const char *what, const char *path);
// Add all files below a folder, as NAME/…; links are not followed. An absent
// folder has none.
void at_bugreport_add_folder(struct at_bugreport *report, const char *name,
                             const char *path);
// List something that is not inside.
void at_bugreport_leave_out(struct at_bugreport *report, const char *name,
                            const char *why);

// Hide what has to be hidden and write the archive, readable only by this user.
// path NULL: agentest-report-TIME.zip in the working folder. An existing file
// is never replaced: AT_EIO. dry: do all but write. Call it once.
AT_CHECKED bool at_bugreport_write(struct at_bugreport *report,
                                   const char *path, bool dry,
                                   struct at_err *err);
// After that: {"path" (null if dry),"bytes","files":[{"name","bytes","what"}],
// "left_out":[{"name","why"}],"hidden":{"secrets","typed","devices"}}. Owned by
// the caller.
json_t *at_bugreport_json(const struct at_bugreport *report);
// Append it for people.
void at_bugreport_print(const json_t *json, struct at_buf *out);

#endif
