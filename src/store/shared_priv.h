// shared_priv.h: declarations common to the files of a pool's store
#ifndef AT_STORE_SHARED_PRIV_H
#define AT_STORE_SHARED_PRIV_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "store/shared.h"
#include "store/shared_clock.h"
#include "sys/task.h"
#include "sys/waiters.h"

enum {
    AT_SHARED_DOCS,
    AT_SHARED_EVENTS,
    AT_SHARED_LANES,
};

enum {
    AT_SHARED_NONCE_LEN = 16,
    AT_SHARED_ID_MAX = 160,      // a message's
    AT_SHARED_SUBJECT_MAX = 128, // prefix, kind and id
    AT_SHARED_WAIT_MS = 10000,
    AT_SHARED_RUN_WAIT_MS = 180000,
    AT_SHARED_TRIES = 64, // at a change, if others are quicker
    AT_SHARED_ORPHANS = 64,
};

// The host's file. A replaced one is closed by its last user.
struct at_projection {
    struct at_store_db *db; // owned
    size_t users;           // guarded by the store's lock; 1 is the store's own
    dev_t device;
    ino_t inode;
};

// A change of a document that others may make at the same time. Its owner fills
// in subject and writer.
struct at_shared_race {
    const char *subject;
    const char *writer;
    // Guarded by the store's lock:
    struct at_shared_race *next;
    uint64_t own;  // sequence of our message, as delivered; 0: not yet
    uint64_t last; // sequence of the newest message
    uint64_t last_expected;
    bool is_followed; // someone who had ours has written since
};

// The follower of one stream.
struct at_shared_lane {
    struct at_shared *shared;
    struct at_bus_follower *follower; // owned; NULL: stopped
    int which;
    char name[80]; // stream and its creation: "applied" of the file
    // Guarded by the store's lock:
    uint64_t applied;
    uint64_t pending;
    uint64_t wanted; // that the stream is known to have
    bool has_holes;  // its node has passed over a message

    // The keeper's alone:
    uint64_t seen; // applied, at the last look
    int64_t seen_ns;
};

struct at_shared {
    struct at_store_db base; // must be first
    struct at_bus *bus;      // owned
    char *path;              // owned
    int replicas;            // the fewest of its streams
    char nonce[AT_SHARED_NONCE_LEN + 1];
    atomic_uint_fast64_t sent; // messages of this process
    struct at_shared_lane lanes[AT_SHARED_LANES];
    struct at_task keeper;
    int64_t holes_ns; // when the file may be made again for holes

    pthread_mutex_t lock;
    // Guarded by lock:
    struct at_waiters waiters;     // for applied and visible
    struct at_projection *visible; // reads are answered from it
    struct at_projection *target;  // what streams are applied to
    struct at_shared_clock clock;
    int64_t heard_ns; // the bucket's last message
    uint64_t told;    // the bucket's sequence up to which listeners know
    // Numbers of this process's messages whose writers gave up waiting: a
    // writer tells the listeners of its change itself.
    uint64_t orphans[AT_SHARED_ORPHANS];
    size_t orphan_count;
    struct at_shared_race *races;
    // Messages that were published for their place alone.
    uint64_t barriers_begun;
    uint64_t barrier; // the newest one that is stored
    uint64_t barrier_sequence;
    bool in_barrier;
    uint64_t rebuilds;
    uint64_t ignored;
    bool is_rebuilding;
};

// shared_projection.c

// Borrow the file that answers; give it back.
struct at_projection *at_shared_use(struct at_shared *shared);
struct at_projection *at_shared_use_target(struct at_shared *shared);
void at_shared_unuse(struct at_shared *shared, struct at_projection *used);
// Open or replace the file, and follow the streams up to their end.
AT_CHECKED bool at_shared_begin(struct at_shared *shared, struct at_err *err);
AT_CHECKED bool at_shared_keep(struct at_shared *shared, struct at_err *err);
void at_shared_end(struct at_shared *shared);

// shared_apply.c

// Begin to follow a stream from what the file has.
AT_CHECKED bool at_shared_follow(struct at_shared_lane *lane,
                                 struct at_err *err);
// Wait until reads show the stream up to a sequence.
AT_CHECKED bool at_shared_wait(struct at_shared *shared, int lane,
                               uint64_t sequence, int64_t max_ms,
                               struct at_err *err);
// Wait until the bucket's messages up to a sequence were delivered, whichever
// file is visible: they are while one is made again.
AT_CHECKED bool at_shared_hear(struct at_shared *shared, uint64_t sequence,
                               int64_t max_ms, struct at_err *err);
// The stream has a message that was not delivered in its place: have the file
// made again, from another node.
void at_shared_note_hole(struct at_shared *shared, int lane);
// Wait for what refused a write; *out_sequence is its sequence (0: nothing).
// round: how often it was refused; a leader that has just been elected may not
// show yet what it refuses for.
AT_CHECKED bool at_shared_catch_up(struct at_shared *shared, int lane,
                                   const char *subject, int round,
                                   uint64_t *out_sequence, struct at_err *err);

// shared_race.c

// Have messages of the race's subject noted, before one is published.
void at_shared_race_begin(struct at_shared *shared,
                          struct at_shared_race *race);
void at_shared_race_end(struct at_shared *shared, struct at_shared_race *race);
void at_shared_race_note(struct at_shared *shared,
                         const struct at_bus_received *message);
// By what was noted: our message of that sequence is the document, or was
// followed by someone who had it. False if nothing of that was delivered.
bool at_shared_race_is_won(const struct at_shared_race *race,
                           uint64_t sequence);
// Our message is stored with that sequence: see whether it has become the
// document. Fails if that cannot be found out.
AT_CHECKED bool at_shared_race_won(struct at_shared *shared,
                                   struct at_shared_race *race,
                                   uint64_t sequence, int64_t max_ms,
                                   bool *out_won, struct at_err *err);

// shared_docs.c, shared_events.c

// Name the writer of a message. Returns its number among those of this
// process.
uint64_t at_shared_new_writer(struct at_shared *shared,
                              char out[AT_SHARED_ID_MAX]);
void at_shared_subject(const char *prefix, struct at_str id,
                       char out[AT_SHARED_SUBJECT_MAX]);
bool at_shared_put(struct at_store_db *db, enum at_store_kind kind,
                   int64_t expected, struct at_store_doc *doc,
                   struct at_err *err);
bool at_shared_remove(struct at_store_db *db, enum at_store_kind kind,
                      struct at_str id, struct at_err *err);
bool at_shared_add_event(struct at_store_db *db, struct at_str run,
                         int64_t index, struct at_str json, struct at_err *err);
bool at_shared_drop_events(struct at_store_db *db, struct at_str run,
                           struct at_err *err);
bool at_shared_confirm(struct at_store_db *db, struct at_err *err);
// Publish a message for its time alone.
AT_CHECKED bool at_shared_ask_time(struct at_shared *shared,
                                   struct at_err *err);
// Publish one for its place in the bucket's stream.
AT_CHECKED bool at_shared_publish_place(struct at_shared *shared,
                                        int64_t max_ms, uint64_t *out_sequence,
                                        struct at_err *err);

#endif
