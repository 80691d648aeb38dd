// app.h: one app on one device under test, and what the client has seen of it
//
// Holds the device, the package, the refs of the text that the client saw
// last, and the newest settled tree. One thread at a time uses it.
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
    AT_TREE_FRESH_MS = 1000,       // the age of a dump when it arrives
    AT_TREE_EVENTS_FRESH_MS = 100, // of a device whose readings are quick
    // Of a device that looks itself before it touches; and how long before the
    // tree the last input must have been, since what that led to late by itself
    // is told before the next one.
    AT_TREE_MEANT_MS = 2000,
    AT_APP_AFTERMATH_MS = 3000,
    AT_APP_FRONT_MS = 20000, // a cold start on a slow emulator
    AT_APP_READ_MS = 25000,  // one reading; it ends before a tool's limit
};

// Limits of its waits; the defaults are the contract's.
struct at_app_times {
    int64_t idle_ms;    // of a step, with all that it reads
    int64_t loading_ms; // of that, while an indicator shows
    int64_t front_ms;   // for its window after a launch
};

// Takes over the device. package is copied; NULL means no app yet: any app in
// front will do. advice is the front end's own, borrowed.
struct at_app *at_app_new(struct at_device *device, const char *package,
                          const struct at_advice *advice);
void at_app_free(struct at_app *app); // NULL is allowed; frees the device

struct at_device *at_app_device(struct at_app *app);
// Move the device to the caller; app may then only be freed.
struct at_device *at_app_take_device(struct at_app *app);
const char *at_app_package(const struct at_app *app); // "" without one
void at_app_set_package(struct at_app *app, const char *package);
// Attach to what the app itself can say of its work (device/sync.h), in the
// background, if that was not done since it was launched. framework: NULL for
// what is known of it.
void at_app_follow(struct at_app *app, const char *framework);
struct at_ref_table *at_app_refs(struct at_app *app);
const struct at_advice *at_app_advice(const struct at_app *app);
struct at_app_times *at_app_times(struct at_app *app); // may be changed
struct at_history *at_app_history(struct at_app *app);
struct at_journal *at_app_journal(struct at_app *app); // of its history
struct at_keyboard_opening *at_app_keyboard_opening(struct at_app *app);

// Read the screen now into app's newest tree, without waiting for it to settle;
// three times at most, with pauses that grow, if the device failed for another
// reason than that the screen keeps moving. The tree counts as settled if the
// reading was quiet itself, or shows the same as the one before it,
// AT_IDLE_POLL_MS older, with no input in between, except for what ticks.
AT_CHECKED bool at_app_read_now(const struct at_op *op, struct at_app *app,
                                struct at_err *err);
// The same, once.
AT_CHECKED bool at_app_read_once(const struct at_op *op, struct at_app *app,
                                 struct at_err *err);
// Read the screen once more if elements of the newest tree have no name, and
// wait for those that the app's components give, up to a second. What cannot be
// read leaves the tree as it is.
void at_app_read_names(const struct at_op *op, struct at_app *app);
// Send inputs (count may be 0), wait for the device to report that it is quiet,
// and read the tree, in one round trip. The tree becomes app's newest and is
// not left in *out. Fails with AT_EUNSUPPORTED, and nothing done, if the device
// cannot do that now; after any other failure the inputs may have been done.
AT_CHECKED bool at_app_step(const struct at_op *op, struct at_app *app,
                            const struct at_device_step *step,
                            struct at_device_step_result *out,
                            struct at_err *err);
// The same without inputs: read the screen once AT_IDLE_EVENTS_QUIET_MS have
// passed without an event, after AT_IDLE_EVENTS_MS at the latest. Before that,
// wait at most change_ms for a change since app's last step.
AT_CHECKED bool at_app_read_quiet(const struct at_op *op, struct at_app *app,
                                  int64_t change_ms,
                                  struct at_device_step_result *out,
                                  struct at_err *err);
// The same once the app has said that it is idle: AT_IDLE_DRAWN_MS are quiet
// enough if the screen is as it was. There has been a reading.
AT_CHECKED bool at_app_read_drawn(const struct at_op *op, struct at_app *app,
                                  struct at_device_step_result *out,
                                  struct at_err *err);
// Read the screen once it is quiet, or AT_IDLE_EVENTS_MS have passed, if the
// device reports events; otherwise as at_app_read_now().
AT_CHECKED bool at_app_read_settled(const struct at_op *op, struct at_app *app,
                                    struct at_err *err);
// True if a reading failed because the screen keeps moving.
bool at_err_is_busy(const struct at_err *err);
// True if a reading failed for a reason that may pass.
bool at_err_is_unread(const struct at_err *err);

