// runs_talk.c: a run while a worker does it: orders there, events back
#include <poll.h>
#include <string.h>

#include "agent/run/members.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/run/expectations.h"
#include "tester/runs/recordings.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

enum { SEND_MS = 5000 };

// A run's conversation with its worker.
struct talk {
    struct at_runs_job *job;
    struct at_worker_link *link;
    int64_t heard_ns;   // when the last message came
    int64_t stopped_ns; // when STOP was sent; 0: it was not
    bool wants_pictures;
    bool has_ended; // END has come
    bool has_played;
    struct at_recipe played; // the recording that it was given
};

static bool
send(struct talk *talk, enum at_run_message kind, struct at_str payload,
     struct at_err *err)
{
    const struct at_op op = {at_now_ns() + SEND_MS * AT_NS_PER_MS, NULL};
    return at_worker_link_send(&op, talk->link, kind, payload, err);
}

// Send text, which is released.
static bool
send_buf(struct talk *talk, enum at_run_message kind, struct at_buf *text,
         struct at_err *err)
{
    const struct at_op op = {at_now_ns() + SEND_MS * AT_NS_PER_MS, NULL};
    return at_worker_link_send_buf(&op, talk->link, kind, text, err);
}

static bool
has_viewers(const struct talk *talk)
{
    const struct at_runs_job *job = talk->job;
    struct at_views *views = job->runs->opts.views;
    return views && at_views_has(views, job->lane->device);
}

// The order borrows from the run, except for the scenario, which gets the
// expectations that were compiled for it.
static bool
send_order(struct talk *talk, const char *hints, struct at_err *err)
{
    const struct at_runs_job *job = talk->job;
    const struct at_runs_run *run = job->run;
    struct at_buf text = AT_BUF_INIT(AT_WORKER_MESSAGE_MAX_BYTES);
    talk->wants_pictures = has_viewers(talk);
    struct at_run_order order = run->order;
    order.folder = job->folder;
    order.hints = (char *)hints;
    order.wants_pictures = talk->wants_pictures;
    at_scenario_dup(&run->order.record.scenario, &order.record.scenario);
    at_expectations_load(job->runs->opts.store, &order.record.scenario);
    at_run_order_write(&order, &text);
    at_scenario_deinit(&order.record.scenario);
    return send_buf(talk, AT_RUN_MESSAGE_ORDER, &text, err);
}

static bool
take_place(struct talk *talk, struct at_str payload, struct at_err *err)
{
    struct at_runs_job *job = talk->job;
    struct at_run_record *record = &job->run->order.record;
    struct at_recipe_place place;
    struct at_buf text = AT_BUF_INIT(AT_WORKER_MESSAGE_MAX_BYTES);
    at_run_place_read(payload, &place);
    pthread_mutex_lock(&job->runs->lock);
    if (place.version[0])
        at_member_set(&record->app_version, at_str(place.version));
    pthread_mutex_unlock(&job->runs->lock);
    at_recipe_deinit(&talk->played);
    talk->has_played =
        at_recording_load(job->runs->opts.store, &record->scenario, &place,
                          &talk->played) &&
        record->config.replay;
    at_run_recipe_write(talk->has_played ? &talk->played : NULL, &text);
    return send_buf(talk, AT_RUN_MESSAGE_RECIPE, &text, err);
}

static bool
check_fence(const struct at_runs_job *job, struct at_err *err)
{
    return !job->run->fenced ||
           at_fail(err, AT_EBUSY, "another process has the run");
}

// Renew the lease of the run: its document is stored again. A store that cannot
// be reached is asked again later; another holder is found then, too.
static bool
renew(const struct at_runs_job *job, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (!job->runs->opts.is_pool || at_runs_put(job->runs, job->run, &why))
        return true;
    if (why.code == AT_EBUSY)
        return at_err_pass(err, &why);
    at_log_warn("run %s: its lease was not renewed: %s", job->run->id, why.msg);
    return true;
}

static bool
renew_in_time(const struct at_runs_job *job, struct at_err *err)
{
    int64_t every_ns =
        job->runs->opts.lease_ms / AT_LEASE_RENEWALS * AT_NS_PER_MS;
    return at_now_ns() - job->run->stored_ns < every_ns || renew(job, err);
}

static bool
take_event(struct talk *talk, struct at_str payload, struct at_err *err)
{
    struct at_runs_job *job = talk->job;
    struct at_run_event event;
    bool ok = at_run_event_read(payload, &event, err);
    if (ok) {
        pthread_mutex_lock(&job->runs->lock);
        at_run_record_note(&job->run->order.record, &event, at_wall_now_ms());
        pthread_mutex_unlock(&job->runs->lock);
        at_recorder_add(job->recorder, &event);
    }
    at_run_event_deinit(&event);
    return ok && check_fence(job, err);
}

