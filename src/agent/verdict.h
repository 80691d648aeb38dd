// verdict.h: the measured verdict of each step of a scenario; pure
//
// A step passes only if an assertion that the engine evaluated held after the
// step's last action. The model's word can make a PASS a FAIL, never the other
// way. Only what happened between a step's begin and its end counts for it.
#ifndef AT_AGENT_VERDICT_H
#define AT_AGENT_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

enum at_verdict {
    AT_VERDICT_OPEN, // not ended yet; none is once the run is over
    AT_VERDICT_PASS,
    AT_VERDICT_FAIL,
    AT_VERDICT_UNVERIFIED, // nothing that was measured proves it
    AT_VERDICT_COUNT,
};
extern const char *const at_verdict_names[AT_VERDICT_COUNT];

// The evidence that one call of a tool gives for its step.
enum at_evidence {
    AT_EVIDENCE_NONE,    // it only looked
    AT_EVIDENCE_ACTED,   // what was asserted before no longer counts
    AT_EVIDENCE_HELD,    // an assertion held
    AT_EVIDENCE_FAILED,  // an assertion did not hold
    AT_EVIDENCE_JUDGED,  // a model looked and said yes: no measure
    AT_EVIDENCE_DENIED,  // a judgement said no
    AT_EVIDENCE_CRASHED, // the app has died
};

struct at_verdict_step {
    enum at_verdict verdict;
    char *reason; // owned; one line; NULL: none yet
    char *proof;  // owned; the assertion that decided, or NULL
    bool began;
    bool crashed; // the app has died in it, whatever came after
    int actions;
    enum at_evidence last; // of assertions, since the last action
};

struct at_verdicts {
    struct at_verdict_step *steps; // owned; count of them, and one to spare
    size_t count;
    size_t current; // from 0; count: all have ended
    bool finished;
};

void at_verdicts_init(struct at_verdicts *verdicts, size_t count);
void at_verdicts_deinit(struct at_verdicts *verdicts);
// Something happened in the current step; words say what ("'Saved' is
// visible").
void at_verdicts_note(struct at_verdicts *verdicts, enum at_evidence evidence,
                      struct at_str words);
// Step (from 0) is worked on from now on: steps before it that are open end, by
// what was measured. Ignored for one that has ended.
void at_verdicts_begin(struct at_verdicts *verdicts, size_t step);
// The model says how step (from 0, below count) ended; it begins, as above, if
// it did not. A step that ended UNVERIFIED can still be verified until the next
// action; one that passed can still be failed. Returns the verdict that counts.
enum at_verdict at_verdicts_claim(struct at_verdicts *verdicts, size_t step,
                                  bool passed, struct at_str reason);
// End the current step as FAIL: stuck, refused, dead.
void at_verdicts_fail(struct at_verdicts *verdicts, struct at_str reason);
// The run is over: the step that is open is judged by what was measured if the
// model has ended the run (complete). Otherwise it was cut off, and cannot
// pass.
void at_verdicts_finish(struct at_verdicts *verdicts, bool complete);
// PASS: each passed. FAIL: one failed. OPEN: there are steps left to do, and
// the run is not over. Otherwise UNVERIFIED.
enum at_verdict at_verdicts_all(const struct at_verdicts *verdicts);
// "Step N: PASS — reason", a line each, as the contract has it, once they are
// finished.
void at_verdicts_write(const struct at_verdicts *verdicts, struct at_buf *out);

#endif
