// util.h: code common to the small Unix programs: options, files, input
#ifndef VIRTUAL_ANDROID_COREUTILS_UTIL_H
#define VIRTUAL_ANDROID_COREUTILS_UTIL_H

#include <sys/stat.h>
#include <time.h>

#include "base/buf.h"
#include "virtual-android/shell/command.h"

// Options: "-l -a", "-la", "-n5" and "-n 5", up to "--" or the first operand.

struct vd_scan {
    struct vd_call *call; // borrowed
    const char *spec;     // letters; one with a ':' after it takes a value
    int at;               // the current word; at the end the first operand
    const char *letter;   // within a word of several letters
    const char *value;    // value of the option just found
};

struct vd_scan vd_scan(struct vd_call *call, const char *spec);
// Returns the next option's letter, 0 after the last, '?' after a message for a
// bad one.
int vd_scan_next(struct vd_scan *scan);

// Options whose values do not matter.
struct vd_flags {
    char set[24]; // their letters, the last one at the end
    int first;    // the first operand
};
// Returns false, after a message, for a bad option.
bool vd_flags_scan(struct vd_flags *out, struct vd_call *call,
                   const char *spec);
// Return true if one of these letters is set.
bool vd_flags_have(const struct vd_flags *flags, const char *letters);

// Print a line and its end.
bool vd_out_line(struct vd_call *call, struct at_str line);

// Files of the device

// The host path; the caller owns it.
char *vd_host_path(struct vd_call *call, const char *path);
char *vd_host_link_path(struct vd_call *call, const char *path);
// Print "cat: /x: No such file or directory" for errno. Returns 1.
int vd_complain(struct vd_call *call, const char *path);
// Write "-rw-r--r--", and a time in UTC as strftime() does.
void vd_mode_text(char out[11], mode_t mode);
void vd_time_text(char *out, size_t cap, const char *fmt, time_t when);

// Input: a file, or the call's own for "-" and NULL.

struct vd_source {
    struct vd_call *call;
    int fd; // -1: the call's own
    // For vd_source_line().
    struct at_buf buf;
    size_t at;
    bool over;
};

// Return false, with a message, if the file does not exist.
bool vd_source_open(struct vd_source *in, struct vd_call *call,
                    const char *path);
void vd_source_close(struct vd_source *in);
size_t vd_source_read(struct vd_source *in, void *buf, size_t cap);
// Read the next line without its end; it is borrowed until the next call. A
// line longer than VD_SHELL_LINE_MAX_BYTES comes in pieces.
bool vd_source_line(struct vd_source *in, struct at_str *out);
// Read all of it. Returns false, with a message, past
// AT_SHELL_OUTPUT_MAX_BYTES.
bool vd_source_all(struct vd_source *in, struct at_buf *out);

// Call fn for each operand starting at first, or once for the input without
// operands. Return the largest status; a missing file gives 1.
int vd_each_source(struct vd_call *call, int first,
                   int (*fn)(struct vd_source *in, const char *name, void *arg),
                   void *arg);

// Lines of all the inputs, borrowed from *buf.
struct vd_line_list {
    struct at_buf buf;
    struct at_str *list; // owned
    size_t len;
};
int vd_line_list_read(struct vd_line_list *lines, struct vd_call *call,
                      int first);
void vd_line_list_deinit(struct vd_line_list *lines);

// Read a decimal operand or option value. Returns false, with a message, if it
// is not one.
bool vd_operand_number(struct vd_call *call, const char *text, int64_t min,
                       int64_t max, int64_t *out);

#endif
