// recipe.h: a recording: the actions and assertions of a run that passed; pure
//
// The code calls it a recipe because a recording of a screen is a video.
// Elements are named by id, text and class rather than by coordinates. Verdicts
// are never stored, because assertions are evaluated again. Secrets stay
// placeholders.
#ifndef AT_AGENT_RECIPE_RECIPE_H
#define AT_AGENT_RECIPE_RECIPE_H

#include <jansson.h>

#include "agent/proof/claim.h"
#include "agent/recipe/recipe_screen.h"
#include "agent/tool.h"
#include "base/err.h"

// The names of an element by which it is found again; all owned, "" where
// absent.
struct at_recipe_target {
    char *id;
    char *text;
    char *description;
    char *class_name;
    int64_t index; // among equals; -1: it was the only one
};

enum at_recipe_prover {
    AT_RECIPE_BY_MODEL,       // an assertion that the model made
    AT_RECIPE_BY_EXPECTATION, // a claim of the scenario's step
    AT_RECIPE_PROVERS,
};
extern const char *const at_recipe_provers[AT_RECIPE_PROVERS];

// A measurement that proved something of its step.
struct at_recipe_proof {
    json_t *claim; // {"text": …} and the like (agent/proof/claim.h); owned;
                   // NULL: this is not a proof
    char *text;    // all of the text that it held by; owned; "": not known
    enum at_recipe_prover by;
    int64_t held_after_ms; // since the last action; -1: not known
};

struct at_recipe_call {
    enum at_agent_tool tool;
    json_t *args;                   // arguments given by the model; owned
    struct at_recipe_target target; // the element, if the action has one
    size_t step;                    // counted from 0
    // The title of the touched dialog, if it appeared during the step: the call
    // is then optional. "": none; owned.
    char *dialog;
    // The screen before the step's first action, or after a wait.
    struct at_recipe_screen screen;
    struct at_recipe_proof proof; // set for an assertion
};

// A claim that the engine evaluated itself at the end of a step.
struct at_recipe_end {
    size_t step; // counted from 0
    struct at_recipe_proof proof;
};

// The app and device on which a recording was made. A member that is "" is not
// known, and fits any.
struct at_recipe_place {
    char version[64]; // app version
    char device[64];  // class: "1080x2400@420"
    char locale[32];  // "en-US"
};

struct at_recipe {
    struct at_recipe_call *calls; // owned; in the order of their steps
    size_t count;
    struct at_recipe_end *ends; // owned; in the order of their steps
    size_t end_count;
    char hash[65]; // at_scenario_hash()
    struct at_recipe_place place;
};

enum {
    AT_RECIPE_KEY_LEN = 64,
    AT_RECIPE_PATIENCE_MS = 10000, // the least that a replay waits
    AT_RECIPE_HELD_MAX_MS = 300000,
};

void at_recipe_init(struct at_recipe *recipe);
void at_recipe_deinit(struct at_recipe *recipe); // twice is allowed
// Add a call with a copy of args. Borrowed until the next call.
struct at_recipe_call *at_recipe_add(struct at_recipe *recipe,
                                     enum at_agent_tool tool,
                                     const json_t *args, size_t step);
// The calls of the step after step belong to step.
void at_recipe_join(struct at_recipe *recipe, size_t step);
// Remove the calls of step and of those after it.
void at_recipe_cut(struct at_recipe *recipe, size_t step);
void at_recipe_drop(struct at_recipe *recipe); // the last call
// Set the proof of an assertion. claim and text are copied.
void at_recipe_proof_set(struct at_recipe_proof *proof, const json_t *claim,
                         struct at_str text, int64_t held_after_ms);
void at_recipe_proof_claim(struct at_recipe_proof *proof,
                           const struct at_claim *claim, struct at_str text,
                           int64_t held_after_ms);
void at_recipe_proof_deinit(struct at_recipe_proof *proof);
// Note the proof of an assertion: its claim, named by the text that proved it,
// because refs are valid in one run only. Return false if the claim is not
// known.
bool at_recipe_call_prove(struct at_recipe_call *call, struct at_str proved,
                          int64_t held_after_ms);
// Append a copy of a call of another recording. Borrowed until the next call.
struct at_recipe_call *at_recipe_add_copy(struct at_recipe *recipe,
                                          const struct at_recipe_call *from);
