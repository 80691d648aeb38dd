// guard_ask.h: finds guarded actions that a scenario's own text asks for; pure
#ifndef AT_AGENT_GUARDS_GUARD_ASK_H
#define AT_AGENT_GUARDS_GUARD_ASK_H

#include "agent/guards/guard_words.h"
#include "agent/scenario.h"

// Return true if text has one of the rule's phrases, or one of its verbs as a
// word.
bool at_guard_says(struct at_str text, enum at_guard_rule rule);
// Return true if a step or the goal says the words of a button ("Reset the
// counter"); acted_on: and that it is tapped ("tap Continue"). A sentence that
// only looks or negates does not count.
bool at_guard_names(const struct at_scenario *scenario, struct at_str label,
                    bool acted_on);

// Return true if a sentence of the goal or a step says it ("Delete the account
// and log in again"), or if "allowed" has it: the rule's name, one of its
// phrases, or words that label says. A sentence that negates ("do not delete
// the account") asks for nothing, nor does one that only looks ("verify that
// Delete account is shown", "Pay and Delete account are visible").
bool at_guard_asks(const struct at_scenario *scenario, enum at_guard_rule rule,
                   struct at_str label);

#endif
