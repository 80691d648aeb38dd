// log_follow_fuzz.c: any bytes as a log that is followed, merged and filtered
#include <stdlib.h>

#include "device/android/parse/follow.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// The first line is the output of `ps`, which runs once a line at most.
static void
follow(struct at_str log, struct at_str ps, const struct at_log_query *query)
{
    struct at_follow state;
    struct at_str text;
    at_follow_init(&state, query, at_str(NULL));
    while (at_str_next_line(&log, &text)) {
        if (at_follow_take(&state, text) != AT_FOLLOW_ASK)
            continue;
        at_follow_learn(&state, ps, text);
        if (at_follow_take(&state, text) == AT_FOLLOW_ASK)
            abort();
    }
    at_follow_deinit(&state);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str log = at_str_n((const char *)data, len);
    struct at_log_query query = {.package = AT_STR("com.x")};
    struct at_buf merged = {.max = 2 * len + 16};
    struct at_str ps = {0};
    at_log_merge(log, log, &merged);
    // Nothing gets lost, and a last line without an end gets one.
    if (merged.overflow || merged.len < 2 * len || merged.len > 2 * len + 2)
        abort();
    at_buf_deinit(&merged);
    if (at_str_next_line(&log, &ps))
        follow(log, ps, &query);
    return 0;
}
