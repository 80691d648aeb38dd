// runs_listing.h: the devices of platforms, as they were listed lately
#ifndef AT_TESTER_RUNS_RUNS_LISTING_H
#define AT_TESTER_RUNS_RUNS_LISTING_H

#include "device/platform.h"
#include "tester/runs/runs.h"

enum { AT_RUNS_LISTED_MAX = 8 };

// A platform and its devices.
struct at_runs_listed {
    const struct at_platform *platform;
    bool ok;
    struct at_device_list list;
    struct at_err why; // the failure, unless ok
};

struct at_runs_listing {
    struct at_runs_listed rows[AT_RUNS_LISTED_MAX];
    size_t count;
    int64_t until_ns; // it is old then
};

// Return what the platform lists, borrowed until the next call.
const struct at_runs_listed *at_runs_listed(const struct at_op *op,
                                            struct at_runs_listing *listing,
                                            const struct at_platform *platform);
void at_runs_listing_deinit(struct at_runs_listing *listing);

#endif
