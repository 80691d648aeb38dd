// pool_test.c: two hosts over one store: claims, leases, fences, retries
#include <pthread.h>
#include <unistd.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/lock.h"
#include "tester/runs/hosts.h"
#include "tester/runs/run_documents.h"
#include "tests/t.h"
#include "tests/unit/rig.h"
#include "tests/unit/tester/runs_rig.h"
#include "wire/json.h"

enum { RIG_DEVICES_OF_BOTH = 5 };

enum { PATIENCE_MS = 60000, LONG_MS = 3600000, SHORT_MS = 500 };

typedef char run_id[AT_STORE_ID_LEN + 1];

static struct rig_host hosts[2];
static struct rig_host *const near = &hosts[0];
static struct rig_host *const far = &hosts[1];

static void
submit(struct rig_host *host, const char *goal, const char *device,
       const struct at_runs_wish *wish, run_id out)
{
    struct at_err err = AT_ERR_INIT;
    rig_need(rig_submit_wish(host->runs, goal, device, wish, out, &err), goal,
             &err);
}

static const struct at_runs_wish plain = {0};
static const struct at_runs_wish again = {.retries = 1};

static void
read_run(const char *id, struct at_run_record *out, int64_t *out_revision)
{
    struct at_err err = AT_ERR_INIT;
    rig_need(at_run_document_get(near->store, id, out, out_revision, &err), id,
             &err);
}

static bool
is_in(const char *id, enum at_run_state state, const char *host)
{
    struct at_run_record record;
    read_run(id, &record, NULL);
    bool so = record.state == state && !record.settling &&
              (!host || (record.host && strcmp(record.host, host) == 0));
    at_run_record_deinit(&record);
    return so;
}

static void
await(const char *id, enum at_run_state state, const char *host)
{
    struct at_op op = rig_within(PATIENCE_MS);
    while (!is_in(id, state, host))
        rig_reread(&op, at_run_state_names[state]);
}

// Wait for a run's end at that host. Its answer is valid until the next call.
static const char *
answer_at(struct rig_host *host, const char *id)
{
    static struct at_buf answer = AT_BUF_INIT(64 * 1024);
    struct at_op op = rig_within(PATIENCE_MS);
    struct at_err err = AT_ERR_INIT;
    at_buf_clear(&answer);
    rig_need(at_runs_wait(&op, host->runs, id, &answer, &err), id, &err);
    return at_buf_text(&answer);
}

static bool
add_state(void *user, int64_t index, struct at_str json)
{
    json_t *event = at_json_parse(json, NULL);
    T_EQ_INT(json_integer_value(json_object_get(event, "index")), index);
    if (at_str_is(at_json_get_str(event, "type"), "state"))
        at_buf_add_fmt(
            user, "%.*s%d ", AT_STR_ARG(at_json_get_str(event, "state")),
            (int)json_integer_value(json_object_get(event, "attempt")));
    json_decref(event);
    return true;
}

// The states that the events of a run tell, each with its attempt.
static const char *
history(const char *id)
{
    static struct at_buf words = AT_BUF_INIT(64 * 1024);
    struct at_store_reading all = {at_str(id), 0, 0, add_state, &words};
    at_buf_clear(&words);
    T_OK(near->store->ops->events(near->store, &all, NULL));
    return at_buf_text(&words);
}

static size_t
count_docs(enum at_store_kind kind)
{
    const struct at_store_query all = {.kind = kind};
    struct at_store_list list;
    T_OK(near->store->ops->list(near->store, &all, &list, NULL));
    size_t count = list.count;
    at_store_list_deinit(&list);
    return count;
}

static void
await_docs(enum at_store_kind kind, size_t count)
{
    struct at_op op = rig_within(PATIENCE_MS);
    while (count_docs(kind) != count)
        rig_reread(&op, "documents of hosts and devices");
}

