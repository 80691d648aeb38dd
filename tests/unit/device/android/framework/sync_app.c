#include "tests/unit/device/android/framework/sync_app.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

struct app app = {.lock = PTHREAD_MUTEX_INITIALIZER};

void
app_set_pending(const char *text, int64_t due_ms, bool endless)
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

void
app_tell_event(void)
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

const struct at_sync_source app_source = {
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
static const struct at_sync_source *const sources[] = {&app_source, NULL};

struct at_op
app_op_in(int64_t ms)
{
    return (struct at_op){.deadline_ns = at_now_ns() + ms * AT_NS_PER_MS};
}

struct at_sync *
app_begin_with(const struct at_sync_source *const *rows)
{
    const struct at_source_ground ground = {.model = "test"};
    app = (struct app){.lock = PTHREAD_MUTEX_INITIALIZER};
    T_EQ_INT(pipe(app.fds), 0);
    return at_sync_new(&ground, rows);
}

struct at_sync *
app_begin(void)
{
    return app_begin_with(sources);
}

void
app_follow(struct at_sync *sync, const char *framework)
{
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = framework};
    struct at_op op = app_op_in(10000);
    at_sync_follow(sync, &followed);
    at_sync_meet(&op, sync);
}

void
app_end(struct at_sync *sync)
{
    at_sync_free(sync);
    close(app.fds[0]);
    close(app.fds[1]);
    T_EQ_INT(app.attached, app.detached);
}

struct at_sync_report
app_wait_ms(struct at_sync *sync, int64_t ms)
{
    struct at_sync_report report;
    struct at_op op = app_op_in(ms);
    T_OK(at_sync_wait(&op, sync, &report, NULL));
    return report;
}

struct at_sync_report
app_wait_shortly(struct at_sync *sync)
{
    struct at_sync_report report;
    do
        report = app_wait_ms(sync, 60);
    while (report.asked_count == 0);
    return report;
}

int
app_count(const int *what)
{
    pthread_mutex_lock(&app.lock);
    int value = *what;
    pthread_mutex_unlock(&app.lock);
    return value;
}

void
app_set_ask_code(enum at_code code)
{
    pthread_mutex_lock(&app.lock);
    app.ask_code = code;
    pthread_mutex_unlock(&app.lock);
}

void
app_until_asked(int times)
{
    while (app_count(&app.asked) < times)
        poll(NULL, 0, 1);
}

bool
app_comes_back(struct at_sync *sync)
{
    const char *names[AT_SYNC_SOURCES_MAX];
    for (int i = 0; i < 6000 && at_sync_attached(sync, names) == 0; i++)
        poll(NULL, 0, 5);
    return at_sync_attached(sync, names) == 1;
}

void
app_set_ask_ms(int64_t ms)
{
    pthread_mutex_lock(&app.lock);
    app.ask_ms = ms;
    pthread_mutex_unlock(&app.lock);
}

bool
app_has_line(struct at_sync *sync, const char *text)
{
    struct at_argv lines = AT_ARGV_INIT;
    bool has = false;
    at_sync_lines(sync, &lines);
    for (size_t i = 0; i < lines.count; i++)
        has = has || strstr(at_argv_words(&lines)[i], text);
    at_argv_deinit(&lines);
    return has;
}
