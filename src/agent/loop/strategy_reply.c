// strategy_reply.c: acts on a reply of the model, or on its absence
#include <string.h>

#include "agent/proof/verdict_lines.h"
#include "agent/loop/strategy_priv.h"
#include "base/limits.h"
#include "base/quote.h"

enum { PAUSES_MAX = 4 };

// The first fault of a kind is answered with a hint, the second in a row ends
// the run. Calls that come as text end it at once if no call of the run came
// otherwise: a hint to the model does not repair its server.
static const struct {
    const char *hint;
    const char *reason;
} faults[AT_FAULTS] = {
    [AT_FAULT_EMPTY] = {"Your last answer was empty. Call a tool, or send the "
                        "summary if all steps are done.",
                        "the model answers nothing"},
    [AT_FAULT_MALFORMED] =
        {"Your last tool call could not be read. Call one of "
         "the tools, with its arguments as a JSON object.",
         "the model's calls cannot be read"},
    [AT_FAULT_REFUSED] =
        {"Your last answer was a refusal. The app is tested for "
         "those who make it, on a device for tests. Go on, or "
         "say FAIL for the step that you will not do.",
         "the model refuses to go on"},
    [AT_FAULT_CUT] = {"Your last answer was cut off at its longest. Answer "
                      "shorter: call one tool.",
                      "the model's answers are cut off"},
    [AT_FAULT_SPOKEN] =
        {"Your last tool call came as text that cannot be read. Call the tool "
         "by the API's tool calls.",
         "this server does not turn the model's tool calls into tool calls "
         "(vLLM needs --enable-auto-tool-choice and --tool-call-parser)"},
};

static void
too_long(struct at_strategy *strategy)
{
    if (!at_strategy_shorten(strategy, AT_HISTORY_TRIM_HARD))
        at_strategy_end(strategy, AT_RUN_END_MODEL,
                        "the conversation is too long for the model, and "
                        "nothing more can be left out of it");
}

void
at_strategy_failed(struct at_strategy *strategy,
                   const struct at_model_failure *failure)
{
    struct at_buf why = AT_BUF_INIT(AT_KIB);
    if (failure->class == AT_MODEL_TOO_LONG) {
        too_long(strategy);
        return;
    }
    at_buf_add_fmt(&why, "the model could not be asked: %s", failure->text);
    at_strategy_end(strategy, AT_RUN_END_MODEL, at_buf_text(&why));
    at_buf_deinit(&why);
}

// Drop the reply: providers refuse turns that are cut or empty. The hint goes
// to the end of the user's newest turn, so turns still alternate.
static void
meet_fault(struct at_strategy *strategy, enum at_fault fault,
           struct at_str text)
{
    struct at_buf why = AT_BUF_INIT(AT_KIB);
    bool hopeless = fault == AT_FAULT_SPOKEN && !strategy->has_called;
    if (strategy->faults[fault]++ == 0 && !hopeless) {
        struct at_turn *last = &strategy->talk.turns[strategy->talk.count - 1];
        if (last->role == AT_TURN_USER)
            at_turn_add_text(last, at_str(faults[fault].hint));
        else
            at_strategy_say(strategy, faults[fault].hint);
        at_strategy_add_note(strategy, at_str(faults[fault].hint));
        return;
    }
    at_buf_add_text(&why, faults[fault].reason);
    if (text.len > 0) {
        at_buf_add_text(&why, ": ");
        at_line_write(at_utf8_head(text, 200), &why);
    }
    at_strategy_end(strategy, AT_RUN_END_MODEL, at_buf_text(&why));
    at_buf_deinit(&why);
}

// Return true if some steps have neither a verdict nor a line in these words. A
// PASS in words counts only for a step that is proved.
static bool
leaves_open(const struct at_strategy *strategy, struct at_str text)
{
    const struct at_verdicts *verdicts = strategy->opts.verdicts;
    size_t ended = verdicts->current; // steps with a verdict, in order
    bool proved = at_verdicts_is_proved(verdicts);
    struct at_verdict_line said;
    while (at_verdict_line_next(&text, &said)) {
        bool told = said.verdict == AT_VERDICT_FAIL ||
                    (proved && said.step == verdicts->current + 1);
        ended += told && said.step == ended + 1;
    }
    return ended < verdicts->count;
}

