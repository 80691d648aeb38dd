// run_test.c: whole runs on a fake device; the model is a script
#include "tester/run/run.h"

#include "agent/proof/claim.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/run/model.h"
#include "tests/t.h"
#include "tests/unit/device/fake_device.h"
#include "wire/json.h"

// clang-format off
#define HOME FAKE_APP( \
    FAKE_TEXT("Home", "[0,0][1080,100]") \
    FAKE_BUTTON("go", "Go on", "[100,200][300,300]") \
    FAKE_BUTTON("del", "Delete account", "[100,800][300,900]"))
#define NEXT FAKE_APP( \
    FAKE_TEXT("Welcome", "[0,0][1080,100]") \
    FAKE_BUTTON("back", "Back", "[100,400][300,500]"))
#define CHANGED FAKE_APP( \
    FAKE_TEXT("Home", "[0,0][1080,100]") \
    FAKE_BUTTON("forth", "Continue", "[100,200][300,300]"))
#define OTHER FAKE_APP( \
    FAKE_TEXT("Pay", "[0,0][1080,100]") \
    FAKE_BUTTON("card", "Card", "[100,400][300,500]"))
// clang-format on

enum { PATIENCE_MS = 300 }; // the fake app needs no more

// The script of the model: each reply is calls as JSON with ' for ", or words.
// Replaces tester/run/model.c, which is the network.
static const char *const *replies;
static char *asked_first; // the first message of the newest request
static int asked;
static struct at_cancel *fire_when_asked;
static struct at_model {
    int unused;
} the_model;

struct at_model *
at_model_new(const struct at_profile *profile)
{
    (void)profile;
    return &the_model;
}

void
at_model_free(struct at_model *model)
{
    (void)model;
}

