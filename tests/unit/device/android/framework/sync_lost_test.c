// A source that is lost or falls silent, also while it is waited for, and one
// that is there only after the next launch.
#include <poll.h>
#include <pthread.h>
#include <string.h>

#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/device/android/framework/sync_app.h"

enum { PATIENCE_MS = 20000 };

static void
set_attach_code(enum at_code code)
{
    pthread_mutex_lock(&app.lock);
    app.attach_code = code;
    pthread_mutex_unlock(&app.lock);
}

// The app's state after it has answered that it is busy.
static void *
fail_second(void *arg)
{
    const enum at_code *code = arg;
    app_until_asked(1);
    app_set_ask_code(*code);
    app_tell_event();
    return NULL;
}

static void *
be_silent_for_a_while(void *arg)
{
    enum at_code silent = AT_ETIMEOUT;
    fail_second(&silent);
    app_until_asked(3);
    app_set_pending(NULL, -1, false);
    app_set_ask_code(AT_OK);
    return arg;
}

static struct at_sync_report
wait_beside(struct at_sync *sync, void *(*becomes)(void *), enum at_code code,
            int64_t ms)
{
    pthread_t thread;
    T_EQ_INT(pthread_create(&thread, NULL, becomes, &code), 0);
    struct at_sync_report report = app_wait_ms(sync, ms);
    pthread_join(thread, NULL);
    return report;
}

// Its work has ended with it.
T_TEST(a_source_that_is_lost_in_mid_wait)
{
    struct at_sync *sync = app_begin();
    app_follow(sync, "react_native");
    app_set_pending("1 fetch", -1, false);
    struct at_sync_report report =
        wait_beside(sync, fail_second, AT_ENODEV, PATIENCE_MS);
    T_OK(report.idle);
    T_EQ_SIZE(report.asked_count, 1);
    T_EQ_SIZE(report.waited.count, 1);
    T_EQ_SIZE(report.still.count, 0);
    app_set_ask_code(AT_OK);
    T_OK(app_comes_back(sync));
    T_NOT(app_wait_shortly(sync).idle); // it is not ignored
    app_end(sync);
}

// A thread that is busy is work, too.
T_TEST(a_source_that_is_silent_in_mid_wait)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app_follow(sync, "react_native");
    app_set_pending("1 fetch", -1, false);
    struct at_sync_report report =
        wait_beside(sync, be_silent_for_a_while, AT_OK, PATIENCE_MS);
    T_OK(report.idle);
    T_EQ_SIZE(report.waited.count, 1);
    T_EQ_SIZE(report.still.count, 0);
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    T_NOT(app_has_line(sync, "left out"));
    app_end(sync);
}

T_TEST(a_source_that_is_silent_from_mid_wait_on)
{
    struct at_sync *sync = app_begin();
    app_follow(sync, "react_native");
    app_set_pending("1 fetch", -1, false);
    struct at_sync_report report =
        wait_beside(sync, fail_second, AT_ETIMEOUT, 1500);
    T_NOT(report.idle);
    T_OK(report.waited_ns >= 1400 * AT_NS_PER_MS);
    T_EQ_SIZE(report.still.count, 2);
    T_EQ_TEXT(report.still.items[0].text, "1 fetch");
    T_EQ_TEXT(report.still.items[1].text, "an answer: it is busy");
    T_OK(app_has_line(sync, "does not answer while it is waited for"));
    T_EQ_SIZE(app_wait_ms(sync, PATIENCE_MS).asked_count, 0);
    T_OK(app_has_line(sync, "left out"));
    app_set_ask_code(AT_OK);
    T_OK(app_comes_back(sync));
    T_OK(app_wait_ms(sync, PATIENCE_MS).idle); // the wait ignores work that it
                                               // waited for in vain
    app_end(sync);
}

static void *
tell_events(void *arg)
{
    const bool *stop = arg;
    bool ends = false;
    while (!ends) {
        app_tell_event();
        poll(NULL, 0, 100);
        pthread_mutex_lock(&app.lock);
        ends = *stop;
        pthread_mutex_unlock(&app.lock);
    }
    return NULL;
}

