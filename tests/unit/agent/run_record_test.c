// run_record_test.c: a run's record, and its JSON written and read
#include "agent/run/run_record.h"

#include "agent/run/members.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

static const char scenario_json[] =
    "{\"id\":\"s1\",\"name\":\"Notes\",\"goal\":\"Save a note\","
    "\"packageName\":\"com.example.notes\",\"steps\":[\"Type {{pin}}\","
    "\"Save\"],\"tags\":[\"smoke\"],\"device\":\"d1\","
    "\"platform\":\"android\",\"profile\":\"Opus47\","
    "\"packages\":[\"a.b\"],\"allowed\":[\"pay\"],"
    "\"budgets\":{\"minutes\":3}}";

static void
read_scenario(struct at_scenario *out)
{
    json_t *json = at_json_parse(at_str(scenario_json), NULL);
    T_OK(at_scenario_read(json, out, NULL));
    json_decref(json);
}

static char *
text_of(const json_t *json)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    T_OK(at_json_write(json, &text));
    return at_buf_take(&text);
}

static char *
text_of_record(const struct at_run_record *record)
{
    json_t *json = at_run_record_json(record);
    char *text = text_of(json);
    json_decref(json);
    return text;
}

static void
make(struct at_run_record *record)
{
    struct at_scenario scenario;
    struct at_tester_config config;
    at_tester_config_start(&config);
    read_scenario(&scenario);
    at_run_record_new(record, "01RUN", &scenario, &config, 1000);
    at_member_set(&record->owner, AT_STR("/owners/1"));
    at_scenario_deinit(&scenario);
}

static void
begin(struct at_run_record *record)
{
    at_run_record_begin(record, "android", "emulator-5554", 2000);
    at_member_set(&record->host, AT_STR("here"));
    at_member_set(&record->app_version, AT_STR("1.2"));
    static const int touched[] = {1, 1, 0, 3};
    for (size_t i = 0; i < T_LEN(touched); i++)
        at_run_record_note(
            record,
            &(struct at_run_event){.kind = AT_RUN_TOOL, .step = touched[i]},
            2500 + 100 * (int64_t)i);
}

static void
end(struct at_run_record *record)
{
    struct at_run_outcome outcome = {.end = AT_RUN_END_DONE,
                                     .summary = AT_BUF_INIT(AT_KIB),
                                     .reason = at_strdup("typed 4711"),
                                     .replayed_steps = 1};
    at_recipe_init(&outcome.recipe);
    at_verdicts_init(&outcome.verdicts, 2);
    at_verdicts_begin(&outcome.verdicts, 0);
    at_verdicts_note(&outcome.verdicts, AT_EVIDENCE_JUDGED, AT_STR("4711"),
                     NULL);
    (void)at_verdicts_claim(&outcome.verdicts, 0, true, AT_STR("shows 4711"));
    at_verdicts_fail(&outcome.verdicts, AT_DECIDED_STUCK, AT_STR("stuck"));
    at_verdicts_finish(&outcome.verdicts, true);
    outcome.verdict = at_verdicts_all(&outcome.verdicts);
    at_verdicts_write(&outcome.verdicts, &outcome.summary);
    outcome.totals.iterations = 4;
    outcome.totals.usage.in_tokens = 120;
    outcome.totals.usage.cost_usd = 0.5;
    outcome.healed.why = at_strdup("no element has id 4711");
    outcome.healed.recorded = json_pack("{s:s}", "text", "4711");
    at_run_record_end(record, &outcome, 5000);
    at_run_outcome_deinit(&outcome);
}

T_TEST(each_state_is_written_and_read_back)
{
    static void (*const changes[])(struct at_run_record *
                                   record) = {make, begin, end};
    struct at_run_record record, copy;
    for (size_t i = 0; i < T_LEN(changes); i++) {
        changes[i](&record);
        T_ROW(at_run_state_names[record.state]);
        json_t *json = at_run_record_json(&record);
        T_OK(at_run_record_read(json, &copy, NULL));
        T_EQ_INT(at_run_record_state(json), record.state);
        char *text = text_of(json);
        char *again = text_of_record(&copy);
        T_EQ_TEXT(again, text);
        free(again);
        free(text);
        json_decref(json);
        at_run_record_deinit(&copy);
    }
    T_HAS(record.answer, "onAgentFinished: Step 1: UNVERIFIED");
    at_run_record_deinit(&record);
}