static void
remind(struct at_strategy *strategy)
{
    const struct at_verdicts *verdicts = strategy->opts.verdicts;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (verdicts->current + 1 == verdicts->count)
        at_buf_add_fmt(&text, "Step %zu has no verdict yet.", verdicts->count);
    else
        at_buf_add_fmt(&text, "Steps %zu to %zu have no verdict yet.",
                       verdicts->current + 1, verdicts->count);
    at_buf_add_text(&text, " Do and verify them with the tools and call "
                           "stepDone for each, or send your message again to "
                           "end the run as it is.");
    strategy->reminded = true;
    at_strategy_say(strategy, at_buf_text(&text));
    at_strategy_add_note(strategy, at_buf_str(&text));
    at_buf_deinit(&text);
}

// Read the model's closing message for reasons and FAILs.
static void
accept(struct at_strategy *strategy, struct at_str text)
{
    struct at_verdicts *verdicts = strategy->opts.verdicts;
    struct at_verdict_line said;
    while (at_verdict_line_next(&text, &said))
        if (said.step <= verdicts->count)
            (void)at_verdicts_claim(verdicts, said.step - 1,
                                    said.verdict != AT_VERDICT_FAIL,
                                    said.reason);
    at_strategy_end(strategy, AT_RUN_END_DONE, "the model has ended the run");
}

static void
take_words(struct at_strategy *strategy, struct at_turn *turn,
           struct at_str text)
{
    if (leaves_open(strategy, text) && !strategy->reminded) {
        at_strategy_add_turn(strategy, turn);
        remind(strategy);
    } else {
        accept(strategy, text);
    }
}

static void
take_calls(struct at_strategy *strategy, struct at_turn *turn)
{
    memset(strategy->faults, 0, sizeof(strategy->faults));
    strategy->pauses = 0;
    strategy->has_called = true;
    at_calls_take(&strategy->calls, turn);
    at_strategy_add_turn(strategy, turn);
    at_strategy_advance(strategy);
}

static void
take_pause(struct at_strategy *strategy, struct at_turn *turn)
{
    if (++strategy->pauses > PAUSES_MAX)
        at_strategy_end(strategy, AT_RUN_END_MODEL, "the model keeps pausing");
    else
        at_strategy_add_turn(strategy, turn);
}

static void
take_reply(struct at_strategy *strategy, struct at_model_reply *reply,
           struct at_str text)
{
    static const enum at_fault by_stop[] = {
        [AT_MODEL_STOP_DONE] = AT_FAULT_EMPTY,
        [AT_MODEL_STOP_CALLS] = AT_FAULT_EMPTY,
        [AT_MODEL_STOP_LENGTH] = AT_FAULT_CUT,
        [AT_MODEL_STOP_REFUSED] = AT_FAULT_REFUSED,
        [AT_MODEL_STOP_MALFORMED] = AT_FAULT_MALFORMED,
        [AT_MODEL_STOP_SPOKEN] = AT_FAULT_SPOKEN,
    };
    bool is_whole =
        reply->stop == AT_MODEL_STOP_DONE || reply->stop == AT_MODEL_STOP_CALLS;
    if (at_turn_call_count(&reply->turn) > 0)
        take_calls(strategy, &reply->turn);
    else if (reply->stop == AT_MODEL_STOP_CONTEXT)
        too_long(strategy);
    else if (reply->stop == AT_MODEL_STOP_PAUSED)
        take_pause(strategy, &reply->turn);
    else if (is_whole && text.len > 0)
        take_words(strategy, &reply->turn, text);
    else
        meet_fault(strategy, by_stop[reply->stop], text);
}

void
at_strategy_reply(struct at_strategy *strategy, struct at_model_reply *reply)
{
    struct at_buf text = AT_BUF_INIT(AT_STRATEGY_MESSAGE_MAX_BYTES);
    if (strategy->end != AT_RUN_END_NONE)
        return;
    strategy->totals.iterations++;
    at_strategy_add_usage(&strategy->totals.usage, &reply->usage);
    at_history_trim_measured(&strategy->trim, reply->usage.in_tokens);
    for (size_t i = 0; i < reply->turn.count; i++)
        if (reply->turn.parts[i].kind == AT_PART_TEXT)
            at_buf_add_text(&text, reply->turn.parts[i].text);
    reply->turn.role = AT_TURN_ASSISTANT;
    take_reply(strategy, reply, at_str_trim(at_buf_str(&text)));
    at_buf_deinit(&text);
}
