// passing.h: texts that a step's screens have shown temporarily
//
// A screen may settle before the app itself is idle, and its texts may be gone
// by that time: short feedback, a snackbar. A person has seen them.
#ifndef AT_FLOW_CHANGES_PASSING_H
#define AT_FLOW_CHANGES_PASSING_H

#include "base/argv.h"
#include "flow/app/app.h"

enum {
    AT_PASSING_SCREENS_MAX = 3, // first screens of a step
    AT_PASSING_TEXTS_MAX = 4,   // reported texts of a step
};

// Zeroed: empty.
struct at_passing {
    size_t count;
    struct {
        struct at_tree_snapshot *tree; // owned
        int64_t seen_ns;
    } screens[AT_PASSING_SCREENS_MAX];
};

// Return true if the node's text may be reported.
bool at_passing_is_told(const struct at_tree *tree, const struct at_node *node);
// Return true if the tree shows such a text.
bool at_passing_shows(const struct at_tree *tree, struct at_str label);

// Keep the newest tree, which has settled while the app has not.
void at_passing_add(struct at_passing *passing, struct at_app *app);
// Append to out, and add to the app's journal, each text that the screens show,
// but neither before nor the newest tree; nothing if before is NULL. Contents
// of fields are omitted.
void at_passing_tell(const struct at_passing *passing,
                     const struct at_tree *before, struct at_app *app,
                     struct at_argv *out);
void at_passing_deinit(struct at_passing *passing);

#endif
