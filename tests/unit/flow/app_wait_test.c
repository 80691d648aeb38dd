// Waits that ask the app itself what it still does.
#include "tests/t.h"

#include "flow/wait/idle.h"
#include "flow/app/launch.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/unit/flow/flow_run.h"

// clang-format off
#define A FAKE_APP(FAKE_TEXT("A", "[0,0][1080,100]") \
                   FAKE_BUTTON("go", "Go", "[100,200][300,300]"))
#define B FAKE_APP(FAKE_TEXT("B", "[0,0][1080,100]") \
                   FAKE_BUTTON("go", "Go", "[100,200][300,300]"))
#define FETCH {"", "", "1 fetch https://example.com/cart", -1, false}
#define TIMER {"", "", "1 timer", 40, false}
#define INTERVAL {"", "", "every 1000 ms: interval", -1, true}
#define NOTHING {"", "", "", -1, false}
// clang-format on

static const struct fake_frame still[] = {{A, FAKE_SLOW, 0, NULL, 0}};
static const struct fake_frame moves[] = {{A, FAKE_SLOW, 1, NULL, 0},
                                          {B, FAKE_SLOW, 0, NULL, 0}};

struct row {
    const char *name;
    struct fake_work work[3];
    size_t count;
    enum at_idle_outcome outcome;
    const char *waited;
    const char *endless;
    const char *detail;
    int asked;
    int dumps;
};

static const struct row rows[] = {
    {"idle at once", {{NOTHING, 0, 0}}, 1, AT_IDLE_SETTLED, "", "", "", 1, 1},
    {"waited for, and read again",
     {{TIMER, 40, 2}, {NOTHING, 0, 0}},
     2,
     AT_IDLE_SETTLED,
     "hermes: 2 timers ≤ 40 ms",
     "",
     "",
     2,
     2},
    {"one leads to another",
     {{TIMER, 20, 0}, {FETCH, 20, 0}, {NOTHING, 0, 0}},
     3,
     AT_IDLE_SETTLED,
     "hermes: 1 timer ≤ 40 ms, 1 fetch https://example.com/cart",
     "",
     "",
     3,
     3},
    {"what repeats is named",
     {{INTERVAL, -1, 0}},
     1,
     AT_IDLE_SETTLED,
     "",
     "hermes: every 1000 ms: interval",
     "",
     1,
     1},
    {"in vain",
     {{FETCH, -1, 0}},
     1,
     AT_IDLE_LOADING,
     "hermes: 1 fetch https://example.com/cart",
     "",
     "hermes: 1 fetch https://example.com/cart",
     1,
     2},
};

static const struct at_idle_wait short_wait = {.timeout_ms = 900,
                                               .loading_ms = 300};

T_TEST(app_is_asked_once_the_screen_has_settled)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct flow_run run;
        struct at_idle_result result;
        T_ROW(rows[i].name);
        flow_init(&run, still, T_LEN(still));
        fake_has_work(&run.fake, rows[i].work, rows[i].count);
        T_OK(at_idle_wait(&run.op, run.app, &short_wait, &result, &run.err));
        T_EQ_TEXT(at_idle_outcome_name(result.outcome),
                  at_idle_outcome_name(rows[i].outcome));
        T_EQ_TEXT(result.app_waited, rows[i].waited);
        T_EQ_TEXT(result.app_endless, rows[i].endless);
        T_EQ_TEXT(result.detail, rows[i].detail);
        T_EQ_INT(run.fake.asked, rows[i].asked);
        T_EQ_INT(result.readings, rows[i].dumps);
        T_EQ_SIZE(result.asked_count, 1);
        T_EQ_TEXT(result.asked[0], "hermes");
        flow_deinit(&run);
    }
}