static json_t *
parse(const char *text)
{
    char *copy = at_strdup(text);
    for (char *c = copy; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_t *json = at_json_parse(at_str(copy), NULL);
    free(copy);
    return json;
}

static void
add_calls(const char *text, struct at_turn *turn)
{
    size_t i;
    json_t *call;
    json_t *calls = parse(text);
    json_array_foreach(calls, i, call)
    {
        struct at_part *part = at_turn_add(turn, AT_PART_CALL);
        part->id = at_strfmt("id_%d_%zu", asked, i);
        part->name = at_strdup(json_string_value(json_array_get(call, 0)));
        part->args = json_incref(json_array_get(call, 1));
    }
    json_decref(calls);
}

bool
at_model_ask(const struct at_op *op, struct at_model *model,
             const struct at_model_request *request,
             const struct at_model_listener *listener,
             struct at_model_answer *out, struct at_err *err)
{
    (void)model;
    (void)listener;
    asked++;
    free(asked_first);
    asked_first = at_strdup(request->conversation->turns[0].parts[0].text);
    *out = (struct at_model_answer){.reply.usage = {.in_tokens = 100}};
    if (fire_when_asked)
        at_cancel_fire(fire_when_asked);
    if (!at_op_check(op, err))
        return false;
    if (!*replies) {
        out->failure.class = AT_MODEL_AUTH;
        at_str_cut(out->failure.text, sizeof(out->failure.text),
                   AT_STR("wrong key"));
        return at_fail(err, AT_EUSAGE, "wrong key");
    }
    out->reply.stop = AT_MODEL_STOP_CALLS;
    if ((*replies)[0] == '[')
        add_calls(*replies, &out->reply.turn);
    else
        at_turn_add_text(&out->reply.turn, at_str(*replies));
    replies++;
    return true;
}

struct rig {
    struct fake_device fake;
    struct at_scenario scenario;
    struct at_tester_config config;
    struct at_run_sink sink;
    struct at_run_opts opts;
    struct at_op op;
    struct at_run_outcome out;
    struct at_buf told;  // a text for each event: "tool tap TAPPED; "
    const char *answers; // the person's answers: 'y' or 'n' each
    int calls_kept;      // events of the model that name a file
};

static void
on_event(void *user, const struct at_run_event *event)
{
    struct rig *rig = user;
    rig->calls_kept += event->kind == AT_RUN_MODEL && event->call_path.len > 0;
    at_buf_add_fmt(&rig->told, "%s%s",
                   event->replayed && event->kind == AT_RUN_TOOL ? "again "
                                                                 : "",
                   at_run_event_names[event->kind]);
    if (event->kind == AT_RUN_TOOL)
        at_buf_add_fmt(&rig->told, " %.*s %.*s", AT_STR_ARG(event->tool),
                       AT_STR_ARG(event->prefix));
    if (event->kind == AT_RUN_STEP || event->kind == AT_RUN_GUARD ||
        event->kind == AT_RUN_LOG)
        at_buf_add_fmt(&rig->told, " %d %.*s", event->step,
                       AT_STR_ARG(event->message));
    at_buf_add_text(&rig->told, "; ");
}

static bool
on_approve(void *user, const struct at_op *op, struct at_str what)
{
    struct rig *rig = user;
    (void)op;
    T_HAS(what.ptr, "Delete account");
    return rig->answers && *rig->answers++ == 'y';
}

static void
rig_init(struct rig *rig, const struct fake_frame *frames, size_t count)
{
    json_t *json = parse("{'goal':'Try it','packageName':'com.ex',"
                         "'steps':['Go on','Go back']}");
    *rig = (struct rig){.op = {AT_NEVER_NS, NULL}, .told = AT_BUF_INIT(AT_MIB)};
    T_OK(at_scenario_read(json, &rig->scenario, NULL));
    json_decref(json);
    // Nothing is expected: the script has the run's answers alone.
    at_scenario_take_compiled(&rig->scenario, (struct at_claims[2]){0});
    at_tester_config_start(&rig->config);
    rig->config.screenshots = false;
    rig->config.replay = true;
    rig->config.ask_approval = true;
    rig->sink = (struct at_run_sink){on_event, on_approve, NULL, rig};
    fake_init(&rig->fake, frames, count);
    rig->opts = (struct at_run_opts){.scenario = &rig->scenario,
                                     .config = &rig->config,
                                     .device = &rig->fake.base,
                                     .folder = "build/run-test",
                                     .patience_ms = PATIENCE_MS,
                                     .sink = &rig->sink};
    asked = 0;
    fire_when_asked = NULL;
}

static void
rig_run(struct rig *rig, const char *const *script)
{
    // Only its existence counts here.
    static const struct at_profile_row row = {.id = "x"};
    static const struct at_profile profile = {.row = &row};
    replies = script;
    rig->opts.profile = script ? &profile : NULL;
    at_tester_run(&rig->op, &rig->opts, &rig->out);
    if (getenv("RUN_PRINT"))
        printf("%s\n%s\n%s\n", at_buf_text(&rig->told),
               at_buf_text(&rig->out.summary), rig->out.reason);
}

static void
rig_deinit(struct rig *rig)
{
    at_run_outcome_deinit(&rig->out);
    at_scenario_deinit(&rig->scenario);
    at_buf_deinit(&rig->told);
    fake_deinit(&rig->fake);
    free(asked_first);
    asked_first = NULL;
}

#define FRAMES(frames) frames, T_LEN(frames)
static const struct fake_frame there_and_back[] = {
    {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
    {.xml = NEXT, .quiet_ms = FAKE_SLOW, .until = "tap"},
    {.xml = HOME, .quiet_ms = FAKE_SLOW},
};
#define TAP(text) "['tap',{'text':'" text "'}]"
#define VERIFY(text) "['verifyElementVisible',{'text':'" text "'}]"
#define DONE(step)                                                             \
    "['stepDone',{'step':" step ",'status':'PASS','reason':'seen'}]"
static const char *const good[] = {
    "[" TAP("Go on") "," VERIFY("Welcome") "," DONE("1") "]",
    "[" TAP("Back") "," VERIFY("Home") "," DONE("2") "]",
    "Step 1: PASS\nStep 2: PASS", NULL};

// Run the good script; the recording is the caller's.
static void
record(struct at_recipe *out)
{
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig_run(&rig, good);
    T_EQ_INT(rig.out.end, AT_RUN_END_DONE);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_PASS);
    T_EQ_TEXT(at_buf_text(&rig.out.summary),
              "Step 1: PASS — \"Welcome\" is shown (the model said: seen)\n"
              "Step 2: PASS — \"Home\" is shown (the model said: seen)");
    T_OK(rig.out.has_recipe);
    T_EQ_SIZE(rig.out.replayed_steps, 0);
    T_EQ_INT(rig.out.totals.iterations, 2);
    T_EQ_INT(rig.out.totals.usage.in_tokens, 200);
    *out = rig.out.recipe;
    at_recipe_init(&rig.out.recipe);
    rig_deinit(&rig);
}

T_TEST(a_run_passes_and_tells)
{
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig_run(&rig, good);
    const char *told = at_buf_text(&rig.told);
    T_HAS(told,
          "step 1 Go on; tool startTestingScenario OK; model; "
          "tool tap TAPPED; tool verifyElementVisible VISIBLE; "
          "tool stepDone OK; step 1 \"Welcome\" is shown (the model said: "
          "seen); step 2 Go back; model; ");
    T_HAS(told, "step 2 \"Home\" is shown (the model said: seen); ");
    T_NOT(strstr(told, "again"));
    T_HAS(asked_first, "Goal: Try it\nApp package: com.ex\nSteps:\n"
                       "Step 1. Go on\nStep 2. Go back\n");
    T_HAS(asked_first, "The start of the app: OK");
    rig_deinit(&rig);
}

// The scenario's steps without any expectation.
static void
forget_expectations(struct rig *rig)
{
    free(rig->scenario.compiled);
    rig->scenario.compiled = at_strdup("");
}

T_TEST(expectations_are_compiled_before_anything_is_touched)
{
    struct rig rig;
    const char *const script[] = {
        "{\"steps\":[{\"step\":1,\"expect\":[{\"shown\":\"more\"}]}]}", good[0],
        good[1], good[2], NULL};
    rig_init(&rig, FRAMES(there_and_back));
    forget_expectations(&rig);
    rig_run(&rig, script);
    T_HAS(at_buf_text(&rig.told),
          "step 1 Go on; log 0 expectations compiled: 1 for 2 steps; "
          "tool startTestingScenario OK; model; ");
    T_OK(rig.out.has_expectations);
    T_OK(at_scenario_is_compiled(&rig.scenario));
    T_EQ_SIZE(at_scenario_expects(&rig.scenario, 0)->count, 1);
    T_EQ_INT(rig.out.totals.usage.in_tokens, 100 * asked);
    rig_deinit(&rig);
}

// The run continues without expectations, and does not ask again.
T_TEST(an_answer_without_expectations_fails_nothing)
{
    struct rig rig;
    const char *const script[] = {"I cannot do that.", good[0], good[1],
                                  good[2], NULL};
    rig_init(&rig, FRAMES(there_and_back));
    forget_expectations(&rig);
    rig_run(&rig, script);
    T_HAS(at_buf_text(&rig.told), "the answer has no JSON");
    T_EQ_INT(rig.out.verdict, AT_VERDICT_PASS);
    T_NOT(rig.out.has_expectations);
    rig_deinit(&rig);
}

T_TEST(calls_of_the_model_are_kept_with_the_logs)
{
    for (int logs = 0; logs < 2; logs++) {
        struct rig rig;
        rig_init(&rig, FRAMES(there_and_back));
        rig.config.logs = logs;
        rig_run(&rig, good);
        T_EQ_INT(rig.calls_kept, logs ? 2 : 0);
        rig_deinit(&rig);
    }
}

T_TEST(it_is_played_again_without_a_model)
{
    struct at_recipe recipe;
    struct rig rig;
    record(&recipe);
    T_EQ_SIZE(recipe.count, 4);
    T_EQ_TEXT(recipe.calls[0].target.id, "go");
    rig_init(&rig, FRAMES(there_and_back));
    rig.opts.recipe = &recipe;
    rig_run(&rig, NULL);
    T_EQ_INT(rig.out.end, AT_RUN_END_DONE);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_PASS);
    T_EQ_TEXT(rig.out.reason, "replayed 2/2 steps, 0 tokens");
    T_EQ_SIZE(rig.out.replayed_steps, 2);
    T_EQ_INT(rig.out.totals.iterations, 0);
    T_EQ_INT(asked, 0);
    T_OK(rig.out.has_recipe);
    T_EQ_SIZE(rig.out.recipe.count, recipe.count);
    T_HAS(at_buf_text(&rig.told), "again tool tap TAPPED; again tool "
                                  "verifyElementVisible VISIBLE; step 1 ");
    rig_deinit(&rig);
    at_recipe_deinit(&recipe);
}

