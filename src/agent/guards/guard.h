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

// The app lock: return true if an input may go to the app in front. The app
// under test is allowed, and so are the apps that the scenario names and a
// short list of the system's own (permission controller, dialogs, share sheet,
// keyboard). Otherwise fail with AT_EUSAGE "outside com.example.app: …". An
// empty name is refused too: on simulators, whose trees have no packages, the
// caller passes the app that it has seen in front.
AT_CHECKED bool at_guard_app(const struct at_scenario *scenario,
                             struct at_str front, struct at_err *err);
// Return true for the app under test and for the apps that the scenario names.
bool at_guard_is_own(const struct at_scenario *scenario, struct at_str package);
// The same for the app in front of a tree (NULL: not known). Sheets of Google
// Play services and the like belong to the app on whose behalf they are shown.
AT_CHECKED bool at_guard_front(const struct at_scenario *scenario,
                               const struct at_tree *tree, struct at_str front,
                               struct at_err *err);
// Return true if this app may be launched.
AT_CHECKED bool at_guard_launch(const struct at_scenario *scenario,
                                struct at_str package, struct at_err *err);
// Fail if touching the element with this label is guarded (delete account, pay,
// buy, send money, uninstall, factory reset…, in the languages of the table)
// and the scenario's own text does not ask for it; *err names the rule. Single
// verbs such as "Buy" count at the beginning of a button's label. On anything
// else they count only if nothing else is named ("Buy milk" is a note).
AT_CHECKED bool at_guard_label(const struct at_scenario *scenario,
                               struct at_str label, enum at_role role,
                               struct at_err *err);
// Apply the app lock to a touch: to the app in front, if the tree has packages,
// and to the app of node's window, which may lie over it. System bars and the
// notification shade are refused. node NULL: the element is not known.
AT_CHECKED bool at_guard_place(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_node *node, struct at_err *err);
// Apply at_guard_place(), then at_guard_label() to each text that names node:
// label, description, resource id, texts inside it. A button that only confirms
// ("OK", "Delete") is judged by the question of its dialog or page, so the last
// button of "Delete account?" is guarded like the first; one without words is
// judged by the words beside it. Running text of a page is not a question. The
// approval of a person never overrides at_guard_place().
AT_CHECKED bool at_guard_touch(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_node *node, struct at_err *err);
// Call this before every touch: it applies at_guard_touch() to the intended
// element (NULL: none) and to the one under the finger, which may differ.
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
// Call this before every swipe. A swipe that is short or slow enough to be a
// tap or a long press, or that ends on the button on which it begins, is judged
// as a touch. A slider or a row that is dragged sideways is judged by its
// words, and any text on the way by words like "slide to pay". Scrolling past a
// guarded button is allowed.
AT_CHECKED bool at_guard_swipe(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_guard_swipe *swipe,
                               struct at_err *err);
// Call this before Enter is pressed in a field (NULL: the focused one),
// including by a line break in typed text. Enter may press the submit button of
// the field's form, so every button and text of its window is judged.
AT_CHECKED bool at_guard_enter(const struct at_scenario *scenario,
                               const struct at_tree *tree,
                               const struct at_node *field, struct at_err *err);

// Append text from the screen in a form that is safe for a model: without the
// marker, zero-width, bidi-override and tag characters, a lone CR, NUL, and
// control characters other than newline and tab. The result never contains the
// marker, not even where a removal joined its halves.
void at_guard_clean(struct at_str text, struct at_str marker,
                    struct at_buf *out);
// Find a phrase that addresses an assistant ("ignore previous", "you are now",
// "system:"). Return a view of text, which is empty if no phrase was found.
struct at_str at_guard_suspicious(struct at_str text);

#endif
