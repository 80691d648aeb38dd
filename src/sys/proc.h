// proc.h: run another program and collect what it prints
//
// The only place that forks; no shell is ever involved. The child leads a
// process group of its own, reads from /dev/null and inherits no descriptor but
// its two outputs. A run is over when its first process ends: a process that it
// left behind (a daemon) may keep its outputs open without delaying us.
#ifndef AT_SYS_PROC_H
#define AT_SYS_PROC_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

enum { AT_PROC_HIDDEN_MAX_BYTES = 16 * 1024 }; // what every pipe holds

struct at_cancel;
struct at_proc_opts;

// Notified of a child's output and end, from the thread that runs it.
struct at_proc_listener {
    void (*started)(void *user, const struct at_proc_opts *opts, long pid);
    // A piece of an output, as it was read: lines may be cut anywhere.
    void (*printed)(void *user, bool is_err, struct at_str piece);
    // Called after the last piece. why is NULL if the child ended by itself.
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
    // Names for people ("simctl", "boot"); NULL: argv[0] without folders, and
    // argv[1]. For the listener only.
    const char *tool;
    const char *action;
    // A text that the child can read from its descriptor 3, so that it is in no
    // list of arguments and no log; empty: none. At most
    // AT_PROC_HIDDEN_MAX_BYTES.
    struct at_str hidden;
    bool hidden_is_input;                    // its standard input instead
    const struct at_proc_listener *listener; // may be NULL
    bool listener_only; // nothing is collected into the result
    // When op ends, send SIGTERM first and SIGKILL that much later, so that the
    // child can store its work; 0: SIGKILL at once.
    int64_t grace_ms;
    int grace_signal;        // instead of SIGTERM; 0: SIGTERM
    struct at_cancel *hurry; // ends that time early when it fires; may be NULL
};

// Owned by the caller (deinit). Each output is bounded by max_bytes.
struct at_proc_result {
    struct at_buf out;
    struct at_buf err;
    int exit_status; // 128 + signal if a signal ended it, as in sh
};

void at_proc_result_init(struct at_proc_result *result, size_t max_bytes);
void at_proc_result_deinit(struct at_proc_result *result);

// Run to the end. An exit status other than 0 is not a failure here. Fails with
// AT_EIO and errno in err->sys if the program cannot be run at all. If op ends
// before the child, or an output exceeds its bound (AT_ELIMIT), the whole group
// is killed and reaped; its output so far is in result.
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
// Start a child that talks to this process over fd, which becomes its
// descriptor
// 3. It has a session of its own, so that Ctrl-C is this process's alone, and
// this process's stderr as both outputs. opts as for at_proc_launch(). Its end
// is for at_proc_end_peer().
AT_CHECKED bool at_proc_start_peer(const struct at_proc_opts *opts, int fd,
                                   long *out_pid, struct at_err *err);
// Wait for a peer's end, and kill it if that takes longer than grace_ms.
// Returns its status as exit_status above.
int at_proc_end_peer(long pid, int64_t grace_ms);

// Has a launched child ended? Reaps it; *out_status as exit_status above.
bool at_proc_has_ended(long pid, int *out_status);

// Is there a process of that number, of any user?
bool at_proc_is_alive(long pid);

// Return the executable file of name: name itself if it has a '/', else the
// first one in PATH. Owned by the caller; NULL if there is none.
char *at_proc_find(const char *name);

// Return the real path of the running program, found by its argv[0]. Owned by
// the caller; argv[0] itself if it is not found.
char *at_proc_self(const char *argv0);

#endif