static const struct fake_frame changed[] = {
    {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
    {.xml = NEXT, .quiet_ms = FAKE_SLOW, .until = "tap"},
    {.xml = CHANGED, .quiet_ms = FAKE_SLOW, .until = "tap"},
    {.xml = CHANGED, .quiet_ms = FAKE_SLOW},
};

// "Home" is no longer where it was: the model takes over in that step alone.
T_TEST(the_model_takes_over_where_it_no_longer_fits)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = HOME, .quiet_ms = FAKE_SLOW},
    };
    static const char *const script[] = {
        "[" TAP("Back") "," VERIFY("Home") "," DONE("2") "]", "Step 2: PASS",
        NULL};
    struct at_recipe recipe;
    struct rig rig;
    record(&recipe);
    rig_init(&rig, FRAMES(frames));
    rig.opts.recipe = &recipe;
    rig_run(&rig, script);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_PASS);
    T_EQ_SIZE(rig.out.replayed_steps, 1);
    T_EQ_INT(asked, 1);
    T_HAS(asked_first, "Done already, without you, by a recording of an "
                       "earlier run:\nStep 1: PASS\nBegin with step 2.");
    T_HAS(asked_first, "You take over in step 2: the app is not as it was "
                       "recorded: verifyElementVisible: NOT_VISIBLE");
    T_HAS(asked_first, "The screen now: OK");
    T_HAS(asked_first, "Welcome"); // not that of the start
    T_NOT(strstr(asked_first, "Go on\""));
    T_HAS(at_buf_text(&rig.told), "replayed 1/2 steps, 0 tokens");
    // The new recording has the replayed tap and the model's own.
    T_OK(rig.out.has_recipe);
    T_EQ_SIZE(rig.out.recipe.count, 5);
    rig_deinit(&rig);
    at_recipe_deinit(&recipe);
}

