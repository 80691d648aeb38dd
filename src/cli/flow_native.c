#include "cli/flow_native.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/flow_devices.h"
#include "cli/flow_folder.h"
#include "cli/flow_one.h"
#include "cli/flow_report.h"
#include "cli/install.h"
#include "session/defaults.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/task.h"

// All flows of one command.
struct batch {
    struct at_invocation *invocation;
    struct at_flow_set *set;
    struct at_flow_devices devices;
    struct at_flow_queue queue;
    struct at_flow_out out;
    struct at_flow_setting setting;
    struct at_argv env; // "NAME=value"
    char *root;         // folder of the flows' files
};

struct worker {
    struct batch *batch;
    struct at_task task;
    struct at_app *app;
    int number;
    bool failed; // this machine can't go on
    struct at_err err;
};

static bool
collect_env(struct batch *batch, struct at_err *err)
{
    const struct at_invocation *invocation = batch->invocation;
    char **kept = at_defaults_env(invocation->session);
    const char *word;
    for (size_t i = 0; kept && kept[i]; i++)
        at_argv_add(&batch->env, kept[i]);
    at_defaults_env_free(kept);
    for (size_t i = 0; i < batch->set->env.count; i++)
        at_argv_add(&batch->env, batch->set->env.words[i]);
    for (size_t n = 0;
         (word = at_arguments_nth_option(invocation->args, "--env", n)); n++) {
        if (!strchr(word, '=') || word[0] == '=')
            return at_fail(err, AT_EUSAGE,
                           "--env takes KEY=VALUE, and this one has no %s",
                           word[0] == '=' ? "KEY" : "'='");
        at_argv_add(&batch->env, word);
    }
    return true;
}

static void
warn_lost(struct batch *batch, const char *device,
          const struct at_flow_job *job, bool again, const char *why)
{
    char title[128];
    at_maestro_flow_title(job->flow, title, sizeof(title));
    char *text =
        at_strfmt("the device '%s' was lost in '%s': %s%s", device, title, why,
                  again ? "; the flow runs again on another device" : "");
    at_flow_out_warning(&batch->out, text);
    free(text);
}

// Return false if the worker's device is lost.
static bool
end_job(struct worker *worker, struct at_flow_job *job)
{
    struct batch *batch = worker->batch;
    const struct at_op *op = batch->invocation->op;
    const char *serial = at_app_device(worker->app)->serial;
    char why[AT_ERR_MSG_MAX];
    if (batch->devices.count == 1 ||
        !at_flow_one_is_lost(op, worker->app, &job->trace)) {
        at_flow_queue_end(&batch->queue, job);
        return true;
    }
    memcpy(why, job->trace.err.msg, sizeof(why));
    bool again = at_flow_queue_lose(&batch->queue, worker->number, job, serial);
    warn_lost(batch, serial, job, again, why);
    return false;
}

static void
work(void *user)
{
    struct worker *worker = user;
    struct batch *batch = worker->batch;
    const struct at_op *op = batch->invocation->op;
    struct at_flow_job *job;
    // looks at the screen many times: worth the start of the helper
    at_app_device(worker->app)->brief = false;
    while ((job = at_flow_queue_take(op, &batch->queue, worker->number))) {
        if (!at_flow_one_run(&batch->setting, op, worker->app, job,
                             &worker->err)) {
            worker->failed = true;
            job->trace.passed = false;
            job->trace.err = worker->err;
            at_flow_queue_end(&batch->queue, job);
            (void)at_flow_queue_lose(&batch->queue, worker->number, NULL,
                                     at_app_device(worker->app)->serial);
            return;
        }
        if (!end_job(worker, job))
            return;
    }
}

static bool
install(struct batch *batch, struct at_err *err)
{
    size_t count = batch->set->is_installed ? 0 : batch->devices.count;
    for (size_t i = 0; i < count; i++) {
        if (!at_install_argument(batch->invocation, batch->devices.rows[i].app,
                                 err))
            return false;
    }
    batch->set->is_installed = true;
    return true;
}

// The flows of a device without a thread go to the others.
static void
leave_out(struct worker *worker, const struct at_err *why)
{
    struct batch *batch = worker->batch;
    const char *serial = at_app_device(worker->app)->serial;
    (void)at_flow_queue_lose(&batch->queue, worker->number, NULL, serial);
    char *text =
        at_strfmt("the device '%s' runs no flows: %s", serial, why->msg);
    at_flow_out_warning(&batch->out, text);
    free(text);
}

