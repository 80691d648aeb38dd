// loop.h: detects a model that repeats itself without getting anywhere; pure
//
// The same call at the same sight is the same sign. A sign, or a cycle of two
// or three, that comes again and again is a loop.
#ifndef AT_AGENT_LOOP_LOOP_H
#define AT_AGENT_LOOP_LOOP_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

enum { AT_LOOP_NOTED_AT = 3, AT_LOOP_STUCK_AT = 5, AT_LOOP_HOPELESS_AT = 8 };
enum { AT_LOOP_CYCLE_MAX = 3, AT_LOOP_KEPT = 24 };

struct at_loop {
    uint64_t signs[AT_LOOP_KEPT]; // the newest last
    size_t count;
};

uint64_t at_loop_sign(struct at_str fingerprint, struct at_str tool,
                      const json_t *args);
// Add a sign. Returns how often it, or the cycle that it completes, has come in
// a row by now: 1 if it is new, at most AT_LOOP_HOPELESS_AT.
size_t at_loop_add(struct at_loop *loop, uint64_t sign);

#endif
