// The sources are rows of this test: their app is a table that the test
// changes, and their events come through a pipe.
#include "device/android/framework/sync.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/descriptors.h"
#include "tests/t.h"

struct app {
    pthread_mutex_t lock;
    enum at_code attach_code; // AT_OK: it attaches
    enum at_code ask_code;    // AT_OK: it answers; AT_ETIMEOUT: it is silent
    struct at_pending_list pending;
    int attached; // so many times
    int detached;
    int asked;
    int64_t ask_ms;    // how long an answer takes
    int ends_at;       // from this question on nothing is pending; 0: never
    int tried;         // to attach
    bool attach_hangs; // until its op ends
    int64_t detach_ms; // how long it takes
    int fds[2];        // events
};

static struct app app = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void
set_pending(const char *text, int64_t due_ms, bool endless)
{
    pthread_mutex_lock(&app.lock);
    app.pending.count = text ? 1 : 0;
    struct at_pending *item = &app.pending.items[0];
    *item = (struct at_pending){
        .source = "test", .due_ms = due_ms, .endless = endless};
    snprintf(item->text, sizeof(item->text), "%s", text ? text : "");
    snprintf(item->id, sizeof(item->id), "%.20s", item->text);
    pthread_mutex_unlock(&app.lock);
}

static void
tell_event(void)
{
    T_EQ_INT(write(app.fds[1], "e", 1), 1);
}

static bool
applies(const struct at_sync_app *to)
{
    return strcmp(to->framework, "native") != 0;
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    ground->note(ground->user, "attaching");
    pthread_mutex_lock(&app.lock);
    enum at_code code = app.attach_code;
    bool hangs = app.attach_hangs;
    app.attached += code == AT_OK && !hangs;
    app.tried++;
    pthread_mutex_unlock(&app.lock);
    *out_state = &app;
    if (hangs)
        return at_op_wait_until(op, AT_NEVER_NS, err);
    return code == AT_OK || at_fail(err, code, "nobody is there");
}

static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    (void)state;
    pthread_mutex_lock(&app.lock);
    enum at_code code = app.ask_code;
    app.asked++;
    if (app.ends_at > 0 && app.asked >= app.ends_at)
        app.pending.count = 0;
    *out = app.pending;
    int64_t until_ns = at_now_ns() + app.ask_ms * AT_NS_PER_MS;
    pthread_mutex_unlock(&app.lock);
    if (at_now_ns() < until_ns && !at_op_wait_until(op, until_ns, err))
        return false;
    if (code == AT_ETIMEOUT)
        return at_op_wait_until(op, AT_NEVER_NS, err);
    return code == AT_OK || at_fail(err, code, "the app is gone");
}

static int
event_fd(const void *state)
{
    (void)state;
    return app.fds[0];
}

static bool
take(const struct at_op *op, void *state, bool *out_news, struct at_err *err)
{
    char byte;
    (void)op;
    (void)state;
    (void)err;
    *out_news = read(app.fds[0], &byte, 1) == 1;
    return true;
}

static void
detach(void *state)
{
    const struct at_op never = {.deadline_ns = AT_NEVER_NS};
    (void)state;
    pthread_mutex_lock(&app.lock);
    int64_t until_ns = at_now_ns() + app.detach_ms * AT_NS_PER_MS;
    pthread_mutex_unlock(&app.lock);
    (void)!at_op_wait_until(&never, until_ns, NULL);
    pthread_mutex_lock(&app.lock);
    app.detached++;
    pthread_mutex_unlock(&app.lock);
}

static const struct at_sync_source source = {
    .name = "test",
    .tag = "test-tag",
    .applies = applies,
    .attach = attach,
    .ask = ask,
    .fd = event_fd,
    .take = take,
    .detach = detach,
    .answer_ms = 100,
};
static const struct at_sync_source *const sources[] = {&source, NULL};

static int64_t
never_by_the_clock(const void *state)
{
    (void)state;
    return 60000;
}

static struct at_op
op_in(int64_t ms)
{
    return (struct at_op){.deadline_ns = at_now_ns() + ms * AT_NS_PER_MS};
}

static struct at_sync *
begin_with(const struct at_sync_source *const *rows)
{
    const struct at_source_ground ground = {.model = "test"};
    app = (struct app){.lock = PTHREAD_MUTEX_INITIALIZER};
    T_EQ_INT(pipe(app.fds), 0);
    return at_sync_new(&ground, rows);
}

static struct at_sync *
begin(void)
{
    return begin_with(sources);
}

static void
follow(struct at_sync *sync, const char *framework)
{
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = framework};
    struct at_op op = op_in(10000);
    at_sync_follow(sync, &followed);
    at_sync_meet(&op, sync);
}

static void
end(struct at_sync *sync)
{
    at_sync_free(sync);
    close(app.fds[0]);
    close(app.fds[1]);
    T_EQ_INT(app.attached, app.detached);
}

