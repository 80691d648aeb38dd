#include "tester/worker/worker.h"

#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/wake.h"
#include "tester/worker/phases.h"
#include "tester/runs/recording_place.h"
#include "tester/worker/worker_link.h"

#define AT_LOG_MODULE "worker"

static const struct at_op for_ever = {AT_NEVER_NS, NULL};

struct worker {
    struct at_worker_opts opts;
    struct at_worker_link link;
    bool has_thread;
    pthread_t thread; // does the run

    // Those of the run; set before its thread starts.
    struct at_run_order order;
    struct at_secrets *secrets; // owned; may be NULL
    struct at_cancel *stop;     // owned
    struct at_wake answered;    // RECIPE or ANSWER has come

    pthread_mutex_t lock; // guards all below
    bool is_running;      // END was not sent yet
    bool wants_pictures;
    bool is_approved;
    struct at_recipe recipe; // owned; empty: none to play
};

// Send text, which is released.
static void
send_buf(struct worker *worker, enum at_run_message kind, struct at_buf *text)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_worker_link_send_buf(&for_ever, &worker->link, kind, text, &err))
        at_log_debug("a message was not sent: %s", err.msg);
}

static void
on_event(void *user, const struct at_run_event *event)
{
    struct worker *worker = user;
    struct at_run_event_masked masked;
    struct at_buf text = AT_BUF_INIT(AT_WORKER_MESSAGE_MAX_BYTES);
    at_run_event_mask(event, worker->secrets, AT_WORKER_TEXT_MAX_BYTES,
                      &masked);
    at_run_event_write(&masked.event, &text);
    send_buf(worker, AT_RUN_MESSAGE_EVENT, &text);
    at_run_event_masked_deinit(&masked);
}

// Wait for the server's answer. Return false if op has ended.
static bool
await_answer(struct worker *worker, const struct at_op *op)
{
    bool ok = at_op_wait_fd(op, at_wake_fd(&worker->answered), POLLIN, NULL);
    at_wake_clear(&worker->answered);
    return ok;
}

static bool
on_approve(void *user, const struct at_op *op, struct at_str what)
{
    struct worker *worker = user;
    struct at_buf masked = AT_BUF_INIT(AT_WORKER_TEXT_MAX_BYTES);
    pthread_mutex_lock(&worker->lock);
    worker->is_approved = false;
    pthread_mutex_unlock(&worker->lock);
    at_secrets_mask(worker->secrets, what, &masked);
    bool ok = at_worker_link_send(op, &worker->link, AT_RUN_MESSAGE_ASK,
                                  at_buf_str(&masked), NULL) &&
              await_answer(worker, op);
    at_buf_deinit(&masked);
    pthread_mutex_lock(&worker->lock);
    ok = ok && worker->is_approved;
    pthread_mutex_unlock(&worker->lock);
    return ok;
}

static void
on_picture(void *user, struct at_str png)
{
    struct worker *worker = user;
    struct at_err err = AT_ERR_INIT;
    pthread_mutex_lock(&worker->lock);
    bool wanted = worker->wants_pictures;
    pthread_mutex_unlock(&worker->lock);
    if (wanted && !at_worker_link_send(&for_ever, &worker->link,
                                       AT_RUN_MESSAGE_PICTURE, png, &err))
        at_log_debug("a picture was not sent: %s", err.msg);
}

static const struct at_platform *
find_platform(const struct worker *worker)
{
    const struct at_platform *const *platform = worker->opts.platforms;
    while (*platform &&
           strcmp((*platform)->name, worker->order.record.platform) != 0)
        platform++;
    return *platform;
}

// Send the place to the server, and get the recording that fits it. Return
// false if op has ended.
static bool
exchange_place(struct worker *worker, const struct at_op *op,
               const struct at_recipe_place *place, struct at_recipe *out)
{
    struct at_buf text = AT_BUF_INIT(AT_WORKER_MESSAGE_MAX_BYTES);
    at_run_place_write(place, &text);
    send_buf(worker, AT_RUN_MESSAGE_PLACE, &text);
    bool ok = await_answer(worker, op);
    pthread_mutex_lock(&worker->lock);
    *out = worker->recipe;
    at_recipe_init(&worker->recipe);
    pthread_mutex_unlock(&worker->lock);
    return ok;
}