T_TEST(it_has_the_members_that_clients_read)
{
    static const char *const parts[] = {
        "\"state\":\"ended\",\"status\":\"failed\"",
        "\"scenarioId\":\"s1\"",
        "\"profile\":\"DeepSeekV4Flash\"",
        "\"queuedAt\":\"1970-01-01T00:00:01.000Z\"",
        "\"end\":\"done\",\"verdict\":\"FAIL\"",
        "\"class\":\"test\"",
        "\"durationMs\":100",
        "\"judged\":true",
        ("\"usage\":{\"iterations\":4,\"inputTokens\":120,\"cachedTokens\":0,"
         "\"outputTokens\":0,\"costUsd\":0.5}"),
        "\"replayedSteps\":1",
        "\"healed\":{\"step\":1,\"call\":1,\"recorded\":",
    };
    struct at_run_record record;
    make(&record);
    begin(&record);
    end(&record);
    char *text = text_of_record(&record);
    for (size_t i = 0; i < T_LEN(parts); i++)
        T_HAS(text, parts[i]);
    free(text);
    at_run_record_deinit(&record);
}

// Messages and questions about steps come after the run as well.
T_TEST(a_step_lasts_until_its_end)
{
    const struct {
        struct at_run_event event;
        int64_t now_ms;
        int64_t duration_ms;
    } events[] = {
        {{.kind = AT_RUN_STEP, .step = 1}, 2000, 0},
        {{.kind = AT_RUN_TOOL, .step = 1}, 2500, 500},
        {{.kind = AT_RUN_STEP,
          .step = 1,
          .state = AT_RUN_EVENT_ENDED,
          .verdict = AT_VERDICT_PASS},
         2600,
         600},
        {{.kind = AT_RUN_LOG, .step = 1}, 9000, 600},
        {{.kind = AT_RUN_STEP,
          .step = 1,
          .state = AT_RUN_EVENT_ENDED,
          .verdict = AT_VERDICT_PASS},
         9100,
         600},
    };
    struct at_run_record record;
    make(&record);
    for (size_t i = 0; i < T_LEN(events); i++) {
        at_run_record_note(&record, &events[i].event, events[i].now_ms);
        T_EQ_INT(record.steps[0].duration_ms, events[i].duration_ms);
    }
    at_run_record_deinit(&record);
}

T_TEST(a_run_whose_report_is_being_written_has_not_ended)
{
    struct at_run_record record, copy;
    make(&record);
    at_run_record_fail(&record, AT_RUN_END_WORKER, "the worker ended", 9000);
    T_OK(at_run_record_is_over(&record));
    record.settling = true;
    T_NOT(at_run_record_is_over(&record));
    json_t *json = at_run_record_json(&record);
    T_EQ_INT(at_run_record_state(json), AT_RUN_STATE_RUNNING);
    T_OK(at_run_record_read(json, &copy, NULL));
    T_OK(copy.settling);
    T_EQ_INT(copy.state, AT_RUN_STATE_ENDED);
    T_EQ_INT(copy.end, AT_RUN_END_WORKER);
    T_EQ_TEXT(copy.answer, "Agent failed: the worker ended");
    json_decref(json);
    at_run_record_deinit(&copy);
    at_run_record_deinit(&record);
}

static const char *
variable(void *user, const char *name)
{
    (void)user;
    return strcmp(name, "SECRET_PIN") == 0 ? "4711" : NULL;
}

T_TEST(secrets_are_masked_in_all_texts_of_the_outcome)
{
    struct at_run_record record;
    struct at_secrets *secrets;
    struct at_argv names = AT_ARGV_INIT;
    make(&record);
    begin(&record);
    end(&record);
    at_scenario_secrets(&record.scenario, &names);
    T_OK(at_secrets_new(&names, variable, NULL, &secrets, NULL));
    at_run_record_mask(&record, secrets);
    char *text = text_of_record(&record);
    T_NULL(strstr(text, "4711"));
    T_HAS(text, "typed {{pin}}");
    free(text);
    at_secrets_free(secrets);
    at_argv_deinit(&names);
    at_run_record_deinit(&record);
}

T_TEST(a_scenarios_copy_is_the_same)
{
    struct at_scenario scenario, copy;
    read_scenario(&scenario);
    at_scenario_dup(&scenario, &copy);
    json_t *json = at_scenario_json(&scenario);
    json_t *again = at_scenario_json(&copy);
    T_OK(json_equal(json, again));
    json_decref(again);
    json_decref(json);
    at_scenario_deinit(&copy);
    at_scenario_deinit(&scenario);
}

