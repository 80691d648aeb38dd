// idle.h: waiting until the screen has settled, by polling
//
// A wait ends in one of a closed set of outcomes; a timeout is never settled.
// `uiautomator dump` waits for a quiet second itself, so a dump that took
// AT_IDLE_QUIET_MS or longer is a settled reading on its own; quicker ones
// are compared, AT_IDLE_POLL_MS apart, by their idle fingerprints.
#ifndef AT_FLOW_IDLE_H
#define AT_FLOW_IDLE_H

#include "base/err.h"
#include "base/op.h"
#include "device/device.h"

enum {
    AT_IDLE_POLL_MS = 200,      // contract, "Timing Budget"
    AT_IDLE_QUIET_MS = 500,     // two polls and a margin
    AT_IDLE_TIMEOUT_MS = 10000, // contract
    AT_IDLE_LOADING_MS = 8000,  // extra, while an indicator shows (contract)
};

enum at_idle_outcome {
    AT_IDLE_SETTLED,
    AT_IDLE_LOADING,   // a loading indicator is still there
    AT_IDLE_CHANGING,  // still changing
    AT_IDLE_TIMED_OUT, // no reading came in time
    AT_IDLE_CANCELLED,
    AT_IDLE_APP_GONE,
};

struct at_idle_result {
    enum at_idle_outcome outcome;
    char detail[200];  // which indicator, which part changed; "" when settled
    char loading[200]; // the indicator that was waited out, "" without
    int dumps;
    int64_t waited_ns; // the rule's own waits between the dumps
};

const char *at_idle_outcome_name(enum at_idle_outcome outcome);

#endif