// It is answered by at_runs_approve().
static bool
take_ask(struct talk *talk, struct at_str payload, struct at_err *err)
{
    struct at_runs_run *run = talk->job->run;
    (void)err;
    pthread_mutex_lock(&talk->job->runs->lock);
    run->approval = AT_APPROVAL_ASKED;
    at_member_set(&run->asks, payload);
    pthread_mutex_unlock(&talk->job->runs->lock);
    return true;
}

static bool
take_picture(struct talk *talk, struct at_str payload, struct at_err *err)
{
    const struct at_runs_job *job = talk->job;
    struct at_views *views = job->runs->opts.views;
    (void)err;
    if (views)
        at_views_publish(views, job->lane->device, payload, true);
    return true;
}

static bool
take_beat(struct talk *talk, struct at_str payload, struct at_err *err)
{
    (void)talk, (void)payload, (void)err;
    return true;
}

static void
keep_recording(struct talk *talk, const struct at_run_result *result)
{
    struct at_runs_job *job = talk->job;
    struct at_run_record *record = &job->run->order.record;
    struct at_err err = AT_ERR_INIT;
    struct at_recipe made;
    bool proposed = false;
    const struct at_recording_run run = {
        .made = &made,
        .name = record->scenario.name,
        .run = record->id,
        .healed = record->healed.why,
        .now_ms = at_wall_now_ms(),
    };
    bool ok =
        at_recipe_read(result->recipe, &made, &err) &&
        at_recording_keep_run(job->runs->opts.store, &run, &proposed, &err);
    if (!ok)
        at_log_warn("the recording was not kept: %s", err.msg);
    at_recipe_deinit(&made);
    pthread_mutex_lock(&job->runs->lock);
    record->is_proposed = proposed;
    pthread_mutex_unlock(&job->runs->lock);
}

static void
keep_expectations(const struct talk *talk, const struct at_run_result *result)
{
    struct at_err err = AT_ERR_INIT;
    struct at_scenario scenario;
    bool ok =
        at_scenario_read(result->expectations, &scenario, &err) &&
        at_expectations_keep(talk->job->runs->opts.store, &scenario, &err);
    if (!ok)
        at_log_warn("the compiled expectations were not kept: %s", err.msg);
    at_scenario_deinit(&scenario);
}

static bool
take_end(struct talk *talk, struct at_str payload, struct at_err *err)
{
    struct at_run_result result;
    talk->has_ended =
        at_run_result_read(payload, &result, err) && renew(talk->job, err);
    if (talk->has_ended)
        at_runs_take_end(talk->job, &result);
    if (talk->has_ended && result.expectations)
        keep_expectations(talk, &result);
    if (talk->has_ended && result.recipe)
        keep_recording(talk, &result);
    at_run_result_deinit(&result);
    return talk->has_ended;
}

static bool (*const takers[AT_RUN_MESSAGE_COUNT])(struct talk *talk,
                                                  struct at_str payload,
                                                  struct at_err *err) = {
    [AT_RUN_MESSAGE_PLACE] = take_place,
    [AT_RUN_MESSAGE_EVENT] = take_event,
    [AT_RUN_MESSAGE_ASK] = take_ask,
    [AT_RUN_MESSAGE_PICTURE] = take_picture,
    [AT_RUN_MESSAGE_BEAT] = take_beat,
    [AT_RUN_MESSAGE_END] = take_end,
};

static bool
take_all(struct talk *talk, struct at_err *err)
{
    enum at_run_message kind;
    struct at_str payload;
    while (!talk->has_ended &&
           at_worker_link_next(talk->link, &kind, &payload)) {
        if (kind >= AT_RUN_MESSAGE_COUNT || !takers[kind])
            return at_fail(err, AT_EPROTO, "the worker sent a message %d",
                           (int)kind);
        if (!takers[kind](talk, payload, err))
            return false;
    }
    return true;
}

// Another program asks for the device.
static void
check_lease(struct at_runs_job *job)
{
    struct at_lock_holder who;
    if (job->taken[0] || !at_lock_asked(job->lane->lease, &who))
        return;
    snprintf(job->taken, sizeof(job->taken),
             "the device was taken over by %s (process %ld)", who.program,
             who.pid);
    pthread_mutex_lock(&job->runs->lock);
    at_str_cut(job->lane->lost_to, sizeof(job->lane->lost_to),
               at_str(job->taken));
    pthread_mutex_unlock(&job->runs->lock);
}

