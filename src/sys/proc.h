// proc.h: run another program and collect what it prints
//
// The only place that forks; no shell is ever involved. The child leads a
// process group of its own, reads from /dev/null and inherits no descriptor
// but its two outputs. It is over when its first process ends: one that it
// left behind (a daemon) may keep its outputs open without holding us up.
#ifndef AT_SYS_PROC_H
#define AT_SYS_PROC_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_proc_opts;

// Told what a child does while it runs, from the thread that runs it.
struct at_proc_listener {
    void (*started)(void *user, const struct at_proc_opts *opts, long pid);
    // A piece of an output, as it was read: lines may be cut anywhere.
    void (*printed)(void *user, bool is_err, struct at_str piece);
    // After the last piece. why is NULL where it ended by itself.
    void (*ended)(void *user, int exit_status, const struct at_err *why);
    void *user;
};

struct at_proc_opts {
    // Up to NULL. argv[0] with a '/' is a path, otherwise a name in PATH.
    const char *const *argv;
    // "NAME=value" rows that replace or add to this process's environment, up
    // to NULL; may be NULL itself.
    const char *const *env;
    const char *cwd; // NULL: this process's
    // What people call it ("simctl", "boot"); NULL: argv[0] without folders,
    // and argv[1]. For the listener alone.
    const char *tool;
    const char *action;
    // Where in argv something stands that no log may hold (a typed text); 0:
    // nowhere. For the listener alone.
    int secret_arg;
    int secret_count; // so many from there on; 0: one
    const struct at_proc_listener *listener; // NULL: nobody listens
    bool listener_only; // nothing is collected into the result
    // Where op ends, SIGTERM comes first and SIGKILL that much later, so that
    // the child can put away what it has; 0: SIGKILL at once.
    int64_t grace_ms;
};

// Owned by the caller (deinit). Each output is bounded by max_bytes.
struct at_proc_result {
    struct at_buf out;
    struct at_buf err;
    int exit_status; // 128 + signal where a signal ended it, as sh says it
};

void at_proc_result_init(struct at_proc_result *result, size_t max_bytes);
void at_proc_result_deinit(struct at_proc_result *result);

// Run to the end. An exit status other than 0 is no failure here. A program
// that cannot be run at all is AT_EIO with errno in err->sys. Where op ends
// before the child, or an output passes its bound (AT_ELIMIT), the whole group
// is killed and reaped; what it had printed by then is in result.
AT_CHECKED bool at_proc_run(const struct at_op *op,
                            const struct at_proc_opts *opts,
                            struct at_proc_result *result, struct at_err *err);

// Start a child that outlives this process: in a session of its own, without a
// terminal, input from /dev/null, both outputs appended to the file at
// log_path (made, 0600; NULL: /dev/null). opts' listener, listener_only and
// grace_ms are not used. ready_fd other than -1 stays open in the child as its
// descriptor 3. *out_pid is a child of this process as long as that lives.
AT_CHECKED bool at_proc_launch(const struct at_proc_opts *opts,
                               const char *log_path, int ready_fd,
                               long *out_pid, struct at_err *err);
// Has a launched child ended? Reaps it; *out_status as exit_status above.
bool at_proc_has_ended(long pid, int *out_status);

// Is there a process of that number, whoever's it is?
bool at_proc_is_alive(long pid);

// The executable file that name stands for: name itself where it holds a '/',
// else the first one in PATH. Owned by the caller; NULL where there is none.
char *at_proc_find(const char *name);

// The real path of the program that runs, found by its argv[0]. Owned by the
// caller; argv[0] itself where it cannot be told.
char *at_proc_self(const char *argv0);

#endif
