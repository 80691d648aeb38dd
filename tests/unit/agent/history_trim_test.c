// history_trim_test.c: a long conversation is cut by whole turns, and says what
// was done
#include "agent/loop/history_trim.h"

#include "agent/loop/prompt.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "tests/t.h"

#define MARKER "k7f3"

struct rig {
    struct at_conversation talk;
    struct at_verdicts verdicts;
    struct at_history_trim trim;
};

static void
add_turn(struct rig *rig, struct at_turn *turn)
{
    struct at_turn *added = at_conversation_add(&rig->talk, turn);
    at_history_trim_add(&rig->trim, rig->verdicts.current, added);
}

static void
init(struct rig *rig)
{
    struct at_turn first = {.role = AT_TURN_USER};
    *rig = (struct rig){.talk = AT_CONVERSATION_INIT};
    at_verdicts_init(&rig->verdicts, 3);
    at_history_trim_init(&rig->trim, 3);
    at_turn_add_text(&first, at_str("Goal: g"));
    add_turn(rig, &first);
}

static void
deinit(struct rig *rig)
{
    at_history_trim_deinit(&rig->trim);
    at_verdicts_deinit(&rig->verdicts);
    at_conversation_deinit(&rig->talk);
}

// The model taps number, and the screen that it gets has about bytes.
static void
exchange(struct rig *rig, int number, size_t bytes)
{
    struct at_turn turn = {.role = AT_TURN_ASSISTANT, .raw = json_object()};
    struct at_agent_tool_result result = {.prefix = AT_PREFIX_TAPPED,
                                          .acted = true};
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct at_buf screen = AT_BUF_INIT(AT_MIB);
    json_t *args = json_pack("{s:i}", "text", number);
    struct at_part *part = at_turn_add(&turn, AT_PART_CALL);
    part->id = at_strfmt("id%d", number);
    part->name = at_strdup("tap");
    part->args = json_incref(args);
    add_turn(rig, &turn);
    snprintf(result.screen_title, sizeof(result.screen_title), "app, %d items",
             number);
    at_history_trim_did(&rig->trim, rig->verdicts.current, AT_AGENT_TAP, args,
                        &result);
    at_buf_add_text(&text, "TAPPED: (1,2)\n");
    for (size_t i = 0; i < bytes; i++)
        at_buf_add_char(&screen, 's');
    at_prompt_add_screen(at_str(MARKER), at_str(result.screen_title),
                         at_buf_str(&screen), &text);
    turn = (struct at_turn){.role = AT_TURN_USER};
    part = at_turn_add(&turn, AT_PART_RESULT);
    part->id = at_strfmt("id%d", number);
    part->name = at_strdup("tap");
    part->text = at_buf_take(&text);
    part->image = at_strdup("png");
    part->image_len = 3;
    part->mime = "image/png";
    add_turn(rig, &turn);
    json_decref(args);
    at_buf_deinit(&screen);
}

static bool
shorten(struct rig *rig, enum at_history_trim_effort effort)
{
    return at_history_trim_shorten(
        &rig->trim,
        &(const struct at_history_trim_cut){&rig->talk, &rig->verdicts,
                                            at_str(MARKER), 8000, effort});
}

// The rest is whole: turns alternate, calls have their results, raw is kept.
static void
check_whole(const struct rig *rig)
{
    const struct at_conversation *talk = &rig->talk;
    T_EQ_SIZE(rig->trim.count, talk->count);
    for (size_t i = 0; i < talk->count; i++)
        T_EQ_INT(talk->turns[i].role,
                 i % 2 == 0 ? AT_TURN_USER : AT_TURN_ASSISTANT);
    for (size_t i = 1; i + 1 < talk->count; i += 2) {
        T_OK(talk->turns[i].raw != NULL);
        T_EQ_TEXT(talk->turns[i + 1].parts[0].id, talk->turns[i].parts[0].id);
    }
}

static size_t
full_screens(const struct rig *rig)
{
    size_t count = 0;
    for (size_t i = 2; i < rig->talk.count; i += 2)
        count += strstr(rig->talk.turns[i].parts[0].text, "[[end") != NULL;
    return count;
}

T_TEST(it_grows_by_the_threshold_before_it_is_cut)
{
    struct rig rig;
    init(&rig);
    for (int i = 0; i < 4; i++)
        exchange(&rig, i, 100);
    at_history_trim_measured(&rig.trim, 6000); // prompt and tools
    T_NOT(at_history_trim_is_long(&rig.trim, 8000));
    at_history_trim_measured(&rig.trim, 13999);
    T_NOT(at_history_trim_is_long(&rig.trim, 8000));
    at_history_trim_measured(&rig.trim, 14000);
    T_OK(at_history_trim_is_long(&rig.trim, 8000));
    T_NOT(at_history_trim_is_long(&rig.trim, 0));
    T_OK(shorten(&rig, AT_HISTORY_TRIM_OLD));
    at_history_trim_measured(&rig.trim, 9000); // it grows again after this
    T_NOT(at_history_trim_is_long(&rig.trim, 8000));
    for (int i = 0; i < 4; i++)
        exchange(&rig, i, 100);
    at_history_trim_measured(&rig.trim, 16999);
    T_NOT(at_history_trim_is_long(&rig.trim, 8000));
    at_history_trim_measured(&rig.trim, 17000);
    T_OK(at_history_trim_is_long(&rig.trim, 8000));
    deinit(&rig);
}

