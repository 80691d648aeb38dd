// hub.c: publishing, following and reading
#include "server/hub.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "server/hub_priv.h"
#include "server/sse.h"
#include "sys/clock.h"
#include "sys/random.h"
#include "sys/stop.h"

struct at_hub *
at_hub_new(const struct at_hub_opts *opts)
{
    struct at_hub *hub = at_alloc(sizeof(*hub));
    hub->opts = *opts;
    hub->wake_fds[0] = hub->wake_fds[1] = -1;
    at_random_hex(hub->epoch, AT_HUB_EPOCH_LEN);
    at_hub_list_init(&hub->inbox, opts->events_max, opts->bytes_max);
    at_hub_list_init(&hub->list, opts->events_max, opts->bytes_max);
    pthread_mutex_init(&hub->inbox_lock, NULL);
    pthread_mutex_init(&hub->lock, NULL);
    return hub;
}

void
at_hub_free(struct at_hub *hub)
{
    if (!hub)
        return;
    at_hub_stop(hub);
    at_assert(!hub->readers);
    for (size_t i = 0; i < AT_LEN(hub->wake_fds); i++) {
        if (hub->wake_fds[i] >= 0)
            close(hub->wake_fds[i]);
    }
    at_hub_list_deinit(&hub->inbox);
    at_hub_list_deinit(&hub->list);
    pthread_mutex_destroy(&hub->inbox_lock);
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

bool
at_hub_start(struct at_hub *hub, const struct at_hub_source *source,
             struct at_err *err)
{
    int fds[2];
    hub->source = *source;
    if (!at_stop_pipe(fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe for the events");
    pthread_mutex_lock(&hub->inbox_lock);
    memcpy(hub->wake_fds, fds, sizeof(fds));
    pthread_mutex_unlock(&hub->inbox_lock);
    int sys = pthread_create(&hub->thread, NULL, at_hub_run, hub);
    if (sys != 0)
        return at_fail_sys(err, AT_EIO, sys,
                           "cannot start the thread for events");
    hub->started = true;
    return true;
}

void
at_hub_kick(struct at_hub *hub)
{
    ssize_t n = write(hub->wake_fds[1], "", 1);
    (void)n; // if the pipe is full, it wakes up anyway
}

void
at_hub_wake_locked(struct at_hub_reader *reader, int64_t now_ns)
{
    if (!reader->paused)
        return;
    reader->paused = false;
    reader->said_ns = now_ns;
    reader->link.resume(reader->link.user);
}

void
at_hub_stop(struct at_hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    hub->stopped = true;
    for (struct at_hub_reader *reader = hub->readers; reader;
         reader = reader->next)
        at_hub_wake_locked(reader, at_now_ns());
    pthread_mutex_unlock(&hub->lock);
    if (!hub->started)
        return;
    at_hub_kick(hub);
    pthread_join(hub->thread, NULL);
    hub->started = false;
}

// Takes over the event.
static void
publish(struct at_hub *hub, struct at_hub_event *event)
{
    if (event->data.overflow) // a gap: readers of the run read the store
        at_buf_deinit(&event->data);
    pthread_mutex_lock(&hub->inbox_lock);
    bool first = hub->inbox.next == hub->taken;
    at_hub_list_add(&hub->inbox, event);
    int fd = hub->wake_fds[1];
    pthread_mutex_unlock(&hub->inbox_lock);
    if (first && fd >= 0)
        at_hub_kick(hub);
}

void
at_hub_publish(struct at_hub *hub, const char *run, int64_t index,
               struct at_str json)
{
    struct at_hub_event event = {
        .index = index,
        .data = AT_BUF_INIT(AT_RUN_EVENT_MAX_BYTES),
        .state = at_str_has(json, AT_STR("\"type\":\"state\"")),
    };
    at_str_cut(event.run, sizeof(event.run), at_str(run));
    at_sse_write_data(at_str(event.run), json, &event.data);
    publish(hub, &event);
}

// It belongs to no run, so that readers of one run skip it.
void
at_hub_publish_change(struct at_hub *hub, struct at_str json)
{
    struct at_hub_event event = {.data = AT_BUF_INIT(AT_RUN_EVENT_MAX_BYTES)};
    at_sse_write_change(json, &event.data);
    publish(hub, &event);
}

// Set the start of a reader of all runs: after its last event if the list still
// has the next one, otherwise a notice that events were missed.
static void
resume_all_locked(struct at_hub_reader *reader, struct at_str last_id)
{
    const struct at_hub *hub = reader->hub;
    int64_t place;
    reader->mode = AT_HUB_LIVE;
    reader->place = hub->list.next;
    if (last_id.len == 0)
        return;
    if (at_sse_read_id(last_id, at_str(hub->epoch), &place) &&
        place >= hub->list.first - 1 && place < hub->list.next)
        reader->place = place + 1;
    else
        at_sse_write_named("resync", &reader->pending);
}

struct at_hub_reader *
at_hub_follow(struct at_hub *hub, const char *run, struct at_str last_id,
              const struct at_hub_link *link, struct at_err *err)
{
    struct at_hub_reader *reader = at_alloc(sizeof(*reader));
    reader->hub = hub;
    reader->link = *link;
    reader->said_ns = reader->asked_ns = at_now_ns();
    reader->pending = (struct at_buf)AT_BUF_INIT(2 * AT_RUN_EVENT_MAX_BYTES);
    at_str_cut(reader->run, sizeof(reader->run), at_str(run));
    pthread_mutex_lock(&hub->lock);
    bool room = hub->count < hub->opts.readers_max && !hub->stopped;
    if (room) {
        if (!run[0])
            resume_all_locked(reader, last_id);
        else if (!at_sse_read_id(last_id, (struct at_str){0}, &reader->last))
            reader->last = 0;
        reader->next = hub->readers;
        hub->readers = reader;
        hub->count++;
        hub->followed++;
    }
    pthread_mutex_unlock(&hub->lock);
    if (room) {
        at_hub_kick(hub); // it sleeps without readers
        return reader;
    }
    at_fail(err, AT_ELIMIT, "too many clients follow events (%zu)",
            hub->opts.readers_max);
    at_hub_reader_free(reader);
    return NULL;
}

void
at_hub_reader_free(struct at_hub_reader *reader)
{
    at_buf_deinit(&reader->pending);
    free(reader);
}

void
at_hub_leave(struct at_hub_reader *reader)
{
    if (!reader)
        return;
    struct at_hub *hub = reader->hub;
    pthread_mutex_lock(&hub->lock);
    struct at_hub_reader **at = &hub->readers;
    while (*at != reader)
        at = &(*at)->next;
    *at = reader->next;
    hub->count--;
    reader->left = true;
    bool busy = reader->busy; // the hub's thread frees it
    pthread_mutex_unlock(&hub->lock);
    if (!busy)
        at_hub_reader_free(reader);
}

void
at_hub_cut(struct at_hub_reader *reader)
{
    pthread_mutex_lock(&reader->hub->lock);
    reader->mode = AT_HUB_BEHIND;
    at_buf_deinit(&reader->pending);
    at_hub_wake_locked(reader, at_now_ns());
    pthread_mutex_unlock(&reader->hub->lock);
}

size_t
at_hub_readers(struct at_hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    size_t count = hub->count;
    pthread_mutex_unlock(&hub->lock);
    return count;
}

uint64_t
at_hub_followed(struct at_hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    uint64_t followed = hub->followed;
    pthread_mutex_unlock(&hub->lock);
    return followed;
}

// Return true if the event is the reader's next one. A gap in the numbers of a
// run is filled from the store.
static bool
wants_locked(struct at_hub_reader *reader)
{
    const struct at_hub_event *event =
        at_hub_list_at(&reader->hub->list, reader->place);
    if (!reader->run[0])
        return true;
    bool own = strcmp(event->run, reader->run) == 0;
    if (event->data.len == 0 || (own && event->index > reader->last + 1))
        reader->mode = AT_HUB_MISSING;
    return own && event->index == reader->last + 1 && event->data.len > 0;
}

bool
at_hub_ready_locked(struct at_hub_reader *reader)
{
    const struct at_hub_list *list = &reader->hub->list;
    if (reader->pending.len > 0 || reader->hub->stopped)
        return true;
    if (reader->mode == AT_HUB_LIVE && reader->place < list->first)
        reader->mode = reader->run[0] ? AT_HUB_MISSING : AT_HUB_BEHIND;
    while (reader->mode == AT_HUB_LIVE && reader->place < list->next) {
        if (wants_locked(reader))
            return true;
        reader->place++;
    }
    return reader->mode == AT_HUB_ENDING || reader->mode == AT_HUB_BEHIND;
}

// Make the next event of a live reader pending.
static void
take_event_locked(struct at_hub_reader *reader)
{
    struct at_hub *hub = reader->hub;
    const struct at_hub_event *event =
        at_hub_list_at(&hub->list, reader->place);
    if (event->data.len == 0) {
        at_sse_write_named("resync", &reader->pending);
    } else if (reader->run[0]) {
        at_sse_write_id((struct at_str){0}, event->index, &reader->pending);
        reader->last = event->index;
        if (event->state)
            reader->asked_ns = 0;
    } else {
        at_sse_write_id(at_str(hub->epoch), reader->place, &reader->pending);
    }
    at_buf_add_str(&reader->pending, at_buf_str(&event->data));
    reader->place++;
}

static size_t
take_pending_locked(struct at_hub_reader *reader, char *buf, size_t cap)
{
    struct at_buf *pending = &reader->pending;
    size_t len = pending->len < cap ? pending->len : cap;
    if (len == 0)
        return 0;
    memcpy(buf, pending->data, len);
    if (len == pending->len)
        at_buf_deinit(pending);
    else
        at_buf_drop(pending, len);
    reader->said_ns = at_now_ns();
    return len;
}

static enum at_hub_step
pause_locked(struct at_hub_reader *reader)
{
    reader->paused = true;
    reader->link.pause(reader->link.user);
    if (reader->mode == AT_HUB_MISSING || reader->asked_ns == 0)
        at_hub_kick(reader->hub);
    return AT_HUB_PAUSED;
}

static enum at_hub_step
read_locked(struct at_hub_reader *reader, char *buf, size_t cap, size_t *len)
{
    while (*len < cap && at_hub_ready_locked(reader)) {
        size_t taken = take_pending_locked(reader, buf + *len, cap - *len);
        *len += taken;
        if (taken > 0)
            continue;
        if (reader->hub->stopped || reader->mode != AT_HUB_LIVE)
            break;
        take_event_locked(reader);
    }
    if (*len > 0)
        return AT_HUB_READ;
    if (reader->mode == AT_HUB_BEHIND)
        return AT_HUB_DROPPED;
    if (reader->mode == AT_HUB_ENDING || reader->hub->stopped)
        return AT_HUB_OVER;
    return pause_locked(reader);
}

enum at_hub_step
at_hub_read(struct at_hub_reader *reader, char *buf, size_t cap,
            size_t *out_len)
{
    *out_len = 0;
    pthread_mutex_lock(&reader->hub->lock);
    enum at_hub_step step = read_locked(reader, buf, cap, out_len);
    pthread_mutex_unlock(&reader->hub->lock);
    return step;
}
