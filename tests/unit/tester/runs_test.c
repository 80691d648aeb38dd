// runs_test.c: queues, lanes, stops, approvals, and what a run leaves
#include <pthread.h>
#include <unistd.h>

#include "base/limits.h"
#include "sys/clock.h"
#include "sys/cancel.h"
#include "sys/lock.h"
#include "tests/t.h"
#include "tests/unit/rig.h"
#include "tests/unit/tester/runs_rig.h"
#include "wire/json.h"

typedef char run_id[AT_STORE_ID_LEN + 1];

static void
submit(const char *goal, const char *device, run_id out_id)
{
    struct at_err err = AT_ERR_INIT;
    if (!rig_submit(goal, device, out_id, &err))
        print_error("%s\n", err.msg);
    T_OK(err.code == AT_OK);
}

static json_int_t
place_of(const char *id)
{
    json_t *state = rig_state(id);
    json_int_t place = json_integer_value(json_object_get(state, "place"));
    json_decref(state);
    return place;
}

static json_t *
file_json(const char *id, const char *name)
{
    char *text = rig_file(id, name);
    json_t *json = text ? at_json_parse(at_str(text), NULL) : NULL;
    free(text);
    T_OK(json != NULL);
    return json;
}

static run_id passed;

T_TEST(a_run_passes)
{
    submit("pass", NULL, passed);
    T_EQ_TEXT(
        rig_answer(passed),
        "onAgentFinished: Step 1: PASS \xe2\x80\x94 'Saved' is visible (the "
        "model said: as it was shown)\n"
        "Step 2: PASS \xe2\x80\x94 'Saved' is visible (the model said: "
        "as it was shown)");
    T_OK(rig_is(passed, "state", "ended"));
    T_OK(rig_is(passed, "status", "completed"));
    T_OK(rig_is(passed, "verdict", "PASS"));
    T_OK(rig_is(passed, "end", "done"));
    T_OK(rig_is(passed, "platform", "android"));
    T_OK(rig_is(passed, "packageName", "com.example.notes"));
}

static bool
add_words(void *user, int64_t index, struct at_str json)
{
    json_t *event = at_json_parse(json, NULL);
    struct at_str state = at_json_get_str(event, "state");
    T_EQ_INT(json_integer_value(json_object_get(event, "index")), index);
    at_buf_add_fmt(user, "%.*s%s%.*s ",
                   AT_STR_ARG(at_json_get_str(event, "type")),
                   state.len > 0 ? "=" : "", AT_STR_ARG(state));
    json_decref(event);
    return true;
}

T_TEST(its_events_are_in_order)
{
    struct at_buf words = AT_BUF_INIT(AT_KIB);
    struct at_store_reading all = {at_str(passed), 0, 0, add_words, &words};
    T_OK(rig_store()->ops->events(rig_store(), &all, NULL));
    T_EQ_TEXT(at_buf_text(&words), "state=queued state=running step tool "
                                   "screenshot guard state=ended ");
    at_buf_deinit(&words);
}

static const char *const manifest_members[] = {
    "startedAt",        "endedAt",     "scenario",
    "packageName",      "logsEnabled", "screenshotsEnabled",
    "recordingEnabled", "status",      "videoChunks",
    "events",
};

T_TEST(its_manifest_is_the_contracts)
{
    json_t *manifest = file_json(passed, "manifest.json");
    const json_t *events = json_object_get(manifest, "events");
    for (size_t i = 0; i < T_LEN(manifest_members); i++) {
        T_ROW(manifest_members[i]);
        T_OK(json_object_get(manifest, manifest_members[i]) != NULL);
    }
    T_EQ_STR(at_json_get_str(manifest, "scenario"), "pass");
    T_EQ_STR(at_json_get_str(manifest, "status"), "completed");
    T_OK(json_array_size(events) >= 5);
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        struct at_str type = at_json_get_str(event, "type");
        T_OK(at_str_is(type, "tool") || at_str_is(type, "screenshot") ||
             at_str_is(type, "log"));
        T_OK(!at_str_is(type, "log") ||
             at_json_get_str(event, "message").len > 0);
    }
    json_decref(manifest);
}

