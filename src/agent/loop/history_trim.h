// history_trim.h: shortens a conversation that has grown long; pure
//
// Each change in the middle invalidates the provider's prompt cache, so a cut
// has to be worth it. Once steps have ended, the turns before the newest whole
// screen go, if they are many. Once the conversation has grown by its
// threshold, one cut removes whole turns, those of finished steps first. A
// summary takes their place in the first message; it is written from the
// recorded calls, not by a model. The newest three of the remaining screens
// stay in full, older ones become a line. Turns are removed whole, so calls
// keep their results and opaque reasoning its turn.
#ifndef AT_AGENT_LOOP_HISTORY_TRIM_H
#define AT_AGENT_LOOP_HISTORY_TRIM_H

#include "agent/models/conversation.h"
#include "agent/tool.h"
#include "agent/proof/verdict.h"
#include "base/argv.h"

enum { AT_HISTORY_TRIM_SCREENS_KEPT = 3 };

struct at_history_trim_turn {
    size_t step; // the open step at the time
    size_t bytes;
    bool whole; // a result has a whole screen, on which later ones build
    bool bare;  // every call succeeded without changing or reading the screen
};

struct at_history_trim {
    struct at_argv *done; // the actions kept of each step; owned
    size_t *dropped;      // number of actions not kept of each step
    size_t step_count;
    struct at_history_trim_turn *turns; // parallel to the turns
    size_t count;
    size_t bytes; // sum over all turns
    // The sizes of the first request after the beginning or a cut, and of the
    // newest one; 0: the provider has not said.
    int64_t base_tokens;
    int64_t latest_tokens;
    size_t base_bytes;
    bool cut; // the conversation has a summary
    // Calls since the newest turn was added:
    bool shown;        // one returned a whole screen
    bool changed;      // one failed, or returned part of the screen
    size_t step_ended; // steps before this one were checked by has_ended()
};

void at_history_trim_init(struct at_history_trim *trim, size_t step_count);
void at_history_trim_deinit(struct at_history_trim *trim);

// A tool was called in step.
void at_history_trim_did(struct at_history_trim *trim, size_t step,
                         enum at_agent_tool tool, const json_t *args,
                         const struct at_agent_tool_result *result);
// The conversation has got this turn, worked on step.
void at_history_trim_add(struct at_history_trim *trim, size_t step,
                         const struct at_turn *turn);
// The provider says how many tokens the whole request had; 0: it does not say.
void at_history_trim_measured(struct at_history_trim *trim, int64_t in_tokens);

// Return the growth limit in tokens: the requested value, capped at half of
// context_tokens (0 if unknown).
int64_t at_history_trim_threshold(int64_t wish, int64_t context_tokens);
// Return true if the conversation has grown by threshold tokens since it began
// or was cut.
bool at_history_trim_is_long(const struct at_history_trim *trim,
                             int64_t threshold);

// Return true if, since the last call, steps have ended that left many turns
// behind on which no later screen builds. current is the open step.
bool at_history_trim_has_ended(struct at_history_trim *trim, size_t current);

enum at_history_trim_effort {
    AT_HISTORY_TRIM_ENDED, // remove the leftovers of ended steps
    AT_HISTORY_TRIM_OLD,   // keep the newest turns and the open step
    AT_HISTORY_TRIM_HARD, // keep the newest answers only: the model cannot take
                          // more
};

struct at_history_trim_cut {
    struct at_conversation *conversation;
    const struct at_verdicts *verdicts;
    struct at_str marker; // encloses the blocks of screens
    int64_t threshold;
    enum at_history_trim_effort effort;
};
// Cut the conversation. Return false if nothing is left to take out.
bool at_history_trim_shorten(struct at_history_trim *trim,
                             const struct at_history_trim_cut *cut);

#endif