// The replay notices before it touches anything.
T_TEST(another_screen_is_not_touched)
{
    static const struct fake_frame frames[] = {
        {.xml = OTHER, .quiet_ms = FAKE_SLOW}};
    struct at_recipe recipe;
    struct rig rig;
    record(&recipe);
    recipe.calls[0].tool = AT_AGENT_GO_BACK; // would do something anywhere
    rig_init(&rig, FRAMES(frames));
    rig.opts.recipe = &recipe;
    rig_run(&rig, NULL);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_FAIL);
    T_HAS(at_buf_text(&rig.out.summary),
          "Step 1: FAIL — the app is not as it was recorded: goBack: another "
          "screen is in front: it has \"Pay\", \"card\", \"Card\"");
    T_EQ_TEXT(fake_inputs(&rig.fake), "stop; launch");
    rig_deinit(&rig);
    at_recipe_deinit(&recipe);
}

// The assertion that was recorded fails, and the model has another one.
T_TEST(a_recorded_proof_is_not_replaced)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW},
    };
    static const char *const script[] = {
        "[" VERIFY("Welcome") "," DONE("2") "]", "Step 2: PASS", NULL};
    struct at_recipe recipe;
    struct rig rig;
    record(&recipe);
    rig_init(&rig, FRAMES(frames));
    rig.opts.recipe = &recipe;
    rig_run(&rig, script);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_FAIL);
    T_HAS(at_buf_text(&rig.out.summary),
          "Step 2: FAIL — the recorded proof does not hold: NOT_VISIBLE: "
          "'Home'");
    T_NOT(rig.out.has_recipe);
    T_HAS(asked_first, "a step passes only if it holds when the step ends, no "
                       "other takes its place:\nStep 2: verifyElementVisible "
                       "\"Home\"");
    rig_deinit(&rig);
    at_recipe_deinit(&recipe);
}

T_TEST(all_of_the_text_that_proved_must_be_there)
{
    struct at_recipe recipe;
    struct rig rig;
    record(&recipe);
    T_EQ_TEXT(recipe.calls[1].proof.text, "Welcome");
    T_OK(recipe.calls[1].proof.held_after_ms >= 0);
    free(recipe.calls[1].proof.text);
    recipe.calls[1].proof.text = at_strdup("Welcome back");
    rig_init(&rig, FRAMES(there_and_back));
    rig.opts.recipe = &recipe;
    rig_run(&rig, NULL);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_FAIL);
    T_HAS(at_buf_text(&rig.out.summary),
          "the text is \"Welcome\", and was \"Welcome back\" when this was "
          "recorded");
    rig_deinit(&rig);
    at_recipe_deinit(&recipe);
}

