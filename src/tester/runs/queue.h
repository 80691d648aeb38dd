// queue.h: the queued runs of the store that this process knows
//
// An index only: a run's document says whether it is queued, and storing that
// document, with its revision expected, is the claim. The caller has a lock.
#ifndef AT_TESTER_RUNS_QUEUE_H
#define AT_TESTER_RUNS_QUEUE_H

#include "agent/run/run_record.h"
#include "store/store.h"
#include "tester/runs/choice.h"

struct at_runs_lane;

struct at_queued {
    struct at_choice_run wish; // its texts are owned
    struct at_argv needs;      // in wish
    char id[AT_STORE_ID_LEN + 1];
    // The lane that it waits for; NULL: any may take it. Only compared.
    const struct at_runs_lane *promised;
    int64_t revision;       // of its document, as far as it was looked at; or 0
    size_t place;           // from at_queue_place()
    struct at_queued *next; // with the same hash of the id
    bool told;              // its first event is out
    bool taken;             // a thread claims or ends it, and alone removes it
    bool refused;           // this host lacks its model's key or a secret
    bool stopping; // someone asked for its end while it was being claimed
    bool seen;     // in the store's list; for at_queue_sweep()
    char suite_run[AT_STORE_ID_LEN + 1]; // that it is a case of; "": none
    bool is_suite_stopping;              // no case of it begins any more
};

enum { AT_QUEUE_STOPPED_SUITES = 64 };

struct at_queue {
    struct at_queued **rows; // owned, as are the rows; in the order of choice
    size_t count;
    struct at_queued **buckets; // owned; rows by id
    size_t bucket_count;        // a power of two
    bool is_placed;             // the places of the rows are true
    // Ids of the suite runs that were stopped last.
    char stopped_suites[AT_QUEUE_STOPPED_SUITES][AT_STORE_ID_LEN + 1];
    size_t stopped_suite_count; // so far
};

// Return true if a device may take it now.
bool at_queued_waits(const struct at_queued *queued, int64_t now_ms);

void at_queue_deinit(struct at_queue *queue);
// Add a run that was queued at that time.
struct at_queued *at_queue_add(struct at_queue *queue,
                               const struct at_run_record *record,
                               int64_t queued_ms);
struct at_queued *at_queue_find(const struct at_queue *queue, const char *id);
void at_queue_remove(struct at_queue *queue, struct at_queued *queued);
// Note that a thread claims or ends it, or does so no longer.
void at_queue_set_taken(struct at_queue *queue, struct at_queued *queued,
                        bool taken);
// Let no case of a suite run begin any more, also one that is added later.
void at_queue_stop_suite(struct at_queue *queue, const char *suite_run);
// Return its place among those that may take the same device, from 1; 0: it is
// being taken.
size_t at_queue_place(struct at_queue *queue, const struct at_queued *queued);
// Between these two, note those that the store still lists; the others are then
// removed. One that is added in the meantime stays.
void at_queue_forget_seen(struct at_queue *queue);
void at_queue_sweep(struct at_queue *queue);

#endif