// An app that logs, or whose names are read, sends events all the time.
T_TEST(a_silent_source_comes_back_among_events)
{
    struct at_sync *sync = app_begin();
    bool stop = false;
    pthread_t thread;
    app_follow(sync, "react_native");
    app_set_ask_code(AT_ETIMEOUT);
    T_EQ_SIZE(app_wait_ms(sync, PATIENCE_MS).asked_count, 0);
    T_EQ_INT(pthread_create(&thread, NULL, tell_events, &stop), 0);
    app_set_ask_code(AT_OK);
    bool back = app_comes_back(sync);
    pthread_mutex_lock(&app.lock);
    stop = true;
    pthread_mutex_unlock(&app.lock);
    pthread_join(thread, NULL);
    T_OK(back);
    app_end(sync);
}

// Each runtime counts its items from 1.
T_TEST(ignored_work_is_forgotten_with_its_runtime)
{
    struct at_sync *sync = app_begin();
    app_follow(sync, "react_native");
    app_set_pending("1 fetch", -1, false);
    T_NOT(app_wait_shortly(sync).idle);
    T_OK(app_wait_ms(sync, PATIENCE_MS).idle);
    app_set_ask_code(AT_ENODEV);
    T_EQ_SIZE(app_wait_ms(sync, PATIENCE_MS).asked_count, 0);
    app_set_ask_code(AT_OK);
    T_OK(app_comes_back(sync));
    T_NOT(app_wait_shortly(sync).idle);
    app_end(sync);
}

T_TEST(a_launch_ends_the_pause)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app.attach_code = AT_ENODEV;
    app_follow(sync, "react_native");
    while (app_count(&app.tried) < 3)
        poll(NULL, 0, 1);
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    set_attach_code(AT_OK);
    app_follow(sync, "react_native");
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    app_end(sync);
}

T_TEST(a_launch_leaves_to_others_what_they_have_taken)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app.attach_code = AT_EBUSY;
    app_follow(sync, "react_native");
    set_attach_code(AT_OK);
    app_follow(sync, "react_native");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_INT(app_count(&app.tried), 1);
    app_end(sync);
}

// An app is launched, starts, and is attached to then.
T_TEST(a_source_absent_at_launch_is_tried_again_at_connect)
{
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = "react_native"};
    struct at_sync *sync = app_begin();
    struct at_op op = app_op_in(PATIENCE_MS);
    const char *names[AT_SYNC_SOURCES_MAX];
    app.attach_code = AT_ENODEV;
    at_sync_follow(sync, &followed);
    while (app_count(&app.tried) < 2) // the first attempt has ended then
        poll(NULL, 0, 1);
    set_attach_code(AT_OK);
    at_sync_meet(&op, sync);
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    app_end(sync);
}

T_TEST(a_silent_source_is_asked_at_a_launch)
{
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app_follow(sync, "react_native");
    app_set_ask_code(AT_ETIMEOUT);
    T_EQ_SIZE(app_wait_ms(sync, PATIENCE_MS).asked_count, 0);
    app_set_ask_code(AT_OK);
    app_follow(sync, "react_native");
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    T_EQ_INT(app_count(&app.attached), 1);
    app_end(sync);
}

// A missing source counts for this launch only.
T_TEST(an_attempt_from_before_the_launch_does_not_count)
{
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = ""};
    struct at_sync *sync = app_begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app.attach_hangs = true;
    at_sync_follow(sync, &followed);
    while (app_count(&app.tried) == 0)
        poll(NULL, 0, 1);
    at_sync_follow(sync, &followed);
    pthread_mutex_lock(&app.lock);
    app.attach_hangs = false;
    pthread_mutex_unlock(&app.lock);
    struct at_op op = app_op_in(PATIENCE_MS);
    at_sync_meet(&op, sync); // after the 3 s of the first
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    app_end(sync);
}

T_MAIN()
