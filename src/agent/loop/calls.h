// calls.h: the tool calls of one turn, in order, each with its result; pure
//
// Calls of unknown tools, with wrong arguments, after a failed call or repeated
// within the turn are answered here, in words that help the model; they never
// reach a device. The results form one turn, so each call has exactly one.
#ifndef AT_AGENT_LOOP_CALLS_H
#define AT_AGENT_LOOP_CALLS_H

#include "agent/models/conversation.h"
#include "agent/tool.h"

struct at_call {
    const struct at_part *part; // borrowed from the turn
    bool known;                 // tool and args are valid
    bool again;                 // repeats an earlier call, including its id
    enum at_agent_tool tool;
    json_t *args; // owned; checked, with defaults
    bool whole;   // its result has the whole screen after an action
};

struct at_calls {
    struct at_call *items; // owned
    size_t count;
    size_t next; // first call without a result
    bool failed; // a call of the turn failed
    bool moved;  // the screen differs from the one that the model saw
    struct at_turn results;
};

// Return true if a call with this result failed.
bool at_calls_failed(enum at_prefix prefix);

void at_calls_deinit(struct at_calls *calls);
// Take up the calls of turn, whose parts must stay. Calls with the same id get
// other ones, and turn loses the provider's form, which has the old ones.
void at_calls_take(struct at_calls *calls, struct at_turn *turn);
// Return the next call without a result; NULL if all have one.
struct at_call *at_calls_next(struct at_calls *calls);
// Return true if the call must be answered without being run; result then has
// the answer.
bool at_calls_refused(struct at_calls *calls, struct at_call *call,
                      struct at_agent_tool_result *result);
// Add the result of the next call. text is what the model reads.
void at_calls_answer(struct at_calls *calls,
                     const struct at_agent_tool_result *result,
                     struct at_str text);
// Once all calls have results: leave out the screens after actions if a later
// action of the turn returned a whole one. marker encloses the screens.
void at_calls_fold(struct at_calls *calls, struct at_str marker);

#endif