static const struct {
    int64_t context;
    int64_t threshold;
} contexts[] = {{0, 8000},    {200000, 8000}, {19500, 8000}, {19499, 7999},
                {8192, 2346}, {4096, 1000},   {100, 1000}};

T_TEST(a_small_model_is_cut_for_earlier)
{
    for (size_t i = 0; i < T_LEN(contexts); i++)
        T_EQ_INT(at_history_trim_threshold(8000, contexts[i].context),
                 contexts[i].threshold);
}

// Without the provider's count, four bytes are taken for a token.
T_TEST(tokens_are_estimated)
{
    struct rig rig;
    init(&rig);
    for (int i = 0; i < 4; i++)
        exchange(&rig, i, 100);
    T_NOT(at_history_trim_is_long(&rig.trim, 8000));
    exchange(&rig, 5, 32000);
    T_OK(at_history_trim_is_long(&rig.trim, 8000));
    T_OK(shorten(&rig, AT_HISTORY_TRIM_OLD));
    T_NOT(at_history_trim_is_long(&rig.trim, 8000));
    deinit(&rig);
}

T_TEST(finished_steps_become_lines)
{
    struct rig rig;
    init(&rig);
    for (int i = 0; i < 5; i++)
        exchange(&rig, i, 4000);
    at_verdicts_note(&rig.verdicts, AT_EVIDENCE_HELD, at_str("saved"), NULL);
    at_verdicts_claim(&rig.verdicts, 0, true, at_str("ok"));
    for (int i = 5; i < 9; i++)
        exchange(&rig, i, 100);
    T_OK(shorten(&rig, AT_HISTORY_TRIM_OLD));
    check_whole(&rig);
    // The current step is short: all of its turns stay.
    T_EQ_SIZE(rig.talk.count, 1 + 2 * 4);
    T_EQ_TEXT(rig.talk.turns[1].parts[0].id, "id5");
    T_EQ_SIZE(rig.talk.turns[0].count, 2);
    const char *summary = rig.talk.turns[0].parts[1].text;
    T_HAS(summary, "Step 1 PASS: saved (the model said: ok)\n");
    T_HAS(summary, "Step 2 so far: tap {\"text\":5} TAPPED; tap");
    T_NOT(strstr(summary, "{\"text\":1}"));
    T_NOT(strstr(summary, "Step 3"));
    T_EQ_SIZE(full_screens(&rig), AT_HISTORY_TRIM_SCREENS_KEPT);
    T_HAS(rig.talk.turns[2].parts[0].text,
          "TAPPED: (1,2)\n(a screen: app, 5 items)");
    T_NULL(rig.talk.turns[6].parts[0].image);
    T_OK(rig.talk.turns[8].parts[0].image != NULL);
    deinit(&rig);
}

// A ref says nothing without its screen, and a default nothing at all.
T_TEST(refs_and_defaults_are_left_out)
{
    struct rig rig;
    struct at_agent_tool_result result;
    init(&rig);
    json_t *args = json_pack("{s:s,s:s,s:i}", "ref", "@b7", "selectorType",
                             "any", "position", 0);
    at_agent_tool_result_init(&result);
    at_agent_tool_say(&result, AT_PREFIX_TAPPED, "(1,2)");
    snprintf(result.touch.element, sizeof(result.touch.element), "%s",
             "btn \"Save\" @b7");
    at_history_trim_did(&rig.trim, 0, AT_AGENT_TAP, args, &result);
    T_EQ_SIZE(rig.trim.done[0].count, 1);
    T_EQ_TEXT(rig.trim.done[0].words[0], "tap btn \"Save\" TAPPED");
    at_agent_tool_result_deinit(&result);
    json_decref(args);
    deinit(&rig);
}

T_TEST(a_long_step_keeps_its_newest_turns)
{
    struct rig rig;
    init(&rig);
    for (int i = 0; i < 30; i++)
        exchange(&rig, i, 4000);
    T_OK(shorten(&rig, AT_HISTORY_TRIM_OLD));
    check_whole(&rig);
    T_EQ_SIZE(rig.talk.count, 1 + 2 * 3);
    T_EQ_TEXT(rig.talk.turns[1].parts[0].id, "id27");
    T_EQ_SIZE(full_screens(&rig), 3);
    T_HAS(rig.talk.turns[0].parts[1].text, "and 18 calls more");
    exchange(&rig, 30, 10);
    T_OK(shorten(&rig, AT_HISTORY_TRIM_HARD));
    check_whole(&rig);
    T_EQ_SIZE(rig.talk.count, 3);
    T_EQ_SIZE(rig.talk.turns[0].count, 2); // one summary, written again
    T_NOT(shorten(&rig, AT_HISTORY_TRIM_HARD));
    deinit(&rig);
}