static struct at_sync_report
wait_ms(struct at_sync *sync, int64_t ms)
{
    struct at_sync_report report;
    struct at_op op = op_in(ms);
    T_OK(at_sync_wait(&op, sync, &report, NULL));
    return report;
}

// A short wait that the source has answered, however slow the machine is.
static struct at_sync_report
wait_shortly(struct at_sync *sync)
{
    struct at_sync_report report;
    do
        report = wait_ms(sync, 60);
    while (report.asked_count == 0);
    return report;
}

static int
count(const int *what)
{
    pthread_mutex_lock(&app.lock);
    int value = *what;
    pthread_mutex_unlock(&app.lock);
    return value;
}

static void
set_ask_code(enum at_code code)
{
    pthread_mutex_lock(&app.lock);
    app.ask_code = code;
    pthread_mutex_unlock(&app.lock);
}

static void
until_asked(int times)
{
    while (count(&app.asked) < times)
        poll(NULL, 0, 1);
}

// In half a minute at most.
static bool
comes_back(struct at_sync *sync)
{
    const char *names[AT_SYNC_SOURCES_MAX];
    for (int i = 0; i < 6000 && at_sync_attached(sync, names) == 0; i++)
        poll(NULL, 0, 5);
    return at_sync_attached(sync, names) == 1;
}

T_TEST(nothing_for_a_native_app)
{
    struct at_sync *sync = begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    follow(sync, "native");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_SIZE(at_sync_sources(sync, names), 0);
    T_EQ_SIZE(at_sync_sources(NULL, names), 0);
    struct at_sync_report report = wait_ms(sync, 10000);
    T_OK(report.idle);
    T_EQ_SIZE(report.asked_count, 0);
    T_EQ_INT(app.asked, 0);
    end(sync);
    T_OK(at_sync_wait(&(struct at_op){0}, NULL, &report, NULL));
    T_OK(report.idle);
}

T_TEST(idle_at_once)
{
    struct at_sync *sync = begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    follow(sync, "react_native");
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    T_EQ_TEXT(names[0], "test");
    struct at_sync_report report = wait_ms(sync, 10000);
    T_OK(report.idle);
    T_EQ_SIZE(report.asked_count, 1);
    T_EQ_SIZE(report.waited.count, 0);
    T_EQ_INT(app.asked, 1);
    end(sync);
}

static void *
end_work(void *arg)
{
    until_asked(1);
    set_pending(NULL, -1, false);
    tell_event();
    return arg;
}

// The event ends the wait, not the next question by the clock.
T_TEST(waits_for_the_event)
{
    struct at_sync_source patient = source;
    const struct at_sync_source *const rows[] = {&patient, NULL};
    patient.again_ms = never_by_the_clock;
    struct at_sync *sync = begin_with(rows);
    pthread_t thread;
    follow(sync, "react_native");
    set_pending("1 fetch", -1, false);
    T_EQ_INT(pthread_create(&thread, NULL, end_work, NULL), 0);
    struct at_sync_report report = wait_ms(sync, 20000);
    pthread_join(thread, NULL);
    T_OK(report.idle);
    T_EQ_SIZE(report.waited.count, 1);
    T_EQ_TEXT(report.waited.items[0].text, "1 fetch");
    T_EQ_SIZE(report.still.count, 0);
    T_EQ_INT(app.asked, 2);
    end(sync);
}

// What is due is asked for when it is due.
T_TEST(waits_for_what_is_due)
{
    struct at_sync_source patient = source;
    const struct at_sync_source *const rows[] = {&patient, NULL};
    patient.again_ms = never_by_the_clock;
    struct at_sync *sync = begin_with(rows);
    follow(sync, "react_native");
    set_pending("1 timer", 40, false);
    app.ends_at = 2;
    struct at_sync_report report = wait_ms(sync, 20000);
    T_OK(report.idle);
    T_OK(report.waited_ns >= 40 * AT_NS_PER_MS);
    T_EQ_INT(app.asked, 2);
    end(sync);
}

T_TEST(endless_work_is_named)
{
    struct at_sync *sync = begin();
    follow(sync, "react_native");
    set_pending("interval", 1000, true);
    struct at_sync_report report = wait_ms(sync, 10000);
    T_OK(report.idle);
    T_EQ_SIZE(report.waited.count, 0);
    T_EQ_SIZE(report.still.count, 1);
    T_EQ_INT(app.asked, 1);
    end(sync);
}