// An assertion by ref is recorded by the text that it held by.
T_TEST(a_ref_is_not_recorded)
{
    static const char *const script[] = {
        "[" TAP("Go on") ",['getScreenDump',{}]]",
        "[['verifyElementVisible',{'ref':'@b3'}]," DONE("1") "]",
        "[" TAP("Back") "," VERIFY("Home") "," DONE("2") "]", "Step 1: PASS",
        NULL};
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig_run(&rig, script);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_PASS);
    T_OK(rig.out.has_recipe);
    T_EQ_INT(rig.out.recipe.calls[1].tool, AT_AGENT_VERIFY_VISIBLE);
    T_EQ_STR(at_json_get_str(rig.out.recipe.calls[1].args, "text"), "Back");
    T_EQ_STR(at_json_get_str(rig.out.recipe.calls[1].args, "ref"), "");
    rig_deinit(&rig);
}

// A recorded wait ends when the screen is the one that it led to.
T_TEST(a_wait_is_not_slept)
{
    static const char *const script[] = {
        "[" TAP("Go on") ",['wait',{'ms':4000}]," VERIFY("Welcome") "," DONE(
            "1") "]",
        "[" TAP("Back") "," VERIFY("Home") "," DONE("2") "]", "Step 1: PASS",
        NULL};
    struct at_recipe recipe;
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig_run(&rig, script);
    recipe = rig.out.recipe;
    at_recipe_init(&rig.out.recipe);
    rig_deinit(&rig);
    T_EQ_INT(recipe.calls[1].tool, AT_AGENT_WAIT);
    T_OK(recipe.calls[1].screen.words.count > 0);
    rig_init(&rig, FRAMES(there_and_back));
    rig.opts.recipe = &recipe;
    int64_t began_ns = at_now_ns();
    rig_run(&rig, NULL);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_PASS);
    T_OK(at_now_ns() - began_ns < 3500 * AT_NS_PER_MS);
    T_EQ_SIZE(rig.out.recipe.count, recipe.count);
    rig_deinit(&rig);
    at_recipe_deinit(&recipe);
}

T_TEST(without_a_model_a_mismatch_fails_the_step)
{
    static const struct fake_frame frames[] = {
        {.xml = CHANGED, .quiet_ms = FAKE_SLOW}};
    struct at_recipe recipe;
    struct rig rig;
    record(&recipe);
    rig_init(&rig, FRAMES(frames));
    rig.opts.recipe = &recipe;
    rig_run(&rig, NULL);
    T_EQ_INT(rig.out.end, AT_RUN_END_DONE);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_FAIL);
    T_HAS(at_buf_text(&rig.out.summary),
          "Step 1: FAIL — the app is not as it was recorded: tap: NOT_FOUND");
    T_HAS(at_buf_text(&rig.out.summary), "Step 2: UNVERIFIED — not reached");
    T_HAS(rig.out.reason, "no model can go on");
    T_NOT(rig.out.has_recipe);
    rig_deinit(&rig);
    at_recipe_deinit(&recipe);
}

T_TEST(without_model_and_recording_nothing_begins)
{
    struct rig rig;
    rig_init(&rig, FRAMES(changed));
    rig_run(&rig, NULL);
    T_EQ_INT(rig.out.end, AT_RUN_END_MODEL);
    T_HAS(rig.out.reason, "set the key of one");
    T_EQ_TEXT(fake_inputs(&rig.fake), "");
    rig_deinit(&rig);
}

T_TEST(a_lie_leaves_no_recording)
{
    static const char *const script[] = {
        "[" TAP("Go on") "," VERIFY("Congratulations") "]", "[" DONE("1") "]",
        "[" DONE("2") "]", "Step 1: PASS\nStep 2: PASS", NULL};
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig_run(&rig, script);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_FAIL);
    T_NOT(rig.out.has_recipe);
    T_HAS(at_buf_text(&rig.out.summary),
          "Step 1: FAIL — an assertion did not hold: NOT_VISIBLE");
    T_HAS(at_buf_text(&rig.out.summary), "Step 2: UNVERIFIED");
    rig_deinit(&rig);
}

