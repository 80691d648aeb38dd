// run_expect.c: what the steps should show is known before anything is touched
#include "tester/expectations.h"
#include "tester/run_priv.h"

void
at_trial_expect(struct at_trial *run)
{
    struct at_expectations_told told;
    struct at_expectations_model who = {
        .model = run->model,
        .profile = run->opts->profile,
        .log = run->log,
        .retry = at_trial_retries,
        .user = run,
    };
    if (!run->model || run->expected ||
        at_scenario_is_compiled(run->opts->scenario))
        return;
    run->expected = true;
    at_expectations_compile(&run->op, &who, run->opts->scenario, &told);
    at_trial_tell_compiled(run, &told);
    at_verdicts_take_expectations(&run->out->verdicts);
    run->out->totals.usage = told.usage;
    run->out->has_expectations = told.compiled;
    at_expectations_told_deinit(&told);
}