// Once waited for in vain it is not waited for again, until it has ended.
T_TEST(waited_in_vain_is_endured)
{
    struct at_sync *sync = begin();
    follow(sync, "react_native");
    set_pending("1 fetch", -1, false);
    struct at_sync_report report = wait_shortly(sync);
    T_NOT(report.idle);
    T_EQ_SIZE(report.still.count, 1);
    report = wait_ms(sync, 10000);
    T_OK(report.idle);
    T_EQ_SIZE(report.still.count, 1);
    set_pending(NULL, -1, false);
    T_OK(wait_ms(sync, 10000).idle);
    set_pending("1 fetch", -1, false);
    T_NOT(wait_shortly(sync).idle);
    end(sync);
}

static void
set_ask_ms(int64_t ms)
{
    pthread_mutex_lock(&app.lock);
    app.ask_ms = ms;
    pthread_mutex_unlock(&app.lock);
}

// An answer will take so long that it is slow beside one that took no longer
// than the wait of report.
static void
slow_down(const struct at_sync_report *report)
{
    set_ask_ms(2 * report->waited_ns / AT_NS_PER_MS + 350);
}

// An app that lets its answer wait is busy; one that always does is slow.
T_TEST(what_becomes_slow_is_not_busy_for_ever)
{
    struct at_sync_source patient = source;
    const struct at_sync_source *const rows[] = {&patient, NULL};
    patient.answer_ms = 10000;
    struct at_sync *sync = begin_with(rows);
    follow(sync, "react_native");
    struct at_sync_report report = wait_ms(sync, 10000);
    T_EQ_SIZE(report.waited.count, 0);
    slow_down(&report);
    report = wait_ms(sync, 10000);
    T_EQ_SIZE(report.waited.count, 1);
    T_EQ_TEXT(report.waited.items[0].text, "an answer: it was busy");
    T_EQ_SIZE(wait_ms(sync, 10000).waited.count, 1);
    T_EQ_SIZE(wait_ms(sync, 10000).waited.count, 0);
    T_EQ_SIZE(wait_ms(sync, 10000).waited.count, 0);
    set_ask_ms(0);
    report = wait_ms(sync, 10000);
    T_EQ_SIZE(report.waited.count, 0);
    slow_down(&report);
    T_EQ_SIZE(wait_ms(sync, 10000).waited.count, 1);
    end(sync);
}

static bool
has_line(struct at_sync *sync, const char *text)
{
    struct at_argv lines = AT_ARGV_INIT;
    bool has = false;
    at_sync_lines(sync, &lines);
    for (size_t i = 0; i < lines.count; i++)
        has = has || strstr(at_argv_words(&lines)[i], text);
    at_argv_deinit(&lines);
    return has;
}

// A silent source costs its answer_ms once, and is back when it answers.
T_TEST(a_silent_source_is_left_out)
{
    struct at_sync *sync = begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    follow(sync, "react_native");
    set_ask_code(AT_ETIMEOUT);
    struct at_sync_report report = wait_ms(sync, 10000);
    T_EQ_SIZE(report.asked_count, 0);
    T_OK(report.idle);
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_SIZE(at_sync_sources(sync, names), 1);
    T_EQ_TEXT(names[0], "test");
    T_OK(has_line(sync, "[test-tag] no answer within 100 ms"));
    T_OK(wait_ms(sync, 10000).idle);
    set_ask_code(AT_OK);
    T_OK(comes_back(sync));
    T_EQ_SIZE(wait_ms(sync, 10000).asked_count, 1);
    T_EQ_INT(app.attached, 1);
    end(sync);
}

// The owner's short deadline says nothing of the source.
T_TEST(a_short_wait_of_a_slow_source)
{
    struct at_sync *sync = begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    follow(sync, "react_native");
    set_ask_code(AT_ETIMEOUT);
    T_EQ_SIZE(wait_ms(sync, 20).asked_count, 0);
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    end(sync);
}

T_TEST(a_lost_source_comes_back)
{
    struct at_sync *sync = begin();
    follow(sync, "react_native");
    set_ask_code(AT_ENODEV);
    T_EQ_SIZE(wait_ms(sync, 10000).asked_count, 0);
    set_ask_code(AT_OK);
    T_OK(comes_back(sync));
    T_EQ_SIZE(wait_ms(sync, 10000).asked_count, 1);
    T_EQ_INT(app.attached, 2);
    T_OK(has_line(sync, "lost: the app is gone"));
    end(sync);
}

// What the app once had it may have again, as Metro that begins anew.
T_TEST(a_source_that_was_there_is_tried_again)
{
    struct at_sync *sync = begin();
    follow(sync, "");
    pthread_mutex_lock(&app.lock);
    app.ask_code = AT_ENODEV;
    app.attach_code = AT_EUNSUPPORTED;
    pthread_mutex_unlock(&app.lock);
    T_EQ_SIZE(wait_ms(sync, 10000).asked_count, 0);
    while (!has_line(sync, "nobody is there"))
        poll(NULL, 0, 5);
    pthread_mutex_lock(&app.lock);
    app.ask_code = AT_OK;
    app.attach_code = AT_OK;
    pthread_mutex_unlock(&app.lock);
    T_OK(comes_back(sync));
    end(sync);
}

