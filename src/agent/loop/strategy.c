#include "agent/loop/strategy_priv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/loop/budget.h"
#include "agent/loop/prompt.h"
#include "agent/loop/context_size.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"

enum { OUT_TOKENS_MAX = 8192 };

void
at_strategy_add_turn(struct at_strategy *strategy, struct at_turn *turn)
{
    struct at_turn *added = at_conversation_add(&strategy->talk, turn);
    at_history_trim_add(&strategy->trim, strategy->opts.verdicts->current,
                        added);
}

void
at_strategy_say(struct at_strategy *strategy, const char *text)
{
    struct at_turn turn = {.role = AT_TURN_USER};
    at_turn_add_text(&turn, at_str(text));
    at_strategy_add_turn(strategy, &turn);
}

struct at_strategy *
at_strategy_new(const struct at_strategy_opts *opts)
{
    struct at_strategy *strategy = at_alloc(sizeof(*strategy));
    struct at_buf first = AT_BUF_INIT(AT_STRATEGY_MESSAGE_MAX_BYTES);
    strategy->opts = *opts;
    if (opts->budgets.step_seconds == 0)
        strategy->opts.budgets.step_seconds = AT_BUDGET_STEP_SECONDS;
    strategy->totals.usage = opts->spent;
    strategy->opts.history_tokens = at_history_trim_threshold(
        opts->history_tokens,
        opts->profile ? opts->profile->row->context_tokens : 0);
    strategy->system.max = AT_STRATEGY_MESSAGE_MAX_BYTES;
    strategy->hint.max = AT_STRATEGY_MESSAGE_MAX_BYTES;
    strategy->tools = at_agent_tools_describe();
    strategy->tools_bytes = json_dumpb(strategy->tools, NULL, 0, JSON_COMPACT);
    at_history_trim_init(&strategy->trim, opts->verdicts->count);
    at_prompt_system(at_str(opts->marker), at_str(opts->hints),
                     &strategy->system);
    at_prompt_first(
        &(const struct at_prompt_first){.scenario = opts->scenario,
                                        .verdicts = opts->verdicts,
                                        .takeover = at_str(opts->takeover),
                                        .start = opts->start,
                                        .marker = at_str(opts->marker)},
        &first);
    if (opts->start)
        at_str_cut(strategy->fingerprint, sizeof(strategy->fingerprint),
                   at_str(opts->start->fingerprint));
    at_strategy_say(strategy, at_buf_text(&first));
    at_buf_deinit(&first);
    return strategy;
}

void
at_strategy_free(struct at_strategy *strategy)
{
    struct at_strategy_note note;
    if (!strategy)
        return;
    while (at_strategy_take_note(strategy, &note))
        at_strategy_note_deinit(&note);
    free(strategy->notes);
    at_calls_deinit(&strategy->calls);
    at_history_trim_deinit(&strategy->trim);
    at_conversation_deinit(&strategy->talk);
    json_decref(strategy->tools);
    at_buf_deinit(&strategy->system);
    at_buf_deinit(&strategy->hint);
    free(strategy->reason);
    free(strategy);
}

void
at_strategy_note_deinit(struct at_strategy_note *note)
{
    free(note->tool);
    free(note->args);
    free(note->text);
    *note = (struct at_strategy_note){0};
}

bool
at_strategy_take_note(struct at_strategy *strategy,
                      struct at_strategy_note *out)
{
    if (strategy->note_next == strategy->note_count) {
        strategy->note_next = 0;
        strategy->note_count = 0;
        return false;
    }
    *out = strategy->notes[strategy->note_next++];
    return true;
}

struct at_strategy_note *
at_strategy_add_note(struct at_strategy *strategy, struct at_str text)
{
    strategy->notes = at_realloc_array(
        strategy->notes, strategy->note_count + 1, sizeof(*strategy->notes));
    struct at_strategy_note *note = &strategy->notes[strategy->note_count++];
    *note = (struct at_strategy_note){
        .text = at_strndup(text.len ? text.ptr : "", text.len)};
    return note;
}

void
at_strategy_end(struct at_strategy *strategy, enum at_run_end end,
                const char *reason)
{
    if (strategy->end != AT_RUN_END_NONE)
        return;
    strategy->end = end;
    strategy->reason = at_strdup(reason);
    at_verdicts_finish(strategy->opts.verdicts, end == AT_RUN_END_DONE);
}

