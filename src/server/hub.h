// hub.h: the newest events of all runs, and their readers
//
// A run never waits for a reader of its events. Each event is encoded once; a
// reader has a position in the list of the newest events instead of a copy. The
// hub's thread reads the events that a reader of one run has missed from the
// store. A client that does not read is dropped, and so is a reader of all runs
// that falls behind the list; it may reconnect with the id of its last event.
// Any thread may call.
#ifndef AT_SERVER_HUB_H
#define AT_SERVER_HUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "store/store.h"

struct at_hub;
struct at_hub_reader;

struct at_hub_opts {
    size_t events_max; // events kept for readers
    size_t bytes_max;  // bytes of these events
    size_t readers_max;
    int64_t silence_ms; // time until a keepalive comment
    int64_t stall_ms;   // limit for a reader to take pending events
};

// Access to earlier events. Called by the hub's thread, without a lock.
struct at_hub_source {
    bool (*events)(void *user, const struct at_store_reading *wanted);
    bool (*ended)(void *user, const char *run);
    void *user;
};

// A reader's connection. Called under the hub's lock; must not call the hub.
struct at_hub_link {
    void (*pause)(void *user);  // there is nothing to read now
    void (*resume)(void *user); // events can be read again
    void (*drop)(void *user);   // cut off a client that does not read
    void *user;
};

struct at_hub *at_hub_new(const struct at_hub_opts *opts);
// All readers must have left. NULL is allowed.
void at_hub_free(struct at_hub *hub);

// Start the hub's thread. Earlier events are kept.
AT_CHECKED bool at_hub_start(struct at_hub *hub,
                             const struct at_hub_source *source,
                             struct at_err *err);
// End all streams, and the thread.
void at_hub_stop(struct at_hub *hub);

void at_hub_publish(struct at_hub *hub, const char *run, int64_t index,
                    struct at_str json);
// Tell the readers of all runs that something besides runs has changed: an
// event with the name "change".
void at_hub_publish_change(struct at_hub *hub, struct at_str json);

// Follow a run, or all of them (""). last_id is the id of the reader's last
// event. Without one it gets all events of a run, or only new events of all
// runs. NULL with AT_ELIMIT: there are too many readers. The caller owns the
// result.
struct at_hub_reader *at_hub_follow(struct at_hub *hub, const char *run,
                                    struct at_str last_id,
                                    const struct at_hub_link *link,
                                    struct at_err *err);
void at_hub_leave(struct at_hub_reader *reader); // NULL is allowed
// Note that the client has hung up, which at_hub_read() then returns.
void at_hub_cut(struct at_hub_reader *reader);

enum at_hub_step {
    AT_HUB_READ,
    AT_HUB_PAUSED, // link.pause was called
    AT_HUB_OVER,
    AT_HUB_DROPPED,
};
// Copy 1 to cap bytes to buf.
enum at_hub_step at_hub_read(struct at_hub_reader *reader, char *buf,
                             size_t cap, size_t *out_len);

size_t at_hub_readers(struct at_hub *hub);
// All readers that there have been.
uint64_t at_hub_followed(struct at_hub *hub);

#endif
