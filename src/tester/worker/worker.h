// worker.h: does runs that a server orders, one at a time, on one device
//
// This is all that a worker process is. It owns the device, the tools, the
// calls of the model and the video; the server owns the store, the queue, the
// lease and every other file. Whatever happens here ends one run, not the
// server.
#ifndef AT_TESTER_WORKER_WORKER_H
#define AT_TESTER_WORKER_WORKER_H

#include "base/err.h"
#include "device/platform.h"

struct at_worker_opts {
    const struct at_platform *const *platforms; // up to NULL, borrowed
    int fd; // socket to the server; taken over
    // Once the server is gone, leave the device as it is: the server's next
    // start cleans up. If false, end the run in order, as a thread must.
    bool may_exit;
};

// Serve until the server has gone. Fails if the socket cannot be used or the
// server breaks the protocol.
AT_CHECKED bool at_worker_serve(const struct at_worker_opts *opts,
                                struct at_err *err);

struct at_worker_ways;
// Processes: argv0 with the one word "worker" and the socket as descriptor 3.
struct at_worker_ways *at_worker_processes_new(const char *argv0);
void at_worker_processes_free(struct at_worker_ways *ways);

// The functions that start and end workers; user is the first parameter of
// each.
struct at_worker_ways {
    // fd is the worker's end of the socket, borrowed. *out_id is for end().
    bool (*start)(void *user, int fd, long *out_id, struct at_err *err);
    // Wait for its end, by force after grace_ms. Returns its status as
    // struct at_proc_result has it.
    int (*end)(void *user, long id, int64_t grace_ms);
    void *user;
};

#endif
