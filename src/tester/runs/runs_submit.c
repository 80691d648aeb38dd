// runs_submit.c: takes a new configuration or a new run
#include <string.h>

#include "agent/run/members.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/profiles.h"
#include "tester/runs/recordings.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

void
at_runs_config(struct at_runs *runs, struct at_tester_config *out)
{
    pthread_mutex_lock(&runs->lock);
    *out = runs->config;
    pthread_mutex_unlock(&runs->lock);
}

static bool
knows_second(struct at_runs *runs, const struct at_profiles_wish *wish,
             struct at_err *err)
{
    char found[AT_STORE_KEY_MAX + 1];
    if (wish->id.len == 0 ||
        at_profiles_find(runs->opts.env, runs->opts.store, wish->id, found))
        return true;
    at_fail(err, AT_EUSAGE, "Unknown secondModel: %.*s", AT_STR_ARG(wish->id));
    at_profiles_add_usable(runs->opts.env, runs->opts.store, wish, err);
    return false;
}

static struct at_profiles_wish
wish_for_second(const struct at_tester_config *config)
{
    return (struct at_profiles_wish){
        .id = at_str(config->second_model),
        .chosen = true,
        .option = "--second-model",
    };
}

bool
at_runs_configure(struct at_runs *runs, const struct at_tester_config *config,
                  struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    char found[AT_STORE_KEY_MAX + 1];
    const struct at_profiles_wish second = wish_for_second(config);
    if (config->chosen && !at_profiles_find(runs->opts.env, store,
                                            at_str(config->executor), found))
        return at_fail(err, AT_EUSAGE, "Unknown executorInfoId: %s",
                       config->executor);
    if (!knows_second(runs, &second, err))
        return false;
    bool ok = at_config_document_put(store, config, err);
    if (ok) {
        pthread_mutex_lock(&runs->lock);
        runs->config = *config;
        pthread_mutex_unlock(&runs->lock);
    }
    return ok;
}

// A scenario with a recording can be played without a model, and a missing key
// is not a failure then.
static bool
choose_profile(struct at_runs *runs, struct at_runs_run *run,
               struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_tester_config *config = &run->order.record.config;
    struct at_profiles_wish wish = {
        .id = at_str(config->executor),
        .chosen = config->chosen,
        .cost_usd =
            at_budgets_or(run->order.record.scenario.budgets, &config->budgets)
                .cost_usd,
    };
    char found[AT_STORE_KEY_MAX + 1];
    run->order.has_profile = at_profiles_choose(
        runs->opts.env, runs->opts.store, &wish, &run->order.profile, &why);
    if (run->order.has_profile) {
        run->order.profile.temperature = config->temperature;
        run->order.profile.stream = run->order.profile.stream && config->stream;
        at_str_cut(config->executor, sizeof(config->executor),
                   at_str(run->order.profile.row->id));
        return true;
    }
    bool exists =
        at_profiles_find(runs->opts.env, runs->opts.store, wish.id, found);
    return (exists && config->replay &&
            at_recording_exists(runs->opts.store,
                                &run->order.record.scenario)) ||
           at_err_pass(err, &why);
}

// A run without a model only plays a recording, which needs no second model.
static bool
choose_second(struct at_runs *runs, struct at_runs_run *run, struct at_err *err)
{
    struct at_tester_config *config = &run->order.record.config;
    struct at_profiles_wish wish = wish_for_second(config);
    wish.cost_usd =
        at_budgets_or(run->order.record.scenario.budgets, &config->budgets)
            .cost_usd;
    if (wish.id.len == 0 || !run->order.has_profile)
        return true;
    if (!knows_second(runs, &wish, err))
        return false;
    run->order.has_second = at_profiles_choose(runs->opts.env, runs->opts.store,
                                               &wish, &run->order.second, err);
    if (!run->order.has_second) {
        at_err_context(err, "the second model");
        return false;
    }
    run->order.second.stream = run->order.second.stream && config->stream;
    at_str_cut(config->second_model, sizeof(config->second_model),
               at_str(run->order.second.row->id));
    return true;
}

struct secret_source {
    struct at_env *env;
    struct at_argv *rows;
};

// The worker needs each variable that is read.
static const char *
secret_variable(void *user, const char *name)
{
    const struct secret_source *source = user;
    const char *value = at_env_variable(source->env, name);
    if (value)
        at_argv_add_fmt(source->rows, "%s=%s", name, value);
    return value;
}

static bool
find_secrets(struct at_runs *runs, struct at_runs_run *run, struct at_err *err)
{
    struct secret_source source = {runs->opts.env, &run->order.secrets};
    struct at_argv names = AT_ARGV_INIT;
    at_scenario_secrets(&run->order.record.scenario, &names);
    bool ok =
        at_secrets_new(&names, secret_variable, &source, &run->secrets, err);
    at_argv_deinit(&names);
    return ok;
}

