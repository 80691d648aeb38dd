// command.h: a program of the virtual device's shell, as a table row
//
// The mini shell (shell.c) parses a command line, finds each word's row and
// runs it on the calling stream's thread. A command reads and writes only
// through its call; it may block in va_read() and va_wait(), which end early
// once the stream is closed (the command then returns).
#ifndef VIRTUAL_ANDROID_COMMAND_H
#define VIRTUAL_ANDROID_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/str.h"

struct at_cancel;
struct va_device; // device.h: the whole virtual device

// Where a call's bytes come from and go to; made by the shell.
struct va_io {
    // 1 to cap bytes, 0 at the end of the input or once the stream is closed.
    size_t (*read)(struct va_io *io, void *buf, size_t cap);
    // false once nobody reads any more. fd is 1 or 2.
    bool (*write)(struct va_io *io, int fd, const void *ptr, size_t len);
    // Sleep; false where the stream was closed meanwhile.
    bool (*wait)(struct va_io *io, int64_t ms);
    struct at_cancel *cancel; // fired once the stream is closed; may be NULL
    unsigned depth;           // shells inside shells, bounded by the shell
};

struct va_call {
    struct va_device *device; // borrowed
    struct va_io *io;         // borrowed
    int argc;
    char **argv;      // argv[0] is the command's name; borrowed
    const char *cwd;  // "/" or what `cd` said
    const char *user; // "shell", or the package inside `run-as`
};

struct va_command {
    const char *name;
    int (*run)(struct va_call *call); // its exit status
};

// Terminated by a row without a name; each in its own file's list.
extern const struct va_command va_shell_commands[];   // coreutils/: cat, ls …
extern const struct va_command va_android_commands[]; // commands/: am, pm …

const struct va_command *va_command_find(const char *name); // NULL: unknown

size_t va_read(struct va_call *call, void *buf, size_t cap);
bool va_out(struct va_call *call, struct at_str text);
bool va_outf(struct va_call *call, const char *fmt, ...) AT_PRINTF(2, 3);
bool va_errf(struct va_call *call, const char *fmt, ...) AT_PRINTF(2, 3);
bool va_wait(struct va_call *call, int64_t ms);

// Run a whole command line as `sh -c` would; its exit status. io is borrowed.
int va_shell_run(struct va_device *device, struct va_io *io, const char *user,
                 const char *line);
// The same, beginning in the folder cwd instead of the user's own.
int va_shell_run_in(struct va_device *device, struct va_io *io,
                    const char *user, const char *cwd, const char *line);
// The same for each line of the input, until its end or `exit`.
int va_shell_interactive(struct va_device *device, struct va_io *io,
                         const char *user);

#endif
