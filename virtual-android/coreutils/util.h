// util.h: what the small Unix programs of the virtual device share
#ifndef VIRTUAL_ANDROID_COREUTILS_UTIL_H
#define VIRTUAL_ANDROID_COREUTILS_UTIL_H

#include "base/buf.h"
#include "virtual-android/command.h"

// Options: "-l -a", "-la", "-n5" and "-n 5", up to "--" or the first operand.

struct va_scan {
    struct va_call *call; // borrowed
    const char *spec;     // letters; one with a ':' after it takes a value
    int at;               // the word at hand; afterwards the first operand
    const char *letter;   // within a word of several letters
    const char *value;    // of the option just found
};

struct va_scan va_scan(struct va_call *call, const char *spec);
// The next option's letter, 0 after the last, '?' for a bad one (told).
int va_scan_next(struct va_scan *scan);

// Files of the device

// The host path; the caller owns it.
char *va_host_path(struct va_call *call, const char *path);
char *va_host_link_path(struct va_call *call, const char *path);
// "cat: /x: No such file or directory" for errno; gives 1.
int va_complain(struct va_call *call, const char *path);

// Input: a file, or the call's own for "-" and NULL.

struct va_input {
    struct va_call *call;
    int fd; // -1: the call's own
    // For va_input_line().
    struct at_buf buf;
    size_t at;
    bool over;
};

// false, told on stderr, where there is no such file.
bool va_input_open(struct va_input *in, struct va_call *call, const char *path);
void va_input_close(struct va_input *in);
size_t va_input_read(struct va_input *in, void *buf, size_t cap);
// The next line without its end, borrowed until the next call; a line longer
// than VA_SHELL_LINE_MAX_BYTES comes in pieces.
bool va_input_line(struct va_input *in, struct at_str *out);
// All of it; false, told, past AT_SHELL_OUTPUT_MAX_BYTES.
bool va_input_all(struct va_input *in, struct at_buf *out);

// Call fn for each operand from first on, or once for the input where there
// is none. The largest status of all, 1 for a file that is not there.
int va_each_input(struct va_call *call, int first,
                  int (*fn)(struct va_input *in, const char *name, void *arg),
                  void *arg);

// Lines of all the inputs, borrowed from *buf.
struct va_line_list {
    struct at_buf buf;
    struct at_str *list; // owned
    size_t len;
};
int va_line_list_read(struct va_line_list *lines, struct va_call *call,
                      int first);
void va_line_list_deinit(struct va_line_list *lines);

// A decimal operand or option value; false, told, where it is none.
bool va_operand_number(struct va_call *call, const char *text, int64_t min,
                       int64_t max, int64_t *out);

// The rows, each in its own file; coreutils.c lists them.
#define VA_PROGRAM(name) int va_run_##name(struct va_call *call)
VA_PROGRAM(echo);
VA_PROGRAM(printf);
VA_PROGRAM(true);
VA_PROGRAM(false);
VA_PROGRAM(cat);
VA_PROGRAM(head);
VA_PROGRAM(tail);
VA_PROGRAM(wc);
VA_PROGRAM(tee);
VA_PROGRAM(ls);
VA_PROGRAM(stat);
VA_PROGRAM(find);
VA_PROGRAM(rm);
VA_PROGRAM(rmdir);
VA_PROGRAM(mkdir);
VA_PROGRAM(cp);
VA_PROGRAM(mv);
VA_PROGRAM(touch);
VA_PROGRAM(ln);
VA_PROGRAM(chmod);
VA_PROGRAM(test);
VA_PROGRAM(grep);
VA_PROGRAM(sed);
VA_PROGRAM(sort);
VA_PROGRAM(uniq);
VA_PROGRAM(tr);
VA_PROGRAM(cut);
VA_PROGRAM(md5sum);
VA_PROGRAM(base64);
VA_PROGRAM(basename);
VA_PROGRAM(dirname);
VA_PROGRAM(readlink);
VA_PROGRAM(sleep);
VA_PROGRAM(id);
VA_PROGRAM(whoami);
VA_PROGRAM(date);
VA_PROGRAM(sh);
VA_PROGRAM(pwd);
VA_PROGRAM(which);
VA_PROGRAM(env);
VA_PROGRAM(uname);
VA_PROGRAM(df);
VA_PROGRAM(kill);
VA_PROGRAM(toybox);

#endif
