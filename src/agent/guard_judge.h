// guard_judge.h: one text against the guarded actions, for guard*.c; pure
#ifndef AT_AGENT_GUARD_JUDGE_H
#define AT_AGENT_GUARD_JUDGE_H

#include "agent/guard_words.h"
#include "agent/scenario.h"
#include "screen/tree.h"

// Fail if words, on or around an element of this role, say something guarded
// that the scenario does not ask for. label is the element's, for the message.
AT_CHECKED bool at_guard_words_judge(const struct at_scenario *scenario,
                                     struct at_str words, enum at_role role,
                                     struct at_str label, struct at_err *err);
// Returns true if each word of text is a number or one of the set.
bool at_guard_has_only(struct at_str text, enum at_guard_set set);

#endif
