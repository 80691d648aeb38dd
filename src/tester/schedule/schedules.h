// schedules.h: fires schedules at their times
//
// One thread of each host. All hosts of a pool compute the same times by the
// store's clock; the first one to store the firing starts the work. A host that
// is killed between both has fired without starting anything, which the
// schedule's document says: work is started at most once.
#ifndef AT_TESTER_SCHEDULE_SCHEDULES_H
#define AT_TESTER_SCHEDULE_SCHEDULES_H

#include "base/op.h"
#include "tester/schedule/schedule_doc.h"

struct at_schedules;

struct at_schedules_opts {
    struct at_store_db *store; // borrowed
    // Start what the schedule is for and write the id of the run or suite run.
    bool (*start)(void *user, const struct at_op *op,
                  const struct at_schedule *schedule,
                  char out_id[AT_STORE_ID_LEN + 1], struct at_err *err);
    void *user;
};

// NULL with AT_EIO if descriptors are exhausted.
struct at_schedules *at_schedules_new(const struct at_schedules_opts *opts,
                                      struct at_err *err);
// End its thread, if there is one. The store may still tell it of changes.
void at_schedules_stop(struct at_schedules *schedules);
void at_schedules_free(struct at_schedules *schedules); // NULL is allowed

// A document was stored or removed; for at_store_listen().
void at_schedules_changed(void *schedules,
                          const struct at_store_change *change);
AT_CHECKED bool at_schedules_start(struct at_schedules *schedules,
                                   struct at_err *err);
// Fire all that is due by the store's clock, and return the time of the next
// one, at most a moment later. The thread does it; tests call it.
int64_t at_schedules_fire(struct at_schedules *schedules);

#endif
