// runs_order.c: the model, the keys and the secrets that a run works with
//
// A host finds them when it claims a run; none of them is in the run's
// document.
#include "agent/run/members.h"
#include "tester/access/known_secrets.h"
#include "tester/profiles.h"
#include "tester/runs/recordings.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

bool
at_runs_knows_second(struct at_runs *runs, const struct at_profiles_wish *wish,
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

struct at_profiles_wish
at_runs_second_wish(const struct at_tester_config *config)
{
    return (struct at_profiles_wish){
        .id = at_str(config->second_model),
        .chosen = true,
        .option = "--second-model",
    };
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
        .chosen = !run->order.record.any_profile,
        .cost_usd =
            at_budgets_or(run->order.record.scenario.budgets, &config->budgets)
                .cost_usd,
    };
    char found[AT_STORE_KEY_MAX + 1];
    if (run->order.record.scenario.flow) {
        config->executor[0] = '\0'; // no model takes part
        return true;
    }
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
    struct at_profiles_wish wish = at_runs_second_wish(config);
    wish.cost_usd =
        at_budgets_or(run->order.record.scenario.budgets, &config->budgets)
            .cost_usd;
    if (wish.id.len == 0 || !run->order.has_profile)
        return true;
    if (!at_runs_knows_second(runs, &wish, err))
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

// The worker needs each variable that is read.
static bool
find_secrets(struct at_runs *runs, struct at_runs_run *run, struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    at_scenario_secrets(&run->order.record.scenario, &names);
    bool ok = at_secrets_open(runs->opts.env, &names, &run->order.secrets,
                              &run->secrets, err);
    at_argv_deinit(&names);
    return ok;
}

bool
at_runs_order(struct at_runs *runs, struct at_runs_run *run, struct at_err *err)
{
    return choose_profile(runs, run, err) && choose_second(runs, run, err) &&
           find_secrets(runs, run, err);
}
