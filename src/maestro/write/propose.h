// propose.h: what to assert after an action, from what it changed; pure
#ifndef AT_MAESTRO_WRITE_PROPOSE_H
#define AT_MAESTRO_WRITE_PROPOSE_H

#include "base/arena.h"
#include "maestro/flow.h"
#include "maestro/lookup/view.h"

// Propose one assertVisible: a state that has changed, else a text that has
// changed in the same element, else a new text, rather a heading or a word than
// a figure; but no new text after a scroll (scrolled), which shows others when
// it is repeated. Times, contents of password fields, messages that pass and
// what belongs to the system or the keyboard are never proposed, nor what no
// selector means alone. Return false if nothing is left. out and its texts are
// in arena.
bool at_maestro_propose(struct at_arena *arena,
                        const struct at_maestro_view *before,
                        const struct at_maestro_view *after, bool scrolled,
                        struct at_maestro_command *out);

#endif
