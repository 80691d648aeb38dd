// claim.h: a checkable statement about what a screen shows; pure
//
// Expectations of a scenario's steps are claims, and so is every assertion that
// a model makes. One vocabulary, one evaluation. Finding an element may be
// lenient; a claim is strict: a word of it must be a word of the screen, a
// number a whole number. See docs/tester.md for the forms that people write.
//
// As JSON, and as YAML below a step's `expect:`, a claim is an object. The
// member that it begins with says which kind it is:
//
//   {"text": "New note"}                         it is visible
//   {"absent": "Error"}                          it is not
//   {"text": "Room 214", "near": "Petra"}        visible, beside or below that
//   {"text": "Room 214", "near": "Petra", "where": "beside|below|above|inside"}
//   {"count": 6, "of": "Dr."}                    so many elements have the text
//   {"atLeast": 2, "of": "Dr."}
//   {"state": "checked", "of": "Remember me"}    one of at_claim_states
//   {"value": "50%", "of": "Text size"}          what a field or slider holds
//   {"amount": "31.20 €", "near": "Total"}       compared as a number
//   {"sum": ["Medicines", "Delivery"], "near": "Total"}
//   {"toast": "Saved"}
//   {"app": "com.example.notes"}                 in front
//   {"shown": "the list of notes"}               described, not quoted: needs
//                                                an element that fits it
#ifndef AT_AGENT_PROOF_CLAIM_H
#define AT_AGENT_PROOF_CLAIM_H

#include <jansson.h>

#include "agent/proof/amount.h"
#include "agent/proof/scene.h"
#include "agent/proof/seen.h"
#include "base/buf.h"
#include "base/err.h"

enum at_claim_kind {
    AT_CLAIM_TEXT,
    AT_CLAIM_ABSENT,
    AT_CLAIM_COUNT,
    AT_CLAIM_AT_LEAST,
    AT_CLAIM_STATE,
    AT_CLAIM_VALUE,
    AT_CLAIM_AMOUNT,
    AT_CLAIM_SUM,
    AT_CLAIM_TOAST,
    AT_CLAIM_APP,
    AT_CLAIM_SHOWN,
    AT_CLAIM_KINDS,
};

enum at_claim_where {
    AT_CLAIM_NEAR, // beside, directly below, or in the same item of a list
    AT_CLAIM_BESIDE,
    AT_CLAIM_BELOW,
    AT_CLAIM_ABOVE,
    AT_CLAIM_INSIDE,
    AT_CLAIM_WHERES,
};
extern const char *const at_claim_wheres[AT_CLAIM_WHERES];

// "checked", "unchecked", "selected", "not selected", "enabled", "disabled",
// "focused", "not focused"; "on" and "off" are read as checked and unchecked.
// Up to NULL.
extern const char *const at_claim_states[];

enum { AT_CLAIM_TERMS_MAX = 8 };

// All texts are owned; "" where the kind has none.
struct at_claim {
    enum at_claim_kind kind;
    char *text; // the text, state, value, amount or package to look for
    char *of;   // COUNT, STATE, VALUE: the element; otherwise the "near" one
    enum at_claim_where where;
    struct at_argv terms; // SUM: labels of the summands
    int64_t count;        // COUNT, AT_LEAST
    bool is_pinned;       // written or confirmed by a person: never recompiled
    // The words of the element to which the model has bound "of", or the text
    // of SHOWN, in this run; "": not bound.
    char *bound;
};

struct at_claims {
    struct at_claim *items; // owned
    size_t count;
};

void at_claim_init(struct at_claim *claim, enum at_claim_kind kind);
void at_claim_deinit(struct at_claim *claim); // twice is allowed
void at_claim_copy(const struct at_claim *from, struct at_claim *out);
// Return true if both state the same; author and binding are ignored.
bool at_claim_eq(const struct at_claim *a, const struct at_claim *b);
bool at_claims_have(const struct at_claims *claims,
                    const struct at_claim *claim);
void at_claims_deinit(struct at_claims *claims);
// Append a claim, which is moved.
void at_claims_add(struct at_claims *claims, struct at_claim *claim);
void at_claims_copy(const struct at_claims *from, struct at_claims *out);

// Read a claim. AT_EUSAGE names the wrong member and the valid forms; *out owns
// nothing after a failure. The reader is lenient: a bare text is visible,
// numbers are read as texts, "count" may be "6", "at_least" is "atLeast",
// {"type": "absent", "text": …} is {"absent": …}, "of" and "near" are synonyms,
// and so is "text" beside another kind. "pinned" defaults to true: a compiled
// claim is written with "pinned": false.
AT_CHECKED bool at_claim_read(const json_t *json, struct at_claim *out,
                              struct at_err *err);
// Read a list of claims; a single claim is a list of one, NULL an empty one. At
// most AT_CLAIMS_MAX are kept, and equal claims once.
AT_CHECKED bool at_claims_read(const json_t *json, struct at_claims *out,
                               struct at_err *err);
json_t *at_claim_json(const struct at_claim *claim); // owned by the caller
json_t *at_claims_json(const struct at_claims *claims);
// Append the members of every kind, for messages, schemas and prompts:
// "text, absent, count, …".
void at_claim_write_kinds(struct at_buf *out);
// Append the claim in words for people and models: "New note" is visible; the
// amount near "Total" is the sum of those near "Medicines" and "Delivery".
void at_claim_write(const struct at_claim *claim, struct at_buf *out);

enum at_claim_outcome {
    AT_CLAIM_HOLDS,
    AT_CLAIM_FAILS,   // the screen says otherwise
    AT_CLAIM_UNBOUND, // nothing on the screen fits its words ("the total")
    AT_CLAIM_UNKNOWN, // the reading is partial, or behind a dialog
    AT_CLAIM_OUTCOMES,
};
extern const char *const at_claim_outcomes[AT_CLAIM_OUTCOMES];

struct at_claim_result {
    enum at_claim_outcome outcome;
    size_t row;        // the proving row; AT_SCENE_NONE: none, or a toast
    struct at_buf why; // words, with the whole text that proves or refutes the
                       // claim: 'near "Total": 27.70 €, expected 31.20 €'
    struct at_seen seen;
};

void at_claim_result_init(struct at_claim_result *result);
void at_claim_result_deinit(struct at_claim_result *result);
// Evaluate a claim on a scene. *out is overwritten.
void at_claim_check(const struct at_claim *claim, const struct at_scene *scene,
                    struct at_claim_result *out);

// Return true if text has words as whole words and whole numbers, in this order
// and adjacent: "Paid" is not in "Unpaid", "$1" not in "$10.50". Case and
// accents are ignored.
bool at_claim_text_has(struct at_str text, struct at_str words);
// Return true if text consists of these words and nothing else.
bool at_claim_text_is(struct at_str text, struct at_str words);
// Return true if the words are long enough to prove something by themselves:
// three characters, or one of a script that has no blanks between words.
bool at_claim_is_telling(struct at_str words);

#endif
