// channel.c: the thread's loop, and what it shares with the owner
#include "device/android/framework/channel.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "sync"

enum {
    ATTACH_MS = 3000,
    FIRST_PAUSE_MS = 200,   // an app that reloads is back soon
    TAKEN_PAUSE_MS = 60000, // somebody else has it
    MAX_PAUSE_MS = 60000,
    STEADY_MS = 5000, // so long attached, its end is a new story
    TAKE_MS = 1000,
    AGAIN_MS = 250,     // an event may have been lost
    DUE_MARGIN_MS = 15, // the app's clock and thread are not ours
    SILENT_AGAIN_MS = 1000,
    SLOW_MS = 50, // slower than twice the quickest answer by this: it was busy
    SLOW_MAX = 3, // so often, one after the other: it is as slow as that
};

enum state { ATTACHING, ATTACHED, SILENT, OVER };
enum job_kind { JOB_NONE, JOB_WAIT, JOB_READ };

struct job {
    enum job_kind kind;
    int64_t number;
    int64_t deadline_ns;
    struct at_overlay_wish wish;
};

struct at_channel {
    const struct at_sync_source *source;
    struct at_source_ground ground;
    struct at_wake *told;
    struct at_wake wake;
    struct at_cancel *stop;
    pthread_t thread;
    void *self; // the source's; this and the next five the thread's alone
    bool taken; // the last failure: somebody else has it
    bool attached_once;
    int64_t quickest_ns;  // answer since it is attached; 0: none yet
    int slow_count;       // answers, one after the other
    char failed[256];     // the last attempt's words, which are not repeated
    pthread_mutex_t lock; // guards all below
    bool stopping;
    enum state state;
    bool met;
    struct job job; // posted and not ended; NONE: none
    bool done;
    int64_t last_number;
    struct at_channel_answer answer;
    struct at_channel_reading reading; // its overlay is owned
    size_t endured_count;
    struct at_pending endured[AT_SYNC_PENDING_MAX];
    size_t line_count;
    char *lines[AT_SYNC_LINES_KEPT]; // owned
};

static void
add_line(void *user, const char *text)
{
    struct at_channel *channel = user;
    char *line = at_strdup(text);
    at_log_debug("%s source=%s dev=%s", text, channel->source->name,
                 channel->ground.adb.serial);
    pthread_mutex_lock(&channel->lock);
    if (channel->line_count < AT_SYNC_LINES_KEPT)
        channel->lines[channel->line_count++] = line;
    else
        free(line);
    pthread_mutex_unlock(&channel->lock);
}

static void
set_state(struct at_channel *channel, enum state state)
{
    pthread_mutex_lock(&channel->lock);
    channel->state = state;
    channel->met = channel->met || state != SILENT;
    if (state != ATTACHED) {
        channel->done = true;
        channel->job.kind = JOB_NONE;
    }
    pthread_mutex_unlock(&channel->lock);
    at_wake_post(channel->told);
}

static bool
is_stopping(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    bool stopping = channel->stopping;
    pthread_mutex_unlock(&channel->lock);
    return stopping;
}

static struct job
current_job(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    struct job job = channel->job;
    pthread_mutex_unlock(&channel->lock);
    return job;
}

static bool
is_current(struct at_channel *channel, const struct job *job)
{
    return current_job(channel).number == job->number;
}

// Sleep until fd is readable, somebody posts, or until_ns. Returns whether fd
// is.
static bool
doze(struct at_channel *channel, int fd, int64_t until_ns)
{
    struct pollfd fds[] = {{.fd = at_wake_fd(&channel->wake), .events = POLLIN},
                           {.fd = fd, .events = POLLIN}};
    struct at_op op = {.deadline_ns = until_ns};
    int ms = until_ns == AT_NEVER_NS ? -1 : at_op_left_ms(&op, at_now_ns());
    if (poll(fds, fd >= 0 ? 2 : 1, ms) <= 0)
        return false;
    if (fds[0].revents)
        at_wake_clear(&channel->wake);
    return fd >= 0 && fds[1].revents != 0;
}

static struct at_op
op_until(const struct at_channel *channel, int64_t deadline_ns, int64_t max_ms)
{
    struct at_op op = {.deadline_ns = deadline_ns, .cancel = channel->stop};
    return at_op_sub(&op, at_now_ns(), max_ms);
}