T_TEST(its_folder_is_the_latest)
{
    static const char *const names[] = {"log.txt", "junit.xml", "report.md",
                                        "report.json"};
    char target[64] = "";
    char *latest = at_strfmt("%s/reports/latest", rig_home);
    T_OK(readlink(latest, target, sizeof(target) - 1) > 0);
    T_EQ_TEXT(target, passed);
    free(latest);
    for (size_t i = 0; i < T_LEN(names); i++) {
        char *text = rig_file(passed, names[i]);
        T_ROW(names[i]);
        T_OK(text != NULL && text[0]);
        free(text);
    }
    char *log = rig_file(passed, "log.txt");
    T_HAS(log, "Tool called: tool tap, args {\"text\":\"Save\"} -> OK: tapped");
    T_OK(strstr(log, "\nforged") == NULL);
    free(log);
    json_t *report = file_json(passed, "report.json");
    T_OK(json_object_get(report, "owner") == NULL);
    json_decref(report);
}

T_TEST(a_test_that_fails_has_not_completed)
{
    run_id id;
    submit("fail", NULL, id);
    T_HAS(rig_answer(id), "onAgentFinished: Step 1: FAIL");
    T_OK(rig_is(id, "status", "failed"));
    T_OK(rig_is(id, "end", "done"));
    T_OK(rig_is(id, "verdict", "FAIL"));
}

T_TEST(devices_work_at_once_and_queues_are_seen)
{
    run_id ids[6];
    submit("gate", RIG_ANDROID "-0", ids[0]);
    submit("gate", RIG_ANDROID "-0", ids[1]);
    submit("gate", NULL, ids[2]); // the other one is free
    submit("gate", RIG_IOS, ids[3]);
    for (int i = 0; i < 4; i++) {
        if (i != 1)
            rig_await(ids[i], "state", "running");
    }
    T_OK(!rig_is(ids[2], "device", RIG_ANDROID "-0"));
    submit("gate", RIG_ANDROID "-0", ids[4]);
    submit("gate", NULL, ids[5]);
    T_EQ_INT(place_of(ids[0]), 0);
    T_EQ_INT(place_of(ids[1]), 1);
    T_EQ_INT(place_of(ids[4]), 2);
    T_EQ_INT(place_of(ids[5]), 3); // behind all that may take its device
    T_OK(rig_is(ids[1], "state", "queued"));
    struct at_op op = rig_within(20000);
    while (rig_most_at_once() < 3)
        rig_reread(&op, "three at once");
    for (int i = 0; i < 6; i++)
        rig_open_gate();
    for (int i = 0; i < 6; i++)
        T_HAS(rig_answer(ids[i]), "onAgentFinished");
    T_EQ_INT(rig_most_at_once(), 3);
}

