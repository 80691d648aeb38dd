#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/link.h"
#include "device/android/adb/client/sdk.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/proc.h"
#include "sys/request_watch.h"

#define START_EVERY_NS (60 * 1000 * AT_NS_PER_MS)
enum { START_MAX_MS = 15000, LOOK_AGAIN_MS = 20 };

char *
at_adb_find_program(struct at_err *err)
{
    return at_sdk_find("platform-tools/adb",
                       "install the Android SDK platform-tools or Debian's "
                       "package adb, or set ANDROID_HOME",
                       err);
}

// Write the endpoint as `adb -L` takes it: a server listens on loopback by
// default and must not be given that address.
static char *
socket_spec(const char *endpoint)
{
    if (at_str_starts(at_str(endpoint), AT_STR("unix:")))
        return at_strfmt("localfilesystem:%s", endpoint + strlen("unix:"));
    return at_strfmt("tcp:%s", strrchr(endpoint, ':') + 1);
}

// Return the last line of adb's output.
static struct at_str
last_line(const struct at_buf *text)
{
    struct at_str rest = at_str_trim(at_buf_str(text));
    struct at_str line = {NULL, 0};
    while (at_str_next_line(&rest, &line))
        continue;
    return line;
}

static bool
run_start_server(const struct at_op *op, const char *adb_path,
                 const char *endpoint, struct at_err *err)
{
    char *spec = socket_spec(endpoint);
    const char *const argv[] = {adb_path, "-L", spec, "start-server", NULL};
    struct at_proc_opts opts = {
        .argv = argv,
        .tool = "adb",
        .action = "start-server",
        .listener = at_request_tools(),
    };
    struct at_op start = at_op_sub(op, at_now_ns(), START_MAX_MS);
    struct at_proc_result result;
    at_proc_result_init(&result, 64 * AT_KIB);
    bool ok = at_proc_run(&start, &opts, &result, err);
    if (ok && result.exit_status != 0) {
        struct at_str said = last_line(&result.err);
        ok = at_fail(err, AT_ENODEV, "exit status %d: %.*s", result.exit_status,
                     AT_STR_ARG(said));
    }
    if (!ok)
        at_err_context(err,
                       "cannot start the adb server with '%s -L %s "
                       "start-server'",
                       adb_path, spec);
    at_proc_result_deinit(&result);
    free(spec);
    return ok;
}

static struct {
    pthread_mutex_t
        lock; // guards the other members; never locked while waiting
    bool running;
    bool tried;
    int64_t last_ns; // when the last attempt ended
    struct at_err last_err;
} starts = {.lock = PTHREAD_MUTEX_INITIALIZER};

enum turn { TURN_MINE, TURN_WAIT, TURN_TAKEN };

// TURN_TAKEN: another thread tried less than a minute ago with the result
// *out_err.
static enum turn
take_turn(struct at_err *out_err)
{
    enum turn turn = TURN_MINE;
    pthread_mutex_lock(&starts.lock);
    if (starts.running)
        turn = TURN_WAIT;
    else if (starts.tried && at_now_ns() - starts.last_ns < START_EVERY_NS)
        turn = TURN_TAKEN;
    else
        starts.running = true;
    *out_err = starts.last_err;
    pthread_mutex_unlock(&starts.lock);
    return turn;
}

// A start that its caller's own op ended does not count.
static void
give_turn(bool counts, const struct at_err *result)
{
    pthread_mutex_lock(&starts.lock);
    starts.running = false;
    starts.tried = counts;
    starts.last_ns = at_now_ns();
    starts.last_err = *result;
    pthread_mutex_unlock(&starts.lock);
}

static bool
start_in_turn(const struct at_op *op, const char *adb_path,
              const char *endpoint, struct at_err *err)
{
    struct at_err result = AT_ERR_INIT;
    enum turn turn;
    while ((turn = take_turn(&result)) == TURN_WAIT) {
        int64_t then_ns = at_now_ns() + LOOK_AGAIN_MS * AT_NS_PER_MS;
        if (!at_op_wait_until(op, then_ns, err))
            return false;
    }
    if (turn == TURN_MINE) {
        result = (struct at_err)AT_ERR_INIT;
        bool ok = run_start_server(op, adb_path, endpoint, &result);
        give_turn(ok || at_op_check(op, NULL), &result);
    }
    return result.code == AT_OK || at_err_pass(err, &result);
}

// A missing program does not count as an attempt: it may be installed at any
// moment, and the check is cheap.
bool
at_adb_start_server(const struct at_op *op, const struct at_adb *adb,
                    struct at_err *err)
{
    char *path = at_adb_find_program(err);
    bool ok = path && start_in_turn(op, path, adb->endpoint, err);
    if (!path)
        at_err_context(err, "no adb server is running");
    free(path);
    return ok;
}