static bool
is_endured(const struct at_channel *channel, const struct at_pending *item)
{
    for (size_t i = 0; i < channel->endured_count; i++) {
        if (strcmp(channel->endured[i].id, item->id) == 0)
            return true;
    }
    return false;
}

// What has ended need not be endured any longer.
static void
forget_ended(struct at_channel *channel, const struct at_pending_list *now)
{
    size_t kept = 0;
    for (size_t i = 0; i < channel->endured_count; i++) {
        bool there = false;
        for (size_t k = 0; k < now->count && !there; k++)
            there = strcmp(channel->endured[i].id, now->items[k].id) == 0;
        if (there)
            channel->endured[kept++] = channel->endured[i];
    }
    channel->endured_count = kept;
}

static void
add_pending(struct at_pending_list *list, const struct at_pending *item)
{
    if (list->count < AT_SYNC_PENDING_MAX)
        list->items[list->count++] = *item;
    else
        list->omitted++;
}

static int64_t
again_ms(const struct at_channel *channel)
{
    const struct at_sync_source *source = channel->source;
    return source->again_ms ? source->again_ms(channel->self) : AGAIN_MS;
}

// Did the app let its answer wait? What is always slow (a long way, much to
// say) is not busy, also if it has become so. Without a connection each answer
// takes a process on the device.
static bool
was_busy(struct at_channel *channel, int64_t took_ns)
{
    bool slow = channel->quickest_ns > 0 &&
                took_ns > SLOW_MS * AT_NS_PER_MS + 2 * channel->quickest_ns;
    channel->slow_count = slow ? channel->slow_count + 1 : 0;
    if (channel->quickest_ns == 0 || took_ns < channel->quickest_ns ||
        channel->slow_count == SLOW_MAX)
        channel->quickest_ns = took_ns > 0 ? took_ns : 1;
    return channel->source->fd(channel->self) >= 0 && slow &&
           channel->slow_count < SLOW_MAX;
}

// Keep the answer for the owner. Returns when the earliest of what is waited
// for is due; 0: nothing is waited for.
static int64_t
note_answer(struct at_channel *channel, const struct job *job,
            const struct at_pending_list *now, int64_t began_ns)
{
    struct at_pending_list waited = {0};
    int64_t now_ns = at_now_ns();
    int64_t due_ns = now_ns + again_ms(channel) * AT_NS_PER_MS;
    bool busy = was_busy(channel, now_ns - began_ns);
    pthread_mutex_lock(&channel->lock);
    if (channel->job.number != job->number) { // given up meanwhile
        pthread_mutex_unlock(&channel->lock);
        return 0;
    }
    forget_ended(channel, now);
    for (size_t i = 0; i < now->count; i++) {
        const struct at_pending *item = &now->items[i];
        if (item->endless || is_endured(channel, item))
            continue;
        add_pending(&waited, item);
        int64_t item_ns =
            now_ns + (item->due_ms + DUE_MARGIN_MS) * AT_NS_PER_MS;
        if (item->due_ms >= 0 && item_ns < due_ns)
            due_ns = item_ns;
    }
    if (!channel->answer.answered) {
        channel->answer.waited = waited;
        if (busy)
            add_pending(&channel->answer.waited,
                        &(struct at_pending){.source = channel->source->name,
                                             .id = "busy",
                                             .text = "an answer: it was busy",
                                             .due_ms = -1});
    }
    channel->answer.answered = true;
    channel->answer.still = *now;
    channel->answer.idle = waited.count == 0;
    pthread_mutex_unlock(&channel->lock);
    return waited.count == 0 ? 0 : due_ns;
}

static void
end_job(struct at_channel *channel, const struct job *job)
{
    pthread_mutex_lock(&channel->lock);
    if (channel->job.number == job->number) {
        channel->job.kind = JOB_NONE;
        channel->done = true;
    }
    pthread_mutex_unlock(&channel->lock);
    at_wake_post(channel->told);
}

