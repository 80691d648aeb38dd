// guard_judge.h: one text against the guarded actions, for guard*.c; pure
#ifndef AT_AGENT_GUARDS_GUARD_JUDGE_H
#define AT_AGENT_GUARDS_GUARD_JUDGE_H

#include "agent/guards/guard_words.h"
#include "agent/scenario.h"
#include "screen/tree.h"

// The place of a text, which decides how much of it counts.
enum at_guard_level {
    AT_GUARD_OWN,  // on the element that is touched
    AT_GUARD_NEAR, // beside it, or in its dialog: every sentence about it
    AT_GUARD_PAGE, // anywhere on its page: headings, questions and warnings
};

struct at_guard_text {
    struct at_str words;
    struct at_str label; // the element's, for the message; may be empty
    enum at_role role;
    enum at_guard_level level;
};

// Return true if the text says something that the rule guards.
bool at_guard_breaks(const struct at_guard_text *text, enum at_guard_rule rule);
// Fail if the text says something guarded that the scenario does not ask for.
// A step that names the button's own words asks for them; one that names the
// button asks for what its page says, but not for what its dialog asks.
AT_CHECKED bool at_guard_judge(const struct at_scenario *scenario,
                               const struct at_guard_text *text,
                               struct at_err *err);
// Return true if each word of text is a number or one of the set.
bool at_guard_has_only(struct at_str text, enum at_guard_set set);

// An element about to be touched.
struct at_guard_target {
    const struct at_scenario *scenario;
    const struct at_tree *tree;
    const struct at_node *node; // target of the touch
    const struct at_node *window;
    struct at_str label;
};

// Judge the texts around the element that may refer to it: those of its dialog,
// those beside an element without words, and those of the page for a button
// that only agrees ("OK").
AT_CHECKED bool at_guard_around(const struct at_guard_target *target,
                                struct at_err *err);
// Judge every text of the window that is not another element's own.
AT_CHECKED bool at_guard_window(const struct at_guard_target *target,
                                struct at_err *err);
// Return the root of the window that has node.
const struct at_node *at_guard_window_of(const struct at_tree *tree,
                                         const struct at_node *node);
// Return what a finger at this point lands on: the element that takes touches,
// or else the text drawn last there; NULL if nothing is known there.
const struct at_node *at_guard_node_at(const struct at_tree *tree,
                                       struct at_point at);

#endif
