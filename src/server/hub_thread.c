// hub_thread.c: the hub's thread: wakes readers, reads missed events from the
// store, and ends the streams of runs that have ended
#include <poll.h>
#include <string.h>

#include "base/limits.h"
#include "base/op.h"
#include "server/hub_priv.h"
#include "server/sse.h"
#include "sys/clock.h"
#include "sys/stop.h"

enum { ASK_MS = 500 };

static void
take_inbox_locked(struct at_hub *hub)
{
    pthread_mutex_lock(&hub->inbox_lock);
    if (hub->inbox.first > hub->taken) // the inbox dropped some
        at_hub_list_add(&hub->list, &(struct at_hub_event){0});
    for (int64_t place = hub->inbox.first; place < hub->inbox.next; place++) {
        struct at_hub_event *event = at_hub_list_at(&hub->inbox, place);
        hub->inbox.bytes -= event->data.len;
        at_hub_list_add(&hub->list, event);
    }
    hub->inbox.first = hub->taken = hub->inbox.next;
    pthread_mutex_unlock(&hub->inbox_lock);
}

struct replay {
    struct at_buf *out;
    int64_t last;
    size_t count;
    struct at_str run;
};

static bool
add_stored(void *user, int64_t index, struct at_str json)
{
    struct replay *replay = user;
    at_sse_write_id((struct at_str){0}, index, replay->out);
    at_sse_write_data(replay->run, json, replay->out);
    replay->last = index;
    replay->count++;
    return replay->out->len < AT_HUB_REPLAY_MAX_BYTES;
}

// Continue with the list after the store's last event, at the end that the list
// had before the store was read.
static void
add_replay_locked(struct at_hub_reader *reader, const struct replay *replay,
                  bool ok, int64_t place)
{
    at_buf_add_str(&reader->pending, at_buf_str(replay->out));
    reader->last = replay->last;
    bool all = replay->count < AT_HUB_REPLAY_MAX &&
               replay->out->len < AT_HUB_REPLAY_MAX_BYTES;
    if (!ok) {
        reader->mode = AT_HUB_ENDING; // the client reconnects and asks again
    } else if (all && reader->over) {
        at_sse_write_named("end", &reader->pending);
        reader->mode = AT_HUB_ENDING;
    } else if (all) {
        reader->mode = AT_HUB_LIVE;
        reader->place = place;
        reader->asked_ns = 0;
    }
}

static void
replay_locked(struct at_hub *hub, struct at_hub_reader *reader)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_RUN_EVENT_MAX_BYTES);
    struct replay replay = {&text, reader->last, 0, at_str(reader->run)};
    struct at_store_reading wanted = {replay.run, reader->last,
                                      AT_HUB_REPLAY_MAX, add_stored, &replay};
    int64_t place = hub->list.next;
    reader->busy = true;
    pthread_mutex_unlock(&hub->lock);
    bool ok = hub->source.events(hub->source.user, &wanted);
    pthread_mutex_lock(&hub->lock);
    reader->busy = false;
    if (reader->left)
        at_hub_reader_free(reader);
    else if (reader->mode == AT_HUB_MISSING)
        add_replay_locked(reader, &replay, ok, place);
    at_buf_deinit(&text);
}

static struct at_hub_reader *
find_missing_locked(const struct at_hub *hub)
{
    struct at_hub_reader *reader = hub->readers;
    while (reader &&
           (reader->mode != AT_HUB_MISSING || reader->pending.len > 0))
        reader = reader->next;
    return reader;
}

// Return true for a resumed reader that does not read. A reader of one run can
// read missed events again; a reader of all runs cannot.
static bool
is_stuck_locked(const struct at_hub *hub, const struct at_hub_reader *reader,
                int64_t now_ns)
{
    bool behind = !reader->run[0] && reader->mode == AT_HUB_LIVE &&
                  reader->place < hub->list.first;
    bool wanted = reader->pending.len > 0 || reader->mode != AT_HUB_LIVE ||
                  reader->place < hub->list.next;
    bool late = now_ns - reader->said_ns > hub->opts.stall_ms * AT_NS_PER_MS;
    return !reader->paused && reader->mode != AT_HUB_BEHIND &&
           (behind || (wanted && late));
}

static void
wake_locked(struct at_hub *hub)
{
    int64_t now_ns = at_now_ns();
    int64_t silent_ns = now_ns - hub->opts.silence_ms * AT_NS_PER_MS;
    for (struct at_hub_reader *reader = hub->readers; reader;
         reader = reader->next) {
        if (reader->paused && reader->said_ns < silent_ns)
            at_buf_add_text(&reader->pending, at_sse_comment);
        if (is_stuck_locked(hub, reader, now_ns)) {
            reader->mode = AT_HUB_BEHIND;
            at_buf_deinit(&reader->pending);
            reader->link.drop(reader->link.user);
        } else if (reader->paused && at_hub_ready_locked(reader)) {
            at_hub_wake_locked(reader, now_ns);
        }
    }
}

// Find a reader with all events of its run, which was not checked recently.
static struct at_hub_reader *
find_idle_locked(const struct at_hub *hub, int64_t now_ns)
{
    struct at_hub_reader *reader = hub->readers;
    while (reader && !(reader->run[0] && reader->mode == AT_HUB_LIVE &&
                       reader->paused && !reader->over &&
                       now_ns - reader->asked_ns >= ASK_MS * AT_NS_PER_MS))
        reader = reader->next;
    return reader;
}

// The answer is for all readers of the run. A reader of a run that has ended
// reads the store once more, then its stream ends.
static void
ask_end_locked(struct at_hub *hub, const char *reader_run, int64_t now_ns)
{
    char run[AT_STORE_ID_LEN + 1];
    at_str_cut(run, sizeof(run), at_str(reader_run));
    pthread_mutex_unlock(&hub->lock);
    bool ended = hub->source.ended(hub->source.user, run);
    pthread_mutex_lock(&hub->lock);
    for (struct at_hub_reader *reader = hub->readers; reader;
         reader = reader->next) {
        if (strcmp(reader->run, run) != 0 || reader->mode != AT_HUB_LIVE)
            continue;
        reader->asked_ns = now_ns;
        if (!ended)
            continue;
        reader->over = true;
        reader->mode = AT_HUB_MISSING;
    }
}

static void
work_locked(struct at_hub *hub)
{
    struct at_hub_reader *reader;
    int64_t now_ns = at_now_ns();
    take_inbox_locked(hub);
    wake_locked(hub);
    while (!hub->stopped && (reader = find_idle_locked(hub, now_ns)))
        ask_end_locked(hub, reader->run, now_ns);
    while (!hub->stopped && (reader = find_missing_locked(hub))) {
        replay_locked(hub, reader);
        take_inbox_locked(hub);
        wake_locked(hub);
    }
}

void *
at_hub_run(void *arg)
{
    struct at_hub *hub = arg;
    struct pollfd fd = {hub->wake_fds[0], POLLIN, 0};
    pthread_mutex_lock(&hub->lock);
    while (!hub->stopped) {
        work_locked(hub);
        int wait_ms = hub->readers ? ASK_MS : -1;
        pthread_mutex_unlock(&hub->lock);
        if (poll(&fd, 1, wait_ms) > 0)
            at_stop_drain(fd.fd);
        pthread_mutex_lock(&hub->lock);
    }
    pthread_mutex_unlock(&hub->lock);
    return NULL;
}