// A source that does not answer is left out until it does; any other failure
// ends the connection.
static bool
survive(struct at_channel *channel, const struct at_err *why)
{
    struct at_buf line = AT_BUF_INIT(2048);
    if (why->code == AT_ECANCELED)
        return false;
    bool silent = why->code == AT_ETIMEOUT;
    channel->taken = why->code == AT_EBUSY;
    if (silent)
        at_buf_add_fmt(&line,
                       "no answer within %lld ms: left out until it answers",
                       (long long)channel->source->answer_ms);
    else
        at_buf_add_fmt(&line, "lost: %s", why->msg);
    add_line(channel, at_buf_text(&line));
    at_buf_deinit(&line);
    set_state(channel, silent ? SILENT : ATTACHING);
    return silent;
}

static bool
take(struct at_channel *channel, bool *out_news)
{
    struct at_err why = AT_ERR_INIT;
    struct at_op op = op_until(channel, AT_NEVER_NS, TAKE_MS);
    *out_news = false;
    return channel->source->take(&op, channel->self, out_news, &why) ||
           (why.code == AT_ETIMEOUT) || survive(channel, &why);
}

// Sleep until the answer may have changed. False: the source is lost.
static bool
await_news(struct at_channel *channel, const struct job *job, int64_t due_ns)
{
    const struct at_sync_source *source = channel->source;
    int fd = source->fd(channel->self);
    bool news = false;
    if (due_ns > job->deadline_ns)
        due_ns = job->deadline_ns;
    while (!news && at_now_ns() < due_ns && is_current(channel, job)) {
        bool here = source->has && source->has(channel->self);
        if ((here || doze(channel, fd, due_ns)) && !take(channel, &news))
            return false;
    }
    return true;
}

// The owner's time was over before the source's, which says nothing of it.
static bool
was_cut(const struct at_channel *channel, const struct job *job,
        int64_t began_ns, const struct at_err *why)
{
    int64_t had_ns = job->deadline_ns - began_ns;
    return why->code == AT_ETIMEOUT &&
           had_ns < channel->source->answer_ms * AT_NS_PER_MS;
}

// False: the source is lost, or silent.
static bool
ask_once(struct at_channel *channel, const struct job *job, int64_t *out_due_ns)
{
    struct at_pending_list now = {0};
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    struct at_op op =
        op_until(channel, job->deadline_ns, channel->source->answer_ms);
    *out_due_ns = 0;
    if (channel->source->ask(&op, channel->self, &now, &why)) {
        *out_due_ns = note_answer(channel, job, &now, began_ns);
        return true;
    }
    return was_cut(channel, job, began_ns, &why) || survive(channel, &why);
}

static bool
serve_wait(struct at_channel *channel, const struct job *job)
{
    int64_t due_ns;
    bool ok;
    do {
        ok = ask_once(channel, job, &due_ns);
        if (!ok || due_ns == 0)
            break;
        ok = await_news(channel, job, due_ns);
    } while (ok && is_current(channel, job) && at_now_ns() < job->deadline_ns);
    if (ok) // else the state has ended it
        end_job(channel, job);
    return ok;
}

// The screen that it was read for may be gone: the owner judges that by key and
// time.
static void
keep_reading(struct at_channel *channel, const struct at_channel_reading *read)
{
    pthread_mutex_lock(&channel->lock);
    struct at_overlay *before = channel->reading.overlay;
    channel->reading = *read;
    pthread_mutex_unlock(&channel->lock);
    at_overlay_free(before);
}

static bool
serve_read(struct at_channel *channel, const struct job *job)
{
    struct at_err why = AT_ERR_INIT;
    struct at_channel_reading read = {
        .ended = true, .key = job->wish.key, .began_ns = at_now_ns()};
    struct at_op op =
        op_until(channel, AT_NEVER_NS, channel->source->answer_ms);
    if (!channel->source->read(&op, channel->self, &job->wish, &read.overlay,
                               &why))
        return survive(channel, &why);
    keep_reading(channel, &read);
    end_job(channel, job);
    return true;
}

// A silent source is asked again from time to time.
static bool
try_again(struct at_channel *channel)
{
    struct at_pending_list now = {0};
    struct at_err why = AT_ERR_INIT;
    struct at_op op = op_until(channel, AT_NEVER_NS, SILENT_AGAIN_MS);
    if (channel->source->ask(&op, channel->self, &now, &why)) {
        add_line(channel, "it answers again");
        set_state(channel, ATTACHED);
        return true;
    }
    return why.code == AT_ETIMEOUT || survive(channel, &why);
}

