// app.h: one app on one device under test, and what the client has seen of it
//
// Holds the device, the package, the refs of the text that the client saw
// last, and the newest settled tree. One thread at a time uses it.
#ifndef AT_FLOW_APP_H
#define AT_FLOW_APP_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/device.h"
#include "flow/idle.h"
#include "screen/compact.h"
#include "screen/detect.h"
#include "screen/diff.h"
#include "screen/ref.h"

struct at_app;

enum {
    AT_TREE_FRESH_MS = 1000,       // as fresh as a dump is when it arrives
    AT_TREE_EVENTS_FRESH_MS = 100, // where a reading is quick, it may be new
    AT_APP_FRONT_MS = 20000,       // a cold start on a slow emulator
    AT_APP_FRAMEWORK_MS = 300, // for what it is made with, once it has settled
};

// How long its waits may take; the defaults are the contract's.
struct at_app_times {
    int64_t idle_ms;
    int64_t loading_ms; // more, while an indicator shows
    int64_t front_ms;   // for its window after a launch
};

// What the app is made with, as far as it could be found out.
struct at_app_framework {
    struct at_framework found; // primary "": it could not
    struct at_err why;         // … for this reason
};

// Takes the device over. package is copied; NULL: no app yet, whatever is in
// front.
struct at_app *at_app_new(struct at_device *device, const char *package);
void at_app_free(struct at_app *app); // NULL is allowed; frees the device

struct at_device *at_app_device(struct at_app *app);
// The caller owns it from now on; app is only to be freed.
struct at_device *at_app_take_device(struct at_app *app);
const char *at_app_package(const struct at_app *app); // "" where none
void at_app_set_package(struct at_app *app, const char *package);
struct at_ref_table *at_app_refs(struct at_app *app);
// How its messages advise; at_advice_mcp unless set.
void at_app_set_advice(struct at_app *app, const struct at_advice *advice);
const struct at_advice *at_app_advice(const struct at_app *app);
struct at_app_times *at_app_times(struct at_app *app); // may be changed

// Launch the app and wait until its window is in front and has settled.
// *out_idle tells how the wait ended; a screen that did not settle is no
// failure here (the contract returns the tree all the same), a dialog in front
// of the app neither; an app that never came to front is (AT_EDEVICE, or
// AT_ECRASH with the crash). out_framework, NULL where nobody wants to know, is
// asked for while the app starts, and never fails the launch nor makes it more
// than AT_APP_FRAMEWORK_MS longer.
AT_CHECKED bool at_app_launch(const struct at_op *op, struct at_app *app,
                              struct at_idle_result *out_idle,
                              struct at_app_framework *out_framework,
                              struct at_err *err);
// Force-stop, then launch.
AT_CHECKED bool at_app_reset(const struct at_op *op, struct at_app *app,
                             struct at_idle_result *out_idle,
                             struct at_err *err);

// Read the screen now (never waits for idle; retries once where the device
// could not give a tree for another reason than that it keeps moving) and keep
// it as app's newest tree. It counts as settled where the reading was quiet
// itself, or equals the one before it, AT_IDLE_POLL_MS older, with nothing done
// in between.
AT_CHECKED bool at_app_snapshot(const struct at_op *op, struct at_app *app,
                                struct at_err *err);
// The same, once.
AT_CHECKED bool at_app_read(const struct at_op *op, struct at_app *app,
                            struct at_err *err);
// Inputs (none: count 0), the device's own word that it is quiet, and the tree,
// in one round trip; the tree becomes app's newest, and none is left in *out.
// AT_EUNSUPPORTED, with nothing done, where the device cannot do that now.
// False for any other reason: whether the inputs were done is not known.
AT_CHECKED bool at_app_step(const struct at_op *op, struct at_app *app,
                            const struct at_device_step *step,
                            struct at_device_stepped *out, struct at_err *err);
// at_app_step() without inputs: the screen once AT_IDLE_EVENTS_QUIET_MS have
// passed without an event, after AT_IDLE_EVENTS_MS at the latest. change_ms: it
// first waits so long, at most, for a change since app's last step.
AT_CHECKED bool at_app_quiet(const struct at_op *op, struct at_app *app,
                             int64_t change_ms, struct at_device_stepped *out,
                             struct at_err *err);
// Read the screen once it is quiet, or AT_IDLE_EVENTS_MS have passed, where the
// device can tell; else as at_app_snapshot().
AT_CHECKED bool at_app_look(const struct at_op *op, struct at_app *app,
                            struct at_err *err);
// Did a reading fail because the screen keeps moving?
bool at_err_is_busy(const struct at_err *err);

// The newest tree; NULL before the first. Borrowed until the next snapshot.
const struct at_tree *at_app_tree(const struct at_app *app);
// The newest tree, if it is settled and at most max_age_ms old: what the
// device shows as far as any dump can tell. NULL otherwise.
const struct at_tree *at_app_fresh_tree(const struct at_app *app,
                                        int64_t now_ns, int64_t max_age_ms);
void at_app_tree_is_stale(struct at_app *app); // something was done to the app
// Was the newest tree read after the last thing done, and has it settled?
bool at_app_is_current(const struct at_app *app);
bool at_app_is_settled(const struct at_app *app);
int64_t at_app_read_began_ns(const struct at_app *app); // of the newest tree
const char *at_app_backend(const struct at_app *app);   // of the newest tree
// What the newest tree was read from, and what that is: "uiautomator", "axe".
// Both empty where device->keep_source does not ask for it. Borrowed until the
// next reading.
struct at_str at_app_source(const struct at_app *app, const char **out_format);

// Keep the newest tree alive beyond the next reading, until it is released.
// NULL where there is none.
struct at_app_hold;
struct at_app_hold *at_app_hold(struct at_app *app);
const struct at_tree *at_app_held_tree(const struct at_app_hold *hold);
void at_app_release(struct at_app_hold *hold); // NULL is allowed

// Write the newest tree for the client and make its refs the current ones.
void at_app_write_tree(struct at_app *app, const struct at_compact_opts *opts,
                       struct at_buf *out, struct at_compact_result *result);

// The tree that the client's refs are from, NULL where it has seen none.
// Borrowed until the next one is written.
const struct at_tree *at_app_shown_tree(const struct at_app *app);
// Make tree, which is taken over, the one that the client has seen. Returns
// the table of refs, empty, for the caller to fill with those of tree.
struct at_ref_table *at_app_show(struct at_app *app, struct at_tree *tree);
// Write what the newest tree has other than the one that the client saw last,
// renewing the refs (see at_diff_write()). False where it has seen none.
AT_CHECKED bool at_app_write_diff(struct at_app *app,
                                  const struct at_compact_opts *opts,
                                  struct at_buf *out,
                                  struct at_diff_result *result);

// Has the app died since mark? Looks at the tree (crash and ANR dialogs,
// launcher in front) and, only where that gives reason, at pid and log.
AT_CHECKED bool at_app_crashed(const struct at_op *op, struct at_app *app,
                               const char *mark, struct at_crash *out_crash,
                               bool *out_crashed, struct at_err *err);
// Fails with AT_ECRASH: what died, exception, message, the app's first frames.
bool at_app_fail_crash(const struct at_app *app, const struct at_crash *crash,
                       struct at_err *err);
// Is the package under test in front (no package: whatever is)? So is one of a
// screen that tells no packages, as iOS's.
bool at_app_is_front(const struct at_app *app, const struct at_tree *tree);

#endif
