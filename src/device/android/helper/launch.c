// launch.c: see launch.h
#include "device/android/helper/launch.h"

#include <pthread.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/task.h"

struct at_helper_launch {
    struct at_adb_device device; // the thread's copy
    char *command;               // owned
    char *input;                 // owned; NULL: none
    void (*on_end)(void *user);  // may be NULL
    void *user;
    struct at_task task; // decided once it serves or has ended
    pthread_mutex_t lock;
    struct at_instrument output; // guarded by lock, as is why
    struct at_err why;           // error of the connection
};

static bool
on_printed(void *user, bool is_err, struct at_str piece)
{
    struct at_helper_launch *launch = user;
    (void)is_err; // am reports its own failures on stderr

    pthread_mutex_lock(&launch->lock);
    at_instrument_take(&launch->output, piece);
    bool decided = launch->output.report.serving || launch->output.report.over;
    pthread_mutex_unlock(&launch->lock);
    if (decided)
        at_cancel_fire(launch->task.decided);
    return true;
}

static bool
run_command(struct at_helper_launch *launch, int *out_status,
            struct at_err *err)
{
    struct at_adb_listener listener = {on_printed, launch};
    struct at_op op = {AT_NEVER_NS, launch->task.stop};
    const struct at_adb_fed fed = {launch->command, at_str(launch->input)};
    if (launch->input)
        return at_adb_shell_fed(&op, &launch->device, &fed, &listener,
                                out_status, err);
    return at_adb_shell_stream(&op, &launch->device, launch->command, &listener,
                               out_status, err);
}

static void
run(void *user)
{
    struct at_helper_launch *launch = user;
    struct at_err why = AT_ERR_INIT;
    int status;
    bool ok = run_command(launch, &status, &why);
    pthread_mutex_lock(&launch->lock);
    // Its last line may lack a newline.
    at_instrument_take(&launch->output, AT_STR("\n"));
    launch->output.report.exit_status = status;
    if (!ok)
        launch->why = why;
    pthread_mutex_unlock(&launch->lock);
    if (launch->on_end)
        launch->on_end(launch->user);
}

static void
release(struct at_helper_launch *launch)
{
    at_task_deinit(&launch->task);
    pthread_mutex_destroy(&launch->lock);
    at_instrument_deinit(&launch->output);
    free(launch->command);
    free(launch->input);
    free(launch);
}

bool
at_helper_launch_start(const struct at_helper_launch_opts *opts,
                       struct at_helper_launch **out, struct at_err *err)
{
    struct at_helper_launch *launch = at_alloc(sizeof(*launch));
    *out = NULL;
    launch->device = *opts->device;
    launch->command = at_strdup(opts->command);
    launch->input = opts->input ? at_strdup(opts->input) : NULL;
    launch->on_end = opts->ended;
    launch->user = opts->user;
    pthread_mutex_init(&launch->lock, NULL);
    at_instrument_init(&launch->output);
    bool ok = at_task_start(&launch->task, "the helper", run, launch, err);
    if (ok)
        *out = launch;
    else
        release(launch);
    return ok;
}

bool
at_helper_launch_wait(const struct at_op *op, struct at_helper_launch *launch,
                      bool *out_serving, struct at_err *err)
{
    *out_serving = false;
    if (!at_task_wait_decided(op, &launch->task, err))
        return false;
    pthread_mutex_lock(&launch->lock);
    *out_serving = launch->output.report.serving && !launch->output.report.over;
    pthread_mutex_unlock(&launch->lock);
    *out_serving = *out_serving && !at_task_has_ended(&launch->task);
    return true;
}

bool
at_helper_launch_ended(struct at_helper_launch *launch)
{
    return at_task_has_ended(&launch->task);
}

struct at_instrument_report
at_helper_launch_report(struct at_helper_launch *launch, struct at_err *out_why)
{
    pthread_mutex_lock(&launch->lock);
    struct at_instrument_report report = launch->output.report;
    *out_why = launch->why;
    pthread_mutex_unlock(&launch->lock);
    return report;
}

void
at_helper_launch_free(const struct at_op *op, struct at_helper_launch *launch)
{
    if (!launch)
        return;
    (void)!at_task_wait_ended(op, &launch->task, NULL);
    release(launch);
}