enum at_run_end
at_strategy_ended(const struct at_strategy *strategy, const char **out_reason)
{
    if (out_reason)
        *out_reason = strategy->reason ? strategy->reason : "";
    return strategy->end;
}

void
at_strategy_totals(const struct at_strategy *strategy,
                   struct at_strategy_totals *out)
{
    *out = strategy->totals;
}

// Between two calls of a turn only time can end a run; the other budgets are
// checked before the model is asked.
static void
check_budgets(struct at_strategy *strategy, bool calling, int64_t now_ns)
{
    const struct at_model_usage *usage = &strategy->totals.usage;
    const struct at_budgets time = {.minutes = strategy->opts.budgets.minutes};
    struct at_buf why = AT_BUF_INIT(AT_KIB);
    struct at_budget_use use = {
        .iterations = strategy->totals.iterations,
        .tokens = usage->in_tokens + usage->out_tokens,
        .cost_usd = usage->cost_usd,
        .unpriced = usage->unpriced,
        .spent_ns = now_ns - strategy->opts.began_ns,
    };
    if (at_budget_spent(calling ? &time : &strategy->opts.budgets, &use, &why))
        at_strategy_end(strategy, AT_RUN_END_BUDGET, at_buf_text(&why));
    at_buf_deinit(&why);
}

static int64_t
wait_left_ms(const struct at_strategy *strategy)
{
    int64_t all_ms = strategy->opts.budgets.step_seconds * 1000;
    return all_ms > strategy->waited_ms ? all_ms - strategy->waited_ms : 0;
}

static int64_t
out_tokens(const struct at_strategy *strategy)
{
    const struct at_profile *profile = strategy->opts.profile;
    int64_t most = profile ? profile->row->max_out_tokens : 0;
    return most > 0 && most < OUT_TOKENS_MAX ? most : OUT_TOKENS_MAX;
}

// Cut the history until the next request fits into the model's context; end the
// run if it cannot.
static void
make_room(struct at_strategy *strategy)
{
    const struct at_profile *profile = strategy->opts.profile;
    const struct at_context_size room = {
        .context_tokens = profile ? profile->row->context_tokens : 0,
        .out_tokens = out_tokens(strategy),
        .fixed_bytes = strategy->system.len + strategy->tools_bytes,
    };
    int64_t tokens;
    for (int effort = AT_HISTORY_TRIM_OLD; effort <= AT_HISTORY_TRIM_HARD;
         effort++)
        if (!at_context_size_fits(&room,
                                  at_context_size_bytes(&strategy->talk)))
            (void)at_strategy_shorten(strategy,
                                      (enum at_history_trim_effort)effort);
    if (!at_context_size_is_hopeless(
            &room, at_context_size_bytes(&strategy->talk), &tokens))
        return;
    struct at_buf why = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(&why,
                   "the model reads %lld tokens, and the shortest request has "
                   "about %lld: choose a model with a larger context, or state "
                   "it (PROFILE_%s_CONTEXT_TOKENS)",
                   (long long)room.context_tokens, (long long)tokens,
                   profile->row->id);
    at_strategy_end(strategy, AT_RUN_END_MODEL, at_buf_text(&why));
    at_buf_deinit(&why);
}

void
at_strategy_next(struct at_strategy *strategy, int64_t now_ns,
                 struct at_move *out)
{
    struct at_call *call = at_calls_next(&strategy->calls);
    *out = (struct at_move){.kind = AT_MOVE_END};
    if (strategy->end == AT_RUN_END_NONE)
        check_budgets(strategy, call != NULL, now_ns);
    if (strategy->end == AT_RUN_END_NONE && !call)
        make_room(strategy);
    if (strategy->end != AT_RUN_END_NONE)
        return;
    out->kind = call ? AT_MOVE_CALL : AT_MOVE_ASK;
    if (call) {
        out->tool = call->tool;
        out->args = call->args;
        out->call_id = call->part->id;
        out->wait_ms = wait_left_ms(strategy);
    }
}

void
at_strategy_request(struct at_strategy *strategy, struct at_model_request *out)
{
    *out = (struct at_model_request){
        .profile = strategy->opts.profile,
        .system = at_buf_str(&strategy->system),
        .tools = strategy->tools,
        .conversation = &strategy->talk,
        .max_out_tokens = out_tokens(strategy),
    };
}

