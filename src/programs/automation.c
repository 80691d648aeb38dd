// automation.c: starts and stops the threads that act without a client
#include "programs/automation.h"

#include "base/alloc.h"
#include "base/curl_env.h"
#include "tester/schedule/schedules.h"
#include "tester/schedule/start.h"
#include "tester/suite/keeper.h"
#include "tester/webhook/webhooks.h"

struct at_automation {
    struct at_schedule_starter starter;
    struct at_schedules *schedules; // owned
    struct at_webhooks *webhooks;   // owned
    struct at_suite_keeper *suites; // owned
};

struct at_automation *
at_automation_new(const struct at_tester_home *home, struct at_err *err)
{
    struct at_automation *automation = at_alloc(sizeof(*automation));
    automation->starter.store = home->store;
    automation->schedules = at_schedules_new(
        &(struct at_schedules_opts){home->store, at_schedule_start,
                                    &automation->starter},
        err);
    automation->webhooks =
        at_webhooks_new(home->store, home->vault,
                        at_curl_env_ca_file(at_env_variable, home->env), err);
    automation->suites = at_suite_keeper_new(home->store, err);
    if (!automation->schedules || !automation->webhooks ||
        !automation->suites) {
        at_automation_free(automation);
        return NULL;
    }
    at_store_listen(home->store, at_schedules_changed, automation->schedules);
    at_store_listen(home->store, at_webhooks_changed, automation->webhooks);
    at_store_listen(home->store, at_suite_keeper_changed, automation->suites);
    return automation;
}

bool
at_automation_start(struct at_automation *automation, struct at_runs *runs,
                    struct at_err *err)
{
    automation->starter.runs = runs;
    return at_schedules_start(automation->schedules, err) &&
           at_webhooks_start(automation->webhooks, err) &&
           at_suite_keeper_start(automation->suites, runs, err);
}

void
at_automation_stop(struct at_automation *automation)
{
    if (!automation)
        return;
    at_schedules_stop(automation->schedules);
    at_webhooks_stop(automation->webhooks);
    at_suite_keeper_stop(automation->suites);
}

void
at_automation_free(struct at_automation *automation)
{
    if (!automation)
        return;
    at_schedules_free(automation->schedules);
    at_webhooks_free(automation->webhooks);
    at_suite_keeper_free(automation->suites);
    free(automation);
}
