// verdict.h: the measured verdict of each step of a scenario; pure
//
// Every event of a step goes into its ledger, and agent/proof/proof judges the
// ledger by its rules. The model's word can turn a PASS into a FAIL, never the
// reverse. Only events between a step's begin and its end count for it.
#ifndef AT_AGENT_PROOF_VERDICT_H
#define AT_AGENT_PROOF_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "agent/proof/proof.h"
#include "base/buf.h"
#include "base/str.h"

struct at_scenario;

enum at_verdict {
    AT_VERDICT_OPEN, // not ended yet; replaced when the run is over
    AT_VERDICT_PASS,
    AT_VERDICT_FAIL,
    AT_VERDICT_UNVERIFIED, // not proved by any measurement
    AT_VERDICT_NOT_RUN,    // a step before the one that the run began with
    AT_VERDICT_COUNT,
};
// Ends with NULL.
extern const char *const at_verdict_names[AT_VERDICT_COUNT + 1];

// The evidence that one call of a tool gives for its step.
enum at_evidence {
    AT_EVIDENCE_NONE,    // it only looked
    AT_EVIDENCE_ACTED,   // earlier assertions no longer count
    AT_EVIDENCE_REFUSED, // an action was refused by a guard
    AT_EVIDENCE_MISSED,  // an action was not done
    AT_EVIDENCE_HELD,    // an assertion held
    AT_EVIDENCE_FAILED,  // an assertion did not hold
    AT_EVIDENCE_JUDGED,  // a model looked and said yes: not a measurement
    AT_EVIDENCE_DENIED,  // a judgement said no
    AT_EVIDENCE_CRASHED, // the app has died
};

// The facts that decide about a step besides the rules of proof.
enum at_decided {
    AT_DECIDED_BY_RULE, // at_verdict_step.rule
    AT_DECIDED_BY_CRASH,
    AT_DECIDED_BY_LOOK,      // a judgement of a picture said no
    AT_DECIDED_BY_MODEL,     // its word alone
    AT_DECIDED_STUCK,        // the same calls again and again
    AT_DECIDED_GIVEN_UP,     // too many failed calls
    AT_DECIDED_NOT_APPROVED, // a person refused a guarded action
    AT_DECIDED_BY_REPLAY,    // the recording does not fit the app
    AT_DECIDED_LOOKED,       // a judgement of a picture said yes
    AT_DECIDED_WEAK,         // the proof is weak, and strong ones are demanded
    AT_DECIDED_DOUBTED,      // the second model doubts the proof
    AT_DECIDED_CUT_SHORT,    // the run ended before the step did
    AT_DECIDED_NOT_REACHED,
    AT_DECIDED_BY_COMMAND, // a flow's command has succeeded or failed
    AT_DECIDED_SKIPPED,    // the condition of a flow's command is false
    AT_DECIDED_COUNT,
};

// The opinion of a second model about a step that passed. Only a doubt has an
// effect.
enum at_opinion {
    AT_OPINION_NONE, // it was not asked
    AT_OPINION_AGREES,
    AT_OPINION_DOUBTS,
    AT_OPINION_UNKNOWN, // its answer cannot be read
    AT_OPINION_COUNT,
};
extern const char *const at_opinion_names[AT_OPINION_COUNT];

// The facts that a call reports about the screen and itself.
struct at_testimony {
    size_t scene; // the newest of the run's; AT_SCENE_NONE: not known
    // HELD, FAILED: the claim, and its outcome by whole words.
    bool has_claim;
    struct at_claim claim; // owned
    enum at_claim_outcome outcome;
    size_t row;          // index in the scene
    char *why;           // explanation without secrets; owned; NULL: none
    struct at_seen seen; // owned; also of a call whose element is missing
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
    bool crashed; // the app died during the step
    // The judgement of a picture since the last action: JUDGED, DENIED, or
    // NONE.
    enum at_evidence look;
    char *looked; // owned; in words, or NULL
    enum at_opinion second;
    char *second_said; // owned; its reason, or why it is missing; or NULL
    struct at_ledger ledger;
    struct at_claims expect; // includes the model's bindings
    enum at_decided decided;
    enum at_proof_rule rule; // the rule that decided
    size_t judged_by;        // assertion of the ledger that decided, or none
    char *quote;             // owned; words that nothing proves, or NULL
    const char *outcome;     // a literal, of a flow's command: "WARNED"; NULL
    bool asserted;           // that command looked whether the app is right
    char *said;              // owned; the model's words at its end, or NULL
    size_t proved_by;        // assertion of the ledger; AT_SCENE_NONE: none
    struct at_strength strength; // strength of a PASS, set when the run is over
};

