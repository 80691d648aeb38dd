// app.h: one app on one device under test, as the client has seen it
//
// Holds the device, the package, the refs of the client's last text, and the
// newest settled tree. Only one thread at a time may use it.
#ifndef AT_FLOW_APP_APP_H
#define AT_FLOW_APP_APP_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/device.h"
#include "flow/changes/history.h"
#include "flow/wait/idle.h"
#include "flow/wait/keyboard.h"
#include "screen/compact.h"
#include "screen/detect.h"
#include "screen/diff.h"
#include "screen/ref.h"

struct at_app;
struct at_typed; // flow/steps/typed.h

enum {
    AT_TREE_FRESH_MS = 1000,       // age of a dump on arrival
    AT_TREE_EVENTS_FRESH_MS = 100, // same for a device with quick readings
    // age of a tree for finding a target that the device looks up again
    AT_TREE_MEANT_MS = 2000,
    AT_APP_AFTERMATH_MS = 3000, // late effects of an input
    AT_APP_FRONT_MS = 20000,    // a cold start on a slow emulator
    AT_APP_READ_MS = 25000, // one reading; less than the time limit of a tool
};

// Limits of its waits; the contract has the defaults.
struct at_app_times {
    int64_t idle_ms;    // a step, including its readings
    int64_t loading_ms; // part of it, while an indicator shows
    int64_t front_ms;   // until its window shows after a launch
};

// Takes over the device. package is copied; NULL allows any app in front.
// advice belongs to the front end and is borrowed.
struct at_app *at_app_new(struct at_device *device, const char *package,
                          const struct at_advice *advice);
void at_app_free(struct at_app *app); // NULL is allowed; frees the device

struct at_device *at_app_device(struct at_app *app);
// Move the device to the caller; app may then only be freed.
struct at_device *at_app_take_device(struct at_app *app);
const char *at_app_package(const struct at_app *app); // "" without one
void at_app_set_package(struct at_app *app, const char *package);
// Attach to the app's own sources (device/sync.h) in the background, unless
// this was done since its launch. framework: NULL for the known one.
void at_app_follow(struct at_app *app, const char *framework);
struct at_ref_table *at_app_refs(struct at_app *app);
const struct at_advice *at_app_advice(const struct at_app *app);
struct at_app_times *at_app_times(struct at_app *app); // may be changed
struct at_history *at_app_history(struct at_app *app);
struct at_journal *at_app_journal(struct at_app *app); // owned by its history
struct at_keyboard_opening *at_app_keyboard_opening(struct at_app *app);

// Read the screen into app's newest tree now, without waiting for it to settle.
// Tries up to three times with growing pauses if the device fails, unless the
// screen keeps moving. The tree counts as settled if the reading was quiet
// itself, or if it equals the previous one, except for ticking places, is
// AT_IDLE_POLL_MS younger, and there was no input in between.
AT_CHECKED bool at_app_read_now(const struct at_op *op, struct at_app *app,
                                struct at_err *err);
// The same with a single try.
AT_CHECKED bool at_app_read_once(const struct at_op *op, struct at_app *app,
                                 struct at_err *err);
// Read the screen again if elements of the newest tree lack names, and wait up
// to a second for those of the app's components. On failure the tree stays.
void at_app_read_names(const struct at_op *op, struct at_app *app);
// Send inputs (count may be 0), wait for the device to report that it is quiet,
// and read the tree, in one round trip. The tree becomes app's newest one and
// is moved out of *out. Fails with AT_EUNSUPPORTED and no effect if the device
// cannot do that now; other failures may follow the inputs.
AT_CHECKED bool at_app_step(const struct at_op *op, struct at_app *app,
                            const struct at_device_step *step,
                            struct at_device_step_result *out,
                            struct at_err *err);
// The same without inputs: read the screen once AT_IDLE_EVENTS_QUIET_MS have
// passed without an event, or after AT_IDLE_EVENTS_MS. Before that, wait at
// most change_ms for a change since app's last step.
AT_CHECKED bool at_app_read_quiet(const struct at_op *op, struct at_app *app,
                                  int64_t change_ms,
                                  struct at_device_step_result *out,
                                  struct at_err *err);
// The same once the app has reported that it is idle: AT_IDLE_DRAWN_MS without
// an event suffice if the screen is unchanged since an earlier reading.
AT_CHECKED bool at_app_read_drawn(const struct at_op *op, struct at_app *app,
                                  struct at_device_step_result *out,
                                  struct at_err *err);
// Read the screen once it is quiet, or after AT_IDLE_EVENTS_MS, if the device
// reports events; otherwise like at_app_read_now().
AT_CHECKED bool at_app_read_settled(const struct at_op *op, struct at_app *app,
                                    struct at_err *err);
// Return true if a reading failed because the screen keeps moving.
bool at_err_is_busy(const struct at_err *err);
// Return true if a reading failed for a temporary reason.
bool at_err_is_unread(const struct at_err *err);

// The newest tree; NULL before the first reading. Borrowed until the next one.
const struct at_tree *at_app_tree(const struct at_app *app);
// The newest tree if it is settled and at most max_age_ms old, so a new reading
// is not necessary. NULL otherwise.
const struct at_tree *at_app_fresh_tree(const struct at_app *app,
                                        int64_t now_ns, int64_t max_age_ms);
