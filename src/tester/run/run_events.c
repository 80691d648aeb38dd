#include "tester/run/run_priv.h"

#include <string.h>

#include "agent/loop/cost.h"
#include "base/limits.h"
#include "sys/clock.h"

static void
send(struct at_run_loop *run, struct at_run_event *event)
{
    event->time_ms = at_wall_now_ms();
    event->replayed = run->replaying;
    run->opts->sink->event(run->opts->sink->user, event);
}

// The number of the open step; 0: all have ended.
static int
open_step(const struct at_run_loop *run)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    return verdicts->current < verdicts->count ? (int)verdicts->current + 1 : 0;
}

void
at_run_loop_tell(struct at_run_loop *run, enum at_run_event_kind kind,
                 struct at_str message)
{
    send(run, &(struct at_run_event){.kind = kind,
                                     .step = open_step(run),
                                     .message = message,
                                     .duration_ms = -1});
}

void
at_run_loop_tell_call(struct at_run_loop *run, enum at_agent_tool tool,
                      struct at_str args, size_t step,
                      const struct at_agent_tool_result *result)
{
    send(run, &(struct at_run_event){
                  .kind = AT_RUN_TOOL,
                  .step = step < run->out->verdicts.count ? (int)step + 1 : 0,
                  .tool = at_str(at_agent_tool_rows[tool].name),
                  .args = args,
                  .result = at_buf_str(&result->text),
                  .prefix = at_str(at_prefix_names[result->prefix]),
                  .path = at_str(result->pictures.after),
                  .duration_ms = result->duration_ms,
                  .touch = result->touch,
                  .element = at_str(result->touch.element),
                  .before = at_str(result->pictures.before),
                  .call_path = at_str(result->call_path),
                  .screen = at_str(result->screen_title),
                  .refused = result->refused,
                  .testimony = &result->testimony});
}

static void
tell_words(struct at_run_loop *run, const struct at_turn *turn)
{
    for (size_t i = 0; i < turn->count; i++) {
        const struct at_part *part = &turn->parts[i];
        bool thinks = part->kind == AT_PART_THOUGHT;
        if ((part->kind != AT_PART_TEXT && !thinks) || !part->text[0])
            continue;
        send(run, &(struct at_run_event){.kind = AT_RUN_SAID,
                                         .step = open_step(run),
                                         .message = at_str(part->text),
                                         .duration_ms = -1,
                                         .thought = thinks});
    }
}

void
at_run_loop_tell_answer(struct at_run_loop *run, int step,
                        struct at_str message, const struct at_answer *answer)
{
    send(run, &(struct at_run_event){.kind = AT_RUN_LOG,
                                     .step = step,
                                     .message = message,
                                     .duration_ms = answer->duration_ms,
                                     .has_usage = true,
                                     .usage = answer->usage,
                                     .call_path = at_str(answer->call_path)});
}

void
at_run_loop_tell_wishes(struct at_run_loop *run)
{
    const struct at_profile *profile = run->opts->profile;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (!profile || profile->temperature <= 0 ||
        !(profile->row->quirks & AT_QUIRK_NO_TEMPERATURE))
        return;
    at_buf_add_fmt(&text,
                   "llmTemperature %g is not sent: the model '%s' (%s) does "
                   "not take it",
                   profile->temperature, profile->model, profile->row->id);
    at_run_loop_tell(run, AT_RUN_LOG, at_buf_str(&text));
    at_buf_deinit(&text);
}

void
at_run_loop_tell_reply(struct at_run_loop *run,
                       const struct at_model_reply *reply, int64_t duration_ms,
                       const char *call_path)
{
    const struct at_model_usage *usage = &reply->usage;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (run->opts->config->log_tokens) {
        at_buf_add_fmt(&text, "%lld tokens in (%lld cached), %lld out, ",
                       (long long)usage->in_tokens,
                       (long long)usage->cached_tokens,
                       (long long)usage->out_tokens);
        at_model_cost_write(usage, &text);
    }
    send(run, &(struct at_run_event){.kind = AT_RUN_MODEL,
                                     .step = open_step(run),
                                     .message = at_buf_str(&text),
                                     .duration_ms = duration_ms,
                                     .has_usage = true,
                                     .usage = *usage,
                                     .model = at_str(reply->model),
                                     .call_path = at_str(call_path)});
    at_buf_deinit(&text);
    tell_words(run, &reply->turn);
}

