// idle.h: waiting until the screen has settled, by polling or by events
//
// A wait ends in one of a closed set of outcomes; a timeout is never settled.
// `uiautomator dump` waits for a quiet second itself, so a dump that took
// AT_IDLE_QUIET_MS or longer is a settled reading on its own; quicker ones
// are compared, AT_IDLE_POLL_MS apart, by their idle fingerprints. A device
// that hears of events tells itself when AT_IDLE_EVENTS_QUIET_MS have passed
// without one; it is asked for AT_IDLE_EVENTS_MS at a time, so that a screen
// that is never without events is looked at too. Between two readings it waits
// for the next event, so that the end of loading is seen when it comes; the
// poll is then only how long it may stay silent.
#ifndef AT_FLOW_IDLE_H
#define AT_FLOW_IDLE_H

#include "base/err.h"
#include "base/op.h"
#include "device/device.h"

struct at_app;

enum {
    AT_IDLE_POLL_MS = 200,         // contract, "Timing Budget"
    AT_IDLE_QUIET_MS = 500,        // two polls and a margin
    AT_IDLE_TIMEOUT_MS = 10000,    // contract
    AT_IDLE_LOADING_MS = 8000,     // extra, while an indicator shows (contract)
    AT_IDLE_LOADING_POLL_MS = 500, // contract, IDLE_LOADING
    AT_IDLE_EVENTS_QUIET_MS = 150, // contract: 150 to 300
    AT_IDLE_EVENTS_MS = 1000,
    // one reading: uiautomator itself gives up after 10 s, and some to start
    AT_IDLE_READING_MS = 15000,
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

struct at_idle_wait {
    int64_t timeout_ms; // until settled
    int64_t loading_ms; // more of it while an indicator shows; 0: none
    // The wait begins once this package, or a dialog over it, is in front, for
    // front_ms at most; NULL: at once.
    const char *want_front;
    int64_t front_ms;
    // The newest tree is the first reading already, and this is what the device
    // told with it; NULL: it is to be read.
    const struct at_device_stepped *first;
    // Ends the wait with APP_GONE where it says so; NULL: never.
    bool (*gone)(void *user, const struct at_tree *tree);
    void *user;
};

// Read the screen into app's newest tree until it has settled and nothing
// loads. True for SETTLED, LOADING, CHANGING, APP_GONE and for TIMED_OUT: then
// no reading came at all, or want_front did not come. False with the reason
// where the device failed or op ended. CHANGING leaves no current tree where
// the screen moved so much that none could be read.
AT_CHECKED bool at_idle_wait(const struct at_op *op, struct at_app *app,
                             const struct at_idle_wait *wait,
                             struct at_idle_result *out, struct at_err *err);

#endif
