// bus.h: the message bus that the hosts of a pool share: NATS JetStream
//
// The only folder that knows the library. Any thread may call. Calls wait for a
// bus that is away, up to their limit, and then say why in words. The
// connection is kept up in the background, for ever.
#ifndef AT_BUS_BUS_H
#define AT_BUS_BUS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct at_bus;

// Texts are borrowed for the call of at_bus_open(); NULL: not given.
struct at_bus_opts {
    const char *urls; // "nats://host:4222", several with commas between
    const char *name; // shown by the servers' monitoring
    const char *creds_file;
    const char *user; // with password
    const char *password;
    const char *token;
    const char *ca_file;
    const char *cert_file; // with key_file
    const char *key_file;
    int replicas; // copies; 0: 3 in a cluster, 1 otherwise
};

// Return false, with the reason, if this program was built without the library.
AT_CHECKED bool at_bus_is_built(struct at_err *err);
// Connect. AT_EUSAGE for wrong options, AT_EIO with advice if the bus cannot be
// reached or has no JetStream.
AT_CHECKED bool at_bus_open(const struct at_bus_opts *opts, struct at_bus **out,
                            struct at_err *err);
// End waiting calls, which fail with AT_ECANCELED, and all later ones.
void at_bus_interrupt(struct at_bus *bus);
// Let calls that wait for a bus that is away, and later ones, fail as usual but
// within five seconds from now: the program ends.
void at_bus_hurry(struct at_bus *bus);
void at_bus_free(struct at_bus *bus); // after all followers; NULL is allowed

struct at_bus_stream {
    const char *name;
    const char *subjects; // its pattern
    int64_t per_subject;  // messages kept; -1: all
    int32_t message_max_bytes;
};
struct at_bus_stream_state {
    uint64_t last;      // sequence of the last message
    uint64_t messages;  // stored now
    int64_t created_ns; // tells a stream from another of the same name
    int replicas;
};

// Create the stream if it does not exist, and check the one that does: a wrong
// replica count or setting fails with the remedy.
AT_CHECKED bool at_bus_prepare(struct at_bus *bus,
                               const struct at_bus_stream *stream,
                               struct at_bus_stream_state *out,
                               struct at_err *err);
AT_CHECKED bool at_bus_stream_state(struct at_bus *bus, const char *stream,
                                    struct at_bus_stream_state *out,
                                    struct at_err *err);

enum at_bus_mark {
    AT_BUS_PLAIN,
    AT_BUS_REMOVED, // the key was removed
    AT_BUS_ROLLED,  // replaces all earlier messages of its subject
};

struct at_bus_message {
    const char *stream;
    const char *subject;
    struct at_str data;
    enum at_bus_mark mark;
    const char *place;  // what it is among the stream's messages
    const char *writer; // unique to this message, in all processes
    uint64_t expected;  // sequence of the subject's last message; 0: none
    bool any;           // ignore expected
    // Let the servers drop all but the first of those that expect the same.
    // For messages whose writers hardly meet: see publish.c.
    bool is_first_only;
    int64_t wait_ms; // limit for a bus that is away
};

// Publish and wait until a majority has stored it. AT_EBUSY: expected is not
// the last one, nothing was stored. After any other failure it may have been
// stored, and is never stored twice. Two that expect the same and arrive at the
// same moment may both be stored.
AT_CHECKED bool at_bus_publish(struct at_bus *bus,
                               const struct at_bus_message *message,
                               uint64_t *out_sequence, struct at_err *err);

// The last message of a subject.
struct at_bus_last {
    uint64_t sequence;
    int64_t time_ms;
    enum at_bus_mark mark;
};
// AT_ENOTFOUND if it has none.
AT_CHECKED bool at_bus_last(struct at_bus *bus, const char *stream,
                            const char *subject, struct at_bus_last *out,
                            struct at_err *err);
// Remove all messages of a subject.
AT_CHECKED bool at_bus_purge(struct at_bus *bus, const char *stream,
                             const char *subject, struct at_err *err);

// A delivered message; borrowed for the call.
struct at_bus_received {
    uint64_t sequence;
    int64_t time_ms;
    uint64_t pending;
    struct at_str subject;
    struct at_str data;
    struct at_str id; // begins with its place
    struct at_str writer;
    uint64_t expected; // its writer knew this one as the last; 0: none, or any
    enum at_bus_mark mark;
};

// The reader of a stream. All functions are called by the follower's thread.
struct at_bus_following {
    const char *stream;
    // Return the last sequence that it has; asked at each (re)start.
    uint64_t (*has)(void *user);
    // Take a batch, in order. Return false to have it again from has().
    bool (*take)(void *user, const struct at_bus_received *messages,
                 size_t count);
    // The stream has nothing up to this sequence that was not delivered; about
    // once a second while there is nothing new.
    void (*idle)(void *user, uint64_t sequence);
    void *user;
};

struct at_bus_follower;
AT_CHECKED bool at_bus_follow(struct at_bus *bus,
                              const struct at_bus_following *following,
                              struct at_bus_follower **out, struct at_err *err);
void at_bus_follower_free(struct at_bus_follower *follower); // NULL is allowed
// The node that it reads from does not deliver, or lacks messages: begin again,
// and let followers read from other nodes for the next ten minutes.
void at_bus_follower_move(struct at_bus_follower *follower);

enum { AT_BUS_URL_MAX = 256 };

// How the connection is, for people and measurements.
struct at_bus_state {
    bool connected;
    char url[AT_BUS_URL_MAX]; // the server's; without credentials
    uint64_t reconnects;
    char why[AT_ERR_MSG_MAX]; // why it is not connected; "": it is
};
void at_bus_state(struct at_bus *bus, struct at_bus_state *out);

#endif
