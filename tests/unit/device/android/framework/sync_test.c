// The sources of an app, and the questions to them.
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/descriptors.h"
#include "tests/t.h"
#include "tests/unit/device/android/framework/sync_app.h"

static int64_t
never_by_the_clock(const void *state)
{
    (void)state;
    return 60000;
}

T_TEST(nothing_for_a_native_app)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app_follow(sync, "native");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_SIZE(at_sync_sources(sync, names), 0);
    T_EQ_SIZE(at_sync_sources(NULL, names), 0);
    struct at_sync_report report = app_wait_ms(sync, 10000);
    T_OK(report.idle);
    T_EQ_SIZE(report.asked_count, 0);
    T_EQ_INT(app.asked, 0);
    app_end(sync);
    T_OK(at_sync_wait(&(struct at_op){0}, NULL, &report, NULL));
    T_OK(report.idle);
}

T_TEST(idle_at_once)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app_follow(sync, "react_native");
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    T_EQ_TEXT(names[0], "test");
    struct at_sync_report report = app_wait_ms(sync, 10000);
    T_OK(report.idle);
    T_EQ_SIZE(report.asked_count, 1);
    T_EQ_SIZE(report.waited.count, 0);
    T_EQ_INT(app.asked, 1);
    app_end(sync);
}

static void *
end_work(void *arg)
{
    app_until_asked(1);
    app_set_pending(NULL, -1, false);
    app_tell_event();
    return arg;
}

// The event ends the wait, not the next question by the clock.
T_TEST(waits_for_the_event)
{
    struct at_sync_source patient = app_source;
    const struct at_sync_source *const rows[] = {&patient, NULL};
    patient.again_ms = never_by_the_clock;
    struct at_sync *sync = app_begin_with(rows);
    pthread_t thread;
    app_follow(sync, "react_native");
    app_set_pending("1 fetch", -1, false);
    T_EQ_INT(pthread_create(&thread, NULL, end_work, NULL), 0);
    struct at_sync_report report = app_wait_ms(sync, 20000);
    pthread_join(thread, NULL);
    T_OK(report.idle);
    T_EQ_SIZE(report.waited.count, 1);
    T_EQ_TEXT(report.waited.items[0].text, "1 fetch");
    T_EQ_SIZE(report.still.count, 0);
    T_EQ_INT(app.asked, 2);
    app_end(sync);
}

// Due items are asked about when they are due.
T_TEST(waits_for_what_is_due)
{
    struct at_sync_source patient = app_source;
    const struct at_sync_source *const rows[] = {&patient, NULL};
    patient.again_ms = never_by_the_clock;
    struct at_sync *sync = app_begin_with(rows);
    app_follow(sync, "react_native");
    app_set_pending("1 timer", 40, false);
    app.ends_at = 2;
    struct at_sync_report report = app_wait_ms(sync, 20000);
    T_OK(report.idle);
    T_OK(report.waited_ns >= 40 * AT_NS_PER_MS);
    T_EQ_INT(app.asked, 2);
    app_end(sync);
}

T_TEST(the_note_names_endless_work)
{
    struct at_sync *sync = app_begin();
    app_follow(sync, "react_native");
    app_set_pending("interval", 1000, true);
    struct at_sync_report report = app_wait_ms(sync, 10000);
    T_OK(report.idle);
    T_EQ_SIZE(report.waited.count, 0);
    T_EQ_SIZE(report.still.count, 1);
    T_EQ_INT(app.asked, 1);
    app_end(sync);
}

// Once waited for in vain it is not waited for again, until it has ended.
T_TEST(work_waited_for_in_vain_is_ignored)
{
    struct at_sync *sync = app_begin();
    app_follow(sync, "react_native");
    app_set_pending("1 fetch", -1, false);
    struct at_sync_report report = app_wait_shortly(sync);
    T_NOT(report.idle);
    T_EQ_SIZE(report.still.count, 1);
    report = app_wait_ms(sync, 10000);
    T_OK(report.idle);
    T_EQ_SIZE(report.still.count, 1);
    app_set_pending(NULL, -1, false);
    T_OK(app_wait_ms(sync, 10000).idle);
    app_set_pending("1 fetch", -1, false);
    T_NOT(app_wait_shortly(sync).idle);
    app_end(sync);
}

// An answer will take so long that it is slow beside one that took no longer
// than the wait of report.
static void
slow_down(const struct at_sync_report *report)
{
    app_set_ask_ms(2 * report->waited_ns / AT_NS_PER_MS + 350);
}