// A run with all that it needs but a device; NULL with err.
static struct at_runs_run *
prepare(struct at_runs *runs, const struct at_runs_wish *wish,
        struct at_err *err)
{
    const struct at_scenario *scenario = wish->scenario;
    struct at_runs_run *run = at_alloc(sizeof(*run));
    struct at_tester_config config;
    at_runs_config(runs, &config);
    config.replay = config.replay && !runs->opts.no_replay;
    config.strong_proofs = config.strong_proofs || runs->opts.strong_proofs;
    if (runs->opts.second_model)
        at_str_cut(config.second_model, sizeof(config.second_model),
                   at_str(runs->opts.second_model));
    if (scenario->profile[0]) {
        at_str_cut(config.executor, sizeof(config.executor),
                   at_str(scenario->profile));
        config.chosen = true;
    }
    at_store_new_id(run->id);
    // Lists compare "since" and "until" with the id.
    at_run_record_new(&run->order.record, run->id, scenario, &config,
                      at_store_id_time(run->id));
    if (wish->revision > 0)
        run->order.record.scenario_revision = wish->revision;
    if (wish->from_step > 1)
        run->order.record.from_step = wish->from_step;
    at_member_set(&run->order.record.owner, at_str(runs->owner));
    if (choose_profile(runs, run, err) && choose_second(runs, run, err) &&
        find_secrets(runs, run, err))
        return run;
    at_runs_free_run(run);
    return NULL;
}

static bool
check_queue(struct at_runs *runs, struct at_err *err)
{
    size_t queued = 0;
    for (struct at_runs_run *run = runs->first; run; run = run->next)
        queued += !run->lane;
    if (runs->closing)
        return at_fail(err, AT_EBUSY, "the server is stopping");
    return queued < AT_RUNS_QUEUE_MAX ||
           at_fail(err, AT_ELIMIT,
                   "%zu runs are queued: wait until one has ended, or stop "
                   "some",
                   queued);
}

// Queue the run, and make sure that a lane takes it.
static bool
enqueue(struct at_runs *runs, struct at_runs_run *run,
        const struct at_runs_candidates *candidates, struct at_err *err)
{
    struct at_runs_run **link = &runs->first;
    at_runs_reap_lanes_locked(runs);
    struct at_runs_lane *lane;
    if (!check_queue(runs, err) ||
        !at_runs_find_lane_locked(runs, candidates, &lane, err))
        return false;
    run->promised = lane;
    while (*link)
        link = &(*link)->next;
    *link = run;
    run->users = 2; // the queue, and then the lane; tell_queued()
    return true;
}

// The run is stored before it can begin. Its first event is held by the
// recorder; NULL with err.
static struct at_recorder *
store_queued(struct at_runs *runs, struct at_runs_run *run, struct at_err *err)
{
    if (!at_run_document_put(runs->opts.store, &run->order.record, -1, err))
        return NULL;
    struct at_recorder *recorder =
        at_runs_open_recorder(runs, run->id, run->secrets, err);
    if (recorder)
        at_runs_pass_state(&run->order.record, recorder, at_recorder_hold);
    return recorder;
}

// A client that hears the event and asks finds the run in the queue: while it
// waits there, nothing else would make the client ask again.
static void
tell_queued(struct at_runs *runs, struct at_runs_run *run,
            struct at_recorder *recorder)
{
    at_recorder_tell_held(recorder);
    pthread_mutex_lock(&runs->lock);
    run->told = true;
    at_runs_wake_locked(runs);
    at_runs_leave_locked(run);
    pthread_mutex_unlock(&runs->lock);
}

static bool
store_and_enqueue(struct at_runs *runs, struct at_runs_run *run,
                  const struct at_runs_candidates *candidates,
                  struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    struct at_recorder *recorder = store_queued(runs, run, err);
    if (!recorder)
        return false;
    pthread_mutex_lock(&runs->lock);
    bool ok = enqueue(runs, run, candidates, err);
    pthread_mutex_unlock(&runs->lock);
    if (ok)
        tell_queued(runs, run, recorder);
    else
        (void)!store->ops->remove(store, AT_STORE_RUN, at_str(run->id), NULL);
    at_recorder_free(recorder);
    return ok;
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

bool
at_runs_submit(const struct at_op *op, struct at_runs *runs,
               const struct at_runs_wish *wish,
               char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    struct at_runs_candidates candidates = {NULL, 0};
    const struct at_scenario *scenario = wish->scenario;
    size_t steps = scenario->steps.count;
    char id[AT_STORE_ID_LEN + 1];
    if (wish->from_step > (int64_t)steps)
        return at_fail(err, AT_EUSAGE,
                       "'fromStep' is beyond the scenario's %zu steps", steps);
    struct at_runs_run *run = prepare(runs, wish, err);
    if (!run)
        return false;
    at_str_cut(id, sizeof(id), at_str(run->id)); // it may end at once
    bool ok = at_runs_candidates(op, runs, scenario, &candidates, err) &&
              store_and_enqueue(runs, run, &candidates, err);
    at_runs_candidates_deinit(&candidates);
    if (ok)
        at_str_cut(out_id, sizeof(id), at_str(id));
    else
        at_runs_free_run(run);
    return ok;
}
