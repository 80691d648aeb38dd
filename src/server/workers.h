// workers.h: threads that answer requests, so that the daemon's never waits
//
// A thread starts when a job finds none idle. Jobs that wait for a run to end
// have a limit of their own, so that they never keep the others from working.
#ifndef AT_SERVER_WORKERS_H
#define AT_SERVER_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

struct at_workers;

struct at_workers_limits {
    size_t threads; // for jobs that do not wait
    size_t waiting; // jobs that do
    size_t queue;   // jobs that have no thread yet
};

struct at_workers *at_workers_new(const struct at_workers_limits *limits);
// Run fn(user) on a thread. Return false if there are too many jobs.
bool at_workers_run(struct at_workers *workers, bool waits,
                    void (*fn)(void *user), void *user);
// Run the queued jobs and wait until all jobs have ended. NULL is allowed.
void at_workers_free(struct at_workers *workers);

#endif
