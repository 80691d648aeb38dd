// guard.h: the limits on an agent, whatever the model says; pure
//
// Rules on values: the caller says which app is in front and what is about to
// be touched. Nothing here trusts the model, nor text on the screen.
#ifndef AT_AGENT_GUARDS_GUARD_H
#define AT_AGENT_GUARDS_GUARD_H

#include "agent/scenario.h"
#include "base/buf.h"
#include "base/err.h"
#include "screen/tree.h"

// The app lock: returns true if an input may go to the app in front. Allowed
// are the app under test, the apps that the scenario names, and a short list of
// the system's own (permission controller, dialogs, share sheet, keyboard).
// False with AT_EUSAGE "outside com.example.app: …". An empty name is refused
// too: where trees have no packages (simulators), the caller passes the app
// that it has seen in front.
AT_CHECKED bool at_guard_app(const struct at_scenario *scenario,
                             struct at_str front, struct at_err *err);
// Return true for the app under test and for the apps that the scenario names.
bool at_guard_is_own(const struct at_scenario *scenario, struct at_str package);
// The same for the app in front of a tree (NULL: not known). Sheets of Google
// Play services and the like belong to the app on whose behalf they are shown.
AT_CHECKED bool at_guard_front(const struct at_scenario *scenario,
                               const struct at_tree *tree, struct at_str front,
                               struct at_err *err);
// Returns true if this app may be launched.
AT_CHECKED bool at_guard_launch(const struct at_scenario *scenario,
                                struct at_str package, struct at_err *err);
// Fails if touching the element with this label is guarded (delete account,
// pay, buy, send money, uninstall, factory reset…, in the languages of the
// table) and the scenario's own text does not ask for it; *err names the rule.
// Single verbs such as "Buy" count at the beginning of a button's label. On
// anything else they count only where no other thing is named ("Buy milk" is a
// note).
AT_CHECKED bool at_guard_label(const struct at_scenario *scenario,
                               struct at_str label, enum at_role role,
                               struct at_err *err);
// The app lock for a touch: the app in front, where the tree has packages, and
// the one whose window has node, which may lie over it. The system's bars and
// the shade of notifications are refused. node NULL: no element is known there.
AT_CHECKED bool at_guard_place(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_node *node, struct at_err *err);
// at_guard_place(), then at_guard_label() for each text by which node is known:
// label, description, resource id, texts inside it. A button that only confirms
// ("OK", "Delete") is judged by what its dialog or its page asks, so that the
// last button of "Delete account?" is guarded like the first; one without words
// is judged by the words beside it. Running text of a page asks nothing. No
// approval of a person lifts at_guard_place().
AT_CHECKED bool at_guard_touch(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_node *node, struct at_err *err);
// Ask this before every touch: at_guard_touch() for the element that is meant
// (NULL: none) and for what lies under the finger, which may be another one.
AT_CHECKED bool at_guard_point(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_node *node, struct at_point at,
                               struct at_err *err);

// A finger that goes down at one point and up at another.
struct at_guard_swipe {
    struct at_point from;
    struct at_point to;
    int64_t duration_ms;
};
// Ask this before every swipe. One that is short or slow enough to be a tap or
// a long press, or that ends on the button on which it begins, is judged as a
// touch. A slider or a row that is dragged sideways is judged by its words, and
// any text on the way by words like "slide to pay". Scrolling past a guarded
// button is allowed.
AT_CHECKED bool at_guard_swipe(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_guard_swipe *swipe,
                               struct at_err *err);
// Ask this before Enter is pressed in a field (NULL: the focused one), also by
// a line break in what is typed. Enter stands for the button of the field's
// form: every button and text of its window is judged.
AT_CHECKED bool at_guard_enter(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_node *field, struct at_err *err);

// Append text from the screen as a model may read it: without the marker,
// zero-width, bidi-override and tag characters; a lone CR, NUL and the other
// control characters but newline and tab are dropped too. The result has the
// marker nowhere, also where removing something has joined its halves.
void at_guard_clean(struct at_str text, struct at_str marker,
                    struct at_buf *out);
// Finds a phrase that speaks to an assistant ("ignore previous", "you are now",
// "system:"). Returns a view of text; empty if there is none.
struct at_str at_guard_suspicious(struct at_str text);

#endif
