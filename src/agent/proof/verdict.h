// verdict.h: the measured verdict of each step of a scenario; pure
//
// Everything that happens in a step goes into its ledger, and agent/proof/proof
// judges the ledger by its rules. The model's word can make a PASS a FAIL,
// never the other way. Only what happened between a step's begin and its end
// counts for it.
#ifndef AT_AGENT_PROOF_VERDICT_H
#define AT_AGENT_PROOF_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "agent/proof/proof.h"
#include "base/buf.h"
#include "base/str.h"

struct at_scenario;

enum at_verdict {
    AT_VERDICT_OPEN, // not ended yet; none is once the run is over
    AT_VERDICT_PASS,
    AT_VERDICT_FAIL,
    AT_VERDICT_UNVERIFIED, // nothing that was measured proves it
    AT_VERDICT_COUNT,
};
extern const char *const at_verdict_names[AT_VERDICT_COUNT + 1]; // to NULL

// The evidence that one call of a tool gives for its step.
enum at_evidence {
    AT_EVIDENCE_NONE,    // it only looked
    AT_EVIDENCE_ACTED,   // what was asserted before no longer counts
    AT_EVIDENCE_REFUSED, // an action was refused by a guard
    AT_EVIDENCE_MISSED,  // an action was not done
    AT_EVIDENCE_HELD,    // an assertion held
    AT_EVIDENCE_FAILED,  // an assertion did not hold
    AT_EVIDENCE_JUDGED,  // a model looked and said yes: no measure
    AT_EVIDENCE_DENIED,  // a judgement said no
    AT_EVIDENCE_CRASHED, // the app has died
};

// What a second model says of a step that passed. Only a doubt counts.
enum at_opinion {
    AT_OPINION_NONE, // it was not asked
    AT_OPINION_AGREES,
    AT_OPINION_DOUBTS,
    AT_OPINION_UNKNOWN, // it gave no answer that can be read
    AT_OPINION_COUNT,
};
extern const char *const at_opinion_names[AT_OPINION_COUNT];

// What a call tells about the screen and about itself.
struct at_testimony {
    size_t scene; // the newest of the run's; AT_SCENE_NONE: not known
    // HELD, FAILED: the claim that was asserted, and how it went by whole
    // words.
    bool has_claim;
    struct at_claim claim; // owned
    enum at_claim_outcome outcome;
    size_t row; // of the scene
    char *why;  // how it went, in words without secrets; owned; NULL: none
    // ACTED, REFUSED, MISSED; owned, NULL: none.
    char *typed;
    char *target;
    bool restarts; // it ends or starts the app under test
    bool scrolls;
};

void at_testimony_init(struct at_testimony *testimony);
void at_testimony_deinit(struct at_testimony *testimony); // twice is allowed

struct at_verdict_step {
    enum at_verdict verdict;
    char *reason; // owned; one line; NULL: none yet
    char *proof;  // owned; the assertion that decided, or NULL
    bool began;
    bool crashed; // the app has died in it, whatever came after
    // What a look at a picture said since the last action: JUDGED, DENIED, or
    // NONE.
    enum at_evidence look;
    char *looked; // owned; in words, or NULL
    enum at_opinion second;
    char *second_said; // owned; its reason, or why there is none; or NULL
    struct at_ledger ledger;
    struct at_claims expect;     // with what the model has bound them to
    enum at_proof_rule rule;     // by which it was judged
    size_t proved_by;            // assertion of the ledger; AT_SCENE_NONE: none
    struct at_strength strength; // of a PASS, once the run is over
};

struct at_verdicts {
    struct at_verdict_step *steps; // owned; count of them, and one to spare
    size_t count;
    size_t current; // from 0; count: all have ended
    bool finished;
    size_t scene;                       // the newest
    struct at_scenes *scenes;           // borrowed; NULL: none are kept
    const struct at_scenario *scenario; // borrowed; NULL: no texts are known
};

void at_verdicts_init(struct at_verdicts *verdicts, size_t count);
void at_verdicts_deinit(struct at_verdicts *verdicts);
// Judge by the texts and expectations of the scenario, on these scenes.
void at_verdicts_load(struct at_verdicts *verdicts,
                      const struct at_scenario *scenario,
                      struct at_scenes *scenes);
// Take the scenario's expectations anew for each step that has not ended.
void at_verdicts_take_expectations(struct at_verdicts *verdicts);
// The screen was read: this scene is the newest.
void at_verdicts_saw(struct at_verdicts *verdicts, size_t scene);
// Something happened in the current step; words say what ("'Saved' is
// visible"). testimony may be NULL: nothing is known of the screen, and an
// assertion counts as it is told.
void at_verdicts_note(struct at_verdicts *verdicts, enum at_evidence evidence,
                      struct at_str words,
                      const struct at_testimony *testimony);
// An expectation of step, which is the current one or the one before it, was
// evaluated on the newest scene.
void at_verdicts_expected(struct at_verdicts *verdicts, size_t step,
                          size_t expectation,
                          const struct at_claim_result *result);
// Bind the words of an expectation (index from 0) of the current step, or of
// the one before it while that can be verified yet, to those of an element.
// AT_EUSAGE: there is no such expectation, or its words were not looked for in
// vain.
AT_CHECKED bool at_verdicts_bind(struct at_verdicts *verdicts,
                                 size_t expectation, struct at_str words,
                                 struct at_err *err);
// The newest evaluation of an expectation in its step; NULL: there is none.
const struct at_assertion *at_verdicts_expectation(
    const struct at_verdict_step *step, size_t expectation);
// Return true if the current step would pass if it ended now.
bool at_verdicts_is_proved(const struct at_verdicts *verdicts);
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
// The app has died. The current step fails; if all have ended, the last one.
void at_verdicts_crashed(struct at_verdicts *verdicts, struct at_str words);
// The run is over: the step that is open is judged by what was measured if the
// model has ended the run (complete). Otherwise it was cut off, and cannot
// pass. The strength of each proof is known then.
void at_verdicts_finish(struct at_verdicts *verdicts, bool complete);
// Make each PASS with a weak proof UNVERIFIED.
void at_verdicts_demand_strong(struct at_verdicts *verdicts);
// A second model (named model) was asked about a step that has ended; said is
// its reason, or why it has none. A doubt makes a PASS UNVERIFIED; nothing else
// changes a verdict, and a step that did not pass stays as it is.
struct at_second {
    enum at_opinion opinion;
    struct at_str model;
    struct at_str said;
};
void at_verdicts_second(struct at_verdicts *verdicts, size_t step,
                        const struct at_second *second);
// The scene at the end of a step that has ended; AT_SCENE_NONE: not known.
size_t at_verdicts_last_scene(const struct at_verdicts *verdicts, size_t step);
// PASS: each passed. FAIL: one failed. OPEN: there are steps left to do, and
// the run is not over. Otherwise UNVERIFIED.
enum at_verdict at_verdicts_all(const struct at_verdicts *verdicts);
// "Step N: PASS — reason", a line each, as the contract has it, once they are
// finished. A PASS quotes its proof first and the model second.
void at_verdicts_write(const struct at_verdicts *verdicts, struct at_buf *out);

#endif
