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
    int64_t step_seconds; // that waits and assertions of a step may take
};

// All texts are owned, never NULL.
struct at_scenario {
    char *id;   // "": not stored
    char *name; // "": the goal is shown
    char *goal;
    char *package; // "packageName"
    struct at_argv steps;
    // What each step should show, by at_scenario_expects(); owned. Those that
    // people have written or confirmed are pinned, the others compiled.
    struct at_claims *expect;
    size_t expect_count; // steps that expect has a list for
    char *compiled; // hash of the steps that expect was compiled from; "": none
    struct at_argv tags;
    struct at_argv packages; // others that the agent may open
    struct at_argv allowed;  // words of guarded actions that it may do
    char *device;            // serial or ""
    char *platform;          // "android", "ios" or ""
    char *profile;           // of the model, or ""
    struct at_budgets budgets;
    struct at_scenario_start start;
};

void at_scenario_init(struct at_scenario *scenario);
void at_scenario_deinit(struct at_scenario *scenario); // twice is allowed
// Make *out a copy of the scenario.
void at_scenario_dup(const struct at_scenario *scenario,
                     struct at_scenario *out);

// {"iterations","tokens","costUsd","minutes","stepAttempts","stepSeconds"}, all
// optional; NULL reads as none of them. AT_EUSAGE names the one that is no
// number above 0.
AT_CHECKED bool at_budgets_read(const json_t *json, struct at_budgets *out,
                                struct at_err *err);
json_t *at_budgets_json(const struct at_budgets *budgets); // owned by caller
// Fill budgets that the scenario leaves open from others.
struct at_budgets at_budgets_or(struct at_budgets budgets,
                                const struct at_budgets *others);

// Read the contract's {"goal","packageName","steps":[string]} with our own
// members beside it; members that are not known are ignored. A step is a text
// or an object: {"description" or "step": text, "expect": [claims]}, and what
// has no "pinned" in it is pinned. AT_EUSAGE with the contract's words, checked
// in that order: "Missing goal", "Missing packageName", "Missing steps". After
// a failure *out owns nothing; to deinit it is allowed.
AT_CHECKED bool at_scenario_read(const json_t *json, struct at_scenario *out,
                                 struct at_err *err);
// The whole as JSON, which at_scenario_read() reads back to the same. A step
// without expectations is a text. Owned by the caller.
json_t *at_scenario_json(const struct at_scenario *scenario);
// The text of a step as a scenario's JSON has it, or NULL. Borrowed.
const json_t *at_scenario_step_text(const json_t *step);

// What a step, from 0, should show; empty if nothing was stated. Borrowed.
const struct at_claims *at_scenario_expects(const struct at_scenario *scenario,
                                            size_t step);
// Add to a step, from 0, a claim, which is moved; one that is there already is
// dropped, and so is one beyond AT_CLAIMS_MAX.
void at_scenario_expect(struct at_scenario *scenario, size_t step,
                        struct at_claim *claim);
// Replace what was compiled by other claims, a list for each step, which are
// moved. Pinned ones stay, and steps that are written by hand are left alone.
void at_scenario_take_compiled(struct at_scenario *scenario,
                               struct at_claims *compiled);
// True if there is nothing to compile: expectations were compiled from these
// very steps, or people have written some for each of them.
bool at_scenario_is_compiled(const struct at_scenario *scenario);

// Names N of all {{N}} in goal and steps, each once: letters, digits, "_", "-"
// and ".".
void at_scenario_secrets(const struct at_scenario *scenario,
                         struct at_argv *out);
// Find the first {{N}}: its offset and length, braces included, and N; false:
// there is none.
bool at_scenario_secret(struct at_str text, size_t *out_at, size_t *out_len,
                        struct at_str *out_name);
// A hash of what is tested (goal, package, steps), the key of recordings.
void at_scenario_hash(const struct at_scenario *scenario, char out[65]);
// A hash of the steps' texts, the key of compiled expectations.
void at_scenario_steps_hash(const struct at_scenario *scenario, char out[65]);

#endif
