// history_trim.h: shortens a conversation that has grown long; pure
//
// Each change in the middle costs the provider's prompt cache, so that a cut
// has to be worth it. Once steps have ended, the turns before the newest whole
// screen go, if they are many. Once the conversation has grown by its
// threshold, one cut removes whole turns, those of finished steps first. A
// summary takes their place in the first message; it is written from the
// recorded calls, not by a model. Of the screens that remain the newest three
// stay in full, and older ones become a line. Turns are removed whole, so that
// calls keep their results and opaque reasoning its turn.
#ifndef AT_AGENT_LOOP_HISTORY_TRIM_H
#define AT_AGENT_LOOP_HISTORY_TRIM_H

#include "agent/models/conversation.h"
#include "agent/tool.h"
#include "agent/proof/verdict.h"
#include "base/argv.h"

enum { AT_HISTORY_TRIM_SCREENS_KEPT = 3 };

struct at_history_trim_turn {
    size_t step; // that was worked on
    size_t bytes;
    bool whole; // a result has a whole screen, on which later ones build
    bool bare;  // all calls were right, and none has changed or read the screen
};

struct at_history_trim {
    struct at_argv *done; // for each step, what was done in it; owned
    size_t *dropped;      // and how many of those are not kept
    size_t step_count;
    struct at_history_trim_turn *turns; // for each turn of the conversation
    size_t count;
    size_t bytes; // of all turns
    // The sizes of the first request after the beginning or a cut, and of the
    // newest one; 0: the provider has not said.
    int64_t base_tokens;
    int64_t latest_tokens;
    size_t base_bytes;
    bool cut; // the conversation has a summary
    // Of the calls since the newest turn was added.
    bool shown;        // one has got a whole screen
    bool changed;      // one has failed, or has got something of the screen
    size_t step_ended; // up to this one, ended steps were looked at
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

// By how many tokens it may grow: the wish, or less for a model that takes
// context_tokens in all (0: not known), a half of which is for other things.
int64_t at_history_trim_threshold(int64_t wish, int64_t context_tokens);
// Returns true if the conversation has grown by threshold tokens since it began
// or was cut.
bool at_history_trim_is_long(const struct at_history_trim *trim,
                             int64_t threshold);

// Returns true if, since the last time, steps have ended that have left many
// turns behind which no later screen builds on. current is the open step.
bool at_history_trim_has_ended(struct at_history_trim *trim, size_t current);

enum at_history_trim_effort {
    AT_HISTORY_TRIM_ENDED, // what ended steps have left behind
    AT_HISTORY_TRIM_OLD,   // what is older than the newest turns and the open
                           // step
    AT_HISTORY_TRIM_HARD, // keep the newest answers only: the model cannot take
                          // more
};

struct at_history_trim_cut {
    struct at_conversation *conversation;
    const struct at_verdicts *verdicts;
    struct at_str marker; // of the blocks of screens
    int64_t threshold;
    enum at_history_trim_effort effort;
};
// Cut it. False: nothing is left to take out.
bool at_history_trim_shorten(struct at_history_trim *trim,
                             const struct at_history_trim_cut *cut);

#endif