// Each host knows what the other can do.
static void
start_both(int64_t lease_ms)
{
    rig_start_host(near, "near", lease_ms);
    rig_start_host(far, "far", lease_ms);
    await_docs(AT_STORE_DEVICE, RIG_DEVICES_OF_BOTH);
}

static void
stop_both(void)
{
    rig_stop_host(near);
    rig_stop_host(far);
}

T_TEST(hosts_share_the_runs)
{
    run_id ids[5];
    start_both(LONG_MS);
    for (int i = 0; i < 4; i++) {
        struct at_runs_wish wish = {.scenario = NULL};
        submit(near, "gate", i < 2 ? RIG_FAR "-0" : NULL, &wish, ids[i]);
    }
    await(ids[0], AT_RUN_STATE_RUNNING, "far");
    T_OK(is_in(ids[1], AT_RUN_STATE_QUEUED, NULL));
    for (int i = 0; i < 4; i++)
        rig_open_gate();
    for (int i = 0; i < 4; i++) {
        T_HAS(answer_at(i % 2 ? near : far, ids[i]), "onAgentFinished");
        T_EQ_TEXT(history(ids[i]), "queued1 running1 ended1 ");
    }
    stop_both();
}

T_TEST(each_of_many_runs_is_done_once)
{
    enum { RUNS = 100 };
    run_id ids[RUNS];
    start_both(LONG_MS);
    for (int i = 0; i < RUNS; i++)
        submit(i % 2 ? near : far, "pass", NULL, &plain, ids[i]);
    for (int i = 0; i < RUNS; i++) {
        T_HAS(answer_at(near, ids[i]), "onAgentFinished");
        T_EQ_TEXT(history(ids[i]), "queued1 running1 ended1 ");
    }
    stop_both();
}

T_TEST(a_queue_outlives_its_host)
{
    run_id busy, id;
    rig_start_host(near, "near", LONG_MS);
    submit(near, "hang", RIG_IOS, &plain, busy);
    await(busy, AT_RUN_STATE_RUNNING, "near");
    submit(near, "pass", RIG_IOS, &plain, id);
    rig_stop_host(near);
    T_OK(is_in(id, AT_RUN_STATE_QUEUED, NULL));
    // The other one is to be done again, although no fault is retried.
    T_OK(is_in(busy, AT_RUN_STATE_QUEUED, NULL));
    rig_start_host(near, "near", LONG_MS);
    await(busy, AT_RUN_STATE_RUNNING, "near");
    T_OK(at_runs_stop(near->runs, busy, NULL));
    T_HAS(answer_at(near, id), "onAgentFinished");
    T_EQ_TEXT(history(id), "queued1 running1 ended1 ");
    T_EQ_TEXT(history(busy), "queued1 running1 queued2 running2 ended2 ");
    rig_stop_host(near);
}

T_TEST(any_host_stops_a_run)
{
    run_id running, queued;
    start_both(LONG_MS);
    submit(near, "hang", RIG_IOS, &plain, running);
    await(running, AT_RUN_STATE_RUNNING, "near");
    submit(near, "pass", RIG_IOS, &plain, queued);
    T_OK(at_runs_stop(far->runs, running, NULL));
    T_EQ_TEXT(answer_at(far, running), "Test stopped by user");
    T_HAS(answer_at(far, queued), "onAgentFinished");
    submit(near, "hang", RIG_IOS, &plain, running);
    await(running, AT_RUN_STATE_RUNNING, "near");
    submit(near, "hang", RIG_IOS, &plain, queued);
    // "All" are those of the host that is asked.
    T_NOT(at_runs_stop(far->runs, NULL, NULL));
    T_OK(at_runs_stop(near->runs, NULL, NULL));
    T_EQ_TEXT(answer_at(near, running), "Test stopped by user");
    await(queued, AT_RUN_STATE_RUNNING, "near");
    T_OK(at_runs_stop(near->runs, NULL, NULL));
    T_EQ_TEXT(answer_at(near, queued), "Test stopped by user");
    T_NOT(at_runs_stop(far->runs, queued, NULL));
    stop_both();
}