T_TEST(app_that_was_busy_is_read_again)
{
    static const struct fake_work work[] = {{FETCH, 30, 0}, {NOTHING, 0, 0}};
    struct flow_run run;
    struct at_idle_result result;
    flow_init(&run, moves, T_LEN(moves));
    fake_has_work(&run.fake, work, T_LEN(work));
    T_OK(at_idle_wait(&run.op, run.app, &short_wait, &result, &run.err));
    T_EQ_INT(result.outcome, AT_IDLE_SETTLED);
    T_EQ_TEXT(run.fake.frames[run.fake.at].xml, B);
    T_OK(result.app_waited_ns >= 30 * AT_NS_PER_MS);
    flow_deinit(&run);
}

T_TEST(a_wait_in_vain_is_not_repeated)
{
    static const struct fake_work work[] = {{FETCH, -1, 0}};
    struct flow_run run;
    struct at_idle_result result;
    flow_init(&run, still, T_LEN(still));
    fake_has_work(&run.fake, work, T_LEN(work));
    T_OK(at_idle_wait(&run.op, run.app, &short_wait, &result, &run.err));
    T_EQ_INT(result.outcome, AT_IDLE_LOADING);
    T_OK(at_idle_wait(&run.op, run.app, &short_wait, &result, &run.err));
    T_EQ_INT(result.outcome, AT_IDLE_SETTLED);
    T_EQ_TEXT(result.app_waited, "");
    T_EQ_TEXT(result.app_still, "hermes: 1 fetch https://example.com/cart");
    flow_deinit(&run);
}

struct limit_row {
    const char *name;
    struct at_idle_wait wait;
    int64_t left_ms; // at most, for the question
};

static const struct limit_row limits[] = {
    {"of loading", {.timeout_ms = 5000, .loading_ms = 200}, 200},
    {"of everything", {.timeout_ms = 500}, 300},
};

T_TEST(no_limit_is_passed)
{
    static const struct fake_work work[] = {{FETCH, -1, 0}};
    for (size_t i = 0; i < T_LEN(limits); i++) {
        struct flow_run run;
        struct at_idle_result result;
        T_ROW(limits[i].name);
        flow_init(&run, still, T_LEN(still));
        fake_has_work(&run.fake, work, T_LEN(work));
        T_OK(
            at_idle_wait(&run.op, run.app, &limits[i].wait, &result, &run.err));
        T_EQ_INT(result.outcome, AT_IDLE_LOADING);
        T_OK(run.fake.sync_left_ms <= limits[i].left_ms);
        flow_deinit(&run);
    }
}

static bool
shows_b(void *user, struct at_err *why)
{
    const struct flow_run *run = user;
    return run->fake.at > 0 || at_fail(why, AT_ENOTFOUND, "no B yet");
}

// Only at its own limit does a condition ask; the app's time counts as loading.
T_TEST(condition_waits_for_a_busy_app)
{
    static const struct fake_frame frames[] = {{A, FAKE_SLOW, 9, NULL, 0},
                                               {B, FAKE_SLOW, 0, NULL, 0}};
    static const struct fake_work work[] = {
        {FETCH, 300, 0}, {FETCH, 200, 0}, {FETCH, 200, 0}, {FETCH, 200, 0},
        {FETCH, 200, 0}, {FETCH, 200, 0}, {FETCH, 200, 0}, {FETCH, 200, 0},
        {FETCH, 200, 0}, {FETCH, 200, 0}};
    struct flow_run run;
    struct at_idle_result result;
    struct at_err why = AT_ERR_INIT;
    const struct at_idle_wait wait = {.timeout_ms = 20,
                                      .loading_ms = 8000,
                                      .holds = shows_b,
                                      .user = &run,
                                      .why = &why};
    flow_init(&run, frames, T_LEN(frames));
    fake_has_work(&run.fake, work, T_LEN(work));
    T_OK(at_idle_wait(&run.op, run.app, &wait, &result, &run.err));
    T_EQ_INT(result.outcome, AT_IDLE_SETTLED);
    T_OK(run.fake.asked > 0);
    flow_deinit(&run);
}

