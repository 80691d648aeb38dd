// flow_queue.h: the flows of a command, shared by the threads of its devices
//
// Without shards a flow is any device's. The flows of flowsOrder come first,
// one after the other on one device. A flow whose device was lost goes to
// another one, once.
#ifndef AT_CLI_FLOW_QUEUE_H
#define AT_CLI_FLOW_QUEUE_H

#include <pthread.h>

#include "cli/flow_set.h"
#include "maestro/report/suite.h"
#include "sys/waiters.h"

enum at_flow_sharing {
    AT_FLOW_SHARED,     // each flow goes to the next free device
    AT_FLOW_SPLIT,      // --shard-split: dealt in turn, as Maestro does
    AT_FLOW_EVERYWHERE, // --shard-all: each device runs all
};

enum at_flow_state {
    AT_FLOW_WAITING,
    AT_FLOW_RUNNING,
    AT_FLOW_ENDED,
    AT_FLOW_LEFT_OUT, // trace.err says why it has not run
};

struct at_flow_job {
    const struct at_maestro_flow *flow;
    int worker; // the only one that may run it; -1: any
    int shard;  // from 1; 0: not sharded
    bool is_ordered;
    bool was_lost; // with its device, once
    bool is_void;  // left out because an ordered flow failed, as Maestro does
    enum at_flow_state state;
    struct at_maestro_trace trace; // only flow and err unless it has run
    char *device;                  // where it ran; owned, NULL: nowhere
    char *folder;                  // its files; owned, may be NULL
};

struct at_flow_queue {
    pthread_mutex_t lock; // guards all below while threads run
    struct at_waiters waiters;
    enum at_flow_sharing sharing;
    struct at_flow_job *jobs; // owned
    size_t count;
    int workers;      // that live
    int order_worker; // runs the ordered flows; -1: not chosen
    bool continues;   // with them although one failed
};

// For reports; borrowed from the job.
struct at_maestro_result at_flow_job_result(const struct at_flow_job *job);

// workers is the number of devices, from 1.
void at_flow_queue_init(struct at_flow_queue *queue,
                        const struct at_flow_set *set,
                        enum at_flow_sharing sharing, int workers);
void at_flow_queue_deinit(struct at_flow_queue *queue);

// Return the next job of a worker, waiting while another one may give one back;
// NULL: there is none, or op has ended.
struct at_flow_job *at_flow_queue_take(const struct at_op *op,
                                       struct at_flow_queue *queue, int worker);
// The job has run.
void at_flow_queue_end(struct at_flow_queue *queue, struct at_flow_job *job);
// The worker's device is lost and it takes no more jobs; job, which may be
// NULL, has failed with it. Return true if the job waits for another device:
// its trace is cleared then.
bool at_flow_queue_lose(struct at_flow_queue *queue, int worker,
                        struct at_flow_job *job, const char *device);
// No worker lives: leave out what still waits, because of why.
void at_flow_queue_close(struct at_flow_queue *queue, const struct at_err *why);

#endif