T_TEST(no_such_source_is_not_tried_again)
{
    struct at_sync *sync = begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    app.attach_code = AT_EUNSUPPORTED;
    follow(sync, "");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_OK(has_line(sync, "[test-tag] nobody is there"));
    app.attach_code = AT_OK;
    follow(sync, ""); // the app starts anew
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    follow(sync, "native");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    end(sync);
}

T_TEST(the_switch_turns_it_off)
{
    struct at_sync *sync = begin();
    const char *names[AT_SYNC_SOURCES_MAX];
    setenv("AGENTEST_DISABLE_FRAMEWORK_SYNC", "1", 1);
    follow(sync, "react_native");
    unsetenv("AGENTEST_DISABLE_FRAMEWORK_SYNC");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_INT(app.attached, 0);
    end(sync);
}

T_TEST(a_cancelled_wait_fails)
{
    struct at_sync *sync = begin();
    struct at_sync_report report;
    struct at_err err = AT_ERR_INIT;
    struct at_op op = op_in(10000);
    op.cancel = at_cancel_new(NULL, NULL);
    follow(sync, "react_native");
    set_pending("1 fetch", -1, false);
    at_cancel_fire(op.cancel);
    T_NOT(at_sync_wait(&op, sync, &report, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    end(sync);
    at_cancel_free(op.cancel);
}

T_TEST(its_owner_goes_while_it_attaches)
{
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = "react_native"};
    struct at_sync *sync = begin();
    app.attach_hangs = true;
    at_sync_follow(sync, &followed);
    while (count(&app.tried) == 0)
        poll(NULL, 0, 1);
    int64_t began_ns = at_now_ns();
    end(sync);
    T_OK(at_now_ns() - began_ns < 1000 * AT_NS_PER_MS); // not ATTACH_MS
}

// Nobody waits for a source that is on its way out, but who ends it.
T_TEST(a_source_that_detaches_slowly)
{
    struct at_sync *sync = begin();
    follow(sync, "react_native");
    app.detach_ms = 1500;
    set_ask_code(AT_ENODEV);
    T_EQ_SIZE(wait_ms(sync, 10000).asked_count, 0);
    T_EQ_SIZE(wait_ms(sync, 10000).asked_count, 0);
    T_EQ_INT(count(&app.detached), 0);
    set_ask_code(AT_OK);
    end(sync);
}

// Each attempt costs the app and this machine something.
T_TEST(a_source_that_is_lost_at_once_is_tried_with_growing_pauses)
{
    struct at_sync *sync = begin();
    set_ask_code(AT_ENODEV);
    follow(sync, "react_native");
    int64_t until_ns = at_now_ns() + 2000 * AT_NS_PER_MS;
    while (at_now_ns() < until_ns)
        (void)wait_ms(sync, 10);
    T_OK(count(&app.attached) >= 2);
    T_OK(count(&app.attached) <= 5); // after 200, 400, 800, 1600 ms
    set_ask_code(AT_OK);
    end(sync);
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
        set_pending(NULL, -1, false);
        tell_event();
    }
}

// An event is never missed, whenever it comes.
T_TEST(no_event_is_lost)
{
    struct at_sync_source patient = source;
    const struct at_sync_source *const rows[] = {&patient, NULL};
    patient.again_ms = never_by_the_clock;
    bool stop = false;
    pthread_t thread;
    struct at_sync *sync = begin_with(rows);
    follow(sync, "react_native");
    T_EQ_INT(pthread_create(&thread, NULL, tell_ends, &stop), 0);
    for (int i = 0; i < 500; i++) {
        pthread_mutex_lock(&app.lock);
        app.asked = 0;
        pthread_mutex_unlock(&app.lock);
        set_pending("1 fetch", -1, false);
        T_OK(wait_ms(sync, 20000).idle);
    }
    pthread_mutex_lock(&app.lock);
    stop = true;
    pthread_mutex_unlock(&app.lock);
    pthread_join(thread, NULL);
    end(sync);
}

// At every moment of its life, and nothing of it stays.
T_TEST(its_owner_goes_at_any_moment)
{
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = "react_native"};
    int descriptors = t_open_descriptors();
    for (int i = 0; i < 300; i++) {
        struct at_sync *sync = begin();
        app.attach_code = i % 3 == 1 ? AT_ENODEV : AT_OK;
        app.ask_code = i % 5 == 4 ? AT_ENODEV : AT_OK;
        app.attach_hangs = i % 7 == 6;
        at_sync_follow(sync, &followed);
        for (int k = 0; k < i % 4; k++)
            (void)wait_ms(sync, 1);
        end(sync);
    }
    T_EQ_INT(t_open_descriptors(), descriptors);
}

T_MAIN()