// An app that lets its answer wait is busy; one that always does is slow.
T_TEST(a_source_that_becomes_slow_is_not_busy_for_ever)
{
    struct at_sync_source patient = app_source;
    const struct at_sync_source *const rows[] = {&patient, NULL};
    patient.answer_ms = 10000;
    struct at_sync *sync = app_begin_with(rows);
    app_follow(sync, "react_native");
    struct at_sync_report report = app_wait_ms(sync, 10000);
    T_EQ_SIZE(report.waited.count, 0);
    slow_down(&report);
    report = app_wait_ms(sync, 10000);
    T_EQ_SIZE(report.waited.count, 1);
    T_EQ_TEXT(report.waited.items[0].text, "an answer: it was busy");
    T_EQ_SIZE(app_wait_ms(sync, 10000).waited.count, 1);
    T_EQ_SIZE(app_wait_ms(sync, 10000).waited.count, 0);
    T_EQ_SIZE(app_wait_ms(sync, 10000).waited.count, 0);
    app_set_ask_ms(0);
    report = app_wait_ms(sync, 10000);
    T_EQ_SIZE(report.waited.count, 0);
    slow_down(&report);
    T_EQ_SIZE(app_wait_ms(sync, 10000).waited.count, 1);
    app_end(sync);
}

// A silent source costs its answer_ms once, and is back when it answers.
T_TEST(a_silent_source_is_left_out)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app_follow(sync, "react_native");
    app_set_ask_code(AT_ETIMEOUT);
    struct at_sync_report report = app_wait_ms(sync, 10000);
    T_EQ_SIZE(report.asked_count, 0);
    T_OK(report.idle);
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_SIZE(at_sync_sources(sync, names), 1);
    T_EQ_TEXT(names[0], "test");
    T_OK(app_has_line(sync, "[test-tag] no answer within 100 ms"));
    T_OK(app_wait_ms(sync, 10000).idle);
    app_set_ask_code(AT_OK);
    T_OK(app_comes_back(sync));
    T_EQ_SIZE(app_wait_ms(sync, 10000).asked_count, 1);
    T_EQ_INT(app.attached, 1);
    app_end(sync);
}

// The owner's short deadline says nothing of the source.
T_TEST(a_short_wait_of_a_slow_source)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app_follow(sync, "react_native");
    app_set_ask_code(AT_ETIMEOUT);
    T_EQ_SIZE(app_wait_ms(sync, 20).asked_count, 0);
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    app_end(sync);
}

T_TEST(a_lost_source_comes_back)
{
    struct at_sync *sync = app_begin();
    app_follow(sync, "react_native");
    app_set_ask_code(AT_ENODEV);
    T_EQ_SIZE(app_wait_ms(sync, 10000).asked_count, 0);
    app_set_ask_code(AT_OK);
    T_OK(app_comes_back(sync));
    T_EQ_SIZE(app_wait_ms(sync, 10000).asked_count, 1);
    T_EQ_INT(app.attached, 2);
    T_OK(app_has_line(sync, "lost: the app is gone"));
    app_end(sync);
}

// A source that the app once had may come back, as Metro does after a restart.
T_TEST(a_source_that_was_there_is_tried_again)
{
    struct at_sync *sync = app_begin();
    app_follow(sync, "");
    pthread_mutex_lock(&app.lock);
    app.ask_code = AT_ENODEV;
    app.attach_code = AT_EUNSUPPORTED;
    pthread_mutex_unlock(&app.lock);
    T_EQ_SIZE(app_wait_ms(sync, 10000).asked_count, 0);
    while (!app_has_line(sync, "nobody is there"))
        poll(NULL, 0, 5);
    pthread_mutex_lock(&app.lock);
    app.ask_code = AT_OK;
    app.attach_code = AT_OK;
    pthread_mutex_unlock(&app.lock);
    T_OK(app_comes_back(sync));
    app_end(sync);
}

T_TEST(no_such_source_is_not_tried_again)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app.attach_code = AT_EUNSUPPORTED;
    app_follow(sync, "");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_OK(app_has_line(sync, "[test-tag] nobody is there"));
    app.attach_code = AT_OK;
    app_follow(sync, ""); // the app restarts
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    app_follow(sync, "native");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    app_end(sync);
}

T_TEST(the_switch_turns_it_off)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    setenv("AGENTEST_DISABLE_FRAMEWORK_SYNC", "1", 1);
    app_follow(sync, "react_native");
    unsetenv("AGENTEST_DISABLE_FRAMEWORK_SYNC");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_INT(app.attached, 0);
    app_end(sync);
}

