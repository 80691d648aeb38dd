// runs_fence.c: the document of a run, stored by the process that has it
//
// Each change expects the revision of the one before. If it is refused, the
// document says why: someone else asked for the run's end, which is taken up,
// or another process has the run, which is then fenced.
#include <string.h>

#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

enum { AGAIN_MS = 20, AGAIN_MAX = 50 };

static bool
is_ours(const struct at_runs *runs, const struct at_runs_run *run,
        const struct at_run_record *stored)
{
    return stored->holder && strcmp(stored->holder, runs->holder) == 0 &&
           stored->attempt == run->attempt &&
           stored->state != AT_RUN_STATE_QUEUED &&
           !at_run_record_is_over(stored);
}

static void
take_up(struct at_runs *runs, struct at_runs_run *run,
        const struct at_run_record *stored, int64_t revision)
{
    pthread_mutex_lock(&runs->lock);
    run->revision = revision;
    if (stored->stopping)
        run->stopping = run->order.record.stopping = true;
    pthread_mutex_unlock(&runs->lock);
}

static void
wait_a_moment(void)
{
    const struct at_op for_ever = {AT_NEVER_NS, NULL};
    (void)!at_op_wait_until(&for_ever, at_now_ns() + AGAIN_MS * AT_NS_PER_MS,
                            NULL);
}

// See what is stored after a refusal. Return false if another process has the
// run. A refusal without news is that of a store that another process writes,
// or the news are still on their way.
static bool
catch_up(struct at_runs *runs, struct at_runs_run *run, int *inout_tries)
{
    struct at_err err = AT_ERR_INIT;
    struct at_run_record stored;
    int64_t revision = 0;
    bool found = at_run_document_get(runs->opts.store, run->id, &stored,
                                     &revision, &err);
    bool is_news = found && revision > run->revision;
    bool lost = (is_news && !is_ours(runs, run, &stored)) ||
                (!found && err.code == AT_ENOTFOUND);
    if (is_news && !lost)
        take_up(runs, run, &stored, revision);
    at_run_record_deinit(&stored);
    if (!is_news && !lost)
        wait_a_moment();
    return !lost && (is_news || (*inout_tries)++ < AGAIN_MAX);
}

static void
fence(struct at_runs *runs, struct at_runs_run *run)
{
    pthread_mutex_lock(&runs->lock);
    run->fenced = true;
    pthread_mutex_unlock(&runs->lock);
}

bool
at_runs_put(struct at_runs *runs, struct at_runs_run *run, struct at_err *err)
{
    int tries = 0;
    while (!run->fenced) {
        struct at_err why = AT_ERR_INIT;
        if (at_run_document_replace(runs->opts.store, &run->order.record,
                                    &run->revision, &why)) {
            run->stored_ns = at_now_ns();
            return true;
        }
        if (why.code != AT_EBUSY)
            return at_err_pass(err, &why);
        if (!catch_up(runs, run, &tries))
            fence(runs, run);
    }
    return at_fail(err, AT_EBUSY, "another process has run '%s' now", run->id);
}