static const char *
asked_model(const struct at_run_loop *run)
{
    return run->opts->profile ? run->opts->profile->model : NULL;
}

void
at_run_loop_tell_failure(struct at_run_loop *run,
                         const struct at_model_failure *failure,
                         int64_t duration_ms, const char *call_path)
{
    send(run, &(struct at_run_event){.kind = AT_RUN_MODEL,
                                     .step = open_step(run),
                                     .message = at_str(failure->text),
                                     .duration_ms = duration_ms,
                                     .failed = true,
                                     .model = at_str(asked_model(run)),
                                     .http_status = failure->status,
                                     .call_path = at_str(call_path)});
}

void
at_run_loop_tell_notes(struct at_run_loop *run)
{
    struct at_strategy_note note;
    while (at_strategy_take_note(run->strategy, &note)) {
        if (note.tool)
            send(run, &(struct at_run_event){
                          .kind = AT_RUN_TOOL,
                          .step = open_step(run),
                          .tool = at_str(note.tool),
                          .args = at_str(note.args),
                          .result = at_str(note.text),
                          .prefix = at_str(at_prefix_names[note.prefix]),
                          .duration_ms = 0});
        else
            at_run_loop_tell(run, AT_RUN_LOG, at_str(note.text));
        at_strategy_note_deinit(&note);
    }
}

static void
tell_step(struct at_run_loop *run, size_t step, bool ended)
{
    const struct at_verdict_step *now = &run->out->verdicts.steps[step];
    const char *words =
        ended ? now->reason : run->opts->scenario->steps.words[step];
    send(run, &(struct at_run_event){.kind = AT_RUN_STEP,
                                     .step = (int)step + 1,
                                     .message = at_str(words),
                                     .duration_ms = -1,
                                     .state = ended ? AT_RUN_EVENT_ENDED
                                                    : AT_RUN_EVENT_BEGAN,
                                     .verdict = now->verdict,
                                     .proof = at_str(ended ? now->proof : NULL),
                                     .judged = ended ? now : NULL});
}

void
at_run_loop_tell_steps(struct at_run_loop *run)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    for (size_t i = run->opts->skipped;
         i < verdicts->count && i <= verdicts->current; i++) {
        if (!run->begun[i] && !verdicts->finished) {
            run->begun[i] = true;
            tell_step(run, i, false);
        }
        if (run->told[i] != verdicts->steps[i].verdict) {
            // A later assertion has verified this step.
            if (run->told[i] == AT_VERDICT_UNVERIFIED)
                at_recipe_join(&run->out->recipe, i);
            run->told[i] = verdicts->steps[i].verdict;
            tell_step(run, i, true);
        }
    }
}

void
at_run_loop_saved(void *user, const char *kind, const char *path,
                  int64_t began_ms)
{
    struct at_run_loop *run = user;
    bool is_video = strcmp(kind, "video") == 0;
    struct at_run_event event = {.kind = is_video ? AT_RUN_VIDEO
                                                  : AT_RUN_SCREENSHOT,
                                 .step = open_step(run),
                                 .began_ms = began_ms,
                                 .duration_ms = -1};
    *(is_video ? &event.video : &event.path) = at_str(path);
    send(run, &event);
}

void
at_run_loop_shown(void *user, struct at_str png)
{
    struct at_run_loop *run = user;
    const struct at_run_sink *sink = run->opts->sink;
    if (sink->picture)
        sink->picture(sink->user, png);
}

void
at_run_loop_guarded(void *user, const char *what)
{
    at_run_loop_tell(user, AT_RUN_GUARD, at_str(what));
}

void
at_run_loop_retries(void *user, const struct at_model_failure *failure,
                    int attempt, int64_t wait_ms)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(&text, "the model is asked again in %lld ms (try %d): %s",
                   (long long)wait_ms, attempt + 1, failure->text);
    at_run_loop_tell(user, AT_RUN_LOG, at_buf_str(&text));
    at_buf_deinit(&text);
}