static bool
serve_once(struct at_channel *channel)
{
    struct job job = current_job(channel);
    bool silent = channel->state == SILENT; // the thread's own writing
    bool news;
    if (job.kind == JOB_WAIT)
        return serve_wait(channel, &job);
    if (job.kind == JOB_READ)
        return serve_read(channel, &job);
    int64_t until_ns =
        silent ? at_now_ns() + SILENT_AGAIN_MS * AT_NS_PER_MS : AT_NEVER_NS;
    if (doze(channel, channel->source->fd(channel->self), until_ns))
        return take(channel, &news);
    return !silent || at_now_ns() < until_ns || try_again(channel);
}

static void
note_failure(struct at_channel *channel, const struct at_err *why)
{
    char text[sizeof(channel->failed)];
    at_str_cut(text, sizeof(text), at_str(why->msg));
    channel->taken = why->code == AT_EBUSY;
    if (why->code == AT_ECANCELED || strcmp(text, channel->failed) == 0)
        return;
    memcpy(channel->failed, text, sizeof(text));
    add_line(channel, why->msg);
}

// Attach once, and serve until the source is lost. Returns whether it was
// attached for some time: one that is lost at once is as dear as one that is
// not there.
static bool
live(struct at_channel *channel, bool *out_over)
{
    struct at_err why = AT_ERR_INIT;
    struct at_op op = op_until(channel, AT_NEVER_NS, ATTACH_MS);
    bool ok =
        channel->source->attach(&op, &channel->ground, &channel->self, &why);
    *out_over = !ok && why.code == AT_EUNSUPPORTED && !channel->attached_once;
    if (!ok) {
        note_failure(channel, &why);
        set_state(channel, *out_over ? OVER : ATTACHING);
        return false;
    }
    channel->attached_once = true;
    channel->quickest_ns = 0;
    channel->slow_count = 0;
    int64_t steady_ns = at_now_ns() + STEADY_MS * AT_NS_PER_MS;
    set_state(channel, ATTACHED);
    while (!is_stopping(channel) && serve_once(channel))
        continue;
    set_state(channel, ATTACHING);
    channel->source->detach(channel->self);
    channel->self = NULL;
    return at_now_ns() >= steady_ns;
}

static void *
run(void *arg)
{
    struct at_channel *channel = arg;
    int64_t pause_ms = FIRST_PAUSE_MS;
    bool over = false;
    while (!over && !is_stopping(channel)) {
        if (live(channel, &over))
            pause_ms = FIRST_PAUSE_MS;
        if (channel->taken)
            pause_ms = TAKEN_PAUSE_MS;
        int64_t until_ns = at_now_ns() + pause_ms * AT_NS_PER_MS;
        while (!over && !is_stopping(channel) && at_now_ns() < until_ns)
            doze(channel, -1, until_ns);
        pause_ms = pause_ms * 2 < MAX_PAUSE_MS ? pause_ms * 2 : MAX_PAUSE_MS;
    }
    return NULL;
}

static void
release(struct at_channel *channel)
{
    for (size_t i = 0; i < channel->line_count; i++)
        free(channel->lines[i]);
    at_overlay_free(channel->reading.overlay);
    pthread_mutex_destroy(&channel->lock);
    at_wake_deinit(&channel->wake);
    at_cancel_free(channel->stop);
    free(channel);
}

struct at_channel *
at_channel_new(const struct at_sync_source *source,
               const struct at_source_ground *ground, struct at_wake *told,
               struct at_err *err)
{
    struct at_channel *channel = at_alloc(sizeof(*channel));
    channel->source = source;
    channel->ground = *ground;
    channel->ground.note = add_line;
    channel->ground.user = channel;
    channel->told = told;
    channel->done = true;
    channel->stop = at_cancel_new(NULL, err);
    if (!channel->stop || !at_wake_init(&channel->wake, err)) {
        at_cancel_free(channel->stop);
        free(channel);
        return NULL;
    }
    pthread_mutex_init(&channel->lock, NULL);
    int sys = pthread_create(&channel->thread, NULL, run, channel);
    if (sys != 0) {
        release(channel);
        at_fail_sys(err, AT_EIO, sys, "no thread for %s", source->name);
        return NULL;
    }
    return channel;
}