static void
run_on_device(struct worker *worker, const struct at_op *op,
              struct at_device *device, struct at_run_outcome *out)
{
    const struct at_run_sink sink = {on_event, on_approve, on_picture, worker};
    struct at_run_order *order = &worker->order;
    struct at_recipe recipe;
    struct at_run_opts opts = {
        .scenario = &order->record.scenario,
        .config = &order->record.config,
        .skipped = order->record.from_step > 1
                       ? (size_t)order->record.from_step - 1
                       : 0,
        .device = device,
        .platform = find_platform(worker),
        .profile = order->has_profile ? &order->profile : NULL,
        .second = order->has_second ? &order->second : NULL,
        .secrets = worker->secrets,
        .folder = order->folder,
        .hints = order->hints,
        .sink = &sink,
    };
    at_recording_place_read(op, device, order->record.scenario.package,
                            &opts.place);
    // A stop ends the run, too, in order.
    (void)!exchange_place(worker, op, &opts.place, &recipe);
    if (recipe.count > 0)
        opts.recipe = &recipe;
    at_phases_run(op, &opts, out);
    at_recipe_deinit(&recipe);
}

static void
send_end(struct worker *worker, const struct at_run_outcome *outcome)
{
    struct at_buf text = AT_BUF_INIT(AT_WORKER_MESSAGE_MAX_BYTES);
    at_run_record_mask(&worker->order.record, worker->secrets);
    at_run_result_write(&worker->order.record, outcome, &text);
    send_buf(worker, AT_RUN_MESSAGE_END, &text);
}

static void
do_run(struct worker *worker)
{
    struct at_run_record *record = &worker->order.record;
    const struct at_op op = {AT_NEVER_NS, worker->stop};
    const struct at_platform_call call = {&op, NULL};
    const struct at_platform *platform = find_platform(worker);
    struct at_run_outcome outcome = {.end = AT_RUN_END_NONE};
    struct at_device *device = NULL;
    struct at_err err = AT_ERR_INIT;
    if (!platform)
        at_fail(&err, AT_ENODEV, "no platform '%s'", record->platform);
    if (!platform || !platform->open(&call, record->device, &device, &err)) {
        at_run_record_fail(record,
                           err.code == AT_ECANCELED ? AT_RUN_END_STOPPED
                                                    : AT_RUN_END_DEVICE,
                           err.msg, at_wall_now_ms());
        send_end(worker, NULL);
        return;
    }
    run_on_device(worker, &op, device, &outcome);
    at_run_record_end(record, &outcome, at_wall_now_ms());
    send_end(worker, &outcome);
    at_run_outcome_deinit(&outcome);
}

static void
set_running(struct worker *worker, bool is_running)
{
    pthread_mutex_lock(&worker->lock);
    worker->is_running = is_running;
    pthread_mutex_unlock(&worker->lock);
}

static void *
run_thread(void *user)
{
    do_run(user);
    set_running(user, false);
    return NULL;
}

// The run has ended, or was stopped.
static void
join(struct worker *worker)
{
    if (worker->has_thread)
        pthread_join(worker->thread, NULL);
    worker->has_thread = false;
    at_run_order_deinit(&worker->order);
    at_secrets_free(worker->secrets);
    worker->secrets = NULL;
    at_cancel_free(worker->stop);
    worker->stop = NULL;
}

static bool
open_secrets(struct worker *worker, struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    at_scenario_secrets(&worker->order.record.scenario, &names);
    bool ok = at_secrets_new(&names, at_run_order_variable, &worker->order,
                             &worker->secrets, err);
    at_argv_deinit(&names);
    return ok;
}

static bool
start_thread(struct worker *worker, struct at_err *err)
{
    set_running(worker, true);
    int failed = pthread_create(&worker->thread, NULL, run_thread, worker);
    worker->has_thread = failed == 0;
    return failed == 0 ||
           at_fail_sys(err, AT_EIO, failed, "cannot start a thread");
}

static bool
take_order(struct worker *worker, struct at_str payload, struct at_err *err)
{
    join(worker);
    bool ok = at_run_order_read(payload, &worker->order, err) &&
              open_secrets(worker, err);
    worker->stop = ok ? at_cancel_new(NULL, err) : NULL;
    at_log_about_all(worker->order.record.id, worker->order.record.device);
    at_wake_clear(&worker->answered);
    pthread_mutex_lock(&worker->lock);
    worker->wants_pictures = worker->order.wants_pictures;
    pthread_mutex_unlock(&worker->lock);
    return worker->stop && start_thread(worker, err);
}