T_TEST(a_cancelled_wait_fails)
{
    struct at_sync *sync = app_begin();
    struct at_sync_report report;
    struct at_err err = AT_ERR_INIT;
    struct at_op op = app_op_in(10000);
    op.cancel = at_cancel_new(NULL, NULL);
    app_follow(sync, "react_native");
    app_set_pending("1 fetch", -1, false);
    at_cancel_fire(op.cancel);
    T_NOT(at_sync_wait(&op, sync, &report, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    app_end(sync);
    at_cancel_free(op.cancel);
}

T_TEST(its_owner_goes_while_it_attaches)
{
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = "react_native"};
    struct at_sync *sync = app_begin();
    app.attach_hangs = true;
    at_sync_follow(sync, &followed);
    while (app_count(&app.tried) == 0)
        poll(NULL, 0, 1);
    int64_t began_ns = at_now_ns();
    app_end(sync);
    T_OK(at_now_ns() - began_ns < 1000 * AT_NS_PER_MS); // not ATTACH_MS
}

// A source that is detaching is awaited only by the thread that ends it.
T_TEST(a_source_that_detaches_slowly)
{
    struct at_sync *sync = app_begin();
    app_follow(sync, "react_native");
    app.detach_ms = 1500;
    app_set_ask_code(AT_ENODEV);
    T_EQ_SIZE(app_wait_ms(sync, 10000).asked_count, 0);
    T_EQ_SIZE(app_wait_ms(sync, 10000).asked_count, 0);
    T_EQ_INT(app_count(&app.detached), 0);
    app_set_ask_code(AT_OK);
    app_end(sync);
}

// Each attempt costs the app and this machine something.
T_TEST(a_source_that_is_lost_at_once_is_tried_with_growing_pauses)
{
    struct at_sync *sync = app_begin();
    app_set_ask_code(AT_ENODEV);
    app_follow(sync, "react_native");
    int64_t until_ns = at_now_ns() + 2000 * AT_NS_PER_MS;
    while (at_now_ns() < until_ns)
        (void)app_wait_ms(sync, 10);
    T_OK(app_count(&app.attached) >= 2);
    T_OK(app_count(&app.attached) <= 5); // after 200, 400, 800, 1600 ms
    app_set_ask_code(AT_OK);
    app_end(sync);
}

static void *
tell_ends(void *arg)
{
    const bool *stop = arg;
    while (true) {
        pthread_mutex_lock(&app.lock);
        bool ends = *stop;
        bool asked = app.pending.count > 0 && app.asked > 0;
        pthread_mutex_unlock(&app.lock);
        if (ends)
            return NULL;
        if (!asked)
            continue;
        app_set_pending(NULL, -1, false);
        app_tell_event();
    }
}

// An event is never missed, whenever it comes.
T_TEST(no_event_is_lost)
{
    struct at_sync_source patient = app_source;
    const struct at_sync_source *const rows[] = {&patient, NULL};
    patient.again_ms = never_by_the_clock;
    bool stop = false;
    pthread_t thread;
    struct at_sync *sync = app_begin_with(rows);
    app_follow(sync, "react_native");
    T_EQ_INT(pthread_create(&thread, NULL, tell_ends, &stop), 0);
    for (int i = 0; i < 500; i++) {
        pthread_mutex_lock(&app.lock);
        app.asked = 0;
        pthread_mutex_unlock(&app.lock);
        app_set_pending("1 fetch", -1, false);
        T_OK(app_wait_ms(sync, 20000).idle);
    }
    pthread_mutex_lock(&app.lock);
    stop = true;
    pthread_mutex_unlock(&app.lock);
    pthread_join(thread, NULL);
    app_end(sync);
}

// At every moment of its life, and nothing of it stays.
T_TEST(its_owner_goes_at_any_moment)
{
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = "react_native"};
    int descriptors = t_open_descriptors();
    for (int i = 0; i < 300; i++) {
        struct at_sync *sync = app_begin();
        app.attach_code = i % 3 == 1 ? AT_ENODEV : AT_OK;
        app.ask_code = i % 5 == 4 ? AT_ENODEV : AT_OK;
        app.attach_hangs = i % 7 == 6;
        at_sync_follow(sync, &followed);
        for (int k = 0; k < i % 4; k++)
            (void)app_wait_ms(sync, 1);
        app_end(sync);
    }
    T_EQ_INT(t_open_descriptors(), descriptors);
}

T_MAIN()
