// channel.c: what the thread shares with its owner
#include "device/android/framework/channel.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "device/android/framework/channel_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "sync"

void
at_channel_add_line(struct at_channel *channel, const char *text)
{
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
note(void *user, const char *text)
{
    at_channel_add_line(user, text);
}

bool
at_channel_ignores(const struct at_channel *channel,
                   const struct at_pending *item)
{
    for (size_t i = 0; i < channel->ignored_count; i++) {
        if (strcmp(channel->ignored[i].id, item->id) == 0)
            return true;
    }
    return false;
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
    channel->ground.note = note;
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
    int sys = pthread_create(&channel->thread, NULL, at_channel_run, channel);
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
is_in(struct at_channel *channel, enum at_channel_state state)
{
    pthread_mutex_lock(&channel->lock);
    bool is = channel->state == state;
    pthread_mutex_unlock(&channel->lock);
    return is;
}

bool
at_channel_is_attached(struct at_channel *channel)
{
    return is_in(channel, AT_CHANNEL_ATTACHED);
}

bool
at_channel_answers(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    bool answers = channel->state == AT_CHANNEL_ATTACHED && channel->answers;
    pthread_mutex_unlock(&channel->lock);
    return answers;
}

enum at_code
at_channel_failed_code(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    enum at_code code = channel->failed_code;
    pthread_mutex_unlock(&channel->lock);
    return code;
}

bool
at_channel_is_over(struct at_channel *channel)
{
    return is_in(channel, AT_CHANNEL_OVER);
}

bool
at_channel_has_met(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    bool met = channel->met;
    pthread_mutex_unlock(&channel->lock);
    return met;
}

void
at_channel_hurry(struct at_channel *channel)
{
    pthread_mutex_lock(&channel->lock);
    bool waits = !channel->taken && (channel->state == AT_CHANNEL_ATTACHING ||
                                     channel->state == AT_CHANNEL_SILENT);
    if (waits) {
        channel->hurried = true;
        channel->met = false;
    }
    pthread_mutex_unlock(&channel->lock);
    if (waits)
        at_wake_post(&channel->wake);
}

static bool
post(struct at_channel *channel, const struct at_channel_job *job)
{
    pthread_mutex_lock(&channel->lock);
    bool attached = channel->state == AT_CHANNEL_ATTACHED;
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
    return post(channel, &(struct at_channel_job){.kind = AT_CHANNEL_WAIT,
                                                  .deadline_ns = deadline_ns});
}

bool
at_channel_post_read(struct at_channel *channel,
                     const struct at_overlay_query *query)
{
    pthread_mutex_lock(&channel->lock);
    bool refused = at_now_ns() < channel->read_again_ns;
    pthread_mutex_unlock(&channel->lock);
    return !refused &&
           post(channel, &(struct at_channel_job){.kind = AT_CHANNEL_READ,
                                                  .query = *query});
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
    channel->job = (struct at_channel_job){.number = ++channel->last_number};
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
        if (!item->endless && !at_channel_ignores(channel, item) &&
            channel->ignored_count < AT_SYNC_PENDING_MAX)
            channel->ignored[channel->ignored_count++] = *item;
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
at_channel_lines(struct at_channel *channel, struct at_argv *out)
{
    pthread_mutex_lock(&channel->lock);
    for (size_t i = 0; i < channel->line_count; i++) {
        const char *line = channel->lines[i];
        if (line[0] == '[') // the line has a topic
            at_argv_add(out, line);
        else
            at_argv_add_fmt(out, "[%s] %s", channel->source->tag, line);
        free(channel->lines[i]);
    }
    channel->line_count = 0;
    pthread_mutex_unlock(&channel->lock);
}