static bool
send_stop(struct talk *talk, struct at_err *err)
{
    struct at_runs_job *job = talk->job;
    check_lease(job);
    pthread_mutex_lock(&job->runs->lock);
    bool stops = job->run->stopping || job->run->leaving || job->taken[0];
    pthread_mutex_unlock(&job->runs->lock);
    if (!stops || talk->stopped_ns)
        return true;
    talk->stopped_ns = at_now_ns();
    return send(talk, AT_RUN_MESSAGE_STOP, AT_STR(""), err);
}

static bool
send_answer(struct talk *talk, struct at_err *err)
{
    struct at_runs_run *run = talk->job->run;
    pthread_mutex_lock(&talk->job->runs->lock);
    enum at_approval approval = run->approval;
    bool is_answered =
        approval == AT_APPROVAL_YES || approval == AT_APPROVAL_NO;
    if (is_answered) {
        run->approval = AT_APPROVAL_NONE;
        free(run->asks);
        run->asks = NULL;
    }
    pthread_mutex_unlock(&talk->job->runs->lock);
    return !is_answered ||
           send(talk, AT_RUN_MESSAGE_ANSWER,
                approval == AT_APPROVAL_YES ? AT_STR("1") : AT_STR("0"), err);
}

static bool
send_wish(struct talk *talk, struct at_err *err)
{
    bool wants = has_viewers(talk);
    if (wants == talk->wants_pictures)
        return true;
    talk->wants_pictures = wants;
    return send(talk, AT_RUN_MESSAGE_WISH, wants ? AT_STR("1") : AT_STR("0"),
                err);
}

static int
stop_max_ms(const struct talk *talk)
{
    const struct at_scenario *scenario = &talk->job->run->order.record.scenario;
    return AT_WORKER_STOP_MS +
           (scenario->start.teardown.count > 0 ? AT_TEARDOWN_STOPPED_MS : 0);
}

// A worker that hangs is silent, or does not end a run that was stopped.
static bool
check_clock(const struct talk *talk, struct at_err *err)
{
    int64_t now_ns = at_now_ns();
    int64_t silent_ms = (now_ns - talk->heard_ns) / AT_NS_PER_MS;
    int64_t stopping_ms =
        talk->stopped_ns ? (now_ns - talk->stopped_ns) / AT_NS_PER_MS : 0;
    if (silent_ms > AT_WORKER_SILENCE_MS)
        return at_fail(err, AT_ETIMEOUT, "it was silent for %d s",
                       AT_WORKER_SILENCE_MS / 1000);
    return stopping_ms < stop_max_ms(talk) ||
           at_fail(err, AT_ETIMEOUT, "it did not end the run within %d s",
                   stop_max_ms(talk) / 1000);
}

static int
wait_ms(const struct at_runs_job *job)
{
    int64_t lease_ms = job->runs->opts.lease_ms / AT_LEASE_RENEWALS;
    return lease_ms < AT_WORKER_BEAT_MS ? (int)lease_ms : AT_WORKER_BEAT_MS;
}

static bool
turn(struct talk *talk, struct at_err *err)
{
    struct at_runs_lane *lane = talk->job->lane;
    struct pollfd fds[] = {{.fd = talk->link->fd, .events = POLLIN},
                           {.fd = at_wake_fd(&lane->wake), .events = POLLIN},
                           {.fd = at_lock_fd(lane->lease), .events = POLLIN}};
    // Once the lease was asked for, its descriptor stays readable.
    nfds_t count = talk->job->taken[0] ? AT_LEN(fds) - 1 : AT_LEN(fds);
    if (!send_stop(talk, err) || !send_answer(talk, err) ||
        !send_wish(talk, err) || !renew_in_time(talk->job, err))
        return false;
    int ready = poll(fds, count, wait_ms(talk->job));
    at_wake_clear(&lane->wake);
    if (ready <= 0 || !fds[0].revents)
        return check_clock(talk, err);
    talk->heard_ns = at_now_ns();
    return at_worker_link_read(talk->link, err) && take_all(talk, err);
}

bool
at_runs_talk(struct at_runs_job *job, const char *hints, struct at_err *err)
{
    struct talk talk = {
        .job = job,
        .link = &job->lane->worker->link,
        .heard_ns = at_now_ns(),
    };
    at_recipe_init(&talk.played);
    bool ok = send_order(&talk, hints, err);
    while (ok && !talk.has_ended)
        ok = turn(&talk, err);
    at_recipe_deinit(&talk.played);
    return ok;
}
