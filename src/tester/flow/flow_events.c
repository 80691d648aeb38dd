// flow_events.c: the trace of a flow as events and verdicts of its run
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/run/kinds.h"
#include "sys/clock.h"
#include "tester/flow/flow_fill.h"
#include "tester/flow/flow_priv.h"
#include "wire/json.h"

void
at_flow_job_send(const struct at_flow_job *job, struct at_run_event *event)
{
    event->time_ms = at_wall_now_ms();
    if (job->step < job->out->verdicts.count && event->step == 0)
        event->step = (int)job->step + 1;
    job->opts->sink->event(job->opts->sink->user, event);
}

void
at_flow_job_log(const struct at_flow_job *job, struct at_str text)
{
    at_flow_job_send(job, &(struct at_run_event){.kind = AT_RUN_LOG,
                                                 .message = text,
                                                 .duration_ms = -1});
}

char *
at_flow_job_shown(const struct at_flow_job *job, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    char *folder = at_strfmt("%s/", job->root);
    size_t len = strlen(folder);
    while (text.len > 0) {
        if (at_str_starts(text, at_str(folder))) {
            text = at_str_skip(text, len);
            continue;
        }
        at_buf_add(&out, text.ptr, 1);
        text = at_str_skip(text, 1);
    }
    free(folder);
    return at_buf_take(&out);
}

static void
replace(char **text, const char *by)
{
    free(*text);
    *text = by ? at_strdup(by) : NULL;
}

static void
judge(struct at_flow_job *job, size_t index, enum at_verdict verdict,
      enum at_decided decided, const char *reason)
{
    struct at_verdict_step *step = &job->out->verdicts.steps[index];
    step->verdict = verdict;
    step->decided = decided;
    replace(&step->reason, reason);
}

static void
tell_step(struct at_flow_job *job, size_t index, bool ended)
{
    const struct at_verdict_step *now = &job->out->verdicts.steps[index];
    const char *words =
        ended ? now->reason : job->opts->scenario->steps.words[index];
    at_flow_job_send(
        job, &(struct at_run_event){
                 .kind = AT_RUN_STEP,
                 .step = (int)index + 1,
                 .message = at_str(words),
                 .duration_ms = -1,
                 .state = ended ? AT_RUN_EVENT_ENDED : AT_RUN_EVENT_BEGAN,
                 .verdict = now->verdict,
                 .proof = at_str(ended ? now->proof : NULL),
                 .outcome = at_str(ended ? now->outcome : NULL),
                 .judged = ended ? now : NULL});
}

// A step without a verdict gets none any more. One that has begun keeps the
// reason for which it was cut short.
static void
leave_step(struct at_flow_job *job, size_t index)
{
    struct at_verdict_step *step = &job->out->verdicts.steps[index];
    char *reason = step->reason ? at_strdup(step->reason) : NULL;
    judge(job, index, AT_VERDICT_UNVERIFIED,
          step->began ? AT_DECIDED_CUT_SHORT : AT_DECIDED_NOT_REACHED,
          reason        ? reason
          : step->began ? "the run ended before the step did"
                        : "not reached");
    free(reason);
    if (step->began)
        tell_step(job, index, true);
}

// Steps between the newest and this one were passed over: one before them has
// failed, and this is a hook that runs in any case.
static void
pass_over(struct at_flow_job *job, size_t index)
{
    struct at_verdicts *verdicts = &job->out->verdicts;
    for (size_t i = verdicts->current; i < index; i++)
        leave_step(job, i);
    verdicts->current = index;
}

// Return the step of a command of the flow itself, or SIZE_MAX.
static size_t
step_of(const struct at_flow_job *job, const struct at_maestro_step *step)
{
    size_t index =
        step->depth == 0 ? at_flow_step_of(job->flow, step->command) : SIZE_MAX;
    return index < job->out->verdicts.count ? index : SIZE_MAX;
}

void
at_flow_job_began(void *user, const struct at_maestro_step *step)
{
    struct at_flow_job *job = user;
    size_t index = step_of(job, step);
    if (index == SIZE_MAX)
        return;
    if (index > job->out->verdicts.current)
        pass_over(job, index);
    job->step = index;
    job->open = true;
    job->out->verdicts.steps[index].began = true;
    tell_step(job, index, false);
}

static enum at_prefix
prefix_of(const struct at_maestro_step *step)
{
    switch (step->outcome) {
    case AT_MAESTRO_COMPLETED:
        return AT_PREFIX_OK;
    case AT_MAESTRO_SKIPPED:
        return AT_PREFIX_SKIPPED;
    default:
        return step->code == AT_ENOTFOUND ? AT_PREFIX_NOT_FOUND
                                          : AT_PREFIX_ERROR;
    }
}

