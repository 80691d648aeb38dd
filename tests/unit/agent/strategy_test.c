// strategy_test.c: runs whose model and hands are scripts
//
// A reply is a line. Calls: "tap=X", "verify=X", "look", "done=2P", "done=2F",
// "xy", "wait", "nosuch", "noargs", with a blank between; in front of them
// words in brackets. Or the words of a plain message after '>'. Or a stop or
// failure in capitals. The hands: what begins with "no" is not there, "go…"
// leads to another screen.
#include "agent/loop/strategy.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "base/op.h"
#include "tests/t.h"
#include "wire/json.h"

#define MARKER "k7f3"

struct row {
    const char *name;
    size_t steps;
    const char *replies[12]; // the last one is repeated
    struct at_budgets budgets;
    enum at_run_end end;
    const char *summary; // exactly
    const char *heard;   // a part of what the model was told; NULL: any
    const char *unheard; // a text missing from the message; NULL: any
    int64_t asked;       // 0: any
};

static const struct row rows[] = {
    {.name = "each step proved",
     .steps = 2,
     .replies = {"tap=go1", "verify=yes", "done=1P",
                 "tap=go2 verify=yes done=2P"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)\nStep 2: "
                "PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "OK: step 1 is PASS. Next: step 2",
     .asked = 4},
    // Models that lie.
    {.name = "all passed after a failed assertion",
     .steps = 1,
     .replies = {"tap=go1 verify=nope", "done=1P",
                 ">Step 1: PASS — all passed"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — an assertion did not hold: NOT_VISIBLE: 'nope' "
                "(the model said: said)",
     .asked = 2},
    {.name = "passed without an assertion",
     .steps = 1,
     .replies = {"tap=go1", "done=1P", ">Step 1: PASS — said"},
     .end = AT_RUN_END_DONE,
     .summary =
         "Step 1: UNVERIFIED — nothing was asserted (the model said: said)",
     .heard = "UNVERIFIED: nothing was asserted (the model said: said). If it "
              "can be proved, do so now"},
    {.name = "only words, no stepDone",
     .steps = 2,
     .replies = {"tap=go1", ">Step 1: PASS — said\nStep 2: PASS — said"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: UNVERIFIED — nothing was asserted (the model said: "
                "said)\n"
                "Step 2: UNVERIFIED — nothing was asserted (the model said: "
                "said)",
     .heard = "Steps 1 to 2 have no verdict yet",
     .asked = 3},
    {.name = "a FAIL against a held assertion counts",
     .steps = 2,
     .replies = {"tap=go1 verify=yes done=1P",
                 ">Step 1: FAIL — wrong colour\nStep 2: FAIL — same"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — wrong colour\nStep 2: FAIL — same"},
    {.name = "words about a failure are not a verdict",
     .steps = 1,
     .replies = {"tap=go1 verify=yes",
                 ">Step 1: Failed login shows an error — PASS"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: Failed login "
                "shows an error)",
     .asked = 2},
    {.name = "a proved step needs no stepDone",
     .steps = 1,
     .replies = {"tap=go1 verify=yes", ">Step 1: PASS — said"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)",
     .asked = 2},
    {.name = "no message is needed at the end",
     .steps = 1,
     .replies = {"tap=go1 verify=yes done=1P", "AUTH"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)",
     .asked = 1},
    {.name = "an assertion before the last action does not count",
     .steps = 1,
     .replies = {"verify=yes tap=go1 done=1P", ">Step 1: PASS"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: UNVERIFIED — no assertion held after the last action "
                "(the model said: said)"},
    {.name = "verified after stepDone, before any action",
     .steps = 2,
     .replies = {"tap=go1 done=1P", "verify=yes done=1P",
                 "tap=go2 verify=yes done=2P", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)\nStep 2: "
                "PASS — VISIBLE: 'yes' (the model said: said)"},
    {.name = "another assertion does not make up for a failed one",
     .steps = 1,
     .replies = {"tap=go1 verify=nope", "tap=go2 verify=yes", "done=1P",
                 ">Step 1: PASS"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: UNVERIFIED — an assertion did not hold, and was not "
                "repeated: NOT_VISIBLE: 'nope' (the model said: said)",
     .heard = "was not repeated: NOT_VISIBLE: 'nope'"},
    {.name = "a judgement is not measured",
     .steps = 1,
     .replies = {"tap=go1 judge done=1P", ">Step 1: PASS"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: UNVERIFIED — judged by looking, not measured (the "
                "model said: said)"},
    {.name = "a crash fails its step",
     .steps = 2,
     .replies = {"tap=crash", "verify=yes done=1P", "tap=go verify=yes done=2P",
                 ">Step 1: PASS"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — ERROR: the app crashed (the model said: said)\n"
                "Step 2: PASS — VISIBLE: 'yes' (the model said: said)"},
    {.name = "what nobody approved fails its step",
     .steps = 2,
     .replies = {"tap=guarded", "verify=yes done=1P",
                 "tap=go verify=yes done=2P", ">Step 1: PASS"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — a guarded action was not approved\n"
                "Step 2: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "Go on with step 2"},
    {.name = "a summary that says FAIL ends the run at once",
     .steps = 2,
     .replies = {">**Step 1**: FAILED - no start\n- Step 2: FAIL — same"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — no start\nStep 2: FAIL — same",
     .unheard = "no verdict yet",
     .asked = 1},
    {.name = "words beside calls do not end a step",
     .steps = 2,
     .replies = {"tap=go1", "[Step 2 needs this first] verify=yes done=1P",
                 "tap=go2 verify=yes done=2P"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)\n"
                "Step 2: PASS — VISIBLE: 'yes' (the model said: said)"},
    // Calls that cannot be run are answered.
    {.name = "unknown tool, malformed and missing arguments",
     .steps = 1,
     .replies = {"nosuch", "noargs", "tap=", "tap=go1 verify=yes done=1P",
                 ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "ERROR: there is no tool 'nosuch'"},
    {.name = "what was malformed is told back",
     .steps = 1,
     .replies = {"noargs", ">Step 1: FAIL"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — no reason was given",
     .heard = "ERROR: the arguments of tap are not a JSON object: \"{\\\"te\""},
    {.name = "after a failed sibling",
     .steps = 1,
     .replies = {"tap=none verify=yes tap=go1 done=1P look", "done=1F"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — said",
     .heard = "SKIPPED: previous action in this turn failed",
     .unheard = "TAPPED"},
    {.name = "coordinates of a screen that is gone",
     .steps = 1,
     .replies = {"tap=go1 xy", "verify=yes done=1P", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "SKIPPED: the screen has changed"},
    {.name = "a step that is not there",
     .steps = 1,
     .replies = {"done=7P", "done=1F", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — said",
     .heard = "ERROR: there are steps 1 to 1"},
    // Unusable replies get a hint, once each.
    {.name = "empty, refused, cut and malformed, once each",
     .steps = 1,
     .replies = {"EMPTY", "REFUSED", "CUT", "MALFORMED",
                 "tap=go1 verify=yes done=1P", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "Your last answer was a refusal",
     .asked = 5},
    {.name = "empty twice",
     .steps = 1,
     .replies = {"EMPTY", "EMPTY"},
     .end = AT_RUN_END_MODEL,
     .summary = "Step 1: UNVERIFIED — not reached",
     .asked = 2},
    {.name = "a good turn between two empty ones",
     .steps = 1,
     .replies = {"EMPTY", "look", "EMPTY", "verify=yes done=1P", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)"},
    {.name = "refused twice",
     .steps = 1,
     .replies = {"tap=go1", "REFUSED"},
     .end = AT_RUN_END_MODEL,
     .summary = "Step 1: UNVERIFIED — nothing was asserted"},
    {.name = "a pause is sent back",
     .steps = 1,
     .replies = {"PAUSED", "tap=go1 verify=yes done=1P", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)"},
    {.name = "pauses without end",
     .steps = 1,
     .replies = {"PAUSED"},
     .end = AT_RUN_END_MODEL,
     .summary = "Step 1: UNVERIFIED — not reached",
     .asked = 5},
    {.name = "a wrong key",
     .steps = 1,
     .replies = {"AUTH"},
     .end = AT_RUN_END_MODEL,
     .summary = "Step 1: UNVERIFIED — not reached",
     .asked = 0},
    {.name = "too long with nothing to leave out",
     .steps = 1,
     .replies = {"TOO_LONG"},
     .end = AT_RUN_END_MODEL,
     .summary = "Step 1: UNVERIFIED — not reached"},
    {.name = "too long, shortened and answered",
     .steps = 1,
     .replies = {"look", "look2", "look3", "TOO_LONG",
                 "tap=go1 verify=yes done=1P", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "What was done so far"},
    // Loops.
    {.name = "the same call at the same screen",
     .steps = 2,
     .replies = {"tap=x"},
     .end = AT_RUN_END_MODEL,
     .summary = "Step 1: FAIL — stuck: the same calls again and again\n"
                "Step 2: UNVERIFIED — nothing was asserted",
     .heard = "the same calls came 3 times",
     .asked = 8},
    {.name = "a cycle of two, and out of it",
     .steps = 2,
     .replies = {"tap=x", "tap=y", "tap=x", "tap=y", "tap=x", "tap=y", "tap=x",
                 "tap=y", "tap=x", "tap=y", "tap=go verify=yes done=2P",
                 ">Step 1: PASS\nStep 2: PASS"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — stuck: the same calls again and again\n"
                "Step 2: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "step 1 has ended as FAIL: stuck"},
    {.name = "unknown tools without end",
     .steps = 1,
     .replies = {"nosuch"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — stuck: the same calls again and again",
     .asked = 5},
    {.name = "stepDone without end",
     .steps = 1,
     .replies = {"done=1P"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: UNVERIFIED — nothing was asserted (the model said: "
                "said)"},
    {.name = "waiting and looking are no loop",
     .steps = 1,
     .replies = {"wait", "look", "verify=nope", "wait", "look", "verify=nope",
                 "wait", "look", "verify=nope", "wait look verify=nope",
                 "wait look verify=nope"},
     .budgets = {.iterations = 14, .step_attempts = 3},
     .end = AT_RUN_END_BUDGET,
     .summary = "Step 1: FAIL — an assertion did not hold: NOT_VISIBLE: 'nope'",
     .heard = "waited 10 s of 120 s in this step",
     .unheard = "the same calls"},
    {.name = "without time for it, waiting leads nowhere",
     .steps = 1,
     .replies = {"wait"},
     .budgets = {.step_seconds = 15},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — stuck: the same calls again and again",
     .heard = "waited 15 s of 15 s in this step"},
    {.name = "touches that change the screen are no loop",
     .steps = 1,
     .replies = {"tap=go1", "tap=go2", "tap=go1", "tap=go2", "tap=go1",
                 "tap=go2", "tap=go1", "tap=go2", "tap=go1", "tap=go2",
                 "tap=go1 verify=yes done=1P", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)"},
    {.name = "a step that is not there",
     .steps = 1,
     .replies = {"tap=go1 verify=yes done=9P", "done=1P", ">end"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "ERROR: there are steps 1 to 1"},
    // Budgets.
    {.name = "calls of the model are used up",
     .steps = 1,
     .replies = {"tap=go1 verify=yes", "look", "look2"},
     .budgets = {.iterations = 3},
     .end = AT_RUN_END_BUDGET,
     .summary = "Step 1: UNVERIFIED — the run ended before the step did",
     .asked = 3},
    {.name = "tokens are used up",
     .steps = 1,
     .replies = {"look", "look2"},
     .budgets = {.tokens = 2000},
     .end = AT_RUN_END_BUDGET,
     .summary = "Step 1: UNVERIFIED — nothing was asserted",
     .asked = 2},
    {.name = "money is used up",
     .steps = 1,
     .replies = {"tap=go1 verify=nope", "look"},
     .budgets = {.cost_usd = 0.015},
     .end = AT_RUN_END_BUDGET,
     .summary = "Step 1: FAIL — an assertion did not hold: NOT_VISIBLE: 'nope'",
     .asked = 2},
    {.name = "minutes are over", // each look at the clock is ten seconds later
     .steps = 1,
     .replies = {"look", "look2", "look3", "look"},
     .budgets = {.minutes = 1},
     .end = AT_RUN_END_BUDGET,
     .summary = "Step 1: UNVERIFIED — nothing was asserted"},
    {.name = "too many failed calls in a step",
     .steps = 2,
     .replies = {"tap=no1", "tap=no2", "tap=no3", "tap=go verify=yes done=2P",
                 ">end"},
     .budgets = {.step_attempts = 3},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: FAIL — given up: too many calls of it failed\n"
                "Step 2: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "Go on with step 2"},
    {.name = "a screen that was read is not written twice",
     .steps = 1,
     .replies = {"look3", "look3", "tap=go1 verify=yes done=1P"},
     .end = AT_RUN_END_DONE,
     .summary = "Step 1: PASS — VISIBLE: 'yes' (the model said: said)",
     .heard = "OK: unchanged since getScreenDump above",
     .asked = 3},
};

static void
add_call(struct at_turn *turn, struct at_str word, int serial)
{
    static const struct {
        const char *word;
        const char *tool;
        const char *args; // %s: what follows the '='
    } calls[] = {
        {"tap", "tap", "{\"text\":\"%s\"}"},
        {"verify", "verifyElementVisible", "{\"text\":\"%s\"}"},
        {"look", "perceiveScreen", "{}"},
        {"look2", "getScreenSize", "{}"},
        {"look3", "getScreenDump", "{}"},
        {"wait", "wait", "{}"},
        {"judge", "assertByLooking", "{\"question\":\"q\"}"},
        {"xy", "tapByCoordinates", "{\"x\":1,\"y\":2}"},
        {"nosuch", "nosuch", "{}"},
        {"noargs", "tap", NULL},
        {"done", "stepDone", NULL},
    };
    struct at_str name;
    struct at_str rest = word;
    T_OK(at_str_next(&rest, '=', &name));
    struct at_part *part = at_turn_add(turn, AT_PART_CALL);
    part->id = at_strfmt("id%d", serial);
    for (size_t i = 0; i < T_LEN(calls); i++) {
        if (!at_str_is(name, calls[i].word))
            continue;
        char args[200];
        char what[100];
        at_str_cut(what, sizeof(what), rest);
        part->name = at_strdup(calls[i].tool);
        if (calls[i].args) {
            snprintf(args, sizeof(args), calls[i].args, what);
            part->args = at_json_parse(at_str(args), NULL);
        } else if (rest.len > 1) {
            part->args = json_pack(
                "{s:i,s:s,s:s}", "step", rest.ptr[0] - '0', "verdict",
                rest.ptr[1] == 'P' ? "PASS" : "FAIL", "reason", "said");
        } else {
            part->text = at_strdup("{\"te");
        }
    }
    T_OK(part->name != NULL);
}

static enum at_model_stop
stop_of(struct at_str line)
{
    static const struct {
        const char *word;
        enum at_model_stop stop;
    } stops[] = {
        {"EMPTY", AT_MODEL_STOP_DONE},
        {"REFUSED", AT_MODEL_STOP_REFUSED},
        {"CUT", AT_MODEL_STOP_LENGTH},
        {"PAUSED", AT_MODEL_STOP_PAUSED},
        {"MALFORMED", AT_MODEL_STOP_MALFORMED},
    };
    for (size_t i = 0; i < T_LEN(stops); i++)
        if (at_str_is(line, stops[i].word))
            return stops[i].stop;
    return AT_MODEL_STOP_CALLS;
}

static struct at_model_reply
reply_of(struct at_str line, int *serial)
{
    struct at_model_reply reply = {.stop = stop_of(line)};
    struct at_str word;
    reply.usage = (struct at_model_usage){
        .in_tokens = 900, .out_tokens = 100, .cost_usd = 0.01};
    if (at_str_starts(line, AT_STR(">"))) {
        reply.stop = AT_MODEL_STOP_DONE;
        at_turn_add_text(&reply.turn, at_str_skip(line, 1));
        return reply;
    }
    if (at_str_starts(line, AT_STR("["))) {
        ptrdiff_t end = at_str_find(line, AT_STR("] "));
        at_turn_add_text(&reply.turn, at_str_n(line.ptr + 1, (size_t)end - 1));
        line = at_str_skip(line, (size_t)end + 2);
    }
    if (reply.stop == AT_MODEL_STOP_PAUSED)
        at_turn_add_text(&reply.turn, AT_STR("a moment"));
    while (reply.stop == AT_MODEL_STOP_CALLS && at_str_next(&line, ' ', &word))
        add_call(&reply.turn, word, ++*serial);
    return reply;
}

// The result that the hands would give to a call.
static void
act(const struct at_move *move, struct at_agent_tool_result *result)
{
    static char screen[32] = "s0";
    struct at_str text = at_json_get_str(move->args, "text");
    bool absent = at_str_starts(text, AT_STR("no"));
    snprintf(result->screen_title, sizeof(result->screen_title), "%s",
             "com.example, 3 elements");
    if (move->tool == AT_AGENT_VERIFY_VISIBLE) {
        result->evidence = absent ? AT_EVIDENCE_FAILED : AT_EVIDENCE_HELD;
        at_agent_tool_say(result,
                          absent ? AT_PREFIX_NOT_VISIBLE : AT_PREFIX_VISIBLE,
                          "'%.*s'", AT_STR_ARG(text));
    } else if (move->tool == AT_AGENT_ASSERT_BY_LOOKING) {
        result->evidence = AT_EVIDENCE_JUDGED;
        at_agent_tool_say(result, AT_PREFIX_OK, "yes");
    } else if (move->tool == AT_AGENT_STEP_DONE) {
        result->step =
            (size_t)json_integer_value(json_object_get(move->args, "step"));
        result->passed =
            at_str_is(at_json_get_str(move->args, "verdict"), "PASS");
        result->reason = at_strdup("said");
        at_agent_tool_say(result, AT_PREFIX_OK, "%s", "");
    } else if (move->tool == AT_AGENT_WAIT) {
        result->duration_ms = move->wait_ms < 10000 ? move->wait_ms : 10000;
        at_agent_tool_say(result, AT_PREFIX_OK, "waited");
    } else if (move->tool != AT_AGENT_TAP) {
        at_agent_tool_say(result, AT_PREFIX_OK, "%s", "");
        if (move->tool == AT_AGENT_SCREEN_DUMP)
            at_buf_add_text(&result->screen, screen);
    } else if (at_str_is(text, "guarded")) {
        result->refused = true;
        result->needs_approval = true;
        at_agent_tool_say(result, AT_PREFIX_ERROR, "guarded");
    } else if (absent) {
        at_agent_tool_say(result, AT_PREFIX_NOT_FOUND, "%s", "");
    } else if (at_str_is(text, "crash")) {
        result->evidence = AT_EVIDENCE_CRASHED;
        at_agent_tool_say(result, AT_PREFIX_ERROR, "the app crashed");
    } else {
        result->evidence = AT_EVIDENCE_ACTED;
        result->acted = true;
        at_agent_tool_say(result, AT_PREFIX_TAPPED, "(1,2)");
        if (at_str_starts(text, AT_STR("go"))) {
            at_str_cut(screen, sizeof(screen), text);
            at_buf_add_text(&result->screen, "a screen\n");
        }
    }
    snprintf(result->fingerprint, sizeof(result->fingerprint), "%s", screen);
}

// Turns alternate, and each call has its result in the next turn, in order.
static void
check_pairs(const struct at_conversation *talk)
{
    T_EQ_INT(talk->turns[0].role, AT_TURN_USER);
    for (size_t t = 0; t < talk->count; t++) {
        const struct at_turn *turn = &talk->turns[t];
        size_t results = 0;
        T_OK(turn->count > 0);
        for (size_t p = 0; p < turn->count; p++) {
            if (turn->parts[p].kind != AT_PART_CALL)
                continue;
            T_OK(t + 1 < talk->count);
            const struct at_turn *next = &talk->turns[t + 1];
            T_EQ_INT(next->role, AT_TURN_USER);
            T_OK(results < next->count);
            T_EQ_INT(next->parts[results].kind, AT_PART_RESULT);
            T_EQ_TEXT(next->parts[results].id, turn->parts[p].id);
            T_EQ_TEXT(next->parts[results++].name, turn->parts[p].name);
        }
    }
}

// All that the model was told in the newest turn of ours.
static void
hear(const struct at_conversation *talk, struct at_buf *out)
{
    for (size_t t = 0; t < talk->count; t++) {
        const struct at_turn *turn = &talk->turns[t];
        for (size_t p = 0; turn->role == AT_TURN_USER && p < turn->count; p++)
            at_buf_add_fmt(out, "%s\n", turn->parts[p].text);
    }
}

struct rig {
    struct at_scenario scenario;
    struct at_verdicts verdicts;
    struct at_strategy *strategy;
    struct at_buf heard;
    int64_t asked; // requests, all answered
    size_t most_turns;
};

static void
rig_init(struct rig *rig, const struct row *row)
{
    *rig = (struct rig){.heard = AT_BUF_INIT(64 * AT_MIB)};
    at_scenario_init(&rig->scenario);
    free(rig->scenario.goal);
    rig->scenario.goal = at_strdup("the goal");
    for (size_t i = 0; i < row->steps; i++)
        at_argv_add_fmt(&rig->scenario.steps, "do %zu", i + 1);
    at_verdicts_init(&rig->verdicts, row->steps);
    rig->strategy = at_strategy_new(&(const struct at_strategy_opts){
        .scenario = &rig->scenario,
        .budgets = row->budgets,
        .marker = MARKER,
        .verdicts = &rig->verdicts,
        .history_tokens = AT_STRATEGY_HISTORY_TOKENS,
    });
}

static void
rig_deinit(struct rig *rig)
{
    at_strategy_free(rig->strategy);
    at_verdicts_deinit(&rig->verdicts);
    at_scenario_deinit(&rig->scenario);
    at_buf_deinit(&rig->heard);
}

static void
ask(struct rig *rig, struct at_str line, int *serial)
{
    struct at_model_request request;
    at_strategy_request(rig->strategy, &request);
    T_OK(request.system.len > 0 && json_array_size(request.tools) > 0);
    check_pairs(request.conversation);
    hear(request.conversation, &rig->heard);
    if (request.conversation->count > rig->most_turns)
        rig->most_turns = request.conversation->count;
    if (at_str_is(line, "AUTH") || at_str_is(line, "TOO_LONG")) {
        struct at_model_failure failure = {.class = at_str_is(line, "AUTH")
                                                        ? AT_MODEL_AUTH
                                                        : AT_MODEL_TOO_LONG};
        at_strategy_failed(rig->strategy, &failure);
        return;
    }
    struct at_model_reply reply = reply_of(line, serial);
    at_strategy_reply(rig->strategy, &reply);
    at_turn_deinit(&reply.turn);
    rig->asked++;
}

static void
play(struct rig *rig, const char *const *replies)
{
    struct at_move move;
    int64_t now_ns = 0;
    int serial = 0;
    for (int i = 0; i < 2000; i++, now_ns += 10 * 1000 * AT_NS_PER_MS) {
        at_strategy_next(rig->strategy, now_ns, &move);
        if (move.kind == AT_MOVE_END)
            return;
        if (move.kind == AT_MOVE_ASK) {
            ask(rig, at_str(*replies), &serial);
            replies += replies[1] != NULL;
            continue;
        }
        struct at_agent_tool_result result;
        at_agent_tool_result_init(&result);
        act(&move, &result);
        at_strategy_result(rig->strategy, &result);
        at_agent_tool_result_deinit(&result);
    }
    fail_msg("the run does not end");
}

T_TEST(runs)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct rig rig;
        struct at_buf summary = AT_BUF_INIT(AT_MIB);
        const char *reason;
        T_ROW(rows[i].name);
        rig_init(&rig, &rows[i]);
        play(&rig, rows[i].replies);
        T_EQ_INT(at_strategy_ended(rig.strategy, &reason), rows[i].end);
        T_OK(reason[0] != '\0');
        at_verdicts_write(&rig.verdicts, &summary);
        T_EQ_TEXT(at_buf_text(&summary), rows[i].summary);
        if (rows[i].heard)
            T_HAS(at_buf_text(&rig.heard), rows[i].heard);
        if (rows[i].unheard)
            T_NOT(strstr(at_buf_text(&rig.heard), rows[i].unheard));
        if (rows[i].asked > 0)
            T_EQ_INT(rig.asked, rows[i].asked);
        at_buf_deinit(&summary);
        rig_deinit(&rig);
    }
}

T_MAIN()