bool
at_strategy_shorten(struct at_strategy *strategy,
                    enum at_history_trim_effort effort)
{
    struct at_history_trim_cut cut = {&strategy->talk, strategy->opts.verdicts,
                                      at_str(strategy->opts.marker),
                                      strategy->opts.history_tokens, effort};
    size_t turns = strategy->talk.count;
    if (!at_history_trim_shorten(&strategy->trim, &cut))
        return false;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(&text, "history: %zu of %zu turns became a summary",
                   turns - strategy->talk.count, turns);
    at_strategy_add_note(strategy, at_buf_str(&text));
    at_buf_deinit(&text);
    return true;
}

void
at_strategy_count_anew(struct at_strategy *strategy, size_t step_before)
{
    if (strategy->opts.verdicts->current == step_before)
        return;
    strategy->attempts = 0;
    strategy->waited_ms = 0;
    strategy->loop.count = 0;
}

// Report to the model with the next result, and to people with a note.
static void hint(struct at_strategy *strategy, const char *fmt, ...)
    AT_PRINTF(2, 3);
static void
hint(struct at_strategy *strategy, const char *fmt, ...)
{
    va_list args;
    char text[1024];
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    at_buf_add_fmt(&strategy->hint, "\nNOTE: %s", text);
    at_strategy_add_note(strategy, at_str(text));
}

// End the run once its last step has ended, without a closing message: the
// verdicts are the summary. An unverified last step may still be verified.
static void
end_if_done(struct at_strategy *strategy)
{
    const struct at_verdicts *verdicts = strategy->opts.verdicts;
    if (verdicts->count == 0 || verdicts->current < verdicts->count)
        return;
    bool may_pass =
        verdicts->steps[verdicts->count - 1].verdict == AT_VERDICT_UNVERIFIED;
    if (!may_pass || strategy->had_second_chance)
        at_strategy_end(strategy, AT_RUN_END_DONE, "all steps have ended");
    strategy->had_second_chance = true;
}

static void
fail_step(struct at_strategy *strategy, enum at_decided decided,
          const char *reason)
{
    struct at_verdicts *verdicts = strategy->opts.verdicts;
    size_t step = verdicts->current;
    if (step >= verdicts->count)
        return;
    at_verdicts_fail(verdicts, decided, at_str(reason));
    strategy->attempts = 0;
    strategy->waited_ms = 0;
    if (verdicts->current < verdicts->count)
        hint(strategy,
             "step %zu has ended as FAIL: %s. Go on with step %zu, from what "
             "the screen shows now.",
             step + 1, reason, verdicts->current + 1);
    end_if_done(strategy);
}

static void
watch_loop(struct at_strategy *strategy, struct at_str tool, const json_t *args)
{
    size_t times =
        at_loop_add(&strategy->loop,
                    at_loop_sign(at_str(strategy->fingerprint), tool, args));
    if (times == AT_LOOP_NOTED_AT)
        hint(strategy,
             "the same calls came %zu times at the same screen. They lead "
             "nowhere: do something else, or end the step with stepDone FAIL.",
             times);
    else if (times == AT_LOOP_STUCK_AT)
        fail_step(strategy, AT_DECIDED_STUCK,
                  "stuck: the same calls again and again");
    else if (times == AT_LOOP_HOPELESS_AT)
        at_strategy_end(strategy, AT_RUN_END_MODEL,
                        "the model keeps repeating the same calls");
}

// Return true if the call may be part of a loop. Waits and repeated looks are
// limited by time instead; a touch that changed the screen made progress.
static bool
may_loop(const struct at_strategy *strategy, enum at_agent_tool tool,
         const struct at_agent_tool_result *result)
{
    switch (at_agent_tool_rows[tool].class) {
    case AT_AGENT_TOOL_ACTS:
        return !result->changed && result->screen.len == 0 &&
               (!strategy->fingerprint[0] ||
                strcmp(result->fingerprint, strategy->fingerprint) == 0);
    case AT_AGENT_TOOL_LOOKS:
    case AT_AGENT_TOOL_ASSERTS:
        return at_agent_tool_rows[tool].waits && wait_left_ms(strategy) == 0;
    case AT_AGENT_TOOL_REPORTS:
        break;
    }
    return true;
}

static void
watch_attempts(struct at_strategy *strategy, enum at_prefix prefix, bool waits)
{
    int64_t limit = strategy->opts.budgets.step_attempts;
    strategy->attempts += at_calls_failed(prefix) && !waits;
    if (limit > 0 && strategy->attempts >= limit)
        fail_step(strategy, AT_DECIDED_GIVEN_UP,
                  "given up: too many calls of it failed");
}

