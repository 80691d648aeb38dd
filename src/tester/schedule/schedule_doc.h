// schedule_doc.h: schedules and their firings as documents of the store
//
// A schedule is {"name","cron","zone","suite" or "scenario","enabled"}. A
// firing's id is the schedule's and the minute, so the first host that stores
// it starts the work, and no other does.
#ifndef AT_TESTER_SCHEDULE_SCHEDULE_DOC_H
#define AT_TESTER_SCHEDULE_SCHEDULE_DOC_H

#include "store/store.h"
#include "tester/schedule/cron.h"

enum { AT_SCHEDULE_NAME_MAX_BYTES = 200, AT_FIRINGS_KEPT = 50 };

struct at_schedule {
    char id[AT_STORE_KEY_MAX + 1];
    char *name; // owned
    struct at_cron cron;
    struct at_zone *zone;                // owned
    char suite[AT_STORE_KEY_MAX + 1];    // id; "": a scenario is meant
    char scenario[AT_STORE_KEY_MAX + 1]; // id
    bool enabled;
    int64_t changed_ms; // when somebody stored it; earlier times never fire
};

void at_schedule_deinit(struct at_schedule *schedule); // twice is allowed
// Read a document. AT_EUSAGE names the wrong member. *out is released by
// at_schedule_deinit() either way.
AT_CHECKED bool at_schedule_read(const struct at_store_doc *doc,
                                 struct at_schedule *out, struct at_err *err);
// Return what a client sent as it is stored, owned; NULL with AT_EUSAGE.
json_t *at_schedule_take(const json_t *json, struct at_err *err);
// Return a document as clients see it, owned: with "next", "last", and "error"
// if it cannot fire.
json_t *at_schedule_show(struct at_store_db *store,
                         const struct at_store_doc *doc);

// A time at which a schedule was due.
struct at_firing {
    char schedule[AT_STORE_KEY_MAX + 1];
    int64_t at_ms;
    int64_t revision;
    int64_t missed; // due before it while no host ran
    bool skipped;   // it was due too long ago, and nothing was started
    char run[AT_STORE_ID_LEN + 1];
    char suite_run[AT_STORE_ID_LEN + 1];
    char error[AT_ERR_MSG_MAX]; // why nothing was started; "": it was
};

// Store a firing, whose revision is set. AT_EBUSY: another host had it first.
AT_CHECKED bool at_firing_put(struct at_store_db *store, int64_t expected,
                              struct at_firing *firing, struct at_err *err);
// Get the time of the latest firing; 0: none.
AT_CHECKED bool at_firing_last(struct at_store_db *store, const char *schedule,
                               int64_t *out_at_ms, struct at_err *err);
// Remove all firings of a schedule but the newest keep ones.
void at_firings_drop(struct at_store_db *store, const char *schedule,
                     size_t keep);

#endif
