// schedules_test.c: firings by a clock that the test sets, on a real store
#include "tester/schedule/schedules.h"

#include <stdio.h>

#include "base/civil.h"
#include "base/limits.h"
#include "tester/schedule/due.h"
#include "tests/t.h"
#include "tests/unit/rig.h"
#include "wire/json.h"

static char home[64];
static struct at_store_db *store;
static struct at_store_db_ops ops; // the store's, but for its clock
static int64_t clock_ms;
static int started;
static bool refuses;

static int64_t
now_ms(struct at_store_db *db)
{
    (void)db;
    return clock_ms;
}

static bool
start(void *user, const struct at_op *op, const struct at_schedule *schedule,
      char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    (void)user, (void)op;
    started++;
    if (refuses)
        return at_fail(err, AT_ENODEV, "no device is connected");
    T_EQ_TEXT(schedule->scenario, "login");
    at_store_new_id(out_id);
    return true;
}

static struct at_schedules *
new_schedules(void)
{
    const struct at_schedules_opts opts = {store, start, NULL};
    struct at_schedules *schedules = at_schedules_new(&opts, NULL);
    T_OK(schedules);
    return schedules;
}

// The store's documents have the time of this machine, so the test's clock
// starts there: the next whole hour, in UTC.
static void
begin(const char *cron)
{
    rig_make_home(home, sizeof(home));
    char path[128];
    snprintf(path, sizeof(path), "%s/store.db", home);
    T_OK(at_store_sqlite_open(path, &store, NULL));
    ops = *store->ops;
    ops.now_ms = now_ms;
    store->ops = &ops;
    started = 0;
    refuses = false;
    struct at_store_doc doc = {.id = "nightly",
                               .json = json_pack("{s:s,s:s,s:s}", "name",
                                                 "Nightly", "cron", cron,
                                                 "scenario", "login")};
    T_OK(store->ops->put(store, AT_STORE_SCHEDULE, 0, &doc, NULL));
    clock_ms = doc.updated_ms / 3600000 * 3600000 + 3600000;
    at_store_doc_deinit(&doc);
}

static void
end(void)
{
    at_store_db_free(store);
    rig_remove_home(home);
}

// A member of the schedule's "last", or of the schedule.
static const json_t *
shown(const char *member, json_t **out)
{
    struct at_store_doc doc = {0};
    T_OK(store->ops->get(store, AT_STORE_SCHEDULE, AT_STR("nightly"), &doc,
                         NULL));
    *out = at_schedule_show(store, &doc);
    at_store_doc_deinit(&doc);
    return json_object_get(json_object_get(*out, "last"), member);
}

T_TEST(two_hosts_fire_once)
{
    begin("0 * * * *");
    struct at_schedules *one = new_schedules();
    struct at_schedules *two = new_schedules();
    clock_ms -= 1;
    T_EQ_INT(at_schedules_fire(one), clock_ms + 1);
    T_EQ_INT(started, 0);
    clock_ms += 1;
    T_OK(at_schedules_fire(one) > clock_ms);
    T_EQ_INT(started, 1);
    (void)at_schedules_fire(two);
    (void)at_schedules_fire(one);
    T_EQ_INT(started, 1);
    clock_ms += 3600000;
    (void)at_schedules_fire(two);
    (void)at_schedules_fire(one);
    T_EQ_INT(started, 2);
    at_schedules_free(one);
    at_schedules_free(two);
    end();
}

// A second host that looked before the first one stored its firing.
T_TEST(a_firing_that_is_stored_starts_nothing)
{
    begin("0 * * * *");
    struct at_firing firing = {.schedule = "nightly", .at_ms = clock_ms};
    struct at_firing again = firing;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_firing_put(store, 0, &firing, NULL));
    T_NOT(at_firing_put(store, 0, &again, &err));
    T_EQ_INT(err.code, AT_EBUSY);
    end();
}

T_TEST(of_missed_times_the_latest_within_an_hour_fires)
{
    json_t *json;
    begin("*/10 * * * *");
    struct at_schedules *schedules = new_schedules();
    clock_ms += 2 * 3600000 + 5 * 60000; // 5 minutes past the hour
    (void)at_schedules_fire(schedules);
    T_EQ_INT(started, 1);
    T_OK(json_integer_value(shown("missed", &json)) >= 12);
    json_decref(json);
    T_NULL(shown("skipped", &json));
    json_decref(json);
    at_schedules_free(schedules);
    end();
}

T_TEST(times_missed_long_ago_are_said_and_start_nothing)
{
    json_t *json;
    begin("@daily");
    struct at_schedules *schedules = new_schedules();
    clock_ms = (clock_ms / 86400000 + 3) * 86400000 + 3600001;
    (void)at_schedules_fire(schedules);
    T_EQ_INT(started, 0);
    const json_t *skipped = shown("skipped", &json);
    T_OK(json_is_true(skipped));
    json_decref(json);
    T_EQ_INT(json_integer_value(shown("missed", &json)), 2);
    json_decref(json);
    clock_ms += 86400000 - 3600001; // the time of the next one
    (void)at_schedules_fire(schedules);
    T_EQ_INT(started, 1);
    at_schedules_free(schedules);
    end();
}

