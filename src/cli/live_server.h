// live_server.h: the live process: one session's commands, one pool of devices
//
// Each connection has a thread. The commands of the session take turns, for
// they share the pool; one that follows a log runs in parallel, with its own
// pool. The process ends when nothing has run for its time to live, on request,
// or on a signal: always in order, with its socket and pid file removed.
#ifndef AT_CLI_LIVE_SERVER_H
#define AT_CLI_LIVE_SERVER_H

#include <jansson.h>
#include <pthread.h>

#include "base/limits.h"
#include "cli/device_pool.h"
#include "cli/live_files.h"
#include "net/conn.h"
#include "sys/cancel.h"

// The first word of the command line that makes this program the live process;
// session and time to live in milliseconds follow. Descriptor 3 gets the
// outcome of the start: AT_LIVE_READY, or an error message.
#define AT_LIVE_WORD "live-process"
#define AT_LIVE_READY "+"
enum { AT_LIVE_READY_FD = 3 };

enum {
    AT_LIVE_TTL_MS = 10 * 60 * 1000, // contract 11.3
    AT_LIVE_TTL_MAX_MS = 7 * 24 * 60 * 60 * 1000,
};

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
    pthread_mutex_t turn; // held by the running command; guards pool
    struct at_device_pool *pool;
    pthread_mutex_t lock; // guards what follows
    struct at_live_link links[AT_LIVE_LINKS_MAX];
    int64_t idle_since_ns;
    int64_t commands; // number of commands run so far
    int64_t refused;  // connections that were not a client's
    bool stops;
};

// Write a line to live.log. Never a typed text.
void at_live_log(struct at_live_server *server, const char *fmt, ...)
    AT_PRINTF(2, 3);

// Wake the main thread's poll().
void at_live_wake(struct at_live_server *server);

// Run the live process to its end. Return the exit status.
int at_live_process(int argc, char **argv,
                    const struct at_platform *const *platforms);

#endif