// A holder that stands still before it starts its worker, until it is let go.
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool freezes;
    bool is_frozen;
} ice = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false};

static void
stand_still(void)
{
    pthread_mutex_lock(&ice.lock);
    bool waits = ice.freezes && !ice.is_frozen;
    ice.is_frozen = ice.is_frozen || waits;
    pthread_cond_broadcast(&ice.changed);
    while (waits && ice.freezes)
        pthread_cond_wait(&ice.changed, &ice.lock);
    pthread_mutex_unlock(&ice.lock);
}

static void
freeze_next(void)
{
    pthread_mutex_lock(&ice.lock);
    ice.freezes = true;
    ice.is_frozen = false;
    pthread_mutex_unlock(&ice.lock);
    rig_on_worker_start = stand_still;
}

static void
await_frozen(void)
{
    pthread_mutex_lock(&ice.lock);
    while (!ice.is_frozen)
        pthread_cond_wait(&ice.changed, &ice.lock);
    pthread_mutex_unlock(&ice.lock);
}

static void
thaw(void)
{
    pthread_mutex_lock(&ice.lock);
    ice.freezes = false;
    pthread_cond_broadcast(&ice.changed);
    pthread_mutex_unlock(&ice.lock);
}

static bool
has_file(const char *host, const char *run, const char *name)
{
    char *path = at_strfmt("%s/reports-%s/%s/%s", rig_home, host, run, name);
    bool has = at_file_exists(path);
    free(path);
    return has;
}

// The far host alone is frozen, because the near one has not started yet; its
// other threads judge no lease.
static void
freeze_far(const struct at_runs_wish *wish, run_id out)
{
    rig_start_host(far, "far", LONG_MS);
    freeze_next();
    submit(far, "pass", NULL, wish, out);
    await_frozen();
    T_OK(is_in(out, AT_RUN_STATE_RUNNING, "far"));
    rig_start_host(near, "near", SHORT_MS);
}

T_TEST(a_holder_that_lost_its_lease_writes_nothing_more)
{
    run_id id;
    struct at_run_record before, after;
    int64_t revision, last;
    int64_t then_revision, then_last;
    freeze_far(&again, id);
    T_HAS(answer_at(near, id), "onAgentFinished");
    T_EQ_TEXT(history(id), "queued1 running1 queued2 running2 ended2 ");
    read_run(id, &before, &revision);
    T_OK(near->store->ops->last_event(near->store, at_str(id), &last, NULL));
    thaw();
    rig_stop_host(far); // waits for what was frozen
    read_run(id, &after, &then_revision);
    T_OK(near->store->ops->last_event(near->store, at_str(id), &then_last,
                                      NULL));
    T_EQ_INT(then_revision, revision);
    T_EQ_INT(then_last, last);
    T_EQ_INT(after.attempt, 2);
    T_EQ_SIZE(json_array_size(after.attempts), 1);
    T_EQ_STR(at_json_get_str(json_array_get(after.attempts, 0), "host"), "far");
    T_EQ_STR(at_json_get_str(json_array_get(after.attempts, 0), "reason"),
             "host 'far' is silent");
    T_NOT(has_file("far", id, "report.json"));
    T_OK(has_file(after.host, id, "attempt-2/report.json"));
    at_run_record_deinit(&before);
    at_run_record_deinit(&after);
    rig_stop_host(near);
}

T_TEST(a_silent_holder_loses_a_run_that_is_not_retried)
{
    run_id id;
    freeze_far(&plain, id);
    T_HAS(answer_at(near, id), "host 'far' is silent");
    T_EQ_TEXT(history(id), "queued1 running1 ended1 ");
    thaw();
    rig_stop_host(far);
    T_EQ_TEXT(history(id), "queued1 running1 ended1 ");
    T_NOT(has_file("far", id, "report.json"));
    rig_stop_host(near);
}