T_TEST(a_refusal_is_said)
{
    json_t *json;
    begin("0 * * * *");
    struct at_schedules *schedules = new_schedules();
    refuses = true;
    (void)at_schedules_fire(schedules);
    T_EQ_TEXT(json_string_value(shown("error", &json)),
              "no device is connected");
    json_decref(json);
    at_schedules_free(schedules);
    end();
}

T_TEST(a_host_that_died_in_between_is_said)
{
    json_t *json;
    begin("0 * * * *");
    struct at_firing firing = {.schedule = "nightly", .at_ms = clock_ms};
    T_OK(at_firing_put(store, 0, &firing, NULL));
    clock_ms += 3600000;
    T_EQ_TEXT(json_string_value(shown("error", &json)),
              "the host ended before it started anything");
    json_decref(json);
    end();
}

T_TEST(old_firings_are_removed)
{
    begin("* * * * *");
    struct at_schedules *schedules = new_schedules();
    for (int i = 0; i < AT_FIRINGS_KEPT + 10; i++) {
        clock_ms += 60000;
        (void)at_schedules_fire(schedules);
    }
    T_EQ_INT(started, AT_FIRINGS_KEPT + 10);
    const struct at_store_query query = {.kind = AT_STORE_FIRING,
                                         .limit = AT_STORE_LIST_MAX};
    struct at_store_list list = {0};
    T_OK(store->ops->list(store, &query, &list, NULL));
    T_EQ_SIZE(list.count, AT_FIRINGS_KEPT);
    at_store_list_deinit(&list);
    at_schedules_free(schedules);
    end();
}

static const struct {
    const char *json;
    const char *field;
    const char *words;
} refused[] = {
    {"{}", "name", "1 to 200"},
    {"{\"name\":\"a\",\"scenario\":\"x\"}", "cron", "less than five"},
    {"{\"name\":\"a\",\"cron\":\"@daily\",\"zone\":\"Mars\",\"scenario\":"
     "\"x\"}",
     "zone", "not a time zone"},
    {"{\"name\":\"a\",\"cron\":\"@daily\"}", "suite", "not both"},
    {"{\"name\":\"a\",\"cron\":\"@daily\",\"suite\":\"x\",\"scenario\":\"y\"}",
     "suite", "not both"},
    {"{\"name\":\"a\",\"cron\":\"@daily\",\"suite\":\"x\",\"enabled\":1}",
     "enabled", "true or false"},
    {"{\"name\":\"a\",\"cron\":\"61 * * * *\",\"suite\":\"x\"}", "cron",
     "'61' is not a minute"},
};

T_TEST(documents_are_refused_by_member)
{
    for (size_t i = 0; i < T_LEN(refused); i++) {
        struct at_err err = AT_ERR_INIT;
        json_t *json = at_json_parse(at_str(refused[i].json), NULL);
        T_ROW(refused[i].json);
        T_NULL(at_schedule_take(json, &err));
        T_EQ_TEXT(err.field, refused[i].field);
        T_HAS(err.msg, refused[i].words);
        json_decref(json);
    }
}

static const struct {
    const char *cron;
    const char *since;
    const char *now;
    const char *at; // NULL: none
    int64_t missed;
    bool too_late;
} dues[] = {
    {"0 6 * * *", "2026-02-04T06:00:00Z", "2026-02-05T05:59:59Z", NULL, 0,
     false},
    {"0 6 * * *", "2026-02-04T06:00:00Z", "2026-02-05T06:00:00Z",
     "2026-02-05T06:00:00Z", 0, false},
    {"0 6 * * *", "2026-02-04T06:00:00Z", "2026-02-07T07:00:00Z",
     "2026-02-07T06:00:00Z", 2, false},
    {"0 6 * * *", "2026-02-04T06:00:00Z", "2026-02-07T07:00:01Z",
     "2026-02-07T06:00:00Z", 2, true},
    {"* * * * *", "2020-02-04T06:00:00Z", "2026-02-07T07:00:01Z",
     "2026-02-07T07:00:00Z", AT_DUE_COUNT_MAX - 1, false},
    // A clock that was set back.
    {"* * * * *", "2026-02-04T06:00:00Z", "2026-02-03T07:00:01Z", NULL, 0,
     false},
};

T_TEST(due_times)
{
    struct at_zone *utc = at_zone_new_utc();
    for (size_t i = 0; i < T_LEN(dues); i++) {
        struct at_cron cron;
        int64_t since_ms, now, at_ms = 0;
        T_ROW(dues[i].now);
        T_OK(at_cron_read(at_str(dues[i].cron), &cron, NULL));
        T_OK(at_civil_read(at_str(dues[i].since), &since_ms));
        T_OK(at_civil_read(at_str(dues[i].now), &now));
        if (dues[i].at)
            T_OK(at_civil_read(at_str(dues[i].at), &at_ms));
        struct at_due due = at_due_find(&cron, utc, since_ms, now);
        T_EQ_INT(due.at_ms, at_ms);
        T_EQ_INT(due.missed, dues[i].missed);
        if (dues[i].at)
            T_EQ_INT(due.too_late, dues[i].too_late);
        T_OK(due.next_ms > now);
    }
    at_zone_free(utc);
}

T_MAIN()
