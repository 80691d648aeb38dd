// measured.c: counts the writes of a store
#include "store/measured.h"

#include "metrics/metrics.h"
#include "sys/clock.h"

// Conflicts, absent documents and refused values are answers, not failures.
bool
at_store_measured(enum at_store_write write, int64_t began_ns,
                  const struct at_err *why, struct at_err *err)
{
    struct at_metric_at at = {{(size_t)write}};
    at_metric_observe(AT_METRIC_STORE_WRITES, at, at_now_ns() - began_ns);
    if (why->code == AT_OK)
        return true;
    if (why->code == AT_EIO || why->code == AT_ENODEV ||
        why->code == AT_ETIMEOUT)
        at_metric_add(AT_METRIC_STORE_ERRORS, at, 1);
    return at_err_pass(err, why);
}
