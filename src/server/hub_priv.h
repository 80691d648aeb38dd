// hub_priv.h: the parts of a hub, for its own files
#ifndef AT_SERVER_HUB_PRIV_H
#define AT_SERVER_HUB_PRIV_H

#include <pthread.h>

#include "base/buf.h"
#include "server/hub.h"

enum { AT_HUB_EPOCH_LEN = 8 };

struct at_hub_event {
    char run[AT_STORE_ID_LEN + 1];
    int64_t index;
    struct at_buf data; // owned; empty: earlier events were lost
    bool state;         // change of the run's state, so it may have ended
};

// A ring. Places are counted from 0 and never reused.
struct at_hub_list {
    struct at_hub_event *events; // owned
    size_t max;
    size_t bytes_max;
    size_t bytes;
    int64_t first; // the oldest place that is kept
    int64_t next;  // place of the next event
};

void at_hub_list_init(struct at_hub_list *list, size_t max, size_t bytes_max);
void at_hub_list_deinit(struct at_hub_list *list);
// Take over the event, dropping the oldest ones if the list is full.
void at_hub_list_add(struct at_hub_list *list, struct at_hub_event *event);
// Borrowed until the next change.
struct at_hub_event *at_hub_list_at(const struct at_hub_list *list,
                                    int64_t place);

enum at_hub_mode {
    AT_HUB_MISSING, // it needs older events from the store
    AT_HUB_LIVE,
    AT_HUB_ENDING, // the run is over: the stream ends after pending
    AT_HUB_BEHIND,
};

struct at_hub_reader {
    struct at_hub *hub;
    struct at_hub_link link;
    char run[AT_STORE_ID_LEN + 1]; // "": all
    // Guarded by hub->lock.
    enum at_hub_mode mode;
    bool paused;
    bool busy;     // the hub's thread reads the store for it
    bool left;     // left behind: the hub's thread must free it
    bool over;     // the run has ended: end after the store's last event
    int64_t place; // place of the next event in the list
    int64_t last;  // number of its last event, for a single run
    struct at_buf pending;
    int64_t said_ns;  // time of its last read or resume
    int64_t asked_ns; // time of the last check whether the run has ended
    struct at_hub_reader *next;
};

struct at_hub {
    struct at_hub_opts opts;
    char epoch[AT_HUB_EPOCH_LEN + 1];
    int wake_fds[2];
    struct at_hub_source source;
    pthread_t thread;
    bool started;

    pthread_mutex_t inbox_lock; // guards inbox; never held with another call
    struct at_hub_list inbox;
    int64_t taken; // places that the thread has handled

    pthread_mutex_t lock; // guards the following members
    struct at_hub_list list;
    struct at_hub_reader *readers; // owned by the followers
    size_t count;
    uint64_t followed; // readers so far
    bool stopped;
};

void at_hub_kick(struct at_hub *hub); // wake its thread
void at_hub_wake_locked(struct at_hub_reader *reader, int64_t now_ns);
// Return true if the reader has something to read. Skips events of other runs.
// Needs hub->lock.
bool at_hub_ready_locked(struct at_hub_reader *reader);
// Must be called without the lock.
void at_hub_reader_free(struct at_hub_reader *reader);

// The hub's thread: its argument is the hub.
void *at_hub_run(void *arg);

#endif
