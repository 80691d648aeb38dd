// lease_test.c: what becomes of a run whose holder is silent
#include "tests/t.h"
#include "tester/runs/lease.h"

// The lease is 100, the time 1000 unless a row says otherwise.
static const struct {
    const char *says;
    struct at_lease lease;
    enum at_lease_verdict verdict;
} rows[] = {
    {"just renewed", {.updated_ms = 1000}, AT_LEASE_HELD},
    {"at its last moment", {.updated_ms = 900}, AT_LEASE_HELD},
    {"over", {.updated_ms = 899}, AT_LEASE_LOST},
    {"the store's clock was set back", {.updated_ms = 2000}, AT_LEASE_HELD},
    {"a retry is left", {.updated_ms = 1, .retries = 1}, AT_LEASE_REQUEUE},
    {"held, with a retry left",
     {.updated_ms = 950, .retries = 1},
     AT_LEASE_HELD},
    {"none is left",
     {.updated_ms = 1, .attempt = 2, .retries = 1},
     AT_LEASE_LOST},
    {"the last one",
     {.updated_ms = 1, .attempt = 2, .retries = 2},
     AT_LEASE_REQUEUE},
    {"someone stopped it",
     {.updated_ms = 1, .retries = 1, .stopping = true},
     AT_LEASE_STOPPED},
    {"it had ended",
     {.updated_ms = 1, .retries = 1, .stopping = true, .settling = true},
     AT_LEASE_SETTLE},
    {"it is queued again, or over",
     {.updated_ms = 1, .retries = 1, .is_free = true},
     AT_LEASE_HELD},
    {"who has just come back does not judge",
     {.updated_ms = 1, .followed_ms = 900},
     AT_LEASE_HELD},
    {"but does later", {.updated_ms = 1, .followed_ms = 899}, AT_LEASE_LOST},
};

T_TEST(leases_are_judged)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_lease lease = rows[i].lease;
        lease.now_ms = 1000;
        lease.lease_ms = 100;
        lease.attempt = lease.attempt > 0 ? lease.attempt : 1;
        T_ROW(rows[i].says);
        T_EQ_INT(at_lease_judge(&lease), rows[i].verdict);
    }
}

T_MAIN()
