// op.h: the first parameter of every blocking call
//
// A deadline is absolute on the monotonic clock of sys/clock.h, and applies to
// a whole message rather than to each read. The cancel token (sys/cancel.h) may
// be NULL.
#ifndef AT_BASE_OP_H
#define AT_BASE_OP_H

#include <stdint.h>

struct at_cancel;

#define AT_NS_PER_MS INT64_C(1000000)
#define AT_NEVER_NS INT64_MAX

struct at_op {
    int64_t deadline_ns;
    struct at_cancel *cancel; // borrowed; NULL: not cancellable
};

// Return op with its deadline limited to max_ms after now_ns.
struct at_op at_op_sub(const struct at_op *op, int64_t now_ns, int64_t max_ms);

// Return the milliseconds left, rounded up, for poll(2); 0 after the deadline.
int at_op_left_ms(const struct at_op *op, int64_t now_ns);

#endif
