// channel_run.c: the thread's loop
#include <poll.h>
#include <string.h>

#include "device/android/framework/channel_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    ATTACH_MS = 3000,
    FIRST_PAUSE_MS = 200,   // an app that reloads is back soon
    TAKEN_PAUSE_MS = 60000, // another debugger has it
    MAX_PAUSE_MS = 60000,
    STEADY_MS = 5000, // attached so long, its next failure counts as the first
    TAKE_MS = 1000,
    AGAIN_MS = 250,     // an event may have been lost
    DUE_MARGIN_MS = 15, // margin for the app's clock and thread
    SILENT_AGAIN_MS = 1000,
    READ_AGAIN_MS = 5000, // after a reading that took too long
    SLOW_MS = 50, // excess over twice the quickest answer that means busy
    SLOW_MAX = 3, // consecutive slow answers that become the new normal
};

// A lost source cannot tell if the app is still busy, so the wait ends.
static void
set_state(struct at_channel *channel, enum at_channel_state state)
{
    pthread_mutex_lock(&channel->lock);
    channel->state = state;
    channel->met = !channel->hurried;
    if (state != AT_CHANNEL_ATTACHED) {
        channel->done = true;
        channel->job.kind = AT_CHANNEL_NO_JOB;
        channel->answer.idle = true;
        channel->answer.still = (struct at_pending_list){0};
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

static bool
is_hurried(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    bool hurried = channel->hurried;
    pthread_mutex_unlock(&channel->lock);
    return hurried;
}

// Begin the attempt that a launch waits for.
static void
begin_attempt(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    channel->hurried = false;
    pthread_mutex_unlock(&channel->lock);
}

static struct at_channel_job
current_job(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    struct at_channel_job job = channel->job;
    pthread_mutex_unlock(&channel->lock);
    return job;
}

static bool
is_current(struct at_channel *channel, const struct at_channel_job *job)
{
    return current_job(channel).number == job->number;
}

// Sleep until fd is readable, the wake is posted, or until_ns. Return true if
// fd is readable.
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
    return at_op_sub(&op, at_now_ns(), at_scaled_ms(max_ms));
}

// Forget items that are missing in the newest answer: they have ended, and the
// same work is waited for if it begins again.
static void
forget_ended(struct at_channel *channel, const struct at_pending_list *now)
{
    size_t kept = 0;
    for (size_t i = 0; i < channel->ignored_count; i++) {
        bool there = false;
        for (size_t k = 0; k < now->count && !there; k++)
            there = strcmp(channel->ignored[i].id, now->items[k].id) == 0;
        if (there)
            channel->ignored[kept++] = channel->ignored[i];
    }
    channel->ignored_count = kept;
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

// Return true if the app delayed its answer. An app whose answers are always
// slow (a long way, much content) is not busy, even if that is new. Without a
// connection each answer takes a process on the device.
static bool
was_busy(struct at_channel *channel, int64_t took_ns)
{
    bool slow = channel->quickest_ns > 0 &&
                took_ns > at_scaled_ms(SLOW_MS) * AT_NS_PER_MS +
                              2 * channel->quickest_ns;
    channel->slow_count = slow ? channel->slow_count + 1 : 0;
    if (channel->quickest_ns == 0 || took_ns < channel->quickest_ns ||
        channel->slow_count == SLOW_MAX)
        channel->quickest_ns = took_ns > 0 ? took_ns : 1;
    return channel->source->fd(channel->self) >= 0 && slow &&
           channel->slow_count < SLOW_MAX;
}

// Keep the answer for the owner. Return when the earliest item to wait for is
// due; 0: there is nothing to wait for.
static int64_t
note_answer(struct at_channel *channel, const struct at_channel_job *job,
            const struct at_pending_list *now, int64_t began_ns)
{
    struct at_pending_list waited = {0};
    int64_t now_ns = at_now_ns();
    int64_t due_ns = now_ns + again_ms(channel) * AT_NS_PER_MS;
    bool busy = was_busy(channel, now_ns - began_ns);
    pthread_mutex_lock(&channel->lock);
    if (channel->job.number != job->number) { // given up in the meantime
        pthread_mutex_unlock(&channel->lock);
        return 0;
    }
    forget_ended(channel, now);
    for (size_t i = 0; i < now->count; i++) {
        const struct at_pending *item = &now->items[i];
        if (item->endless || at_channel_ignores(channel, item))
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

static bool
has_answered(const struct at_channel *channel)
{
    const struct at_sync_source *source = channel->source;
    return !source->has_answered || source->has_answered(channel->self);
}

static void
set_failed(struct at_channel *channel, const struct at_err *why)
{
    pthread_mutex_lock(&channel->lock);
    channel->taken = why->code == AT_EBUSY;
    channel->failed_code = why->code;
    pthread_mutex_unlock(&channel->lock);
}

static void
end_job(struct at_channel *channel, const struct at_channel_job *job)
{
    pthread_mutex_lock(&channel->lock);
    channel->answers = has_answered(channel);
    if (channel->job.number == job->number) {
        channel->job.kind = AT_CHANNEL_NO_JOB;
        channel->done = true;
    }
    pthread_mutex_unlock(&channel->lock);
    at_wake_post(channel->told);
}

static void
be_silent(struct at_channel *channel)
{
    channel->again_ns = at_now_ns() + SILENT_AGAIN_MS * AT_NS_PER_MS;
    set_state(channel, AT_CHANNEL_SILENT);
}

// A source that does not answer is ignored until it does; any other failure
// ends the connection.
static bool
survive(struct at_channel *channel, const struct at_err *why)
{
    struct at_buf line = AT_BUF_INIT(2048);
    if (why->code == AT_ECANCELED)
        return false;
    bool silent = why->code == AT_ETIMEOUT;
    set_failed(channel, why);
    if (silent)
        at_buf_add_fmt(&line,
                       "no answer within %lld ms: left out until it answers",
                       (long long)at_scaled_ms(channel->source->answer_ms));
    else
        at_buf_add_fmt(&line, "lost: %s", why->msg);
    at_channel_add_line(channel, at_buf_text(&line));
    at_buf_deinit(&line);
    if (silent)
        be_silent(channel);
    else
        set_state(channel, AT_CHANNEL_ATTACHING);
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
await_news(struct at_channel *channel, const struct at_channel_job *job,
           int64_t due_ns)
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

// A thread that does not answer while it has work is taken to be busy with it.
static void
note_silence(struct at_channel *channel, const struct at_channel_job *job)
{
    const struct at_pending busy = {.source = channel->source->name,
                                    .id = "busy",
                                    .text = "an answer: it is busy",
                                    .due_ms = -1};
    pthread_mutex_lock(&channel->lock);
    struct at_pending_list *still = &channel->answer.still;
    bool noted = channel->job.number != job->number ||
                 (still->count > 0 &&
                  strcmp(still->items[still->count - 1].id, busy.id) == 0);
    if (!noted)
        add_pending(still, &busy);
    pthread_mutex_unlock(&channel->lock);
    if (!noted)
        at_channel_add_line(channel, "it does not answer while it is waited "
                                     "for: it is busy");
}

// The owner's time ended before the source's, so its silence proves nothing.
static bool
was_cut(const struct at_channel *channel, const struct at_channel_job *job,
        int64_t began_ns, const struct at_err *why)
{
    int64_t had_ns = job->deadline_ns - began_ns;
    return why->code == AT_ETIMEOUT &&
           had_ns < at_scaled_ms(channel->source->answer_ms) * AT_NS_PER_MS;
}

// *io_due_ns: when to ask again, 0: there is nothing to wait for; on entry the
// same for the previous answer. False: the source is lost, or silent.
static bool
ask_once(struct at_channel *channel, const struct at_channel_job *job,
         int64_t *io_due_ns)
{
    struct at_pending_list now = {0};
    struct at_err why = AT_ERR_INIT;
    bool works = *io_due_ns > 0;
    int64_t began_ns = at_now_ns();
    struct at_op op =
        op_until(channel, job->deadline_ns, channel->source->answer_ms);
    *io_due_ns = 0;
    if (channel->source->ask(&op, channel->self, &now, &why)) {
        *io_due_ns = note_answer(channel, job, &now, began_ns);
        return true;
    }
    if (was_cut(channel, job, began_ns, &why))
        return true;
    if (!works || why.code != AT_ETIMEOUT)
        return survive(channel, &why);
    note_silence(channel, job);
    *io_due_ns = at_now_ns();
    return true;
}

static bool
serve_wait(struct at_channel *channel, const struct at_channel_job *job)
{
    int64_t due_ns = 0;
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

// The screen of the reading may be gone: the owner judges that by key and time.
static void
keep_reading(struct at_channel *channel, const struct at_channel_reading *read)
{
    pthread_mutex_lock(&channel->lock);
    struct at_overlay *before = channel->reading.overlay;
    channel->reading = *read;
    channel->read_again_ns = 0;
    pthread_mutex_unlock(&channel->lock);
    at_overlay_free(before);
}

static int64_t
read_max_ms(const struct at_sync_source *source)
{
    return source->read_max_ms ? source->read_max_ms : source->answer_ms;
}

// A reading that exceeds its own limit does not prove that the source ignores
// questions, so the source stays attached.
static void
put_off_reading(struct at_channel *channel, const struct at_channel_job *job)
{
    struct at_buf line = AT_BUF_INIT(256);
    pthread_mutex_lock(&channel->lock);
    bool again = channel->read_again_ns != 0;
    channel->read_again_ns = at_now_ns() + READ_AGAIN_MS * AT_NS_PER_MS;
    pthread_mutex_unlock(&channel->lock);
    at_buf_add_fmt(&line,
                   "no reading within %lld ms: tried again every %d seconds",
                   (long long)at_scaled_ms(read_max_ms(channel->source)),
                   READ_AGAIN_MS / 1000);
    if (!again)
        at_channel_add_line(channel, at_buf_text(&line));
    at_buf_deinit(&line);
    end_job(channel, job);
}

static bool
serve_read(struct at_channel *channel, const struct at_channel_job *job)
{
    struct at_err why = AT_ERR_INIT;
    struct at_channel_reading read = {
        .ended = true, .key = job->query.key, .began_ns = at_now_ns()};
    struct at_op op =
        op_until(channel, AT_NEVER_NS, read_max_ms(channel->source));
    if (channel->source->read(&op, channel->self, &job->query, &read.overlay,
                              &why)) {
        keep_reading(channel, &read);
        end_job(channel, job);
    } else if (why.code == AT_ETIMEOUT && channel->source->read_max_ms) {
        put_off_reading(channel, job);
    } else {
        return survive(channel, &why);
    }
    return true;
}

// Poll a silent source from time to time.
static bool
try_again(struct at_channel *channel)
{
    struct at_pending_list now = {0};
    struct at_err why = AT_ERR_INIT;
    struct at_op op = op_until(channel, AT_NEVER_NS, SILENT_AGAIN_MS);
    begin_attempt(channel);
    channel->tried_ns = at_now_ns();
    if (channel->source->ask(&op, channel->self, &now, &why)) {
        at_channel_add_line(channel, "it answers again");
        set_state(channel, AT_CHANNEL_ATTACHED);
        return true;
    }
    if (why.code != AT_ETIMEOUT)
        return survive(channel, &why);
    be_silent(channel);
    return true;
}

// Any event shows that the source lives, so the next poll comes early, but not
// with every event.
static bool
serve_silent(struct at_channel *channel)
{
    int64_t soon_ns = channel->tried_ns + SILENT_AGAIN_MS * AT_NS_PER_MS;
    bool news;
    if (is_hurried(channel) || at_now_ns() >= channel->again_ns)
        return try_again(channel);
    if (!doze(channel, channel->source->fd(channel->self), channel->again_ns))
        return true;
    if (soon_ns < channel->again_ns)
        channel->again_ns = soon_ns;
    return take(channel, &news);
}

static bool
serve_once(struct at_channel *channel)
{
    struct at_channel_job job = current_job(channel);
    bool news;
    if (channel->state == AT_CHANNEL_SILENT) // the thread's own writing
        return serve_silent(channel);
    if (job.kind == AT_CHANNEL_WAIT)
        return serve_wait(channel, &job);
    if (job.kind == AT_CHANNEL_READ)
        return serve_read(channel, &job);
    return !doze(channel, channel->source->fd(channel->self), AT_NEVER_NS) ||
           take(channel, &news);
}

static void
note_failure(struct at_channel *channel, const struct at_err *why)
{
    char text[sizeof(channel->failed)];
    at_str_cut(text, sizeof(text), at_str(why->msg));
    set_failed(channel, why);
    if (why->code == AT_ECANCELED || strcmp(text, channel->failed) == 0)
        return;
    memcpy(channel->failed, text, sizeof(text));
    at_channel_add_line(channel, why->msg);
}

// Each runtime numbers its own items, so those of the previous one do not
// match.
static void
begin_attached(struct at_channel *channel)
{
    channel->attached_once = true;
    channel->quickest_ns = 0;
    channel->slow_count = 0;
    channel->tried_ns = 0;
    pthread_mutex_lock(&channel->lock);
    channel->ignored_count = 0;
    channel->read_again_ns = 0;
    channel->answers = has_answered(channel);
    channel->failed_code = AT_OK;
    channel->hurried = false; // there is nothing to hurry for
    pthread_mutex_unlock(&channel->lock);
    set_state(channel, AT_CHANNEL_ATTACHED);
}

// Do not end the channel for an attempt that began before a launch, which may
// bring up the source.
static bool
is_over(struct at_channel *channel, const struct at_err *why)
{
    return why->code == AT_EUNSUPPORTED && !channel->attached_once &&
           !is_hurried(channel);
}

// Attach once, and serve until the source is lost. Return true if it was
// attached for some time: a source that is lost at once is as expensive as one
// that is missing.
static bool
live(struct at_channel *channel, bool *out_over)
{
    struct at_err why = AT_ERR_INIT;
    struct at_op op = op_until(channel, AT_NEVER_NS, ATTACH_MS);
    begin_attempt(channel);
    bool ok =
        channel->source->attach(&op, &channel->ground, &channel->self, &why);
    *out_over = !ok && is_over(channel, &why);
    if (!ok) {
        note_failure(channel, &why);
        set_state(channel, *out_over ? AT_CHANNEL_OVER : AT_CHANNEL_ATTACHING);
        return false;
    }
    int64_t steady_ns = at_now_ns() + STEADY_MS * AT_NS_PER_MS;
    begin_attached(channel);
    while (!is_stopping(channel) && serve_once(channel))
        continue;
    set_state(channel, AT_CHANNEL_ATTACHING);
    channel->source->detach(channel->self);
    channel->self = NULL;
    return at_now_ns() >= steady_ns;
}

// Return true if a launch has ended the pause.
static bool
pause_for(struct at_channel *channel, int64_t pause_ms)
{
    int64_t until_ns = at_now_ns() + pause_ms * AT_NS_PER_MS;
    while (!is_stopping(channel) && !is_hurried(channel) &&
           at_now_ns() < until_ns)
        doze(channel, -1, until_ns);
    return is_hurried(channel);
}

void *
at_channel_run(void *arg)
{
    struct at_channel *channel = arg;
    int64_t pause_ms = FIRST_PAUSE_MS;
    bool over = false;
    while (!is_stopping(channel)) {
        if (live(channel, &over))
            pause_ms = FIRST_PAUSE_MS;
        if (over)
            break;
        if (channel->taken) // the thread's own writing
            pause_ms = TAKEN_PAUSE_MS;
        pause_ms = pause_for(channel, pause_ms) ? FIRST_PAUSE_MS : pause_ms * 2;
        if (pause_ms > MAX_PAUSE_MS)
            pause_ms = MAX_PAUSE_MS;
    }
    return NULL;
}
