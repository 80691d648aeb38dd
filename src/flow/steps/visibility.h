// visibility.h: whether an element is visible, or proved not to be
//
// The one rule of assertions, for steps and for the command line. An element
// that was not found is absent only if the device has read the whole screen
// and the app's own sources have said what they show, and a ref only if its
// element is gone for certain. Without the names of components only what once
// was found by one may be there nevertheless.
#ifndef AT_FLOW_STEPS_VISIBILITY_H
#define AT_FLOW_STEPS_VISIBILITY_H

#include "flow/app/app.h"
#include "flow/changes/effect.h"
#include "screen/elements.h"
#include "screen/selector.h"

struct at_visibility_query {
    struct at_selector selector; // one element
    // Any visible one with these texts, outside of the system's bars, instead;
    // the selector then only explains a failure. NULL: none.
    const struct at_element_query *elements;
};

struct at_visibility {
    const struct at_node *node; // that was found, borrowed from the tree; NULL
    bool visible;               // it shows
    bool absent;                // not visible, unless the tree is cut
    bool by_name;      // absent, and once found by a component's name only
    struct at_err why; // unless visible
};

// Search the newest tree.
void at_visibility_check(struct at_app *app,
                         const struct at_visibility_query *query,
                         struct at_visibility *out);
// Is it proved that the element does not show in the newest tree? Otherwise
// fail with the reason: AT_ETREE for a tree that lacks what it may be.
AT_CHECKED bool at_visibility_is_absent(struct at_app *app,
                                        const struct at_visibility *seen,
                                        struct at_err *why);
// Append why an absent element may exist nevertheless: nodes that the device
// has lost. False if it has lost none.
bool at_visibility_write_doubt(struct at_app *app, struct at_buf *out);

// Append the line of an element; one without a name has its place.
void at_visibility_write(struct at_app *app, const struct at_node *node,
                         const char *ref, struct at_buf *out);

// Add to err what the device has left out of the newest tree.
void at_visibility_add_gaps(struct at_app *app, struct at_err *err);
// Add to err which dialog, or else which other app, is in front, and set *out
// to it. True if it is a dialog.
bool at_visibility_add_front(struct at_app *app, struct at_blocker *out,
                             struct at_err *err);

struct at_visibility_wait {
    struct at_visibility_query query;
    bool visible; // expected; or absent
    int64_t timeout_ms;
    int64_t interval_ms; // between the beginnings of two readings
};

struct at_visibility_result {
    bool holds;
    bool visible; // in the last tree
    size_t readings;
    size_t failed; // readings
    int64_t waited_ms;
    struct at_buf match; // owned; the line of the visible element, or ""
    struct at_err why;   // of the last reading, if it does not hold
};

// Wait until the expectation holds (see at_idle_wait()), for timeout_ms,
// whether something loads or not. A reading that fails counts for neither side;
// one that has begun is waited for. Fails if reading again is of no use; the
// caller releases out->match in any case.
AT_CHECKED bool at_visibility_wait(const struct at_op *op, struct at_app *app,
                                   const struct at_visibility_wait *wait,
                                   struct at_visibility_result *out,
                                   struct at_err *err);

#endif
