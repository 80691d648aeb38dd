// idle.h: waits until the screen has settled, or until a condition holds
//
// Actions, assertions, searches for a target, launch, reset and the command
// line all wait here, with the same rules:
//
// - loading indicators (screen/loading.h): waited for, up to loading_ms;
// - ticking texts (flow/wait/motion.h): reported, but not waited for;
// - new content: found by comparison with the screen before the action;
// - the app's own work (device/sync.h): queried once the screen has settled,
//   and waited for like an indicator; endless work is reported, but not waited
//   for;
// - the limit: everything in a step shares AT_IDLE_TIMEOUT_MS, including the
//   reading before it and the wait for loading.
//
// A wait ends with one of the outcomes below; a timeout is never settled.
// `uiautomator dump` itself waits for a quiet second, so a dump that took
// AT_IDLE_QUIET_MS or longer is a settled reading. Quicker ones are compared,
// AT_IDLE_POLL_MS apart. A device with events reports once
// AT_IDLE_EVENTS_QUIET_MS have passed without one and the tree has stayed the
// same; its trees are not compared again. One request waits for at most
// AT_IDLE_EVENTS_MS, so a restless screen is read too, and for
// AT_IDLE_RESTLESS_MS if the device is known to be restless. Between two
// readings it waits for the next event, which shows the end of loading at once;
// the poll interval is then only the maximum.
#ifndef AT_FLOW_WAIT_IDLE_H
#define AT_FLOW_WAIT_IDLE_H

#include "base/err.h"
#include "base/op.h"
#include "device/device.h"
#include "flow/wait/pending.h"

struct at_app;

enum {
    // An empty screen is not ready for this long after an action.
    AT_IDLE_CONTENT_MS = 3000,
    AT_IDLE_POLL_MS = 200,         // contract, "Timing Budget"
    AT_IDLE_QUIET_MS = 500,        // two polls and a margin
    AT_IDLE_TIMEOUT_MS = 10000,    // contract
    AT_IDLE_LOADING_MS = 8000,     // part of it, while an indicator shows
    AT_IDLE_RETRY_MS = 2000,       // limit of a condition while nothing loads
    AT_IDLE_LOADING_POLL_MS = 500, // contract, IDLE_LOADING
    AT_IDLE_EVENTS_QUIET_MS = 150, // contract: 150 to 300
    AT_IDLE_EVENTS_MS = 1000,
    AT_IDLE_RESTLESS_MS = 350,
    // a change caused by the app's work is drawn within two frames; with this
    // value a step ends some 50 ms after the app's work
    AT_IDLE_DRAWN_MS = 40,
    // one reading: uiautomator gives up after 10 s, plus its start
    AT_IDLE_READING_MS = 15000,
};

enum at_idle_outcome {
    AT_IDLE_SETTLED,   // also: the condition holds
    AT_IDLE_LOADING,   // an indicator still shows, or the app is busy
    AT_IDLE_CHANGING,  // still changing
    AT_IDLE_TIMED_OUT, // no reading, or not of the wanted package
    AT_IDLE_CANCELLED,
    AT_IDLE_APP_GONE,
};

struct at_idle_result {
    enum at_idle_outcome outcome;
    char detail[200];  // the indicator or the changing part; "" when settled
    char loading[200]; // the indicator that the wait has waited for, or ""
    char ticking[200]; // an ignored part that keeps changing, or ""
    int readings;
    int failed;        // failed readings
    int64_t waited_ns; // time between the readings
    // The sources in the app that have answered, and their answers, each "" if
    // empty: completed or abandoned work, work that still runs at the end, and
    // work that is endless or takes too long to wait for.
    size_t asked_count;
    const char *asked[AT_SYNC_SOURCES_MAX];
    char app_waited[AT_PENDING_TEXT];
    int64_t app_waited_ns; // part of waited_ns
    char app_still[AT_PENDING_TEXT];
    char app_endless[AT_PENDING_TEXT];
};

// Append the app's work that was waited for, and the time: "hermes: 1 fetch
// https://example.com/cart (700 ms)". Appends nothing if there was none.
void at_idle_write_waited(const struct at_idle_result *result,
                          struct at_buf *out);
// Add a source of the app that has answered, once.
void at_idle_add_asked(struct at_idle_result *result, const char *name);
// Add the result of an earlier wait of the same step to the newest one.
void at_idle_add(struct at_idle_result *newest,
                 const struct at_idle_result *earlier);

const char *at_idle_outcome_name(enum at_idle_outcome outcome);

struct at_idle_wait {
    // Limit until the screen has settled, including loading; for a condition
    // only the time while nothing loads.
    int64_t timeout_ms;
    // Limit while an indicator shows or the app is busy; 0: timeout_ms.
    int64_t loading_ms;
    int64_t end_ns; // limit of everything, which cuts off a reading; 0: none
    // Start the wait once this package, or a dialog over it, is in front, which
    // may take front_ms; NULL: start at once.
    const char *want_front;
    int64_t front_ms;
    int64_t content_ms; // time for which a screen without elements is not ready
    // A dump of a moving screen arrives late or never. After this time without
    // one the screen counts as moving, if moves() agrees. If dumps arrive but
    // are unreadable several times in a row, the wait then ends with TIMED_OUT.
    // 0: same as the limit of the wait.
    int64_t unread_ms;
    // Return true if the awaited app is moving, or is at least in front. busy:
    // the device has reported movement. NULL: always true.
    bool (*moves)(void *user, bool busy);
    int64_t interval_ms; // time between two readings; 0: AT_IDLE_POLL_MS
    // The device's result that contains the newest tree, to be used as the
    // first reading; may be NULL.
    const struct at_device_step_result *first;
    // The condition, checked after each reading. Returns false with why; a
    // final error ends the wait. NULL: wait until the screen has settled.
    bool (*holds)(void *user, struct at_err *why);
    // Called before each query of the app itself; may be NULL.
    void (*meet)(void *user);
    // Called after a wait for the app on a settled screen, because the texts of
    // the newest tree may be gone in the next one. May be NULL.
    void (*passes)(void *user);
    // Called for each settled reading without elements in content_ms, or NULL.
    void (*meet_empty)(void *user);
    // Return true to end the wait with APP_GONE; may be NULL.
    bool (*gone)(void *user, const struct at_tree *tree);
    void *user;
    struct at_err *why; // last error, unless the condition held; may be NULL
};

// Return true if the tree shows anything that has a name or takes input.
bool at_idle_has_content(const struct at_tree *tree);

// Return true if another reading may change the failure of a condition.
bool at_idle_may_pass(const struct at_err *why);

// Read the screen into app's newest tree until it has settled and nothing
// loads. Returns true for every outcome but CANCELLED, and false with the
// reason if the device failed or op ended. CHANGING leaves no current tree if
// the screen moved too much to be read. After LOADING the same indicator is
// ignored until it has gone.
AT_CHECKED bool at_idle_wait(const struct at_op *op, struct at_app *app,
                             const struct at_idle_wait *wait,
                             struct at_idle_result *out, struct at_err *err);

#endif