T_TEST(a_silent_holder_of_a_stopped_run_does_not_hold_it_up)
{
    run_id id;
    freeze_far(&again, id);
    T_OK(at_runs_stop(near->runs, id, NULL));
    T_EQ_TEXT(answer_at(near, id), "Test stopped by user");
    thaw();
    stop_both();
}

// A holder that lives keeps its run, however long it takes.
T_TEST(leases_are_renewed)
{
    run_id id;
    start_both(SHORT_MS);
    submit(near, "gate", RIG_IOS, &again, id);
    await(id, AT_RUN_STATE_RUNNING, "near");
    int64_t first, revision;
    struct at_run_record record;
    read_run(id, &record, &first);
    at_run_record_deinit(&record);
    struct at_op op = rig_within(PATIENCE_MS);
    do {
        rig_reread(&op, "six renewals");
        read_run(id, &record, &revision);
        at_run_record_deinit(&record);
    } while (revision < first + 6);
    rig_open_gate();
    T_HAS(answer_at(far, id), "onAgentFinished");
    T_EQ_TEXT(history(id), "queued1 running1 ended1 ");
    stop_both();
}

static int deaths;

static void
die(int fd)
{
    (void)fd; // its end is closed by the caller
    deaths++;
    rig_worker = NULL;
}

T_TEST(a_fault_of_a_machine_is_retried)
{
    run_id id;
    rig_start_host(near, "near", LONG_MS);
    deaths = 0;
    rig_worker = die;
    submit(near, "pass", RIG_IOS, &again, id);
    T_HAS(answer_at(near, id), "onAgentFinished");
    T_EQ_INT(deaths, 1);
    T_EQ_TEXT(history(id), "queued1 running1 queued2 running2 ended2 ");
    T_OK(has_file("near", id, "report.json"));
    T_OK(has_file("near", id, "attempt-2/report.json"));
    rig_worker = die;
    submit(near, "pass", RIG_ANDROID "-0", &plain, id);
    T_HAS(answer_at(near, id), "Agent failed: the worker ended");
    T_EQ_TEXT(history(id), "queued1 running1 ended1 ");
    submit(near, "fail", RIG_ANDROID "-1", &again, id);
    T_HAS(answer_at(near, id), "FAIL");
    T_EQ_TEXT(history(id), "queued1 running1 ended1 ");
    rig_stop_host(near);
}

// Another program has the device when the run is queued, and then no more.
T_TEST(a_run_that_found_no_lane_gets_one)
{
    enum { RUNS = 3 };
    rig_start_host(near, "near", LONG_MS);
    for (int i = 0; i < RUNS; i++) {
        run_id id;
        struct at_lock *lease;
        struct at_op op = rig_within(PATIENCE_MS);
        while (
            !at_lock_take(&op, RIG_ANDROID "-0", "a test", false, &lease, NULL))
            rig_reread(&op, "lease"); // the run before is about to end
        submit(near, "pass", RIG_ANDROID "-0", &plain, id);
        at_lock_release(lease);
        T_HAS(answer_at(near, id), "onAgentFinished");
    }
    rig_stop_host(near);
}

static bool
drains(struct rig_host *host, const char *name)
{
    struct at_op op = rig_within(PATIENCE_MS);
    json_t *list = at_hosts_json(&op, host->runs, NULL);
    size_t index;
    json_t *row;
    bool so = false;
    json_array_foreach(list, index, row)
    {
        if (at_str_is(at_json_get_str(row, "id"), name))
            so = json_is_true(json_object_get(row, "draining"));
    }
    json_decref(list);
    return so;
}

