// choice.h: which queued run a free device does next; pure
//
// All hosts choose by the same rule. Runs are ordered by their priority and by
// how long they have waited: every AT_CHOICE_AGE_MS of waiting is worth one
// step of priority, so no run waits for ever. A device takes the first run in
// that order that is due and that it can do.
#ifndef AT_TESTER_RUNS_CHOICE_H
#define AT_TESTER_RUNS_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/argv.h"

#define AT_CHOICE_AGE_MS INT64_C(300000)

enum {
    AT_CHOICE_PRIORITY_MAX = 100, // the least is -100
    AT_CHOICE_NEEDS_MAX = 16,
    AT_CHOICE_NEED_MAX_BYTES = 64,
};

// The wishes of a run. Texts are borrowed.
struct at_choice_run {
    const char *id;
    int64_t queued_ms; // time of the store's clock
    int64_t not_before_ms;
    int64_t priority;
    const char *platform;        // "", NULL: any
    const char *device;          // "", NULL: any
    const struct at_argv *needs; // NULL: nothing
};

// A device of a host. Texts are borrowed.
struct at_choice_device {
    const char *platform;
    const char *id;
    const char *only; // the device that this host's user wants; "": any
    const struct at_argv *caps;
};

// Return true if the device can do the run at some time.
bool at_choice_suits(const struct at_choice_run *run,
                     const struct at_choice_device *device);
// Return true if the run has waited as long as it was asked to.
bool at_choice_is_due(const struct at_choice_run *run, int64_t now_ms);
// Return less than 0 if a goes before b, more than 0 if after it.
int at_choice_compare(const struct at_choice_run *a,
                      const struct at_choice_run *b);
// Hosts that choose by the same rule choose the same run, and one gets it.
// Return how many runs that suit it a device passes over once it was refused so
// many in a row, from a random number: none until then.
size_t at_choice_skip(unsigned refused, uint64_t random);
// Return the index of the run that the device does next; count: none.
size_t at_choice_best(const struct at_choice_device *device,
                      const struct at_choice_run *runs, size_t count,
                      int64_t now_ms);

#endif