T_TEST(a_stop_ends_it)
{
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig.op.cancel = at_cancel_new(NULL, NULL);
    fire_when_asked = rig.op.cancel;
    rig_run(&rig, good);
    T_EQ_INT(rig.out.end, AT_RUN_END_STOPPED);
    T_EQ_TEXT(rig.out.reason, "Test stopped by user");
    T_EQ_INT(asked, 1);
    at_cancel_free(rig.op.cancel);
    rig_deinit(&rig);
}

T_TEST(a_wrong_key_ends_it)
{
    static const char *const nothing[] = {NULL};
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig_run(&rig, nothing);
    T_EQ_INT(rig.out.end, AT_RUN_END_MODEL);
    T_EQ_TEXT(rig.out.reason, "the model could not be asked: wrong key");
    T_EQ_INT(asked, 1);
    rig_deinit(&rig);
}

static const struct {
    const char *answers;
    bool asks;
    const char *told;
    bool tapped;
} approvals[] = {
    {"y", true, "waits for approval: ERROR", true},
    {"n", true, "not approved", false},
    {"", false, "guard", false}, // refused without a question
};

T_TEST(a_guarded_action_waits_for_a_person)
{
    static const char *const script[] = {"[" TAP("Delete account") "]",
                                         "Step 1: FAIL\nStep 2: FAIL", NULL};
    for (size_t i = 0; i < T_LEN(approvals); i++) {
        struct rig rig;
        T_ROW(approvals[i].told);
        rig_init(&rig, FRAMES(there_and_back));
        rig.config.ask_approval = approvals[i].asks;
        rig.answers = approvals[i].answers;
        rig_run(&rig, script);
        T_EQ_INT(rig.out.verdict, AT_VERDICT_FAIL);
        T_HAS(at_buf_text(&rig.told), approvals[i].told);
        T_EQ_INT(strstr(at_buf_text(&rig.told), "waits") != NULL,
                 approvals[i].asks);
        T_EQ_INT(strstr(fake_inputs(&rig.fake), "tap") != NULL,
                 approvals[i].tapped);
        T_EQ_INT(strstr(at_buf_text(&rig.out.summary), "not approved") != NULL,
                 strcmp(approvals[i].answers, "n") == 0);
        rig_deinit(&rig);
    }
}

// A step that is verified late is proved when it is played again, and what
// comes after the last step is not kept.
T_TEST(a_late_assertion_is_kept_with_its_step)
{
    static const char *const script[] = {
        "[" TAP("Go on") "," DONE("1") "," VERIFY("Welcome") "," DONE("1") "]",
        "[" TAP("Back") "," VERIFY("Home") "," DONE("2") "]",
        "[" VERIFY("Home") "]", "Step 1: PASS", NULL};
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig_run(&rig, script);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_PASS);
    T_EQ_SIZE(rig.out.recipe.count, 4);
    T_EQ_SIZE(rig.out.recipe.calls[1].step, 0);
    T_EQ_SIZE(rig.out.recipe.calls[2].step, 1);
    T_HAS(at_buf_text(&rig.told), "step 1 nothing was asserted (the model "
                                  "said: seen); ");
    rig_deinit(&rig);
}

// A call that names no element is not played again, nor are the calls after it.
T_TEST(a_place_without_a_name_ends_the_recording)
{
    static const char *const script[] = {
        "[" TAP("Go on") "," VERIFY("Welcome") "," DONE("1") "]",
        "[['tapByCoordinates',{'x':900,'y':1800}]," VERIFY("Home") "," DONE(
            "2") "]",
        "Step 1: PASS\nStep 2: PASS", NULL};
    struct rig rig;
    rig_init(&rig, FRAMES(there_and_back));
    rig_run(&rig, script);
    T_EQ_INT(rig.out.verdict, AT_VERDICT_PASS);
    T_OK(rig.out.has_recipe);
    T_EQ_SIZE(rig.out.recipe.count, 2);
    rig_deinit(&rig);
}

T_MAIN()
