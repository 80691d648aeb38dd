// idle.h: the one way to wait: until the screen has settled, or until a
// condition holds
//
// Actions, assertions, look-ups of a target, launch, reset and the command line
// all wait here, so that one place decides:
//
// - what is loading (screen/loading.h): it is waited for, loading_ms at most;
// - what merely ticks (flow/wait/motion.h): it is named and not waited for;
// - what has appeared since the action: compared with the screen before it;
// - what the app itself still does (device/sync.h): asked once the screen has
//   settled, and waited for as what is loading is; what repeats for ever is
//   named and not waited for;
// - the limit: a step has AT_IDLE_TIMEOUT_MS for everything, the reading before
//   it and waiting for loading included.
//
// A wait ends in one of a closed set of outcomes; a timeout is never settled.
// `uiautomator dump` waits for a quiet second itself, so a dump that took
// AT_IDLE_QUIET_MS or longer is a settled reading on its own; quicker ones
// are compared, AT_IDLE_POLL_MS apart. A device with events reports when
// AT_IDLE_EVENTS_QUIET_MS have passed without one and the tree has stayed the
// same; trees that it has compared itself are not compared again. One request
// waits for AT_IDLE_EVENTS_MS at most, so that a screen that is never quiet is
// read too, and for AT_IDLE_RESTLESS_MS once the device is known not to rest.
// Between two readings it waits for the next event, so that the end of loading
// is seen at once; the poll is then only the longest silence.
#ifndef AT_FLOW_WAIT_IDLE_H
#define AT_FLOW_WAIT_IDLE_H

#include "base/err.h"
#include "base/op.h"
#include "device/device.h"
#include "flow/wait/pending.h"

struct at_app;

enum {
    // That long after an action an empty screen is not ready.
    AT_IDLE_CONTENT_MS = 3000,
    AT_IDLE_POLL_MS = 200,         // contract, "Timing Budget"
    AT_IDLE_QUIET_MS = 500,        // two polls and a margin
    AT_IDLE_TIMEOUT_MS = 10000,    // contract
    AT_IDLE_LOADING_MS = 8000,     // of that, while an indicator shows
    AT_IDLE_RETRY_MS = 2000,       // of a condition, when nothing loads
    AT_IDLE_LOADING_POLL_MS = 500, // contract, IDLE_LOADING
    AT_IDLE_EVENTS_QUIET_MS = 150, // contract: 150 to 300
    AT_IDLE_EVENTS_MS = 1000,
    AT_IDLE_RESTLESS_MS = 350,
    // a change that an app's work has led to is drawn within two frames; with
    // it a step ends some 50 ms after the app's work
    AT_IDLE_DRAWN_MS = 40,
    // of one reading: uiautomator itself gives up after 10 s, plus its start
    AT_IDLE_READING_MS = 15000,
};

enum at_idle_outcome {
    AT_IDLE_SETTLED,   // or the condition holds
    AT_IDLE_LOADING,   // a loading indicator is still there, or the app busy
    AT_IDLE_CHANGING,  // still changing
    AT_IDLE_TIMED_OUT, // no reading came, or not of the wanted package
    AT_IDLE_CANCELLED,
    AT_IDLE_APP_GONE,
};

struct at_idle_result {
    enum at_idle_outcome outcome;
    char detail[200];  // which indicator, which part changed; "" when settled
    char loading[200]; // the indicator that was waited for, or ""
    char ticking[200]; // what keeps changing, and was not waited for, or ""
    int readings;
    int failed;        // of them
    int64_t waited_ns; // between the readings
    // The app's own sources that have answered, and what they said, "" where
    // nothing: what was waited for, until the end or in vain; what goes on at
    // the end; and what repeats for ever or takes too long to wait for.
    size_t asked_count;
    const char *asked[AT_SYNC_SOURCES_MAX];
    char app_waited[AT_PENDING_TEXT];
    int64_t app_waited_ns; // of waited_ns
    char app_still[AT_PENDING_TEXT];
    char app_endless[AT_PENDING_TEXT];
};

// Append what the app was waited for and how long: "hermes: 1 fetch
// https://example.com/cart (700 ms)". Nothing if it was not.
void at_idle_write_waited(const struct at_idle_result *result,
                          struct at_buf *out);
// Add a source of the app that has answered, once.
void at_idle_add_asked(struct at_idle_result *result, const char *name);
// Add what an earlier wait of the same step has told to the newest one's.
void at_idle_add(struct at_idle_result *newest,
                 const struct at_idle_result *earlier);

const char *at_idle_outcome_name(enum at_idle_outcome outcome);

struct at_idle_wait {
    // Until the screen has settled, with all loading; or, of a condition, only
    // the time when nothing loads.
    int64_t timeout_ms;
    // While an indicator shows or the app is busy; 0: no more than timeout_ms.
    int64_t loading_ms;
    int64_t end_ns; // of everything; a reading is cut off then. 0: none
    // The wait begins once this package, or a dialog over it, is in front, for
    // front_ms at most; NULL: at once.
    const char *want_front;
    int64_t front_ms;
    int64_t content_ms; // that long, a screen without any element is not ready
    // A dump of a screen that moves comes late or never. After that time
    // without one the screen counts as moving, if moves() says so. One that
    // came and could not be read, several times in a row, ends the wait as
    // TIMED_OUT then. 0: as long as the wait.
    int64_t unread_ms;
    // Does what is waited for move, or is it at least in front? busy: the
    // device itself has said that something moves. NULL: it does.
    bool (*moves)(void *user, bool busy);
    int64_t interval_ms; // between two readings; 0: AT_IDLE_POLL_MS
    // The device's result with which the newest tree came, which is then the
    // first reading; NULL: none is there yet.
    const struct at_device_step_result *first;
    // The condition, asked of each reading. False sets why; one that no other
    // reading can change ends the wait. NULL: the screen is to settle.
    bool (*holds)(void *user, struct at_err *why);
    // Called each time before the app itself is asked what it does; may be
    // NULL.
    void (*meet)(void *user);
    // Called after the app was waited for once its screen had settled: what the
    // newest tree shows may be gone in the next one. May be NULL.
    void (*passes)(void *user);
    // Called for each settled reading without any element, as long as
    // content_ms counts; may be NULL.
    void (*meet_empty)(void *user);
    // Returns true to end the wait with APP_GONE; may be NULL.
    bool (*gone)(void *user, const struct at_tree *tree);
    void *user;
    struct at_err *why; // of the last reading, unless it held; may be NULL
};

// Does the tree show anything that has a name or takes input?
bool at_idle_has_content(const struct at_tree *tree);

// May another reading change that a condition does not hold?
bool at_idle_may_pass(const struct at_err *why);

// Read the screen into app's newest tree until it has settled and nothing
// loads. Returns true for every outcome but CANCELLED, and false with the
// reason if the device failed or op ended. CHANGING leaves no current tree if
// the screen moved so much that none could be read. After LOADING the same
// indicator is not waited for again until it has gone.
AT_CHECKED bool at_idle_wait(const struct at_op *op, struct at_app *app,
                             const struct at_idle_wait *wait,
                             struct at_idle_result *out, struct at_err *err);

#endif