static bool
take_recipe(struct worker *worker, struct at_str payload, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_recipe recipe;
    (void)err;
    if (!at_run_recipe_read(payload, &recipe, &why))
        at_log_warn("the recording is not played: %s", why.msg);
    pthread_mutex_lock(&worker->lock);
    at_recipe_deinit(&worker->recipe);
    worker->recipe = recipe;
    pthread_mutex_unlock(&worker->lock);
    at_wake_post(&worker->answered);
    return true;
}

static bool
take_answer(struct worker *worker, struct at_str payload, struct at_err *err)
{
    (void)err;
    pthread_mutex_lock(&worker->lock);
    worker->is_approved = at_str_is(payload, "1");
    pthread_mutex_unlock(&worker->lock);
    at_wake_post(&worker->answered);
    return true;
}

static bool
take_stop(struct worker *worker, struct at_str payload, struct at_err *err)
{
    (void)payload, (void)err;
    if (worker->stop)
        at_cancel_fire(worker->stop);
    return true;
}

static bool
take_wish(struct worker *worker, struct at_str payload, struct at_err *err)
{
    (void)err;
    pthread_mutex_lock(&worker->lock);
    worker->wants_pictures = at_str_is(payload, "1");
    pthread_mutex_unlock(&worker->lock);
    return true;
}

static bool (*const takers[AT_RUN_MESSAGE_COUNT])(struct worker *worker,
                                                  struct at_str payload,
                                                  struct at_err *err) = {
    [AT_RUN_MESSAGE_ORDER] = take_order,
    [AT_RUN_MESSAGE_RECIPE] = take_recipe,
    [AT_RUN_MESSAGE_ANSWER] = take_answer,
    [AT_RUN_MESSAGE_STOP] = take_stop,
    [AT_RUN_MESSAGE_WISH] = take_wish,
};

static bool
take_all(struct worker *worker, struct at_err *err)
{
    enum at_run_message kind;
    struct at_str payload;
    while (at_worker_link_next(&worker->link, &kind, &payload)) {
        if (kind >= AT_RUN_MESSAGE_COUNT || !takers[kind])
            return at_fail(err, AT_EPROTO, "an unknown message %d", (int)kind);
        if (!takers[kind](worker, payload, err))
            return false;
    }
    return true;
}

// A message a second shows that this process is scheduled and its socket works.
static bool
serve_once(struct worker *worker, struct at_err *err)
{
    struct pollfd in = {.fd = worker->link.fd, .events = POLLIN};
    int ready = poll(&in, 1, AT_WORKER_BEAT_MS);
    if (ready > 0)
        return at_worker_link_read(&worker->link, err) && take_all(worker, err);
    return ready < 0 ||
           at_worker_link_send(&for_ever, &worker->link, AT_RUN_MESSAGE_BEAT,
                               AT_STR(""), err);
}

// End a run after the server has gone.
static void
leave(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool is_running = worker->is_running;
    pthread_mutex_unlock(&worker->lock);
    if (is_running && worker->opts.may_exit) {
        pthread_detach(worker->thread); // it may end at this moment
        _exit(1);
    }
    if (worker->stop)
        at_cancel_fire(worker->stop);
    join(worker);
}

bool
at_worker_serve(const struct at_worker_opts *opts, struct at_err *err)
{
    struct worker worker = {.opts = *opts};
    struct at_err why = AT_ERR_INIT;
    if (!at_worker_link_init(&worker.link, opts->fd, err) ||
        !at_wake_init(&worker.answered, err)) {
        at_worker_link_deinit(&worker.link);
        return false;
    }
    pthread_mutex_init(&worker.lock, NULL);
    at_run_order_init(&worker.order);
    at_recipe_init(&worker.recipe);
    while (serve_once(&worker, &why))
        continue;
    leave(&worker);
    at_recipe_deinit(&worker.recipe);
    pthread_mutex_destroy(&worker.lock);
    at_wake_deinit(&worker.answered);
    at_worker_link_deinit(&worker.link);
    return why.code == AT_ENODEV || at_err_pass(err, &why);
}
