// scenario.h: the test that a person describes in plain words; pure
#ifndef AT_AGENT_SCENARIO_H
#define AT_AGENT_SCENARIO_H

#include <jansson.h>

#include "agent/start.h"
#include "base/argv.h"
#include "base/err.h"
#include "base/str.h"

struct at_claim; // agent/proof/claim.h
struct at_claims;

// Limits of one run; 0: the server's default.
struct at_budgets {
    int64_t iterations; // calls of the model
    int64_t tokens;     // in and out, all calls
    double cost_usd;
    int64_t minutes;
    int64_t step_attempts;
    int64_t step_seconds; // time for waits and assertions of a step
};

// All texts are owned, never NULL.
struct at_scenario {
    char *id;   // "": not stored
    char *name; // "": the goal is shown
    char *goal;
    char *package; // "packageName"
    struct at_argv steps;
    // The expectations of each step, for at_scenario_expects(); owned. Those
    // written or confirmed by people are pinned, the others compiled.
    struct at_claims *expect;
    size_t expect_count; // number of steps in expect
    char *compiled;      // hash of the steps that were compiled; "": none
    struct at_argv tags;
    struct at_argv packages; // other apps that the agent may open
    struct at_argv allowed;  // guarded actions that it may do
    char *device;            // serial or ""
    char *platform;          // "android", "ios" or ""
    char *profile;           // the model's, or ""
    struct at_budgets budgets;
    struct at_scenario_start start;
    // agent/scenario_flow.h; owned. NULL: an agent does the steps. Name, goal,
    // app, tags and steps of a flow are what its file says.
    json_t *flow;
};

void at_scenario_init(struct at_scenario *scenario);
void at_scenario_deinit(struct at_scenario *scenario); // twice is allowed
// Make *out a copy of the scenario.
void at_scenario_dup(const struct at_scenario *scenario,
                     struct at_scenario *out);

// Read budgets, all of which are optional: {"iterations","tokens",
// "costUsd","minutes","stepAttempts","stepSeconds"}. NULL reads as an empty
// object. AT_EUSAGE names a member that is not a number above 0.
AT_CHECKED bool at_budgets_read(const json_t *json, struct at_budgets *out,
                                struct at_err *err);
json_t *at_budgets_json(const struct at_budgets *budgets); // owned by caller
// Fill in unset budgets from others.
struct at_budgets at_budgets_or(struct at_budgets budgets,
                                const struct at_budgets *others);

// Read the contract's {"goal","packageName","steps":[string]} with our own
// members; unknown members are ignored. A step is a text or an object:
// {"description" or "step": text, "expect": [claims]}; claims without "pinned"
// are pinned. AT_EUSAGE with the contract's words, checked in this order:
// "Missing goal", "Missing packageName", "Missing steps". After a failure *out
// owns nothing; to deinit it is allowed.
AT_CHECKED bool at_scenario_read(const json_t *json, struct at_scenario *out,
                                 struct at_err *err);
// Return the whole as JSON, which at_scenario_read() reads back unchanged. A
// step without expectations is a text. Owned by the caller.
json_t *at_scenario_json(const struct at_scenario *scenario);
// Return the text of a step in a scenario's JSON, or NULL. Borrowed.
const json_t *at_scenario_step_text(const json_t *step);

// Return the expectations of a step, from 0; empty if the step has none.
// Borrowed.
const struct at_claims *at_scenario_expects(const struct at_scenario *scenario,
                                            size_t step);
// Add a claim, which is moved, to a step, from 0. A duplicate is dropped, and
// so is a claim beyond AT_CLAIMS_MAX.
void at_scenario_expect(struct at_scenario *scenario, size_t step,
                        struct at_claim *claim);
// Replace the compiled claims by others, a list for each step, which are moved.
// Pinned ones stay, and steps written by hand are left alone.
void at_scenario_take_compiled(struct at_scenario *scenario,
                               struct at_claims *compiled);
// Return true if nothing is left to compile: the expectations were compiled
// from these very steps, or people have written some for each of them.
bool at_scenario_is_compiled(const struct at_scenario *scenario);

// Append the names N of all {{N}} in goal and steps, or in the variables of a
// flow, each once: letters, digits, "_", "-" and ".".
void at_scenario_secrets(const struct at_scenario *scenario,
                         struct at_argv *out);
// Find the first {{N}}: its offset and length, braces included, and N. Return
// false if text has none.
bool at_scenario_secret(struct at_str text, size_t *out_at, size_t *out_len,
                        struct at_str *out_name);
// Write the hash of goal, package and steps, the key of recordings.
void at_scenario_hash(const struct at_scenario *scenario, char out[65]);
// Write the hash of the steps' texts, the key of compiled expectations.
void at_scenario_steps_hash(const struct at_scenario *scenario, char out[65]);

#endif
