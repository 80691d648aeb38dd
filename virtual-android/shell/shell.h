// shell.h: the mini shell, from a line to its exit status
#ifndef VIRTUAL_ANDROID_SHELL_SHELL_H
#define VIRTUAL_ANDROID_SHELL_SHELL_H

#include "base/buf.h"
#include "virtual-android/shell/command.h"

struct vd_shell_io;

// Run a command line as `sh -c` does. Returns its exit status. io is borrowed.
int vd_shell_run(struct vd_device *device, struct vd_io *io, const char *user,
                 const char *line);
// Like vd_shell_run(), starting in the folder cwd.
int vd_shell_run_in(struct vd_device *device, struct vd_io *io,
                    const char *user, const char *cwd, const char *line);
// Like vd_shell_run() for each line of the input, until its end or `exit`.
int vd_shell_interactive(struct vd_device *device, struct vd_io *io,
                         const char *user);

// For the shell's own files: the running shell.

struct vd_var {
    struct vd_var *next;
    char *name;
    char *value;
    bool exported;  // programs see it
    unsigned level; // level of its command; 0: permanent
};

struct vd_shell {
    struct vd_device *device; // borrowed
    struct vd_shell_io *io;   // borrowed; default I/O of commands
    const char *user;         // borrowed
    char *cwd;                // owned
    struct vd_var *vars;      // owned
    int status;               // $?
    int sub_status;           // status of the last $(...) in a command's words
    bool exiting;             // `exit` was run
    bool is_child;            // adbd's own child, and no copy of it
    bool execs;               // `exec` was run
    unsigned level;           // nesting of commands with their own variables
};

void vd_shell_init(struct vd_shell *shell, struct vd_device *device,
                   struct vd_shell_io *io, const char *user);
void vd_shell_copy(struct vd_shell *shell, const struct vd_shell *from,
                   struct vd_shell_io *io);
void vd_shell_deinit(struct vd_shell *shell);
const char *vd_shell_var(const struct vd_shell *shell, const char *name);
void vd_shell_set_var(struct vd_shell *shell, struct at_str name,
                      struct at_str value);
void vd_shell_export(struct vd_shell *shell, struct at_str name);
// Set a variable for one command, until vd_shell_end_level().
void vd_shell_begin_level(struct vd_shell *shell);
void vd_shell_set_for_level(struct vd_shell *shell, struct at_str name,
                            struct at_str value);
void vd_shell_end_level(struct vd_shell *shell);
void vd_shell_error(struct vd_shell *shell, const char *fmt, ...)
    AT_PRINTF(2, 3);

int vd_shell_run_text(struct vd_shell *shell, struct at_str line);

// A command that changes the shell itself.
struct vd_builtin {
    const char *name;
    int (*run)(struct vd_shell *shell, int argc, char **argv);
};
const struct vd_builtin *vd_builtin_find(const char *name); // NULL: none

#endif
