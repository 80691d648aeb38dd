// passing.h: what a step's screens showed for a while
//
// A screen may settle before the app itself does, and what it shows may be gone
// once the app is idle: feedback of a second, a snackbar. A person has seen it.
#ifndef AT_FLOW_CHANGES_PASSING_H
#define AT_FLOW_CHANGES_PASSING_H

#include "base/argv.h"
#include "flow/app/app.h"

enum {
    AT_PASSING_SCREENS_MAX = 3, // of a step; the first are kept
    AT_PASSING_TEXTS_MAX = 4,   // told of a step
};

// Zeroed: empty.
struct at_passing {
    size_t count;
    struct {
        struct at_tree_snapshot *tree; // owned
        int64_t seen_ns;
    } screens[AT_PASSING_SCREENS_MAX];
};

// May the node's text be told?
bool at_passing_is_told(const struct at_tree *tree, const struct at_node *node);
// Does the tree show such a text?
bool at_passing_shows(const struct at_tree *tree, struct at_str label);

// Keep the newest tree, which has settled while the app has not.
void at_passing_add(struct at_passing *passing, struct at_app *app);
// Append to out, and add to the app's journal, each text that the screens show
// and neither before nor the newest tree does. before may be NULL: nothing is
// known then. What fields hold is left out.
void at_passing_tell(const struct at_passing *passing,
                     const struct at_tree *before, struct at_app *app,
                     struct at_argv *out);
void at_passing_deinit(struct at_passing *passing);

#endif
