// proof.h: the rules by which a step of a scenario is proved; pure
//
// A step has a first screen, actions with outcomes, assertions that the engine
// has evaluated, and a last screen. It passes if each of its expectations holds
// and one assertion proves it: it was evaluated after the step's last action,
// in the app's own windows, and it discriminates. The table at_proof_rules has
// all rules; the first broken one is the reason why a step is unverified.
#ifndef AT_AGENT_PROOF_PROOF_H
#define AT_AGENT_PROOF_PROOF_H

#include "agent/proof/claim.h"

enum {
    AT_SCENES_MAX = 200, // scenes kept in a run; older ones are forgotten
    AT_PROOF_WORDS_MAX_BYTES = 1000,
};

// The screens of a run in order, without immediate repetitions.
struct at_scenes {
    struct at_scene *items; // owned
    size_t count;
    size_t forgotten; // scenes before this index are empty
};

// Add a scene, which is moved, unless it shows the same as the newest one.
// Return the index of the newest scene.
size_t at_scenes_add(struct at_scenes *scenes, struct at_scene *scene);
// Return a scene by its index; NULL if it is not known or forgotten. scenes may
// be NULL.
const struct at_scene *at_scenes_at(const struct at_scenes *scenes,
                                    size_t index);
void at_scenes_deinit(struct at_scenes *scenes);

enum at_deed_outcome { AT_DEED_DONE, AT_DEED_REFUSED, AT_DEED_FAILED };

// An action of a step. All texts are owned, "" where absent.
struct at_deed {
    enum at_deed_outcome outcome;
    char *typed;   // text typed into the device
    char *target;  // words that named the element
    char *words;   // the outcome in one line, without secrets
    bool restarts; // it ends or starts the app under test
    bool scrolls;
    size_t scene; // scene after the action; AT_SCENE_NONE: not known
};

enum at_asserted_by {
    AT_ASSERTED_BY_MODEL,
    AT_ASSERTED_BY_ENGINE, // an expectation of the step
};

struct at_assertion {
    struct at_claim claim;         // owned
    enum at_claim_outcome outcome; // comparing whole words
    bool is_lenient;               // it held by parts of words
    enum at_asserted_by by;
    size_t expectation;  // BY_ENGINE: its index in the step
    size_t scene;        // scene of the evaluation
    size_t row;          // proving row of the scene, or AT_SCENE_NONE
    size_t done;         // actions of the step done before it
    char *words;         // the result in one line; owned
    struct at_seen seen; // owned
};

// The record of a step, from which it is judged.
struct at_ledger {
    struct at_assertion *assertions; // owned; in order
    size_t assertion_count;
    struct at_deed *deeds; // owned; in order
    size_t deed_count;
    size_t done;        // deeds with the outcome DONE
    size_t first_scene; // AT_SCENE_NONE: nothing was seen yet
};

void at_ledger_init(struct at_ledger *ledger, size_t first_scene);
void at_ledger_deinit(struct at_ledger *ledger); // twice is allowed
// Add a deed; the texts are copied. Borrowed until the next one.
struct at_deed *at_ledger_add_deed(struct at_ledger *ledger,
                                   enum at_deed_outcome outcome,
                                   struct at_str typed, struct at_str target);
// Add an assertion, which is moved; its done is set.
void at_ledger_add(struct at_ledger *ledger, struct at_assertion *assertion);
// Move the assertions of from, a step without deeds that follows, to ledger.
void at_ledger_merge(struct at_ledger *ledger, struct at_ledger *from);

enum at_proof_rule {
    AT_PROOF_HOLDS, // no rule is broken
    AT_PROOF_NOTHING_ASSERTED,
    AT_PROOF_NOT_AFTER_LAST_ACTION,
    AT_PROOF_ALL_REFUSED,
    AT_PROOF_ALL_FAILED,
    AT_PROOF_EXPECTATION_FAILED,
    AT_PROOF_EXPECTATION_UNBOUND,
    AT_PROOF_EXPECTATION_UNKNOWN,
    AT_PROOF_EXPECTATION_UNCHECKED,
    AT_PROOF_ASSERTION_FAILED, // nothing held after it
    AT_PROOF_ASSERTION_OPEN,   // others held after it
    AT_PROOF_BEHIND,           // another window was in front
    AT_PROOF_PART_OF_WORD,
    AT_PROOF_TOO_SHORT,
    AT_PROOF_TYPED,
    AT_PROOF_NEGATED,
    AT_PROOF_LOADING,
    AT_PROOF_NEVER_SEEN,
    AT_PROOF_SCROLLED_AWAY,
    AT_PROOF_RESTARTED,  // the app, which the step does not ask for
    AT_PROOF_NOT_CAUSED, // a step without actions
    AT_PROOF_HELD_BEFORE,
    AT_PROOF_QUOTE_UNCOVERED,
    AT_PROOF_KIND_MISSING, // a state, sum or place needs such an assertion
    AT_PROOF_RULES,
};

struct at_proof_row {
    const char *name; // "held-before": for reports
    bool fails;       // the step has failed; otherwise it is unverified
    const char *words;
};
extern const struct at_proof_row at_proof_rules[AT_PROOF_RULES];

struct at_proof_query {
    const struct at_ledger *ledger;
    const struct at_ledger *previous; // the previous step; NULL: none
    const struct at_scenes *scenes;
    struct at_str text;             // the step's words
    const struct at_claims *expect; // the step's expectations
};

struct at_proof {
    enum at_proof_rule rule;
    // Index in the ledger of the assertion that proves the step or breaks the
    // rule; AT_SCENE_NONE: the rule has no assertion.
    size_t assertion;
    struct at_buf words; // the rule in plain words, with its subject
    struct at_str about; // words of the step, or of a rule, that nothing
                         // proves; borrowed from the query
};

void at_proof_init(struct at_proof *proof);
void at_proof_deinit(struct at_proof *proof);
// Judge a step. *out is overwritten.
void at_proof_judge(const struct at_proof_query *query, struct at_proof *out);

// The strength of a proof: the number of other screens of the run on which the
// claim held too. Screens on which it could not be evaluated do not count.
struct at_strength {
    size_t held;
    size_t others;
};
struct at_strength at_proof_strength(const struct at_assertion *assertion,
                                     const struct at_scenes *scenes);
// Return true if it held on more than half of at least two others.
bool at_strength_is_weak(struct at_strength strength);
// Append "strong", or "weak: also held on 7 of 9 screens".
void at_strength_write(struct at_strength strength, struct at_buf *out);

// Take the next text in quotes off *rest; return false at the end.
bool at_quote_next(struct at_str *rest, struct at_str *out);

#endif
