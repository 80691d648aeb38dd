// retry.h: decides on another attempt and the pause before it; pure
#ifndef AT_AGENT_LOOP_RETRY_H
#define AT_AGENT_LOOP_RETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/models/providers/provider.h"

// The attempts for one reply so far; begins as zero.
struct at_retry {
    int retries;                        // after the first attempt
    int of_class[AT_MODEL_CLASS_COUNT]; // retries by class of failure
    int64_t waited_ms;                  // in all pauses
};

// Return true if the model should be asked again after this failure.
// *out_wait_ms is then the pause: the provider's hint, or else 0.5 s, doubled
// each time up to 8 s and shortened at random (0 to UINT32_MAX) by up to a
// quarter, to spread clients out. Each class has its own limit: five "busy" do
// not use up the retries of one reset. The pause is counted in retry. False:
// the failure is permanent, its class has occurred too often, or the pause
// would be too long.
bool at_retry_next(struct at_retry *retry,
                   const struct at_model_failure *failure, uint32_t random,
                   int64_t *out_wait_ms);

#endif
