// shared_clock_test.c: the servers' clock from the times of messages
#include "base/op.h"
#include "store/shared_clock.h"
#include "tests/t.h"

#define SECOND_NS (INT64_C(1000) * AT_NS_PER_MS)

// The server is 5,000,000 ms ahead of this clock; messages come this late.
static const struct {
    const char *name;
    int late_ms[6]; // one a second; -1: no more
    int64_t step_s; // between two
    int64_t error_ms;
} rows[] = {
    {"at once", {0, -1}, 1, 0},
    {"the quickest counts", {50, 3, 90, 40, -1}, 1, -3},
    {"an old message says little", {0, 9000, -1}, 1, 0},
    {"old messages first", {90000, 5000, 7, -1}, 1, -7},
    {"the window before counts", {4, 60, -1}, 40, -4},
    {"the one before that does not", {4, 60, 70, -1}, 40, -60},
};

T_TEST(the_quickest_message_counts)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_shared_clock clock = {0};
        int64_t now_ns = 77 * SECOND_NS, ms = 0;
        T_ROW(rows[i].name);
        T_NOT(at_shared_clock_now(&clock, now_ns, &ms));
        for (size_t k = 0; rows[i].late_ms[k] >= 0; k++) {
            now_ns += rows[i].step_s * SECOND_NS;
            at_shared_clock_note(
                &clock, 5000000 + now_ns / AT_NS_PER_MS - rows[i].late_ms[k],
                now_ns);
        }
        now_ns += SECOND_NS;
        T_OK(at_shared_clock_now(&clock, now_ns, &ms));
        T_EQ_INT(ms - 5000000 - now_ns / AT_NS_PER_MS, rows[i].error_ms);
    }
}

T_TEST(a_server_that_was_wrong_is_followed_within_two_windows)
{
    struct at_shared_clock clock = {0};
    int64_t now_ns = 77 * SECOND_NS, ms = 0;
    at_shared_clock_note(&clock, 5000000 + 3600000, now_ns);
    for (int i = 0; i < 70; i++) {
        now_ns += SECOND_NS;
        at_shared_clock_note(&clock, 5000000, now_ns);
    }
    T_OK(at_shared_clock_now(&clock, now_ns, &ms));
    T_OK(ms >= 5000000 && ms <= 5000000 + 62000);
}

T_MAIN()
