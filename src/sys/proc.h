// proc.h: runs another program and collects its output
//
// The only place that forks; a shell is never used. The child leads its own
// process group, reads from /dev/null and inherits only its two output
// descriptors. A run is over when its first process ends: a process left behind
// (a daemon) may keep the outputs open without delaying us.
#ifndef AT_SYS_PROC_H
#define AT_SYS_PROC_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

enum { AT_PROC_HIDDEN_MAX_BYTES = 16 * 1024 }; // fits into any pipe

struct at_cancel;
struct at_proc_opts;

// Receives a child's output and end, on the thread that runs it.
struct at_proc_listener {
    void (*started)(void *user, const struct at_proc_opts *opts, long pid);
    // A piece of output as it was read; lines may be cut anywhere.
    void (*printed)(void *user, bool is_err, struct at_str piece);
    // Called after the last piece. why is NULL if the child ended on its own.
    void (*ended)(void *user, int exit_status, const struct at_err *why);
    void *user;
};

struct at_proc_opts {
    // NULL-terminated. argv[0] is a path if it has a '/', otherwise a name in
    // PATH.
    const char *const *argv;
    // NULL-terminated "NAME=value" rows that replace or extend this process's
    // environment; may be NULL.
    const char *const *env;
    const char *cwd; // NULL: that of this process
    // Names for people ("simctl", "boot"), for the listener only; NULL: argv[0]
    // without folders, and argv[1].
    const char *tool;
    const char *action;
    // A text that the child can read from descriptor 3, to keep it out of
    // argument lists and logs; empty: none. At most AT_PROC_HIDDEN_MAX_BYTES.
    struct at_str hidden;
    bool hidden_is_input;                    // replaces stdin
    const struct at_proc_listener *listener; // may be NULL
    bool listener_only; // do not collect output in the result
    // When op ends, send SIGTERM first and SIGKILL this much later, so the
    // child can save its work; 0: SIGKILL at once.
    int64_t grace_ms;
    int grace_signal;           // instead of SIGTERM; 0: SIGTERM
    struct at_cancel *kill_now; // kills at once when fired; may be NULL
};

// Owned by the caller (deinit). Each output is limited to max_bytes.
struct at_proc_result {
    struct at_buf out;
    struct at_buf err;
    int exit_status; // 128 + signal if killed by a signal, as in sh
};

void at_proc_result_init(struct at_proc_result *result, size_t max_bytes);
void at_proc_result_deinit(struct at_proc_result *result);

// Run to the end. A non-zero exit status is not a failure. Fails with AT_EIO
// and errno in err->sys if the program cannot be started. If op ends before the
// child, or an output exceeds its bound (AT_ELIMIT), the whole group is killed
// and reaped; its output so far is in result.
AT_CHECKED bool at_proc_run(const struct at_op *op,
                            const struct at_proc_opts *opts,
                            struct at_proc_result *result, struct at_err *err);

// Start a child that outlives this process: in its own session, without a
// terminal, input from /dev/null, both outputs appended to the file at log_path
// (created, 0600; NULL: /dev/null). The listener, listener_only and grace_ms of
// opts are ignored. ready_fd other than -1 stays open in the child as
// descriptor 3. *out_pid is a child of this process while that lives.
AT_CHECKED bool at_proc_launch(const struct at_proc_opts *opts,
                               const char *log_path, int ready_fd,
                               long *out_pid, struct at_err *err);
// Start a child that talks to this process over fd, which becomes its
// descriptor 3. It has its own session, so Ctrl-C reaches only this process,
// and this process's stderr as both outputs. opts as for at_proc_launch(). End
// it with at_proc_end_peer().
AT_CHECKED bool at_proc_start_peer(const struct at_proc_opts *opts, int fd,
                                   long *out_pid, struct at_err *err);
// Wait for a peer to end, and kill it after grace_ms. Return its exit_status as
// above.
int at_proc_end_peer(long pid, int64_t grace_ms);

// Return true if a launched child has ended, and reap it; *out_status is an
// exit_status as above.
bool at_proc_has_ended(long pid, int *out_status);

// Return true if a process with that id exists, of any user.
bool at_proc_is_alive(long pid);

// Return the executable for name: name itself if it has a '/', else the first
// match in PATH. Owned by the caller; NULL if there is none.
char *at_proc_find(const char *name);

// Return the real path of the running program, found by its argv[0]; argv[0]
// itself if that fails. An executable of several programs keeps the name by
// which it was started, if its folder has it. Owned by the caller.
char *at_proc_self(const char *argv0);

#endif