// The words for the end of a step: the error first, then the notes.
static char *
said(const struct at_flow_job *job, const struct at_maestro_step *step)
{
    struct at_buf text = AT_BUF_INIT(AT_WORKER_TEXT_MAX_BYTES);
    if (step->error)
        at_buf_add_text(&text, step->error);
    else if (step->outcome == AT_MAESTRO_SKIPPED)
        at_buf_add_text(&text, "its condition does not hold");
    if (step->note)
        at_buf_add_fmt(&text, "%s%s", text.len > 0 ? "; " : "", step->note);
    char *shown = at_flow_job_shown(job, at_buf_str(&text));
    at_buf_deinit(&text);
    return shown;
}

static void
write_args(const struct at_flow_job *job, const struct at_maestro_step *step,
           struct at_buf *out)
{
    char *file = at_flow_job_shown(job, at_str(step->place.file));
    json_t *args = json_object();
    char line[16];
    snprintf(line, sizeof(line), ":%u", (unsigned)step->place.line);
    char *place = at_strfmt("%s%s", file, line);
    at_json_set(args, "command", at_json_text(at_str(step->description)));
    at_json_set(args, "place", at_json_text(at_str(place)));
    (void)at_json_write(args, out);
    json_decref(args);
    free(place);
    free(file);
}

static void
tell_call(struct at_flow_job *job, const struct at_maestro_step *step,
          const char *words, const char *picture)
{
    struct at_buf args = AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES / 4);
    write_args(job, step, &args);
    at_flow_job_send(
        job,
        &(struct at_run_event){
            .kind = AT_RUN_TOOL,
            .tool = at_str(step->command->name
                               ? step->command->name
                               : at_maestro_kind_names[step->command->kind]),
            .args = at_buf_str(&args),
            .result = at_str(words),
            .prefix = at_str(at_prefix_names[prefix_of(step)]),
            .path = at_str(picture),
            .outcome = at_str(at_maestro_outcome_name(step->outcome)),
            .duration_ms = step->duration_ms});
    at_buf_deinit(&args);
}

static bool
is_assertion(enum at_maestro_kind kind)
{
    return kind == AT_MAESTRO_ASSERT_CONDITION ||
           kind == AT_MAESTRO_ASSERT_DARK_MODE ||
           kind == AT_MAESTRO_ASSERT_LIGHT_MODE ||
           kind == AT_MAESTRO_ASSERT_SCREENSHOT;
}

// A failure that is not a verdict leaves the step open: it is cut short.
static void
end_step(struct at_flow_job *job, size_t index,
         const struct at_maestro_step *step, const char *words)
{
    struct at_verdict_step *own = &job->out->verdicts.steps[index];
    enum at_maestro_outcome outcome = step->outcome;
    own->outcome = at_maestro_outcome_name(outcome);
    own->asserted = is_assertion(step->command->kind);
    if (outcome == AT_MAESTRO_FAILED && !at_maestro_is_verdict(step->code)) {
        replace(&own->reason, words);
        return;
    }
    own->crashed = outcome == AT_MAESTRO_FAILED && step->code == AT_ECRASH;
    if (outcome == AT_MAESTRO_COMPLETED && own->asserted)
        replace(&own->proof, step->description);
    judge(job, index,
          outcome == AT_MAESTRO_FAILED    ? AT_VERDICT_FAIL
          : outcome == AT_MAESTRO_SKIPPED ? AT_VERDICT_NOT_RUN
                                          : AT_VERDICT_PASS,
          own->crashed                    ? AT_DECIDED_BY_CRASH
          : outcome == AT_MAESTRO_SKIPPED ? AT_DECIDED_SKIPPED
                                          : AT_DECIDED_BY_COMMAND,
          words[0] ? words : "completed");
    job->out->verdicts.current = index + 1;
    job->open = false;
    tell_step(job, index, true);
}

void
at_flow_job_ended(void *user, const struct at_maestro_step *step)
{
    struct at_flow_job *job = user;
    char picture[AT_AGENT_PATH_MAX];
    size_t index = step_of(job, step);
    char *words = said(job, step);
    at_flow_job_keep(job, step, picture, sizeof(picture));
    // Commands of a step that has some were told one by one.
    if (index == SIZE_MAX || !at_maestro_kinds[step->command->kind].nests)
        tell_call(job, step, words, picture);
    if (index != SIZE_MAX)
        end_step(job, index, step, words);
    free(words);
}

void
at_flow_job_close_steps(struct at_flow_job *job, bool judged)
{
    struct at_verdicts *verdicts = &job->out->verdicts;
    for (size_t i = verdicts->current; i < verdicts->count; i++) {
        if (verdicts->steps[i].verdict == AT_VERDICT_OPEN)
            leave_step(job, i);
    }
    if (judged)
        verdicts->current = verdicts->count;
    verdicts->finished = true;
}
