// near.h: the valid names most similar to an unknown one
#ifndef AT_BASE_NEAR_H
#define AT_BASE_NEAR_H

#include <stddef.h>

#include "base/str.h"

enum { AT_NEAR_MAX = 4 };

// Set wanted, offer every valid name, then read the nearest ones. Names are
// borrowed; ASCII case is ignored.
struct at_near {
    struct at_str wanted;
    struct at_str names[AT_NEAR_MAX]; // nearest first
    size_t scores[AT_NEAR_MAX];       // 0 means equal
    size_t count;
};

void at_near_offer(struct at_near *near, struct at_str name);

// Write "'a', 'b'" into buf, cut after a whole name; "" if nothing is near.
void at_near_write(const struct at_near *near, char *buf, size_t cap);

#endif