// The newest tree; NULL before the first. Borrowed until the next reading.
const struct at_tree *at_app_tree(const struct at_app *app);
// The newest tree, if it is settled and at most max_age_ms old: as good as a
// new reading. NULL otherwise.
const struct at_tree *at_app_fresh_tree(const struct at_app *app,
                                        int64_t now_ns, int64_t max_age_ms);
// Does the newest tree, although not fresh, say well enough what is meant for a
// device that looks itself before it touches?
bool at_app_tells_meant(const struct at_app *app, int64_t now_ns);
// The newest tree's field holds what a step has typed: that is not its hint.
void at_app_note_typed(struct at_app *app, const struct at_node *field);
// What steps have typed, which another process may know, too.
struct at_typed *at_app_typed(struct at_app *app);
// Have each new tree changed before anything reads it, to hide what is secret
// in it. tree_mask NULL: none is.
typedef void at_tree_mask_fn(void *user, struct at_tree *tree);
void at_app_set_tree_mask(struct at_app *app, at_tree_mask_fn *tree_mask,
                          void *user);
bool at_app_is_veiled(const struct at_app *app);
void at_app_mark_stale(struct at_app *app); // it is not known what shows now
// An input is about to be sent: the newest tree, if it is current, is what the
// screen was before it.
void at_app_mark_input(struct at_app *app);
// The last input has changed nothing but a text: the newest tree still says
// where everything is, and counts as current.
void at_app_trust_tree(struct at_app *app);
// An app is about to be launched: nothing is known of the screen before.
void at_app_mark_launch(struct at_app *app);

// Return what is loading in the newest tree, or NULL. Any: what was waited for
// in vain before counts too.
const struct at_node *at_app_loading(const struct at_app *app, bool any);
// Return what may be a number that grows (screen/loading.h), or NULL.
const struct at_node *at_app_counter(const struct at_app *app, bool any);
// The newest tree's indicators were waited for in vain: until they are gone,
// they do not count.
void at_app_ignore_loading(struct at_app *app);
// The first element of the newest tree that ticks (see motion.h), so that the
// tree counts as settled although it differs from the one before; or NULL.
const struct at_node *at_app_ticking(const struct at_app *app);
// True if anything differs from before that a person would see, other than what
// ticks.
bool at_app_has_changed(const struct at_app *app, const struct at_tree *before);
// True if the last reading failed because the screen keeps moving.
bool at_app_is_unreadable(const struct at_app *app);
// How long one request waits for the device to be quiet.
int64_t at_app_quiet_limit_ms(const struct at_app *app);
// True if the newest tree was read after the last input, and if it has settled.
bool at_app_is_current(const struct at_app *app);
bool at_app_is_settled(const struct at_app *app);
int64_t at_app_read_began_ns(const struct at_app *app); // of the newest tree
int64_t at_app_read_took_ns(const struct at_app *app);
const char *at_app_backend(const struct at_app *app); // of the newest tree
// True if the newest reading has told toasts and what else had happened.
bool at_app_tells_events(const struct at_app *app);
// The bytes from which the newest tree was read, and their format:
// "uiautomator", "axe". Both are empty unless device->keep_source is set.
// Borrowed until the next reading.
struct at_str at_app_source(const struct at_app *app, const char **out_format);
// What was put into the newest tree besides (screen/overlay_json.h); "" if
// nothing was. As above.
struct at_str at_app_overlays(const struct at_app *app);

// Retain the newest tree beyond the next reading, until it is released. NULL if
// there is no tree.
struct at_tree_snapshot;
// Is the keyboard shown? A newest tree that lists windows says so; otherwise
// the device is asked. False if it cannot be found out.
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

// True if the client should be told that this device may not see toasts:
// always, or once where its advice says so.
bool at_app_tell_blind(struct at_app *app);

// The tree that the client's refs are from, NULL if it has not seen one yet.
// Borrowed until the next one is written.
const struct at_tree *at_app_shown_tree(const struct at_app *app);
// Take over tree as the one that the client has seen. Returns the emptied table
// of refs, for the caller to fill with those of tree.
struct at_ref_table *at_app_show(struct at_app *app, struct at_tree *tree);
// If the newest tree is more like a screen that the client saw before the last
// one, the next diff is from that one, whose refs become the current ones.
void at_app_revisit(struct at_app *app);
// The same for the screen with this fingerprint; false if it is not remembered.
AT_CHECKED bool at_app_revisit_since(struct at_app *app,
                                     const char *fingerprint);
// Write how the newest tree differs from the one that the client saw last, and
// renew the refs; the whole tree if that is shorter (see at_diff_write()).
// False if it has not seen one.
AT_CHECKED bool at_app_write_diff(struct at_app *app,
                                  const struct at_diff_opts *opts,
                                  struct at_buf *out,
                                  struct at_diff_result *result);

// True if the package under test is in front, if no package is under test, and
// if the screen does not say which is in front, as on iOS.
bool at_app_is_front(const struct at_app *app, const struct at_tree *tree);

#endif