// Report the verdict, so the model can verify what is missing.
static void
say_judgement(const struct at_verdicts *verdicts, size_t step,
              struct at_agent_tool_result *result)
{
    const struct at_verdict_step *ended = &verdicts->steps[step];
    struct at_buf *out = &result->text;
    at_agent_tool_say(result, AT_PREFIX_OK, "step %zu is %s", step + 1,
                      at_verdict_names[ended->verdict]);
    if (ended->verdict != AT_VERDICT_PASS)
        at_buf_add_fmt(out, ": %s", ended->reason ? ended->reason : "");
    if (ended->verdict == AT_VERDICT_UNVERIFIED &&
        step + 1 == verdicts->current)
        at_buf_add_text(out, ". If it can be proved, do so now, before any "
                             "other action, and call stepDone again");
    if (verdicts->current < verdicts->count)
        at_buf_add_fmt(out, ". Next: step %zu", verdicts->current + 1);
}

// Take the model's verdict on its step. The result has the verdict that counts.
static void
end_step(struct at_strategy *strategy, struct at_agent_tool_result *result)
{
    struct at_verdicts *verdicts = strategy->opts.verdicts;
    if (result->step < 1 || result->step > verdicts->count) {
        at_agent_tool_say(result, AT_PREFIX_ERROR, "there are steps 1 to %zu",
                          verdicts->count);
        return;
    }
    size_t step = result->step - 1;
    size_t before = verdicts->current;
    (void)at_verdicts_claim(verdicts, step, result->passed,
                            at_str(result->reason));
    at_strategy_count_anew(strategy, before);
    say_judgement(verdicts, step, result);
    end_if_done(strategy);
}

// Add the duration of a waiting tool to its step, and report the time that is
// left to the model.
static void
count_wait(struct at_strategy *strategy, enum at_agent_tool tool,
           struct at_agent_tool_result *result)
{
    const struct at_agent_tool_row *row = &at_agent_tool_rows[tool];
    int64_t all_ms = strategy->opts.budgets.step_seconds * 1000;
    if (!row->waits)
        return;
    strategy->waited_ms += result->duration_ms;
    if (strategy->waited_ms > all_ms)
        strategy->waited_ms = all_ms;
    if (row->class == AT_AGENT_TOOL_LOOKS || at_calls_failed(result->prefix))
        at_buf_add_fmt(&result->text, "; waited %lld s of %lld s in this step",
                       (long long)((strategy->waited_ms + 500) / 1000),
                       (long long)strategy->opts.budgets.step_seconds);
}

// Return true if the conversation still has the same answer of this tool.
static bool
has_answer(const struct at_strategy *strategy, const char *tool,
           struct at_str text)
{
    for (size_t t = strategy->talk.count; t-- > 0;) {
        const struct at_turn *turn = &strategy->talk.turns[t];
        for (size_t p = 0; p < turn->count; p++) {
            const struct at_part *part = &turn->parts[p];
            if (part->kind == AT_PART_RESULT &&
                at_str_is(at_str(part->name), tool) &&
                at_str_eq(at_str(part->text), text))
                return true;
        }
    }
    return false;
}

// Replace a screen that the model has already read by a short note.
static void
spare_screen(const struct at_strategy *strategy, const struct at_call *call,
             struct at_buf *text)
{
    const struct at_agent_tool_row *row = &at_agent_tool_rows[call->tool];
    if (!call->known || row->class != AT_AGENT_TOOL_LOOKS ||
        !has_answer(strategy, row->name, at_buf_str(text)))
        return;
    at_buf_clear(text);
    at_buf_add_fmt(text, "%s: unchanged since %s above",
                   at_prefix_names[AT_PREFIX_OK], row->name);
}

// Answer the call with its text, the screen and the pending hints.
static void
answer(struct at_strategy *strategy, const struct at_agent_tool_result *result)
{
    struct at_buf text = AT_BUF_INIT(AT_STRATEGY_MESSAGE_MAX_BYTES);
    at_buf_add_str(&text, at_buf_str(&result->text));
    if (result->screen.len > 0)
        at_buf_add_char(&text, '\n');
    at_prompt_add_screen(at_str(strategy->opts.marker),
                         at_str(result->screen_title),
                         at_buf_str(&result->screen), &text);
    if (result->screen.len > 0)
        spare_screen(strategy, at_calls_next(&strategy->calls), &text);
    at_buf_add_str(&text, at_buf_str(&strategy->hint));
    at_buf_clear(&strategy->hint);
    at_calls_answer(&strategy->calls, result, at_buf_str(&text));
    at_buf_deinit(&text);
}