T_TEST(a_queued_run_is_stopped_at_once)
{
    run_id busy, queued, next;
    submit("hang", RIG_IOS, busy);
    rig_await(busy, "state", "running");
    submit("hang", RIG_IOS, queued);
    submit("pass", RIG_IOS, next);
    T_OK(at_runs_stop(rig_runs, queued, NULL));
    T_EQ_TEXT(rig_answer(queued), "Test stopped by user");
    T_OK(rig_is(queued, "status", "stopped"));
    T_EQ_INT(place_of(next), 1);
    T_OK(at_runs_stop(rig_runs, busy, NULL));
    T_EQ_TEXT(rig_answer(busy), "Test stopped by user");
    T_HAS(rig_answer(next), "onAgentFinished");
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_runs_stop(rig_runs, busy, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
}

static bool
is_listed(const char *id)
{
    struct at_runs_list list;
    at_runs_list_open(rig_runs, id, &list);
    bool found = list.count > 0;
    at_runs_list_deinit(&list);
    return found;
}

// How often a run was told to begin or end, and how often the list of runs
// said something else then.
static struct {
    pthread_mutex_t lock;
    int begun, ended, wrong;
} told = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void
compare_with_list(const char *run, int64_t index)
{
    bool begins = index == 1;
    bool ends = rig_is(run, "state", "ended");
    bool listed = is_listed(run);
    pthread_mutex_lock(&told.lock);
    told.begun += begins;
    told.ended += ends;
    told.wrong += (begins && !listed) || (ends && listed);
    pthread_mutex_unlock(&told.lock);
}

T_TEST(a_run_is_listed_from_its_first_event_until_its_last)
{
    run_id busy, stopped, next;
    rig_on_event = compare_with_list;
    submit("hang", RIG_IOS, busy);
    rig_await(busy, "state", "running");
    submit("hang", RIG_IOS, stopped);
    submit("pass", RIG_IOS, next);
    T_OK(at_runs_stop(rig_runs, stopped, NULL));
    T_OK(at_runs_stop(rig_runs, busy, NULL));
    T_EQ_TEXT(rig_answer(busy), "Test stopped by user");
    T_HAS(rig_answer(next), "onAgentFinished");
    rig_on_event = NULL;
    T_EQ_INT(told.begun, 3);
    T_EQ_INT(told.ended, 3);
    T_EQ_INT(told.wrong, 0);
}

// How many runs were stored as running, and how often none was counted then.
static struct {
    pthread_mutex_t lock;
    int running, uncounted;
} stored = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void
compare_with_count(void *user, const struct at_store_change *change)
{
    struct at_runs_counts counts;
    (void)user;
    if (change->kind != AT_STORE_RUN || !rig_is(change->id, "state", "running"))
        return;
    at_runs_count(rig_runs, &counts);
    pthread_mutex_lock(&stored.lock);
    stored.running++;
    stored.uncounted += counts.running == 0;
    pthread_mutex_unlock(&stored.lock);
}

// A server that drains ends once no run is counted.
T_TEST(a_run_counts_as_running_as_soon_as_it_is_stored_so)
{
    run_id id;
    at_store_listen(rig_store(), compare_with_count, &stored);
    submit("pass", RIG_IOS, id);
    T_HAS(rig_answer(id), "onAgentFinished");
    at_store_forget(rig_store(), &stored);
    T_OK(stored.running > 0);
    T_EQ_INT(stored.uncounted, 0);
}

T_TEST(all_are_stopped)
{
    run_id ids[4];
    struct at_err err = AT_ERR_INIT;
    for (int i = 0; i < 4; i++)
        submit("hang", i < 3 ? NULL : RIG_IOS, ids[i]);
    T_OK(at_runs_stop(rig_runs, NULL, NULL));
    for (int i = 0; i < 4; i++)
        T_EQ_TEXT(rig_answer(ids[i]), "Test stopped by user");
    T_NOT(at_runs_stop(rig_runs, NULL, &err));
    T_EQ_TEXT(err.msg, "No test is running");
    struct at_runs_list all;
    at_runs_list_open(rig_runs, NULL, &all);
    T_EQ_SIZE(all.count, 0);
    at_runs_list_deinit(&all);
}

T_TEST(waiting_can_be_given_up)
{
    run_id id;
    struct at_err err = AT_ERR_INIT;
    struct at_buf answer = AT_BUF_INIT(AT_KIB);
    struct at_op op = rig_within(30);
    submit("hang", NULL, id);
    T_NOT(at_runs_wait(&op, rig_runs, id, &answer, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_OK(at_runs_stop(rig_runs, id, NULL));
    rig_answer(id);
    T_NOT(at_runs_wait(&op, rig_runs, "none", &answer, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    T_EQ_SIZE(answer.len, 0);
}

T_TEST(an_approval_is_answered)
{
    for (int yes = 0; yes < 2; yes++) {
        run_id id;
        submit("approve", NULL, id);
        struct at_op op = rig_within(20000);
        while (!at_runs_approve(rig_runs, id, yes, NULL))
            rig_reread(&op, "approval");
        rig_answer(id);
        T_OK(rig_is(id, "reason", yes ? "approved" : "refused"));
        T_NOT(at_runs_approve(rig_runs, id, yes, NULL));
    }
}

T_TEST(a_stop_answers_an_approval)
{
    run_id id;
    submit("approve", NULL, id);
    rig_await(id, "state", "running");
    T_OK(at_runs_stop(rig_runs, id, NULL));
    T_EQ_TEXT(rig_answer(id), "Test stopped by user");
}

T_TEST(secrets_are_in_nothing_that_a_run_leaves)
{
    static const char *const names[] = {"manifest.json", "log.txt", "junit.xml",
                                        "report.md", "report.json"};
    run_id id;
    submit("secret", NULL, id);
    T_OK(strstr(rig_answer(id), "hunter2") == NULL);
    for (size_t i = 0; i < T_LEN(names); i++) {
        char *text = rig_file(id, names[i]);
        T_ROW(names[i]);
        T_OK(text != NULL);
        T_OK(strstr(text, "hunter2") == NULL);
        T_HAS(text, "{{password}}");
        free(text);
    }
    json_t *state = rig_state(id);
    char *text = json_dumps(state, 0);
    T_OK(strstr(text, "hunter2") == NULL);
    free(text);
    json_decref(state);
}

T_TEST(many_events_are_all_kept)
{
    run_id id;
    submit("many", NULL, id);
    rig_answer(id);
    json_t *manifest = file_json(id, "manifest.json");
    T_EQ_SIZE(json_array_size(json_object_get(manifest, "events")), 1003);
    json_decref(manifest);
}

static const struct {
    const char *goal;
    const char *device;
    const char *profile;
    bool offline;
    enum at_code code;
    const char *says;
} refusals[] = {
    {"pass", "none", NULL, false, AT_ENODEV, "'rig-android-0'"},
    {"pass", NULL, NULL, true, AT_ENODEV, "wake it up"},
    {"pass", NULL, "Opus47", false, AT_EUSAGE, "CLAUDE_API_KEY"},
    {"pass", NULL, "Opus48", false, AT_EUSAGE, "Unknown executorInfoId"},
    {"{{user}}", NULL, NULL, false, AT_EUSAGE, "SECRET_USER"},
};

T_TEST(impossible_runs_are_refused)
{
    for (size_t i = 0; i < T_LEN(refusals); i++) {
        struct at_op op = rig_within(20000);
        struct at_err err = AT_ERR_INIT;
        struct at_scenario scenario;
        run_id id = "";
        T_ROW(refusals[i].says);
        json_t *json =
            json_pack("{s:s, s:s, s:[s], s:s, s:s}", "goal", refusals[i].goal,
                      "packageName", "a.b", "steps", "One", "device",
                      refusals[i].device ? refusals[i].device : "", "profile",
                      refusals[i].profile ? refusals[i].profile : "");
        T_OK(at_scenario_read(json, &scenario, NULL));
        rig_is_offline = refusals[i].offline;
        T_NOT(at_runs_submit(&op, rig_runs,
                             &(struct at_runs_wish){.scenario = &scenario}, id,
                             &err));
        rig_is_offline = false;
        T_EQ_INT(err.code, refusals[i].code);
        T_HAS(err.msg, refusals[i].says);
        at_scenario_deinit(&scenario);
        json_decref(json);
    }
    struct at_store_query queued = {.kind = AT_STORE_RUN,
                                    .state = AT_STR_ROW("queued")};
    struct at_store_list list;
    T_OK(rig_store()->ops->list(rig_store(), &queued, &list, NULL));
    T_EQ_SIZE(list.count, 0);
    at_store_list_deinit(&list);
}

// A clock read twice is a millisecond further now and then.
T_TEST(a_run_is_as_old_as_its_id_says)
{
    struct at_err why = AT_ERR_INIT;
    struct at_scenario scenario;
    json_t *json = json_pack("{s:s, s:s, s:[s]}", "goal", "pass", "packageName",
                             "a.b", "steps", "One");
    T_OK(at_scenario_read(json, &scenario, NULL));
    T_NOT(at_fail(&why, AT_EBUSY, "why not"));
    for (int64_t end = at_wall_now_ms() + 50; at_wall_now_ms() < end;) {
        struct at_run_record record;
        at_runs_refused(&scenario, &why, &record);
        T_OK(record.queued_ms == at_store_id_time(record.id));
        at_run_record_deinit(&record);
    }
    at_scenario_deinit(&scenario);
    json_decref(json);
}

T_TEST(a_queue_has_an_end)
{
    run_id first, id;
    struct at_err err = AT_ERR_INIT;
    submit("hang", RIG_IOS, first);
    rig_await(first, "state", "running");
    for (size_t i = 0; i < RIG_QUEUE_MAX; i++)
        submit("hang", RIG_IOS, id);
    T_NOT(rig_submit("hang", RIG_IOS, id, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    T_OK(at_runs_stop(rig_runs, NULL, NULL));
    rig_answer(first);
}

T_TEST(a_device_of_another_program_is_not_taken)
{
    struct at_op op = rig_within(20000);
    struct at_err err = AT_ERR_INIT;
    struct at_lock *lease;
    run_id id;
    rig_stop(); // lanes release what they have
    rig_start();
    T_OK(at_lock_take(&op, RIG_IOS, "another", false, &lease, NULL));
    T_NOT(rig_submit("pass", RIG_IOS, id, &err));
    T_EQ_INT(err.code, AT_EBUSY);
    at_lock_release(lease);
    submit("pass", RIG_IOS, id);
    T_HAS(rig_answer(id), "onAgentFinished");
}

T_TEST(a_configuration_outlives_the_process)
{
    struct at_tester_config config;
    at_runs_config(rig_runs, &config);
    T_EQ_TEXT(config.executor, "DeepSeekV4Flash");
    T_EQ_INT(config.max_iterations, 80);
    config.max_iterations = 7;
    config.logs = false;
    T_OK(at_runs_configure(rig_runs, &config, NULL));
    rig_stop();
    rig_start();
    at_runs_config(rig_runs, &config);
    T_EQ_INT(config.max_iterations, 7);
    run_id id;
    submit("pass", NULL, id);
    rig_answer(id);
    char *log = rig_file(id, "log.txt");
    T_NULL(log);
    json_t *manifest = file_json(id, "manifest.json");
    T_EQ_SIZE(json_array_size(json_object_get(manifest, "events")), 1);
    json_decref(manifest);
}

// Rows are the contract's ids, where case counts.
T_TEST(a_configuration_names_a_profile_that_exists)
{
    struct at_err why = AT_ERR_INIT;
    static const char *const unknown[] = {"X", "opus47", ""};
    struct at_tester_config config;
    at_runs_config(rig_runs, &config);
    config.chosen = true;
    for (size_t i = 0; i < T_LEN(unknown); i++) {
        struct at_err err = AT_ERR_INIT;
        char want[64];
        T_ROW(unknown[i]);
        at_str_cut(config.executor, sizeof(config.executor),
                   at_str(unknown[i]));
        T_NOT(at_runs_configure(rig_runs, &config, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        snprintf(want, sizeof(want), "Unknown executorInfoId: %s", unknown[i]);
        T_EQ_TEXT(err.msg, want);
    }
    at_str_cut(config.executor, sizeof(config.executor),
               AT_STR("DeepSeekV4Flash"));
    at_str_cut(config.second_model, sizeof(config.second_model),
               AT_STR("Opus48"));
    T_NOT(at_runs_configure(rig_runs, &config, &why));
    T_EQ_INT(why.code, AT_EUSAGE);
    T_HAS(why.msg, "Unknown secondModel: Opus48; ready are DeepSeekV4Flash");
    T_HAS(why.msg, "choose one by --second-model");
    config.second_model[0] = '\0';
    T_OK(at_runs_configure(rig_runs, &config, NULL));
}

// A second model that cannot be asked is found before the run begins.
T_TEST(a_second_model_without_a_key_is_refused)
{
    struct at_op op = rig_within(20000);
    struct at_err err = AT_ERR_INIT;
    struct at_tester_config config, before;
    struct at_scenario scenario;
    run_id id = "";
    json_t *json = json_pack("{s:s, s:s, s:[s]}", "goal", "pass", "packageName",
                             "a.b", "steps", "One");
    at_runs_config(rig_runs, &before);
    config = before;
    at_str_cut(config.second_model, sizeof(config.second_model),
               AT_STR("Opus47"));
    T_OK(at_scenario_read(json, &scenario, NULL));
    T_OK(at_runs_configure(rig_runs, &config, NULL));
    T_NOT(at_runs_submit(&op, rig_runs,
                         &(struct at_runs_wish){.scenario = &scenario}, id,
                         &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "the second model: ");
    T_HAS(err.msg, "CLAUDE_API_KEY");
    T_HAS(err.msg, "; ready are DeepSeekV4Flash, ");
    T_HAS(err.msg, ": choose one by --second-model, or in the settings");
    T_OK(at_runs_configure(rig_runs, &before, NULL));
    at_scenario_deinit(&scenario);
    json_decref(json);
}

T_TEST(devices_are_listed_with_their_runs)
{
    struct at_op op = rig_within(20000);
    run_id id;
    submit("hang", RIG_ANDROID "-1", id);
    rig_await(id, "state", "running");
    struct at_runs_devices devices;
    T_OK(at_runs_list_devices(&op, rig_runs, &devices, NULL));
    T_EQ_SIZE(devices.count, 3);
    T_EQ_TEXT(devices.items[1].entry.id, RIG_ANDROID "-1");
    T_EQ_TEXT(devices.items[1].run, id);
    T_EQ_TEXT(devices.items[0].run, "");
    free(devices.items);
}

// The run above is still on: the end of all stops it, and says so.
T_TEST(the_end_stops_what_runs)
{
    struct at_runs_list all;
    run_id id;
    at_runs_list_open(rig_runs, NULL, &all);
    at_str_cut(id, sizeof(id), at_str(all.items[0].record.id));
    at_runs_list_deinit(&all);
    rig_stop();
    rig_start();
    T_OK(rig_is(id, "status", "stopped"));
    T_OK(rig_is(id, "state", "ended"));
}

static int
set_up(void **state)
{
    (void)state;
    rig_set_up();
    rig_start();
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    rig_tear_down();
    return 0;
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