T_TEST(condition_of_an_idle_app_ends_at_its_limit)
{
    static const struct fake_work work[] = {{NOTHING, 0, 0}};
    struct flow_run run;
    struct at_idle_result result;
    const struct at_idle_wait wait = {
        .timeout_ms = 20, .loading_ms = 8000, .holds = shows_b, .user = &run};
    flow_init(&run, still, T_LEN(still));
    fake_has_work(&run.fake, work, T_LEN(work));
    T_OK(at_idle_wait(&run.op, run.app, &wait, &result, &run.err));
    T_EQ_INT(result.outcome, AT_IDLE_TIMED_OUT);
    T_EQ_INT(run.fake.asked, 1);
    flow_deinit(&run);
}

T_TEST(cancelled_while_the_app_is_waited_for)
{
    static const struct fake_work work[] = {{FETCH, -1, 0}};
    struct flow_run run;
    struct at_idle_result result;
    flow_init(&run, still, T_LEN(still));
    fake_has_work(&run.fake, work, T_LEN(work));
    T_OK(at_app_read_now(&run.op, run.app, NULL));
    run.op.cancel = at_cancel_new(NULL, NULL);
    at_cancel_fire(run.op.cancel);
    const struct at_device_step_result first = {.failed = AT_ERR_INIT};
    struct at_idle_wait wait = short_wait;
    wait.first = &first;
    T_NOT(at_idle_wait(&run.op, run.app, &wait, &result, &run.err));
    T_EQ_INT(run.err.code, AT_ECANCELED);
    T_EQ_INT(result.outcome, AT_IDLE_CANCELLED);
    at_cancel_free(run.op.cancel);
    flow_deinit(&run);
}

T_TEST(flow_says_what_it_waited_for)
{
    static const struct fake_work work[] = {
        {FETCH, 30, 0}, {INTERVAL, -1, 0}, {INTERVAL, -1, 0}};
    struct flow_run run;
    flow_init(&run, still, T_LEN(still));
    fake_has_work(&run.fake, work, T_LEN(work));
    flow_go(&run, "[{'action':'tap','target':{'id':'go'}},{'action':'tap','"
                  "target':{'id':'go'}}]");
    T_OK(run.ok);
    T_HAS(flow_text(&run, 0, "waitedFor"),
          "hermes: 1 fetch https://example.com/cart (");
    T_HAS(flow_text(&run, 0, "note"),
          "not waited for: hermes: every 1000 ms: interval");
    T_EQ_TEXT(flow_text(&run, 1, "waitedFor"), "");
    T_NOT(strstr(flow_text(&run, 1, "note"), "interval"));
    T_OK(json_integer_value(json_object_get(run.trace, "waitedForMs")) >= 30);
    T_EQ_TEXT(run.fake.followed, "com.ex ");
    flow_deinit(&run);
}

T_TEST(launch_attaches_to_what_the_app_is_made_with)
{
    static const struct fake_work work[] = {{FETCH, 30, 0}, {NOTHING, 0, 0}};
    static const char *const flutter[] = {"flutter"};
    static const char *const none[] = {""};
    struct flow_run run;
    struct at_idle_result idle;
    struct at_app_framework found;
    flow_init(&run, still, T_LEN(still));
    fake_has_work(&run.fake, work, T_LEN(work));
    fake_has_frameworks(&run.fake, flutter);
    T_OK(at_app_launch(&run.op, run.app, &idle, &found, &run.err));
    T_OK(run.fake.warm);
    T_EQ_TEXT(run.fake.followed, "com.ex flutter");
    T_HAS(idle.app_waited, "1 fetch");
    T_OK(at_app_reset(&run.op, run.app, &idle, &run.err));
    T_EQ_TEXT(run.fake.followed, "com.ex flutter");
    flow_deinit(&run);

    flow_init(&run, still, T_LEN(still));
    fake_has_work(&run.fake, work, T_LEN(work));
    fake_has_frameworks(&run.fake, none);
    T_OK(at_app_launch(&run.op, run.app, &idle, &found, &run.err));
    T_EQ_TEXT(run.fake.followed, "com.ex ");
    T_EQ_TEXT(found.found.primary, "react_native");
    flow_deinit(&run);
}

T_MAIN()
