#include "base/op.h"

#include <limits.h>

struct at_op
at_op_sub(const struct at_op *op, int64_t now_ns, int64_t max_ms)
{
    struct at_op sub = *op;
    if (max_ms < 0)
        max_ms = 0;
    if (max_ms < (AT_NEVER_NS - now_ns) / AT_NS_PER_MS) {
        int64_t end_ns = now_ns + max_ms * AT_NS_PER_MS;
        if (end_ns < sub.deadline_ns)
            sub.deadline_ns = end_ns;
    }
    return sub;
}

int
at_op_left_ms(const struct at_op *op, int64_t now_ns)
{
    if (op->deadline_ns <= now_ns)
        return 0;
    int64_t left_ns = op->deadline_ns - now_ns;
    int64_t left_ms = left_ns / AT_NS_PER_MS + (left_ns % AT_NS_PER_MS != 0);
    return left_ms > INT_MAX ? INT_MAX : (int)left_ms;
}