// The model calls a tool, and is answered in words.
static void
call(struct rig *rig, enum at_agent_tool tool, int number, bool whole)
{
    struct at_turn turn = {.role = AT_TURN_ASSISTANT, .raw = json_object()};
    struct at_agent_tool_result result;
    json_t *args = json_object();
    at_agent_tool_result_init(&result);
    struct at_part *part = at_turn_add(&turn, AT_PART_CALL);
    part->id = at_strfmt("id%d", number);
    part->name = at_strdup(at_agent_tool_rows[tool].name);
    part->args = json_incref(args);
    add_turn(rig, &turn);
    at_agent_tool_say(&result, AT_PREFIX_OK, "%0700d", number);
    result.whole = result.changed = whole;
    if (whole)
        at_buf_add_text(&result.screen, "btn");
    at_history_trim_did(&rig->trim, rig->verdicts.current, tool, args, &result);
    if (tool == AT_AGENT_STEP_DONE) {
        at_verdicts_note(&rig->verdicts, AT_EVIDENCE_HELD, at_str("seen"),
                         NULL);
        at_verdicts_claim(&rig->verdicts, rig->verdicts.current, true,
                          at_str(""));
    }
    at_prompt_add_screen(at_str(MARKER), at_str("app"),
                         at_buf_str(&result.screen), &result.text);
    turn = (struct at_turn){.role = AT_TURN_USER};
    part = at_turn_add(&turn, AT_PART_RESULT);
    part->id = at_strfmt("id%d", number);
    part->name = at_strdup(at_agent_tool_rows[tool].name);
    part->text = at_strdup(at_buf_text(&result.text));
    add_turn(rig, &turn);
    at_agent_tool_result_deinit(&result);
    json_decref(args);
}

// The basis of later turns stays: the newest whole screen and the changes
// since. The summary has the assertions and claims of ended steps.
T_TEST(ended_steps_go_up_to_the_newest_whole_screen)
{
    struct rig rig;
    init(&rig);
    call(&rig, AT_AGENT_TAP, 0, false);
    T_NOT(at_history_trim_has_ended(&rig.trim, rig.verdicts.current));
    call(&rig, AT_AGENT_TAP, 1, true);
    call(&rig, AT_AGENT_VERIFY_VISIBLE, 2, false);
    call(&rig, AT_AGENT_STEP_DONE, 3, false);
    T_OK(at_history_trim_has_ended(&rig.trim, rig.verdicts.current));
    T_NOT(at_history_trim_has_ended(&rig.trim, rig.verdicts.current));
    T_OK(shorten(&rig, AT_HISTORY_TRIM_ENDED));
    check_whole(&rig);
    T_EQ_SIZE(rig.talk.count, 3);
    T_EQ_TEXT(rig.talk.turns[1].parts[0].id, "id1");
    T_EQ_SIZE(full_screens(&rig), 1);
    T_EQ_TEXT(rig.talk.turns[0].parts[1].text,
              "What was done so far, in short:\nStep 1 PASS: seen\n"
              "Go on with step 2.\n");
    deinit(&rig);
}

// The answer to a step that has not passed says what is missing.
T_TEST(an_answer_that_is_needed_stays)
{
    struct rig rig;
    init(&rig);
    call(&rig, AT_AGENT_TAP, 0, false);
    call(&rig, AT_AGENT_TAP, 1, true);
    at_verdicts_fail(&rig.verdicts, AT_DECIDED_GIVEN_UP, at_str("no"));
    call(&rig, AT_AGENT_STEP_DONE, 2, false);
    rig.verdicts.steps[1].verdict = AT_VERDICT_UNVERIFIED;
    T_OK(at_history_trim_has_ended(&rig.trim, rig.verdicts.current));
    T_OK(shorten(&rig, AT_HISTORY_TRIM_ENDED));
    check_whole(&rig);
    T_EQ_SIZE(rig.talk.count, 5);
    T_EQ_TEXT(rig.talk.turns[3].parts[0].id, "id2");
    deinit(&rig);
}

// Without a whole screen since the start, the first one and all changes stay.
T_TEST(changes_stay_with_their_screen)
{
    struct rig rig;
    init(&rig);
    for (int i = 0; i < 5; i++)
        call(&rig, AT_AGENT_TAP, i, false);
    call(&rig, AT_AGENT_STEP_DONE, 5, false);
    T_NOT(at_history_trim_has_ended(&rig.trim, rig.verdicts.current));
    T_EQ_SIZE(rig.talk.count, 13);
    deinit(&rig);
}

// Any number of turns can be cut at any time.
T_TEST(cut_anywhere)
{
    for (int turns = 0; turns < 12; turns++) {
        for (int effort = 0; effort <= AT_HISTORY_TRIM_HARD; effort++) {
            struct rig rig;
            init(&rig);
            for (int i = 0; i < turns; i++)
                exchange(&rig, i, (size_t)i * 100);
            (void)shorten(&rig, (enum at_history_trim_effort)effort);
            check_whole(&rig);
            exchange(&rig, 99, 10);
            check_whole(&rig);
            deinit(&rig);
        }
    }
}

T_MAIN()
