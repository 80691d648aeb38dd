// command.h: a program of the virtual device's shell, as a table row
//
// The mini shell (shell.h) parses a command line, finds each command's row and
// runs it on the stream's thread. A command reads and writes only through its
// call; it may block in vd_read() and vd_wait(), which end early once the
// stream is closed (the command then returns).
#ifndef VIRTUAL_ANDROID_SHELL_COMMAND_H
#define VIRTUAL_ANDROID_SHELL_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/str.h"

struct at_cancel;
struct vd_command;
struct vd_device;
struct vd_files;
struct vd_var;

// The input and output of a call, and the programs the shell finds.
struct vd_io {
    // 1 to cap bytes, 0 at the end of the input or once the stream is closed.
    size_t (*read)(struct vd_io *io, void *buf, size_t cap);
    // Returns false once the reader is gone. fd is 1 or 2.
    bool (*write)(struct vd_io *io, int fd, const void *ptr, size_t len);
    // Sleep. Return false if the stream was closed.
    bool (*wait)(struct vd_io *io, int64_t ms);
    struct at_cancel *cancel; // fired once the stream is closed; may be NULL
    unsigned depth;           // shells inside shells, bounded by the shell
    struct vd_files *files;   // borrowed; the device's
    const struct vd_command *const *programs; // lists, up to NULL
    // End a read that blocks, and every later one until on is false, as for a
    // process that has ended while its input is open. May be NULL.
    void (*hush)(struct vd_io *io, bool on);
    struct at_cancel *adbd; // fired once adbd ends, with all it has started
    bool hangs_up; // its own child gets SIGHUP once the stream is closed
};

struct vd_call {
    struct vd_device *device; // borrowed
    struct vd_io *io;         // borrowed
    int argc;
    char **argv;               // argv[0] is the command's name; borrowed
    const char *cwd;           // "/" or set by `cd`
    const char *user;          // "shell", or the package inside `run-as`
    const struct vd_var *vars; // the shell's; borrowed
    bool is_child; // `exec` has put it in the place of adbd's own child
};

struct vd_command { // in lists up to a row without a name
    const char *name;
    int (*run)(struct vd_call *call); // its exit status
};

// The program of this name that io's lists have; NULL: unknown.
const struct vd_command *vd_command_find(const struct vd_io *io,
                                         const char *name);

size_t vd_read(struct vd_call *call, void *buf, size_t cap);
bool vd_out(struct vd_call *call, struct at_str text);
bool vd_outf(struct vd_call *call, const char *fmt, ...) AT_PRINTF(2, 3);
bool vd_errf(struct vd_call *call, const char *fmt, ...) AT_PRINTF(2, 3);
bool vd_wait(struct vd_call *call, int64_t ms);
// Get a variable of the call's environment; NULL: unset.
const char *vd_env(const struct vd_call *call, const char *name);

#endif