// Return true if the call is an assertion that must hold when its step ends:
// no action of the step comes after it.
bool at_recipe_is_binding(const struct at_recipe *recipe, size_t call);
// Return true if now proves each step by all the assertions that bind in was,
// and by the claims at its end.
bool at_recipe_proves(const struct at_recipe *now, const struct at_recipe *was);
// Return the time that a replay waits for the call's assertion or element: at
// least least_ms (0: AT_RECIPE_PATIENCE_MS).
int64_t at_recipe_patience_ms(const struct at_recipe_call *call,
                              int64_t least_ms);
// The same for the claims at the end of step.
int64_t at_recipe_end_patience_ms(const struct at_recipe *recipe, size_t step,
                                  int64_t least_ms);
// Add a claim that held at the end of step. Borrowed until the next one.
struct at_recipe_proof *at_recipe_add_end(struct at_recipe *recipe,
                                          size_t step);
// The end of step is evaluated again: forget what held there before.
void at_recipe_forget_ends(struct at_recipe *recipe, size_t step);
// Find the record of a claim that held at the end of step; NULL if it has none.
// Its claim and text may be those of another run: what it was bound to, too.
const struct at_recipe_proof *at_recipe_find_end(const struct at_recipe *recipe,
                                                 size_t step,
                                                 const struct at_claim *claim);
// Return the whole text of the element that a claim holds by; empty if the
// claim says all that is to be proved, as a state or a sum does.
struct at_str at_recipe_end_text(const struct at_claim *claim,
                                 const struct at_scene *scene,
                                 const struct at_claim_result *result);
// Compare a result with the one that was recorded: another text, another bound
// element, and an element that is gone make it fail. recorded may be NULL.
void at_recipe_settle(const struct at_recipe_proof *recorded,
                      const struct at_claim *claim,
                      const struct at_scene *scene,
                      struct at_claim_result *result);

// Return true if now is the text that was recorded, apart from times and
// dates. A text that is not known fits any.
bool at_recipe_text_fits(struct at_str recorded, struct at_str now);
// Return true if a call of this tool must name an element to be played again.
bool at_recipe_needs_target(enum at_agent_tool tool);
// Return true if the target is known by more than its class, in texts that can
// be kept.
bool at_recipe_is_named(const struct at_recipe_target *target);
// Return true if a recording may have calls of this tool: a judgement needs a
// model, and the run starts the app itself.
bool at_recipe_can_play(enum at_agent_tool tool);
// Return true if a call of this tool, with this result, can be played again.
bool at_recipe_takes(enum at_agent_tool tool,
                     const struct at_agent_tool_result *result);

json_t *at_recipe_json(const struct at_recipe *recipe); // owned by the caller
// Return a call as it is shown and compared: {"step" (from
// 1),"tool","args","target","optional","dialog","proof"}, without durations and
// screens. Owned by the caller.
json_t *at_recipe_call_json(const struct at_recipe_call *call);
// List the differences between two recordings, call by call, in order:
// [{"step","kind":"changed"|"added"|"removed","was":call,"now":call}]. Owned by
// the caller.
json_t *at_recipe_changes(const struct at_recipe *was,
                          const struct at_recipe *now);
// Read a recording. Format 1 is accepted too; it lacks proofs, screens and
// dialogs. AT_EUSAGE names the call that is wrong. *out is empty on failure.
AT_CHECKED bool at_recipe_read(const json_t *json, struct at_recipe *out,
                               struct at_err *err);

// The name under which a recording of the scenario with this hash is kept.
void at_recipe_key(const char *hash, const struct at_recipe_place *place,
                   char out[AT_RECIPE_KEY_LEN + 1]);
// How well a recording fits a place; higher values fit better. Another version
// of the app may be tried, another kind of screen or another locale not.
enum at_recipe_fit {
    AT_RECIPE_FIT_NOT,
    AT_RECIPE_FIT_ANYWHERE, // the place of the recording is unknown
    AT_RECIPE_FIT_VERSION,  // another version of the app
    AT_RECIPE_FIT_EXACT,
};
enum at_recipe_fit at_recipe_fits(const struct at_recipe_place *made,
                                  const struct at_recipe_place *here);

#endif
