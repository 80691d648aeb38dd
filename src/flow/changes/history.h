// history.h: what an app's session has seen so far: its events, its elements
//
// Fed by the device's events, by each reading, and by comparing what the screen
// showed when the last step or look was over with what it shows before the next
// one acts: nobody acted in between, so the screen changed by itself.
#ifndef AT_FLOW_CHANGES_HISTORY_H
#define AT_FLOW_CHANGES_HISTORY_H

#include "base/op.h"
#include "device/device.h"
#include "flow/changes/journal.h"
#include "flow/changes/seen.h"

struct at_app;
struct at_history;

// Listens to the events of device, which it borrows, until it is freed.
struct at_history *at_history_new(struct at_device *device);
void at_history_free(struct at_history *history); // NULL is allowed

// The package of the app under test, or "": other apps' notifications are told
// to those who ask for them only.
void at_history_set_package(struct at_history *history, const char *package);

struct at_journal *at_history_journal(struct at_history *history);
const struct at_seen *at_history_seen(const struct at_history *history);

// A reading has given this tree.
void at_history_read(struct at_history *history, const struct at_tree *tree);

// The mark of the device's log from which on a crash counts that nobody saw.
void at_history_set_mark(struct at_history *history, const char *mark);

// A step or look is over: compare with app's newest tree from now on.
void at_history_rest(struct at_history *history, struct at_app *app);
// Somebody acts: what differs afterwards has not changed by itself.
void at_history_forget_rest(struct at_history *history);
// Enter what has changed in the newest tree since at_history_rest() into the
// journal, and rest. Asks the device only where the app has gone from the
// screen. Does nothing where a tree is missing or is another backend's, which
// sees other things.
void at_history_compare(const struct at_op *op, struct at_history *history,
                        struct at_app *app);

#endif