// Another thread may release the copy while this one changes the record.
T_TEST(a_copy_shares_no_json)
{
    struct at_run_record record, copy;
    json_t *json = at_json_parse(
        AT_STR("{\"steps\":[{\"step\":1,\"finding\":{\"kind\":\"crash\"},"
               "\"expectations\":[{\"claim\":{\"text\":\"Saved\"}}]}],"
               "\"healed\":{\"why\":\"gone\",\"step\":1,\"call\":1,"
               "\"recorded\":{\"tool\":"
               "\"tap\"}}}"),
        NULL);
    T_OK(at_run_record_read(json, &record, NULL));
    at_run_record_dup(&record, &copy);
    const struct {
        const json_t *own, *copied;
    } rows[] = {
        {record.steps[0].finding, copy.steps[0].finding},
        {record.steps[0].expectations, copy.steps[0].expectations},
        {record.healed.recorded, copy.healed.recorded},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_OK(rows[i].own != NULL);
        T_OK(rows[i].own != rows[i].copied);
        T_OK(json_equal((json_t *)rows[i].own, (json_t *)rows[i].copied));
    }
    at_run_record_deinit(&copy);
    at_run_record_deinit(&record);
    json_decref(json);
}

// Documents of other versions and of strangers.
static const char *const odd[] = {
    "{}",
    "{\"id\":7,\"state\":\"asleep\",\"end\":\"?\",\"verdict\":1}",
    "{\"steps\":7,\"usage\":[],\"healed\":\"x\",\"scenario\":{}}",
    "{\"steps\":[1,null,{\"verdict\":\"MAYBE\",\"durationMs\":\"x\"}]}",
    "{\"healed\":{\"why\":\"x\",\"step\":-9,\"call\":-1}}",
    "{\"final\":{},\"startedAt\":\"yesterday\",\"replayedSteps\":1.5}",
    "{\"goal\":\"only this\",\"profile\":\"gone\",\"config\":{}}",
};

T_TEST(odd_documents_are_read)
{
    for (size_t i = 0; i < T_LEN(odd); i++) {
        struct at_run_record record;
        T_ROW(odd[i]);
        json_t *json = at_json_parse(at_str(odd[i]), NULL);
        T_OK(json != NULL);
        T_OK(at_run_record_read(json, &record, NULL));
        char *text = text_of_record(&record);
        T_HAS(text, "\"steps\"");
        free(text);
        at_run_record_deinit(&record);
        json_decref(json);
    }
    json_t *array = json_array();
    struct at_run_record record;
    T_NOT(at_run_record_read(array, &record, NULL));
    at_run_record_deinit(&record);
    json_decref(array);
}

// The next attempt begins like the first one, but the record knows of it.
T_TEST(a_run_is_queued_once_more)
{
    struct at_run_record record, fresh, read;
    make(&record);
    make(&fresh);
    begin(&record);
    record.retries = 2;
    record.priority = -3;
    at_argv_add(&record.needs, "camera");
    record.steps[0].verdict = AT_VERDICT_PASS;
    at_member_set(&record.steps[0].reason, AT_STR("seen"));
    at_run_record_requeue(&record, AT_RUN_END_LOST, "the host is silent", 3000);
    T_EQ_INT(record.state, AT_RUN_STATE_QUEUED);
    T_EQ_INT(record.attempt, 2);
    T_NULL(record.device);
    T_NULL(record.answer);
    T_EQ_INT(record.steps[0].verdict, AT_VERDICT_OPEN);
    T_NULL(record.steps[0].reason);
    T_EQ_TEXT(record.steps[0].text, fresh.steps[0].text);
    json_t *json = at_run_record_json(&record);
    T_OK(at_run_record_read(json, &read, NULL));
    const json_t *earlier = json_array_get(read.attempts, 0);
    T_EQ_SIZE(json_array_size(read.attempts), 1);
    T_EQ_INT(json_integer_value(json_object_get(earlier, "attempt")), 1);
    T_EQ_STR(at_json_get_str(earlier, "host"), "here");
    T_EQ_STR(at_json_get_str(earlier, "device"), "emulator-5554");
    T_EQ_STR(at_json_get_str(earlier, "end"), "lost");
    T_EQ_STR(at_json_get_str(earlier, "reason"), "the host is silent");
    T_EQ_INT(read.attempt, 2);
    T_EQ_INT(read.retries, 2);
    T_EQ_INT(read.priority, -3);
    T_EQ_SIZE(read.needs.count, 1);
    T_EQ_TEXT(read.needs.words[0], "camera");
    json_decref(json);
    at_run_record_deinit(&read);
    at_run_record_deinit(&fresh);
    at_run_record_deinit(&record);
}

T_MAIN()
