// live_state.h: the state that the live process's threads share, and its log
#ifndef AT_CLI_LIVE_STATE_H
#define AT_CLI_LIVE_STATE_H

#include <jansson.h>
#include <pthread.h>

#include "base/limits.h"
#include "cli/device_pool.h"
#include "cli/live_files.h"
#include "net/conn.h"
#include "sys/cancel.h"

struct at_live_server;

// A connection and its thread.
struct at_live_link {
    struct at_live_server *server; // NULL: a free slot
    struct at_conn *conn;          // owned; closed once the thread was joined
    struct at_cancel *cancel;      // owned; of its command
    pthread_t thread;
    // Guarded by the server's lock.
    bool runs;   // a command; the client's leaving is watched for
    bool left;   // the client has left
    bool beside; // the command follows something, and takes no turn
    bool ended;  // the thread is to be joined
};

struct at_live_server {
    struct at_live_files files;
    const struct at_platform *const *platforms;
    const char *program;
    json_t *facts;
    struct at_cancel *cancel; // the parent of all commands'
    int64_t ttl_ms;
    int64_t began_wall_ms;
    int wake_fds[2]; // a byte: check the links, or stop
    int listen_fd;
    pthread_mutex_t turn; // of the one command that runs; guards pool
    struct at_device_pool *pool;
    pthread_mutex_t lock; // guards what follows
    struct at_live_link links[AT_LIVE_LINKS_MAX];
    int64_t idle_since_ns;
    int64_t commands; // that have run
    int64_t refused;  // connections that were not a client's
    bool stops;
};

// Write a line to live.log. Never a typed text.
void at_live_log(struct at_live_server *server, const char *fmt, ...)
    AT_PRINTF(2, 3);

// Wake the main thread's poll().
void at_live_wake(struct at_live_server *server);

#endif