// Return false if no device has a thread.
static bool
start(struct worker *workers, size_t count, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    size_t started = 0;
    for (size_t i = 0; i < count; i++) {
        if (at_task_start(&workers[i].task, "a device", work, &workers[i],
                          &why))
            started++;
        else
            leave_out(&workers[i], &why);
    }
    return started > 0 || at_err_pass(err, &why);
}

// One device is used by this thread, so that its requests are logged.
static bool
run_workers(struct batch *batch, struct worker *workers, struct at_err *err)
{
    size_t count = batch->devices.count;
    struct at_err why = AT_ERR_INIT;
    bool ok = true;
    if (count == 1)
        work(&workers[0]);
    else
        ok = start(workers, count, &why);
    for (size_t i = 0; i < count && count > 1; i++) {
        if (ok && workers[i].task.joinable)
            ok = at_task_wait_ended(batch->invocation->op, &workers[i].task,
                                    &why);
        at_task_deinit(&workers[i].task);
    }
    for (size_t i = 0; ok && i < count; i++) {
        ok = !workers[i].failed;
        why = workers[i].err;
    }
    ok = ok && at_op_check(batch->invocation->op, &why);
    if (!ok)
        at_flow_queue_close(&batch->queue, &why);
    return ok || at_err_pass(err, &why);
}

static bool
run_all(struct batch *batch, struct at_err *err)
{
    size_t count = batch->devices.count;
    struct worker *workers = at_alloc(count * sizeof(*workers));
    for (size_t i = 0; i < count; i++)
        workers[i] = (struct worker){.batch = batch,
                                     .app = batch->devices.rows[i].app,
                                     .number = (int)i};
    bool ok = run_workers(batch, workers, err);
    free(workers);
    return ok;
}

static bool
judge(struct batch *batch, struct at_err *err)
{
    const struct at_flow_queue *queue = &batch->queue;
    const struct at_maestro_trace *first = NULL;
    size_t failed = 0;
    size_t ran = 0;
    for (size_t i = 0; i < queue->count; i++) {
        const struct at_flow_job *job = &queue->jobs[i];
        ran += !job->is_void;
        if (job->trace.passed || job->is_void)
            continue;
        first = first ? first : &job->trace;
        failed++;
    }
    if (!first)
        return true;
    batch->invocation->exit_status = 1;
    if (ran == 1)
        return at_err_pass(err, &first->err);
    char title[128];
    at_maestro_flow_title(first->flow, title, sizeof(title));
    return at_fail(err, AT_EASSERT, "%zu of %zu flows failed; '%s': %s", failed,
                   ran, title, first->err.msg);
}

static bool
prepare(struct batch *batch, struct at_err *err)
{
    struct at_invocation *invocation = batch->invocation;
    if (!at_flow_devices_open(invocation, batch->set, &batch->devices, err) ||
        !collect_env(batch, err) || !install(batch, err))
        return false;
    const char *video = at_arguments_option(invocation->args, "--video");
    batch->root = at_flow_folder_root(invocation, batch->set, err);
    batch->setting = (struct at_flow_setting){
        .out = &batch->out,
        .env = at_argv_words(&batch->env),
        .root = batch->root,
        .names_device = batch->devices.count > 1,
        .records = video && strcmp(video, "none") != 0,
        .keeps_all_videos = video && strcmp(video, "all") == 0,
    };
    return batch->root != NULL;
}

static bool
run_and_report(struct batch *batch, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    at_flow_queue_init(&batch->queue, batch->set, batch->devices.sharing,
                       (int)batch->devices.count);
    bool ran = run_all(batch, &why);
    at_invocation_set(batch->invocation, "duration_ms",
                      json_integer((at_now_ns() - began_ns) / AT_NS_PER_MS));
    bool ok = at_flow_report_write(batch->invocation, &batch->queue,
                                   ran ? err : NULL) &&
              ran && judge(batch, err);
    if (!ran)
        at_err_pass(err, &why);
    at_flow_queue_deinit(&batch->queue);
    return ok;
}

bool
at_flow_native_run(struct at_invocation *invocation, struct at_flow_set *set,
                   struct at_err *err)
{
    struct batch batch = {.invocation = invocation, .set = set};
    at_flow_out_init(&batch.out, invocation);
    bool ok = prepare(&batch, err) && run_and_report(&batch, err);
    at_flow_devices_close(&batch.devices);
    at_flow_out_deinit(&batch.out);
    free(batch.root);
    at_argv_deinit(&batch.env);
    return ok;
}
