// config.h: the contract's configuration, with its defaults; pure
//
// POST /config replaces the whole object. Keys and addresses are not in it:
// they come from the environment and .env (tester/env.h).
#ifndef AT_AGENT_CONFIG_H
#define AT_AGENT_CONFIG_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "agent/scenario.h"
#include "base/err.h"

struct at_tester_config {
    char executor[64];  // "executorInfoId", a profile's id
    bool chosen;        // set by the user; otherwise any usable profile will do
    double temperature; // "llmTemperature"
    int64_t max_iterations; // "maxAgentIterations"
    bool log_tokens;        // "logTokensConsumption"
    bool logs;              // "logsEnabled"
    bool screenshots;       // "screenshotsEnabled"
    bool recording;         // "recordingEnabled"
    // Members that are not in the contract:
    bool stream;        // "stream": read the model's words as they come
    bool replay;        // "replay": play a recording if there is one
    bool strong_proofs; // "strongProofs": a weak proof leaves a step unverified
    // "secondModel": a profile whose model checks each step that passed; "":
    // none.
    char second_model[64];
    bool ask_approval;         // "guardedActions": "fail" or "pause"
    struct at_budgets budgets; // "budgets"
};

// Default budgets of a server. They end a looping model before it uses up its
// owner's credit.
enum { AT_CONFIG_TOKENS = 1000000, AT_CONFIG_MINUTES = 60 };

// Set the values before the first POST /config: DeepSeekV4Flash, 0.0, 80,
// tokens are logged.
void at_tester_config_start(struct at_tester_config *config);
// Read a whole configuration; absent members get the wire's defaults
// (Gemini3Pro, 0.0, 50, false, true, true, false). at_runs_configure() checks
// that the profiles exist.
AT_CHECKED bool at_tester_config_read(const json_t *json,
                                      struct at_tester_config *out,
                                      struct at_err *err);
// Keep our own members from before unless json names them: the original's
// dashboard does not send them.
void at_tester_config_keep_own(const json_t *json,
                               const struct at_tester_config *before,
                               struct at_tester_config *config);
json_t *at_tester_config_json(const struct at_tester_config *config);

#endif