// Note a call that was answered without being run, and count it like others.
static void
refuse(struct at_strategy *strategy, const struct at_part *part,
       const struct at_agent_tool_result *result)
{
    struct at_buf args = AT_BUF_INIT(AT_STRATEGY_MESSAGE_MAX_BYTES);
    struct at_strategy_note *note =
        at_strategy_add_note(strategy, at_buf_str(&result->text));
    note->tool = at_strdup(part->name ? part->name : "");
    note->prefix = result->prefix;
    if (part->args && at_json_write(part->args, &args))
        note->args = at_buf_take(&args);
    if (result->prefix == AT_PREFIX_ERROR)
        watch_loop(strategy, at_str(part->name), part->args);
    watch_attempts(strategy, result->prefix, false);
    answer(strategy, result);
    at_buf_deinit(&args);
}

// Return true if all calls of the turn have their results.
static bool
answer_refused(struct at_strategy *strategy)
{
    struct at_call *call;
    bool refused = true;
    while (refused && (call = at_calls_next(&strategy->calls)) != NULL) {
        struct at_agent_tool_result result;
        at_agent_tool_result_init(&result);
        refused = at_calls_refused(&strategy->calls, call, &result);
        if (refused)
            refuse(strategy, call->part, &result);
        at_agent_tool_result_deinit(&result);
    }
    return refused;
}

void
at_strategy_advance(struct at_strategy *strategy)
{
    if (!answer_refused(strategy) || strategy->end != AT_RUN_END_NONE)
        return;
    at_calls_fold(&strategy->calls, at_str(strategy->opts.marker));
    at_strategy_add_turn(strategy, &strategy->calls.results);
    at_calls_deinit(&strategy->calls);
    if (at_history_trim_is_long(&strategy->trim, strategy->opts.history_tokens))
        (void)at_strategy_shorten(strategy, AT_HISTORY_TRIM_OLD);
    else if (at_history_trim_has_ended(&strategy->trim,
                                       strategy->opts.verdicts->current))
        (void)at_strategy_shorten(strategy, AT_HISTORY_TRIM_ENDED);
}

void
at_strategy_add_usage(struct at_model_usage *sum,
                      const struct at_model_usage *usage)
{
    sum->in_tokens += usage->in_tokens;
    sum->cached_tokens += usage->cached_tokens;
    sum->cache_write_tokens += usage->cache_write_tokens;
    sum->out_tokens += usage->out_tokens;
    sum->reasoning_tokens += usage->reasoning_tokens;
    sum->cost_usd += usage->cost_usd;
    sum->unpriced = sum->unpriced || usage->unpriced;
}

void
at_strategy_result(struct at_strategy *strategy,
                   struct at_agent_tool_result *result)
{
    struct at_call *call = at_calls_next(&strategy->calls);
    struct at_verdicts *verdicts = strategy->opts.verdicts;
    at_assert(call);
    if (strategy->end != AT_RUN_END_NONE)
        return;
    bool loops = may_loop(strategy, call->tool, result);
    at_history_trim_did(&strategy->trim, verdicts->current, call->tool,
                        call->args, result);
    if (result->fingerprint[0])
        memcpy(strategy->fingerprint, result->fingerprint,
               sizeof(strategy->fingerprint));
    at_strategy_add_usage(&strategy->totals.usage, &result->usage);
    // Note the evidence first: a loop may end the step that it belongs to.
    at_verdicts_note(verdicts, result->evidence, at_buf_str(&result->text),
                     &result->testimony);
    if (call->tool == AT_AGENT_STEP_DONE && result->prefix == AT_PREFIX_OK)
        end_step(strategy, result);
    count_wait(strategy, call->tool, result);
    if (loops)
        watch_loop(strategy, at_str(at_agent_tool_rows[call->tool].name),
                   call->args);
    watch_attempts(strategy, result->prefix,
                   at_agent_tool_rows[call->tool].waits);
    // A person was asked and did not approve.
    if (result->needs_approval)
        fail_step(strategy, AT_DECIDED_NOT_APPROVED,
                  "a guarded action was not approved");
    answer(strategy, result);
    at_strategy_advance(strategy);
}
