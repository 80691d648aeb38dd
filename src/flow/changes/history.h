// history.h: the events and elements that an app's session has seen so far
//
// The sources are the device's events, each reading, and a comparison of the
// screen after the last step or look with the one before the next action.
// Without an action in between, differences are changes by the app itself.
#ifndef AT_FLOW_CHANGES_HISTORY_H
#define AT_FLOW_CHANGES_HISTORY_H

#include "base/op.h"
#include "device/device.h"
#include "flow/changes/journal.h"
#include "flow/changes/seen.h"

struct at_app;
struct at_history;

// Listen to the events of device, which is borrowed until the history is freed.
struct at_history *at_history_new(struct at_device *device);
void at_history_free(struct at_history *history); // NULL is allowed

// The package of the app under test, or "". Notifications of other apps are
// only reported on request.
void at_history_set_package(struct at_history *history, const char *package);

struct at_journal *at_history_journal(struct at_history *history);
const struct at_seen *at_history_seen(const struct at_history *history);

// Add the elements of a new reading.
void at_history_read(struct at_history *history, const struct at_tree *tree);

// Set the mark in the device's log from which unseen crashes count.
void at_history_set_mark(struct at_history *history, const char *mark);

// Note the end of a step or look: compare with app's newest tree from now on.
void at_history_rest(struct at_history *history, struct at_app *app);
// Note that someone acts: later differences are not changes by the app itself.
void at_history_forget_rest(struct at_history *history);
// Add the changes in the newest tree since at_history_rest() to the journal,
// and rest again. Queries the device only if the app has left the screen. Does
// nothing if a tree is missing or from another backend, whose trees differ.
void at_history_compare(const struct at_op *op, struct at_history *history,
                        struct at_app *app);

#endif
