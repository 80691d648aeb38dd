// launch.c: see launch.h
#include "device/android/scrcpy/launch.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/parse/scrcpy.h"
#include "sys/cancel.h"
#include "sys/task.h"

struct at_scrcpy_launch {
    struct at_adb_device device; // the thread's copy
    char *command;               // owned
    struct at_task task;
    struct at_buf printed; // this and the following: used by the thread until
                           // it ends
    int status;
    bool lost;
    struct at_err why; // the stream was lost
};

// Drop output over the limit: the first complaint is the reason.
static bool
on_printed(void *user, bool is_err, struct at_str piece)
{
    struct at_scrcpy_launch *launch = user;
    struct at_buf *printed = &launch->printed;
    (void)is_err;
    at_buf_add_str(printed, at_str_head(piece, printed->max - printed->len));
    return true;
}

static void
run(void *user)
{
    struct at_scrcpy_launch *launch = user;
    struct at_adb_listener listener = {on_printed, launch};
    struct at_op op = {AT_NEVER_NS, launch->task.stop};
    launch->lost =
        !at_adb_shell_stream(&op, &launch->device, launch->command, &listener,
                             &launch->status, &launch->why);
}

static void
release(struct at_scrcpy_launch *launch)
{
    at_task_deinit(&launch->task);
    at_buf_deinit(&launch->printed);
    free(launch->command);
    free(launch);
}

bool
at_scrcpy_launch_start(const struct at_adb_device *device, const char *command,
                       struct at_scrcpy_launch **out, struct at_err *err)
{
    struct at_scrcpy_launch *launch = at_alloc(sizeof(*launch));
    *out = NULL;
    launch->device = *device;
    launch->command = at_strdup(command);
    launch->printed = (struct at_buf)AT_BUF_INIT(AT_SCRCPY_WORDS_MAX_BYTES);
    bool ok = at_task_start(&launch->task, "scrcpy", run, launch, err);
    if (ok)
        *out = launch;
    else
        release(launch);
    return ok;
}

int
at_scrcpy_launch_fd(const struct at_scrcpy_launch *launch)
{
    return at_cancel_fd(launch->task.ended);
}

bool
at_scrcpy_launch_ended(struct at_scrcpy_launch *launch)
{
    return at_task_has_ended(&launch->task);
}

bool
at_scrcpy_launch_fail(struct at_scrcpy_launch *launch, struct at_err *err)
{
    at_assert(at_scrcpy_launch_ended(launch)); // the thread's data is ours now
    struct at_str said = at_scrcpy_complaint(at_buf_str(&launch->printed));
    if (launch->lost)
        return at_err_pass(err, &launch->why);
    char text[AT_ERR_MSG_MAX / 2];
    at_str_cut(text, sizeof(text), said);
    return at_fail(err, AT_EDEVICE, "scrcpy's server ended with status %d%s%s",
                   launch->status, text[0] ? ": " : "", text);
}

void
at_scrcpy_launch_free(struct at_scrcpy_launch *launch)
{
    if (launch)
        release(launch);
}
