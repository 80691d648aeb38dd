// strategy_priv.h: the parts of the strategy, for its own files
#ifndef AT_AGENT_LOOP_STRATEGY_PRIV_H
#define AT_AGENT_LOOP_STRATEGY_PRIV_H

#include "agent/loop/calls.h"
#include "agent/loop/loop.h"
#include "agent/loop/history_trim.h"
#include "agent/loop/strategy.h"

// Replies that cannot be used.
enum at_fault {
    AT_FAULT_EMPTY,
    AT_FAULT_MALFORMED,
    AT_FAULT_REFUSED,
    AT_FAULT_CUT,
    AT_FAULT_SPOKEN,
    AT_FAULTS,
};

struct at_strategy {
    struct at_strategy_opts opts;
    struct at_buf system;
    json_t *tools;
    size_t tools_bytes;
    struct at_conversation talk;
    struct at_history_trim trim;
    struct at_loop loop;
    struct at_calls calls;
    struct at_strategy_totals totals;
    char fingerprint[32];  // newest screen
    int64_t attempts;      // failed calls of this step
    int64_t waited_ms;     // spent waiting in this step
    int faults[AT_FAULTS]; // in a row
    int pauses;
    bool reminded;
    bool has_called;        // the model called a tool at least once
    bool had_second_chance; // the last step was kept open to be verified
    struct at_buf hint;     // appended to the next result
    struct at_strategy_note *notes;
    size_t note_count;
    size_t note_next;
    enum at_run_end end;
    char *reason;
};

// Move the turn to the end of the conversation.
void at_strategy_add_turn(struct at_strategy *strategy, struct at_turn *turn);
void at_strategy_say(struct at_strategy *strategy, const char *text);
struct at_strategy_note *at_strategy_add_note(struct at_strategy *strategy,
                                              struct at_str text);
// Cut the history. Return false if nothing can be taken out.
bool at_strategy_shorten(struct at_strategy *strategy,
                         enum at_history_trim_effort effort);
// Reset the counters of a step once it has ended.
void at_strategy_count_anew(struct at_strategy *strategy, size_t step_before);
// Answer calls that must not be run, up to the first that must.
void at_strategy_advance(struct at_strategy *strategy);

#endif
