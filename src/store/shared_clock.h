// shared_clock.h: the servers' clock, learnt from the times of messages
//
// Pure. A message arrives after the server has stamped it, so the least delay
// seen in the last minute is the best guess; the host's wall clock has no part
// in it.
#ifndef AT_STORE_SHARED_CLOCK_H
#define AT_STORE_SHARED_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

// All zero: nothing is known.
struct at_shared_clock {
    int64_t ahead_ms[2]; // past the monotonic clock: this window, the last
    int64_t window_ns;   // when this window began
    bool is_known;
};

void at_shared_clock_note(struct at_shared_clock *clock, int64_t server_ms,
                          int64_t now_ns);
// False if nothing is known.
bool at_shared_clock_now(const struct at_shared_clock *clock, int64_t now_ns,
                         int64_t *out_ms);

#endif