T_TEST(a_drained_host_finishes_its_runs_and_takes_none)
{
    run_id running, waits, elsewhere;
    struct at_err err = AT_ERR_INIT;
    start_both(LONG_MS);
    submit(near, "gate", RIG_IOS, &plain, running);
    await(running, AT_RUN_STATE_RUNNING, "near");
    T_OK(at_hosts_drain(near->runs, AT_STR("near"), true, &err));
    T_OK(drains(far, "near"));
    T_OK(!drains(near, "far"));
    submit(far, "pass", RIG_IOS, &plain, waits);
    submit(near, "pass", NULL, &plain, elsewhere);
    T_HAS(answer_at(near, elsewhere), "onAgentFinished");
    T_OK(is_in(elsewhere, AT_RUN_STATE_ENDED, "far"));
    rig_open_gate();
    T_HAS(answer_at(near, running), "onAgentFinished");
    T_OK(is_in(waits, AT_RUN_STATE_QUEUED, NULL));
    T_OK(at_hosts_drain(far->runs, AT_STR("near"), false, &err));
    T_HAS(answer_at(near, waits), "onAgentFinished");
    T_NOT(at_hosts_drain(far->runs, AT_STR("none"), true, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    stop_both();
    T_EQ_SIZE(count_docs(AT_STORE_HOST), 0);
    T_EQ_SIZE(count_docs(AT_STORE_DEVICE), 0);
}

static int64_t
began(const char *id)
{
    struct at_run_record record;
    read_run(id, &record, NULL);
    int64_t ms = record.started_ms;
    at_run_record_deinit(&record);
    return ms;
}

T_TEST(priority_and_time_order_the_queue)
{
    run_id busy, low, high, later;
    struct at_store_db *store = near->store;
    rig_start_host(near, "near", LONG_MS);
    submit(near, "gate", RIG_IOS, &plain, busy);
    await(busy, AT_RUN_STATE_RUNNING, NULL);
    const struct at_runs_wish first = {.priority = 1};
    const struct at_runs_wish wait = {
        .priority = 2, .not_before_ms = store->ops->now_ms(store) + 1500};
    submit(near, "gate", RIG_IOS, &wait, later);
    submit(near, "gate", RIG_IOS, &plain, low);
    submit(near, "gate", RIG_IOS, &first, high);
    rig_open_gate();
    await(high, AT_RUN_STATE_RUNNING, NULL);
    T_OK(is_in(low, AT_RUN_STATE_QUEUED, NULL));
    for (int i = 0; i < 3; i++)
        rig_open_gate();
    answer_at(near, low);
    answer_at(near, later);
    T_OK(began(later) >= wait.not_before_ms);
    rig_stop_host(near);
}

T_TEST(a_device_has_what_a_run_needs)
{
    run_id id;
    struct at_err err = AT_ERR_INIT;
    struct at_argv needs = AT_ARGV_INIT;
    // Before the host's threads, which read the environment.
    setenv("AGENTEST_CAPS", RIG_ANDROID "-1=camera lab", 1);
    rig_start_host(near, "near", LONG_MS);
    at_argv_add(&needs, "lidar");
    const struct at_runs_wish wish = {.needs = &needs};
    T_NOT(rig_submit_wish(near->runs, "pass", NULL, &wish, id, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_HAS(err.msg, "lacks what the run needs");
    at_argv_deinit(&needs);
    at_argv_add(&needs, "camera");
    at_argv_add(&needs, "lab");
    submit(near, "pass", NULL, &wish, id);
    T_HAS(answer_at(near, id), "onAgentFinished");
    struct at_run_record record;
    read_run(id, &record, NULL);
    T_EQ_TEXT(record.device, RIG_ANDROID "-1");
    at_run_record_deinit(&record);
    at_argv_deinit(&needs);
    rig_stop_host(near);
    unsetenv("AGENTEST_CAPS");
}

static int
set_up(void **state)
{
    (void)state;
    rig_set_up();
    rig_open_hosts(hosts);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    rig_close_hosts(hosts);
    rig_tear_down();
    return 0;
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
