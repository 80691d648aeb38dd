// spawn.h: start a child process; for sys/proc.c only
//
// The only place that forks. The child reads from /dev/null, has every signal
// at its default and no descriptors except those named here.
#ifndef AT_SYS_SPAWN_H
#define AT_SYS_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

struct at_spawn {
    const char *path; // of the program
    const char *const *argv;
    const char *const *env; // rows to add or to replace, up to NULL, or NULL
    const char *cwd;        // NULL: this process's
    int in_fd;              // becomes 0; 0: /dev/null
    int out_fd;             // become 1 and 2; from at_spawn_clear()
    int err_fd;
    int keep_fd;      // becomes 3; -1: none
    bool own_session; // else a process group of its own
};

// AT_EIO with errno in err->sys where the program cannot be run; with 0 there
// where it is cwd that cannot be entered.
AT_CHECKED bool at_spawn_start(const struct at_spawn *how, pid_t *out_pid,
                               struct at_err *err);

// Wait for it. A status is 128 + signal where a signal ended it.
int at_spawn_reap(pid_t pid);
int at_spawn_exit_status(int wait_status);

// The same file by a descriptor that is none of the child's numbers, and is
// close-on-exec; fd itself is closed. -1 with errno.
int at_spawn_clear(int fd);
// Such a pipe, read end first; both are -1 if there is none.
bool at_spawn_pipe(int fds[2]);

#endif
