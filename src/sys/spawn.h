// spawn.h: starts a child process; only for sys/proc.c
//
// The only place that forks. The child reads from /dev/null, has all signals at
// their defaults and only the descriptors listed here.
#ifndef AT_SYS_SPAWN_H
#define AT_SYS_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

struct at_spawn {
    const char *path; // path of the program
    const char *const *argv;
    const char *const *env; // NULL-terminated rows to add or replace, or NULL
    const char *cwd;        // NULL: that of this process
    int in_fd;              // becomes 0; 0: /dev/null
    int out_fd;             // become 1 and 2; from at_spawn_clear()
    int err_fd;
    int keep_fd;      // becomes 3; -1: none
    bool own_session; // otherwise only its own process group
};

// Start it. Fails with AT_EIO and errno in err->sys if the program cannot be
// run; err->sys is 0 if cwd cannot be entered.
AT_CHECKED bool at_spawn_start(const struct at_spawn *how, pid_t *out_pid,
                               struct at_err *err);

// Wait for it and return its status, 128 + signal if a signal killed it.
int at_spawn_reap(pid_t pid);
int at_spawn_exit_status(int wait_status);

// Duplicate fd to a close-on-exec descriptor outside of the child's numbers,
// and close fd. Return -1 with errno on failure.
int at_spawn_clear(int fd);
// Create such a pipe, read end first; both are -1 on failure.
bool at_spawn_pipe(int fds[2]);

#endif