void
at_channel_free(struct at_channel *channel)
{
    if (!channel)
        return;
    pthread_mutex_lock(&channel->lock);
    channel->stopping = true;
    channel->job.number = ++channel->last_number;
    pthread_mutex_unlock(&channel->lock);
    at_cancel_fire(channel->stop);
    at_wake_post(&channel->wake);
    pthread_join(channel->thread, NULL);
    release(channel);
}

const struct at_sync_source *
at_channel_source(const struct at_channel *channel)
{
    return channel->source;
}

static bool
is_in(struct at_channel *channel, enum state state)
{
    pthread_mutex_lock(&channel->lock);
    bool is = channel->state == state;
    pthread_mutex_unlock(&channel->lock);
    return is;
}

bool
at_channel_is_attached(struct at_channel *channel)
{
    return is_in(channel, ATTACHED);
}

bool
at_channel_is_over(struct at_channel *channel)
{
    return is_in(channel, OVER);
}

bool
at_channel_has_met(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    bool met = channel->met;
    pthread_mutex_unlock(&channel->lock);
    return met;
}

static bool
post(struct at_channel *channel, const struct job *job)
{
    pthread_mutex_lock(&channel->lock);
    bool attached = channel->state == ATTACHED;
    channel->answer = (struct at_channel_answer){.answered = false};
    channel->done = !attached;
    if (attached) {
        channel->job = *job;
        channel->job.number = ++channel->last_number;
    }
    pthread_mutex_unlock(&channel->lock);
    if (attached)
        at_wake_post(&channel->wake);
    return attached;
}

bool
at_channel_post_wait(struct at_channel *channel, int64_t deadline_ns)
{
    return post(channel,
                &(struct job){.kind = JOB_WAIT, .deadline_ns = deadline_ns});
}

bool
at_channel_post_read(struct at_channel *channel,
                     const struct at_overlay_wish *wish)
{
    return post(channel, &(struct job){.kind = JOB_READ, .wish = *wish});
}

bool
at_channel_is_done(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    bool done = channel->done;
    pthread_mutex_unlock(&channel->lock);
    return done;
}

// The thread drops a job that is not its current one any more.
static void
give_up(struct at_channel *channel)
{
    channel->job = (struct job){.number = ++channel->last_number};
    channel->done = true;
}

void
at_channel_take_wait(struct at_channel *channel, struct at_channel_answer *out)
{
    pthread_mutex_lock(&channel->lock);
    bool given_up = !channel->done;
    give_up(channel);
    *out = channel->answer;
    for (size_t i = 0; out->answered && !out->idle && i < out->still.count;
         i++) {
        const struct at_pending *item = &out->still.items[i];
        if (!item->endless && !is_endured(channel, item) &&
            channel->endured_count < AT_SYNC_PENDING_MAX)
            channel->endured[channel->endured_count++] = *item;
    }
    pthread_mutex_unlock(&channel->lock);
    if (given_up)
        at_wake_post(&channel->wake);
}

void
at_channel_take_reading(struct at_channel *channel,
                        struct at_channel_reading *out)
{
    pthread_mutex_lock(&channel->lock);
    *out = channel->reading;
    channel->reading = (struct at_channel_reading){.ended = false};
    pthread_mutex_unlock(&channel->lock);
}

void
at_channel_add_line(struct at_channel *channel, const char *text)
{
    add_line(channel, text);
}

void
at_channel_lines(struct at_channel *channel, struct at_argv *out)
{
    pthread_mutex_lock(&channel->lock);
    for (size_t i = 0; i < channel->line_count; i++) {
        const char *line = channel->lines[i];
        if (line[0] == '[') // a topic of its own
            at_argv_add(out, line);
        else
            at_argv_add_fmt(out, "[%s] %s", channel->source->tag, line);
        free(channel->lines[i]);
    }
    channel->line_count = 0;
    pthread_mutex_unlock(&channel->lock);
}
