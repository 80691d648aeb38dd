#include "store/shared_clock.h"

#include "base/op.h"

#define WINDOW_NS (INT64_C(30000) * AT_NS_PER_MS)

void
at_shared_clock_note(struct at_shared_clock *clock, int64_t server_ms,
                     int64_t now_ns)
{
    int64_t ahead_ms = server_ms - now_ns / AT_NS_PER_MS;
    if (!clock->is_known) {
        *clock = (struct at_shared_clock){
            .ahead_ms = {ahead_ms, ahead_ms},
            .window_ns = now_ns,
            .is_known = true,
        };
    } else if (now_ns - clock->window_ns > WINDOW_NS) {
        clock->ahead_ms[1] = clock->ahead_ms[0];
        clock->ahead_ms[0] = ahead_ms;
        clock->window_ns = now_ns;
    } else if (ahead_ms > clock->ahead_ms[0]) {
        clock->ahead_ms[0] = ahead_ms;
    }
}

bool
at_shared_clock_now(const struct at_shared_clock *clock, int64_t now_ns,
                    int64_t *out_ms)
{
    int64_t ahead_ms = clock->ahead_ms[0] > clock->ahead_ms[1]
                           ? clock->ahead_ms[0]
                           : clock->ahead_ms[1];
    *out_ms = now_ns / AT_NS_PER_MS + ahead_ms;
    return clock->is_known;
}