// Return true if the newest tree, although not fresh, is good enough to
// identify a target for a device that looks it up again before the touch.
bool at_app_tells_meant(const struct at_app *app, int64_t now_ns);
// Note that the newest tree's field holds a text typed by a step, not its hint.
void at_app_note_typed(struct at_app *app, const struct at_node *field);
// The texts typed by steps, which another process may share.
struct at_typed *at_app_typed(struct at_app *app);
// Set a function that changes each new tree before any other use, to hide
// secrets. tree_mask NULL: none.
typedef void at_tree_mask_fn(void *user, struct at_tree *tree);
void at_app_set_tree_mask(struct at_app *app, at_tree_mask_fn *tree_mask,
                          void *user);
bool at_app_is_veiled(const struct at_app *app);
void at_app_mark_stale(struct at_app *app); // the current screen is unknown
// Note that an input is about to be sent: the newest tree, if it is current,
// shows the screen before it.
void at_app_mark_input(struct at_app *app);
// Note that the last input has only changed a text: the positions in the newest
// tree are still valid, and it counts as current.
void at_app_trust_tree(struct at_app *app);
// Note that an app is about to be launched: the screen before is unknown.
void at_app_mark_launch(struct at_app *app);

// Return the loading indicator in the newest tree, or NULL. any: include those
// whose wait has timed out before.
const struct at_node *at_app_loading(const struct at_app *app, bool any);
// Return a number that may grow (screen/loading.h), or NULL.
const struct at_node *at_app_counter(const struct at_app *app, bool any);
// Ignore the newest tree's indicators, whose wait has timed out, until they go.
void at_app_ignore_loading(struct at_app *app);
// The first ticking element of the newest tree (see motion.h), which explains
// why a settled tree differs from the previous one; or NULL.
const struct at_node *at_app_ticking(const struct at_app *app);
// Return true if a visible difference from before is not at a ticking place.
bool at_app_has_changed(const struct at_app *app, const struct at_tree *before);
// Return true if the last reading failed because the screen keeps moving.
bool at_app_is_unreadable(const struct at_app *app);
// The maximum wait of one request for a quiet device.
int64_t at_app_quiet_limit_ms(const struct at_app *app);
// Return true if the newest tree was read after the last input; with
// at_app_is_settled(), it has settled too.
bool at_app_is_current(const struct at_app *app);
bool at_app_is_settled(const struct at_app *app);
int64_t at_app_read_began_ns(const struct at_app *app); // newest tree's
int64_t at_app_read_took_ns(const struct at_app *app);
const char *at_app_backend(const struct at_app *app); // newest tree's
// Return true if the newest reading has reported toasts and other events.
bool at_app_tells_events(const struct at_app *app);
// The bytes of the newest tree, and their format: "uiautomator", "axe". Both
// are empty unless device->keep_source is set. Borrowed until the next reading.
struct at_str at_app_source(const struct at_app *app, const char **out_format);
// The overlays added to the newest tree (screen/overlay_json.h), or "".
// Borrowed until the next reading.
struct at_str at_app_overlays(const struct at_app *app);

// Retain the newest tree beyond the next reading, until it is released. Returns
// NULL before the first reading.
struct at_tree_snapshot;
// Set whether the keyboard is shown, from the newest tree if it lists windows,
// otherwise by a request. Returns false if this is unknown.
AT_CHECKED bool at_app_keyboard_shown(const struct at_op *op,
                                      struct at_app *app, bool *out_shown);
struct at_tree_snapshot *at_app_tree_snapshot(struct at_app *app);
const struct at_tree *at_tree_snapshot_tree(
    const struct at_tree_snapshot *snapshot);
// NULL is allowed.
void at_tree_snapshot_release(struct at_tree_snapshot *snapshot);

// Write the newest tree for the client and make its refs the current ones.
void at_app_write_tree(struct at_app *app, const struct at_compact_opts *opts,
                       struct at_buf *out, struct at_compact_result *result);

// Return true if the client should be warned that this device may not see
// toasts: always, or only once if its advice says so.
bool at_app_tell_blind(struct at_app *app);

// The tree of the client's refs; NULL if it has not seen one yet. Borrowed
// until the next one is written.
const struct at_tree *at_app_shown_tree(const struct at_app *app);
// Take over tree as the one that the client has seen. Returns the cleared table
// of refs, which the caller fills from tree.
struct at_ref_table *at_app_show(struct at_app *app, struct at_tree *tree);
// If the newest tree resembles an earlier screen of the client more than the
// last one, base the next diff on that screen, whose refs become current.
void at_app_revisit(struct at_app *app);
// Do the same for the screen with this fingerprint; false if it is unknown.
AT_CHECKED bool at_app_revisit_since(struct at_app *app,
                                     const char *fingerprint);
// Write the differences between the newest tree and the client's last one, and
// renew the refs; the whole tree if that is shorter (see at_diff_write()).
// Returns false if the client has not seen one.
AT_CHECKED bool at_app_write_diff(struct at_app *app,
                                  const struct at_diff_opts *opts,
                                  struct at_buf *out,
                                  struct at_diff_result *result);

// Return true if the package under test is in front, if none was set, or if the
// screen does not show which one is in front, as on iOS.
bool at_app_is_front(const struct at_app *app, const struct at_tree *tree);

#endif
