#include "agent/loop/loop.h"

#include <string.h>

#include "base/limits.h"
#include "screen/hash.h"
#include "wire/json.h"

uint64_t
at_loop_sign(struct at_str fingerprint, struct at_str tool, const json_t *args)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    uint64_t hash = at_hash_str(AT_HASH_INIT, fingerprint);
    hash = at_hash_str(hash, tool);
    if (args && at_json_write(args, &text))
        hash = at_hash_str(hash, at_buf_str(&text));
    at_buf_deinit(&text);
    return hash;
}

// Count the newest signs that equal the one a period earlier, plus the period
// itself.
static size_t
periodic(const struct at_loop *loop, size_t period)
{
    size_t len = period;
    if (loop->count < period)
        return 0;
    while (len < loop->count && loop->signs[loop->count - len - 1] ==
                                    loop->signs[loop->count - len - 1 + period])
        len++;
    return len;
}

size_t
at_loop_add(struct at_loop *loop, uint64_t sign)
{
    size_t most = 1;
    if (loop->count == AT_LOOP_KEPT) {
        memmove(loop->signs, loop->signs + 1,
                (AT_LOOP_KEPT - 1) * sizeof(loop->signs[0]));
        loop->count--;
    }
    loop->signs[loop->count++] = sign;
    for (size_t period = 1; period <= AT_LOOP_CYCLE_MAX; period++) {
        size_t len = periodic(loop, period);
        // Count a cycle once, when it is complete.
        if (len % period == 0 && len / period > most)
            most = len / period;
    }
    return most < AT_LOOP_HOPELESS_AT ? most : AT_LOOP_HOPELESS_AT;
}
