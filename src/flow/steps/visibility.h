// visibility.h: whether an element is visible, or certainly absent
//
// All assertions, in steps and on the command line, use this rule. An element
// that was not found is absent only if the device has read the whole screen and
// the app's own sources have reported what they show. A ref is absent only if
// its element is certainly gone. Without component names, elements that were
// once found by component name are not proved absent.
#ifndef AT_FLOW_STEPS_VISIBILITY_H
#define AT_FLOW_STEPS_VISIBILITY_H

#include "flow/app/app.h"
#include "flow/changes/effect.h"
#include "screen/elements.h"
#include "screen/selector.h"

struct at_visibility_query {
    struct at_selector selector; // one element
    // Instead, any visible element with these texts outside of the system bars;
    // the selector then only explains a failure. NULL: none.
    const struct at_element_query *elements;
};

struct at_visibility {
    const struct at_node *node; // the match, borrowed from the tree; NULL: none
    bool visible;               // the match is visible
    bool absent;                // not visible; also set if the tree is cut
    bool by_name;      // absent, and was only ever found by a component's name
    struct at_err why; // reason, if not visible
};

// Search the newest tree.
void at_visibility_check(struct at_app *app,
                         const struct at_visibility_query *query,
                         struct at_visibility *out);
// Return true if the element certainly does not show in the newest tree.
// Otherwise fail with the reason: AT_ETREE for a tree that may lack it.
AT_CHECKED bool at_visibility_is_absent(struct at_app *app,
                                        const struct at_visibility *seen,
                                        struct at_err *why);
// Append why an absent element may exist after all: the device has lost nodes.
// Returns false if it has not.
bool at_visibility_write_doubt(struct at_app *app, struct at_buf *out);

// Append the line of an element, with its place if it has no name.
void at_visibility_write(struct at_app *app, const struct at_node *node,
                         const char *ref, struct at_buf *out);

// Add to err the parts that the device has left out of the newest tree.
void at_visibility_add_gaps(struct at_app *app, struct at_err *err);
// Add the front dialog or, without one, the other app in front to err, and set
// *out to it. Returns true for a dialog.
bool at_visibility_add_front(struct at_app *app, struct at_blocker *out,
                             struct at_err *err);

struct at_visibility_wait {
    struct at_visibility_query query;
    bool visible; // expected state; false: absent
    int64_t timeout_ms;
    int64_t interval_ms; // time between the starts of two readings
};

struct at_visibility_result {
    bool holds;
    bool visible; // state in the last tree
    size_t readings;
    size_t failed; // number of failed readings
    int64_t waited_ms;
    struct at_buf match; // owned; the line of the visible element, or ""
    struct at_err why;   // last reason, if it does not hold
};

// Wait until the expectation holds (see at_idle_wait()), for timeout_ms,
// regardless of loading indicators. A failed reading proves nothing; a reading
// in progress is completed. Fails if another reading would not help. The caller
// releases out->match in any case.
AT_CHECKED bool at_visibility_wait(const struct at_op *op, struct at_app *app,
                                   const struct at_visibility_wait *wait,
                                   struct at_visibility_result *out,
                                   struct at_err *err);

#endif
