// lease.h: what becomes of a run whose holder is silent; pure
//
// A holder renews its lease by storing the run's document. All times are the
// store's, since clocks of hosts differ. Who could not reach the store for a
// while knows nothing about others: it judges no lease before it has followed
// the store for as long as a lease lasts.
#ifndef AT_TESTER_RUNS_LEASE_H
#define AT_TESTER_RUNS_LEASE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    AT_LEASE_MS = 60000,
    AT_LEASE_MIN_MS = 300,
    AT_LEASE_MAX_MS = 3600000,
    AT_LEASE_RENEWALS = 3, // in the time of a lease
};

struct at_lease {
    bool is_free;  // queued or ended: there is no lease to be over
    bool settling; // the run's end is known, and only its report is missing
    bool stopping; // someone has asked for its end
    int64_t attempt;
    int64_t retries; // attempts that may follow the first one
    int64_t updated_ms;
    int64_t followed_ms; // since when the observer has followed the store
    int64_t now_ms;
    int64_t lease_ms;
};

enum at_lease_verdict {
    AT_LEASE_HELD,
    AT_LEASE_SETTLE,  // it has ended: say so
    AT_LEASE_STOPPED, // it ends as it was asked to
    AT_LEASE_REQUEUE, // another attempt
    AT_LEASE_LOST,
};

enum at_lease_verdict at_lease_judge(const struct at_lease *lease);

#endif
