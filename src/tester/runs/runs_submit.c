// runs_submit.c: takes a new configuration or a new run
#include <string.h>

#include "agent/run/members.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/profiles.h"
#include "tester/runs/hosts.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

void
at_runs_config(struct at_runs *runs, struct at_tester_config *out)
{
    pthread_mutex_lock(&runs->lock);
    *out = runs->config;
    pthread_mutex_unlock(&runs->lock);
}

bool
at_runs_configure(struct at_runs *runs, const struct at_tester_config *config,
                  struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    char found[AT_STORE_KEY_MAX + 1];
    const struct at_profiles_wish second = at_runs_second_wish(config);
    if (config->chosen && !at_profiles_find(runs->opts.env, store,
                                            at_str(config->executor), found))
        return at_fail(err, AT_EUSAGE, "Unknown executorInfoId: %s",
                       config->executor);
    if (!at_runs_knows_second(runs, &second, err))
        return false;
    bool ok = at_config_document_put(store, config, err);
    if (ok) {
        pthread_mutex_lock(&runs->lock);
        runs->config = *config;
        pthread_mutex_unlock(&runs->lock);
    }
    return ok;
}

static void
wish_for(struct at_runs *runs, const struct at_scenario *scenario,
         struct at_tester_config *out)
{
    at_runs_config(runs, out);
    out->replay = out->replay && !runs->opts.no_replay;
    out->strong_proofs = out->strong_proofs || runs->opts.strong_proofs;
    if (runs->opts.second_model)
        at_str_cut(out->second_model, sizeof(out->second_model),
                   at_str(runs->opts.second_model));
    if (scenario->profile[0]) {
        at_str_cut(out->executor, sizeof(out->executor),
                   at_str(scenario->profile));
        out->chosen = true;
    }
}

static void
take_wish(const struct at_runs_wish *wish, struct at_run_record *out)
{
    if (wish->revision > 0)
        out->scenario_revision = wish->revision;
    if (wish->from_step > 1)
        out->from_step = wish->from_step;
    out->priority = wish->priority;
    out->not_before_ms = wish->not_before_ms;
    out->retries = wish->retries;
    if (wish->needs)
        at_argv_add_all(&out->needs, at_argv_words(wish->needs));
    at_run_record_set_case(out, wish->suite_run, wish->case_name, wish->row);
}

// A run that this host could do on some device; NULL with err.
static struct at_runs_run *
prepare(struct at_runs *runs, const struct at_runs_wish *wish,
        struct at_err *err)
{
    struct at_runs_run *run = at_alloc(sizeof(*run));
    struct at_run_record *record = &run->order.record;
    struct at_err why = AT_ERR_INIT;
    struct at_tester_config config;
    wish_for(runs, wish->scenario, &config);
    at_store_new_id(run->id);
    // Lists compare "since" and "until" with the id.
    at_run_record_new(record, run->id, wish->scenario, &config,
                      at_store_id_time(run->id));
    take_wish(wish, record);
    record->any_profile = !config.chosen;
    record->pooled = runs->opts.is_pool;
    if (!record->pooled)
        at_member_set(&record->owner, at_str(runs->owner));
    if (at_runs_order(runs, run, &why) ||
        (runs->opts.is_pool && at_hosts_can(runs, record)))
        return run;
    at_err_pass(err, &why);
    at_runs_free_run(run);
    return NULL;
}

static bool
check_queue(struct at_runs *runs, struct at_err *err)
{
    size_t max =
        runs->opts.queue_max ? runs->opts.queue_max : AT_RUNS_QUEUE_MAX;
    if (runs->closing || runs->ending)
        return at_fail(err, AT_EBUSY, "the server is stopping");
    return runs->queue.count < max ||
           at_fail(err, AT_ELIMIT,
                   "%zu runs are queued: wait until one has ended, or stop "
                   "some",
                   runs->queue.count);
}

// Queue the run, and make sure that a lane takes it. None does before its
// first event is out.
static bool
enqueue(struct at_runs *runs, const struct at_run_record *record,
        const struct at_runs_candidates *candidates, struct at_err *err)
{
    int64_t now_ms = runs->opts.store->ops->now_ms(runs->opts.store);
    struct at_runs_lane *lane = NULL;
    pthread_mutex_lock(&runs->lock);
    at_runs_reap_lanes_locked(runs);
    bool ok = check_queue(runs, err) &&
              (record->not_before_ms > now_ms || runs->draining ||
               at_runs_find_lane_locked(runs, candidates, &lane, err) ||
               runs->opts.is_pool);
    if (ok)
        at_queue_add(&runs->queue, record, now_ms)->promised = lane;
    pthread_mutex_unlock(&runs->lock);
    return ok;
}

