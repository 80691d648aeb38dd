// runs_listing.c: listing takes milliseconds, and asks programs of platforms
#include "tester/runs/runs_listing.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sys/clock.h"

enum { LASTS_MS = 2000, LIST_MAX_MS = 20000 };

struct at_runs_listing *
at_runs_listing_new(void)
{
    return at_alloc(sizeof(struct at_runs_listing));
}

void
at_runs_listing_deinit(struct at_runs_listing *listing)
{
    for (size_t i = 0; i < listing->count; i++)
        at_device_list_deinit(&listing->rows[i].list);
    *listing = (struct at_runs_listing){.count = 0};
}

void
at_runs_listing_free(struct at_runs_listing *listing)
{
    if (listing)
        at_runs_listing_deinit(listing);
    free(listing);
}

const struct at_runs_listed *
at_runs_listed(const struct at_op *op, struct at_runs_listing *listing,
               const struct at_platform *platform)
{
    const struct at_op limited = at_op_sub(op, at_now_ns(), LIST_MAX_MS);
    const struct at_platform_call call = {&limited, NULL};
    if (at_now_ns() >= listing->until_ns)
        at_runs_listing_deinit(listing);
    if (listing->count == 0)
        listing->until_ns = at_now_ns() + LASTS_MS * AT_NS_PER_MS;
    for (size_t i = 0; i < listing->count; i++) {
        if (listing->rows[i].platform == platform)
            return &listing->rows[i];
    }
    at_assert(listing->count < AT_RUNS_LISTED_MAX);
    struct at_runs_listed *row = &listing->rows[listing->count++];
    *row = (struct at_runs_listed){.platform = platform};
    row->ok = platform->list(&call, &row->list, &row->why);
    return row;
}
