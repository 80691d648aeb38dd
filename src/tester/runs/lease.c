#include "tester/runs/lease.h"

enum at_lease_verdict
at_lease_judge(const struct at_lease *lease)
{
    int64_t since_ms = lease->updated_ms > lease->followed_ms
                           ? lease->updated_ms
                           : lease->followed_ms;
    if (lease->is_free || lease->now_ms - since_ms <= lease->lease_ms)
        return AT_LEASE_HELD;
    if (lease->settling)
        return AT_LEASE_SETTLE;
    if (lease->stopping)
        return AT_LEASE_STOPPED;
    return lease->attempt <= lease->retries ? AT_LEASE_REQUEUE : AT_LEASE_LOST;
}