// The run is not in the store: its lane does not wait for it any more.
static void
leave_queue(struct at_runs *runs, const char *id)
{
    pthread_mutex_lock(&runs->lock);
    at_queue_remove(&runs->queue, at_queue_find(&runs->queue, id));
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
}

// The run is stored before it can begin. Its first event is held by the
// recorder; NULL with err.
static struct at_recorder *
store_queued(struct at_runs *runs, struct at_runs_run *run, struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    if (!at_run_document_put(store, &run->order.record, 0, err))
        return NULL;
    struct at_recorder *recorder = at_runs_open_first(runs, run->id, err);
    if (recorder && at_recorder_last(recorder) == 0)
        at_runs_pass_state(&run->order.record, recorder, at_recorder_hold);
    if (!recorder)
        (void)!store->ops->remove(store, AT_STORE_RUN, at_str(run->id), NULL);
    return recorder;
}

// A client that hears the event and asks finds the run in the queue: while it
// waits there, nothing else would make the client ask again.
static void
tell_queued(struct at_runs *runs, const char *id, struct at_recorder *recorder)
{
    at_recorder_tell_held(recorder);
    pthread_mutex_lock(&runs->lock);
    struct at_queued *queued = at_queue_find(&runs->queue, id);
    queued->told = true;
    queued->revision = 1;
    runs->news.queue = true;
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
}

static bool
enqueue_and_store(struct at_runs *runs, struct at_runs_run *run,
                  const struct at_runs_candidates *candidates,
                  struct at_err *err)
{
    if (!enqueue(runs, &run->order.record, candidates, err))
        return false;
    struct at_recorder *recorder = store_queued(runs, run, err);
    if (recorder)
        tell_queued(runs, run->id, recorder);
    else
        leave_queue(runs, run->id);
    at_recorder_free(recorder);
    return recorder != NULL;
}

void
at_runs_refused(const struct at_scenario *scenario, const struct at_err *why,
                struct at_run_record *out)
{
    struct at_tester_config config;
    char id[AT_STORE_ID_LEN + 1];
    at_store_new_id(id);
    at_tester_config_start(&config);
    if (scenario->profile && scenario->profile[0])
        at_str_cut(config.executor, sizeof(config.executor),
                   at_str(scenario->profile));
    at_run_record_new(out, id, scenario, &config, at_store_id_time(id));
    at_run_record_fail(out, at_run_end_by_code(why->code), why->msg,
                       at_wall_now_ms());
}

static bool
check_wish(const struct at_runs_wish *wish, struct at_err *err)
{
    size_t steps = wish->scenario->steps.count;
    size_t needs = wish->needs ? wish->needs->count : 0;
    if (wish->from_step > 1 && wish->scenario->flow)
        return at_fail(err, AT_EUSAGE,
                       "a flow runs from its beginning: leave 'fromStep' out");
    if (wish->from_step > (int64_t)steps)
        return at_fail(err, AT_EUSAGE,
                       "'fromStep' is beyond the scenario's %zu steps", steps);
    if (wish->priority < -AT_CHOICE_PRIORITY_MAX ||
        wish->priority > AT_CHOICE_PRIORITY_MAX)
        return at_fail(err, AT_EUSAGE, "'priority' must be from -%d to %d",
                       AT_CHOICE_PRIORITY_MAX, AT_CHOICE_PRIORITY_MAX);
    if (wish->retries < 0 || wish->retries > AT_RUNS_RETRIES_MAX)
        return at_fail(err, AT_EUSAGE, "'retryInfra' must be from 0 to %d",
                       AT_RUNS_RETRIES_MAX);
    return needs <= AT_CHOICE_NEEDS_MAX ||
           at_fail(err, AT_EUSAGE, "'needs' has up to %d words",
                   AT_CHOICE_NEEDS_MAX);
}

// Another host of the pool may do what this one cannot.
static bool
find_candidates(const struct at_op *op, struct at_runs *runs,
                const struct at_run_record *record,
                struct at_runs_listing *listing, struct at_runs_candidates *out,
                struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    return at_runs_candidates(op, runs, record, listing, out, &why) ||
           (runs->opts.is_pool && at_hosts_can(runs, record)) ||
           at_err_pass(err, &why);
}

bool
at_runs_submit(const struct at_op *op, struct at_runs *runs,
               const struct at_runs_wish *wish,
               char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    struct at_runs_candidates candidates = {NULL, 0};
    if (!check_wish(wish, err))
        return false;
    struct at_runs_run *run = prepare(runs, wish, err);
    if (!run)
        return false;
    bool ok = find_candidates(op, runs, &run->order.record, wish->listing,
                              &candidates, err) &&
              enqueue_and_store(runs, run, &candidates, err);
    at_runs_candidates_deinit(&candidates);
    if (ok)
        at_str_cut(out_id, AT_STORE_ID_LEN + 1, at_str(run->id));
    at_runs_free_run(run);
    return ok;
}
