// workers.h: threads that answer requests, because the daemon's must never wait
//
// A new job starts a thread if none is idle. Jobs that wait for the end of a
// run have a separate limit, so they never block the others.
#ifndef AT_SERVER_WORKERS_H
#define AT_SERVER_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

struct at_workers;

struct at_workers_limits {
    size_t threads; // threads for jobs that do not wait
    size_t waiting; // jobs that wait for a run
    size_t queue;   // jobs without a thread
};

struct at_workers *at_workers_new(const struct at_workers_limits *limits);
// Run fn(user) on a thread. Return false if there are too many jobs.
bool at_workers_run(struct at_workers *workers, bool waits,
                    void (*fn)(void *user), void *user);
// Run the queued jobs and wait until all jobs have ended. NULL is allowed.
void at_workers_free(struct at_workers *workers);

#endif