struct at_verdicts {
    struct at_verdict_step *steps; // owned; count of them, and one to spare
    size_t count;
    size_t current; // counted from 0; count: all have ended
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
// Begin with a later step: those before it are NOT_RUN for good.
void at_verdicts_skip(struct at_verdicts *verdicts, size_t steps);
// Replace the expectations of the steps that have not ended by the scenario's.
void at_verdicts_take_expectations(struct at_verdicts *verdicts);
// Note that the screen was read: this scene is the newest.
void at_verdicts_saw(struct at_verdicts *verdicts, size_t scene);
// Note an event of the current step; words describe it ("'Saved' is visible").
// testimony may be NULL: the screen is unknown, and an assertion counts as
// reported.
void at_verdicts_note(struct at_verdicts *verdicts, enum at_evidence evidence,
                      struct at_str words,
                      const struct at_testimony *testimony);
// Note the result of an expectation of the current step, or of the one before
// it, on the newest scene.
void at_verdicts_expected(struct at_verdicts *verdicts, size_t step,
                          size_t expectation,
                          const struct at_claim_result *result);
// Bind the words of an expectation (index from 0) of the current step, or of
// the one before it while that can still be verified, to those of an element.
// AT_EUSAGE: the expectation does not exist, or its words were found or not yet
// looked for.
AT_CHECKED bool at_verdicts_bind(struct at_verdicts *verdicts,
                                 size_t expectation, struct at_str words,
                                 struct at_err *err);
// Return the newest evaluation of an expectation in its step; NULL if it was
// not evaluated.
const struct at_assertion *at_verdicts_expectation(
    const struct at_verdict_step *step, size_t expectation);
// Return true if the current step would pass if it ended now.
bool at_verdicts_is_proved(const struct at_verdicts *verdicts);
// Begin a step (from 0): open steps before it end, judged by their
// measurements. Ignored if the step has ended.
void at_verdicts_begin(struct at_verdicts *verdicts, size_t step);
// Note the model's verdict on step (from 0, below count), which begins, as
// above, if it had not begun. A step that ended UNVERIFIED can still be
// verified until the next action; one that passed can still be failed. Return
// the verdict that counts.
enum at_verdict at_verdicts_claim(struct at_verdicts *verdicts, size_t step,
                                  bool passed, struct at_str reason);
// End the current step as FAIL: stuck, given up, dead.
void at_verdicts_fail(struct at_verdicts *verdicts, enum at_decided decided,
                      struct at_str reason);
// Note that the app died. The current step fails; if all have ended, the last
// one.
void at_verdicts_crashed(struct at_verdicts *verdicts, struct at_str words);
// End the run. If the model ended it (complete), the open step is judged by its
// measurements; otherwise the step was cut off and cannot pass. The strength of
// each proof is set.
void at_verdicts_finish(struct at_verdicts *verdicts, bool complete);
// Make each PASS with a weak proof UNVERIFIED.
void at_verdicts_demand_strong(struct at_verdicts *verdicts);
// The opinion of a second model on a step that has ended; said is its reason,
// or why the reason is missing. A doubt makes a PASS UNVERIFIED; nothing else
// changes a verdict, and a step that did not pass stays as it is.
struct at_second {
    enum at_opinion opinion;
    struct at_str model;
    struct at_str said;
};
void at_verdicts_second(struct at_verdicts *verdicts, size_t step,
                        const struct at_second *second);
// Return the scene at the end of a step that has ended; AT_SCENE_NONE: not
// known.
size_t at_verdicts_last_scene(const struct at_verdicts *verdicts, size_t step);
// Return the verdict of the run. PASS: each step passed. FAIL: one failed.
// OPEN: steps are left to do, and the run is not over. Otherwise UNVERIFIED; so
// a run that left out steps never passes.
enum at_verdict at_verdicts_all(const struct at_verdicts *verdicts);
// Append "Step N: PASS — reason", a line each, in the contract's form, once the
// verdicts are finished. A PASS quotes its proof first and the model second.
void at_verdicts_write(const struct at_verdicts *verdicts, struct at_buf *out);

#endif
