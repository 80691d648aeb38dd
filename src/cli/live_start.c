#include "cli/live_start.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/argv.h"
#include "cli/live_server.h"
#include "session/run.h"
#include "session/store.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/filelock.h"
#include "sys/private.h"
#include "sys/proc.h"
#include "sys/spawn.h"

enum {
    START_MAX_MS = 15000,
    STOP_MAX_MS = 8000, // a command that runs is cancelled, in order
    KILL_MAX_MS = 5000,
};

// Read AT_LIVE_READY, or an error, from descriptor 3 of the new process.
static bool
read_ready(const struct at_op *op, int fd, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool ok = true;
    for (;;) {
        char piece[256];
        ok = at_op_wait_fd(op, fd, POLLIN, err);
        ssize_t n = ok ? read(fd, piece, sizeof(piece)) : 0;
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        at_buf_add(&text, piece, (size_t)n);
    }
    if (ok && !at_str_is(at_buf_str(&text), AT_LIVE_READY))
        ok = at_fail(err, AT_EIO, "%s",
                     text.len ? at_buf_text(&text) : "it has ended at once");
    at_buf_deinit(&text);
    return ok;
}

// Set a folder's variable to its absolute path: the new process runs in /.
static void
add_folder(struct at_argv *env, const char *name, char *path)
{
    if (path)
        at_argv_add_fmt(env, "%s=%s", name, path);
    free(path);
}

static bool
launch(const struct at_op *op, const struct at_live_start_opts *how,
       int64_t ttl_ms, struct at_err *err)
{
    const struct at_live_files *files = how->files;
    struct at_argv argv = AT_ARGV_INIT;
    struct at_argv env = AT_ARGV_INIT;
    int ready[2];
    long pid;
    if (!at_spawn_pipe(ready))
        return at_fail_sys(err, AT_EIO, errno, "no pipe");
    char *self = at_proc_self(how->program);
    at_argv_add(&argv, self);
    at_argv_add(&argv, AT_LIVE_WORD);
    at_argv_add(&argv, files->session);
    at_argv_add_fmt(&argv, "%lld", (long long)ttl_ms);
    add_folder(&env, "MOBILE_DEV_AGENT_STATE_DIR", at_store_state_dir(NULL));
    add_folder(&env, "MOBILE_DEV_AGENT_CACHE_DIR",
               at_command_run_cache_dir(NULL));
    at_live_files_rotate(files);
    const struct at_proc_opts opts = {
        .argv = at_argv_words(&argv),
        .env = at_argv_words(&env),
        .cwd = "/",
    };
    bool ok = at_proc_launch(&opts, files->log, ready[1], &pid, err);
    close(ready[1]);
    ok = ok && read_ready(op, ready[0], err);
    close(ready[0]);
    free(self);
    at_argv_deinit(&argv);
    at_argv_deinit(&env);
    return ok;
}

// Requires the start lock.
static bool
start_locked(const struct at_op *op, const struct at_live_start_opts *opts,
             struct at_live_client **out_client, bool *out_started,
             struct at_err *err)
{
    int64_t ttl_ms = opts->ttl_ms;
    int64_t old_pid;
    struct at_err why = AT_ERR_INIT;
    if (at_live_connect(op, opts->files, out_client, &why)) {
        const struct at_live_hello *hello = at_live_client_hello(*out_client);
        if (at_live_hello_is_ours(hello))
            return true;
        if (ttl_ms == 0 && hello->ttl_ms > 0 &&
            hello->ttl_ms <= AT_LIVE_TTL_MAX_MS)
            ttl_ms = hello->ttl_ms;
        at_live_client_free(*out_client);
        *out_client = NULL;
    } else if (why.code == AT_EUSAGE) { // the path is too long for a socket
        return at_fail(err, why.code, "%s", why.msg);
    }
    // End one that does not answer or is of another version, if any.
    *out_started = true;
    return at_live_stop(op, opts->files, &old_pid, err) &&
           launch(op, opts, ttl_ms ? ttl_ms : AT_LIVE_TTL_MS, err) &&
           at_live_connect(op, opts->files, out_client, err);
}

bool
at_live_start(const struct at_op *op, const struct at_live_start_opts *opts,
              struct at_live_client **out_client, bool *out_started,
              struct at_err *err)
{
    struct at_op start_op = at_op_sub(op, at_now_ns(), START_MAX_MS);
    struct at_filelock *lock;
    *out_client = NULL;
    *out_started = false;
    if (!at_live_files_make(opts->files, err) ||
        !at_filelock_take(&start_op, opts->files->start, &lock, err))
        return false;
    bool ok = start_locked(&start_op, opts, out_client, out_started, err);
    at_filelock_release(lock);
    if (!ok)
        at_err_context(err, "the live process of session '%s' cannot start",
                       opts->files->session);
    return ok;
}

// Request the end, and wait for that of the connection.
static bool
ask_to_stop(const struct at_op *op, struct at_live_client *client)
{
    const struct at_live_request request = {.what = AT_LIVE_STOP};
    struct at_op stop_op = at_op_sub(op, at_now_ns(), STOP_MAX_MS);
    struct at_err err = AT_ERR_INIT;
    bool ok = at_live_send(&stop_op, client, &request, &err);
    while (ok) {
        enum at_live_answer answer;
        json_t *json = at_live_receive(&stop_op, client, &answer, &err);
        ok = json != NULL;
        json_decref(json);
    }
    return err.code == AT_ENODEV;
}

static int64_t
read_pid(const struct at_live_files *files)
{
    struct at_buf text = AT_BUF_INIT(32);
    int64_t pid = 0;
    if (at_private_read(files->pid, &text, NULL) &&
        !at_str_to_i64(at_str_trim(at_buf_str(&text)), 2, INT32_MAX, &pid))
        pid = 0;
    at_buf_deinit(&text);
    return pid;
}

// The process locks the pid file as long as it lives, so the number cannot be
// that of another one.
static bool
kill_process(const struct at_op *op, const struct at_live_files *files,
             int64_t *out_pid, struct at_err *err)
{
    struct at_op kill_op = at_op_sub(op, at_now_ns(), KILL_MAX_MS);
    struct at_filelock *lock;
    *out_pid = read_pid(files);
    if (*out_pid == 0 || !at_live_files_are_locked(files) ||
        kill((pid_t)*out_pid, SIGKILL) != 0)
        return at_fail(err, AT_ETIMEOUT,
                       "the live process does not end, and '%s' does not have "
                       "its process id",
                       files->pid);
    if (!at_filelock_take(&kill_op, files->pid, &lock, err))
        return false;
    unlink(files->socket);
    unlink(files->pid);
    at_filelock_release(lock);
    return true;
}

bool
at_live_stop(const struct at_op *op, const struct at_live_files *files,
             int64_t *out_pid, struct at_err *err)
{
    struct at_live_client *client;
    struct at_err why = AT_ERR_INIT;
    *out_pid = 0;
    bool answers = at_live_connect(op, files, &client, &why);
    if (!answers && !at_live_files_are_locked(files))
        return why.code == AT_ENODEV || why.code == AT_EUSAGE ||
               at_fail(err, why.code, "%s", why.msg);
    if (answers)
        *out_pid = at_live_client_hello(client)->pid;
    bool ok = (answers && ask_to_stop(op, client)) || !at_op_check(op, NULL);
    at_live_client_free(client);
    if (ok)
        return at_op_check(op, err);
    return kill_process(op, files, out_pid, err);
}
