// config.h: the contract's configuration, with its defaults; pure
//
// The whole object is replaced by POST /config. Keys and addresses are not in
// it: they come from the environment and .env (tester/env.h).
#ifndef AT_AGENT_CONFIG_H
#define AT_AGENT_CONFIG_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "agent/scenario.h"
#include "base/err.h"

struct at_tester_config {
    char executor[64];      // "executorInfoId", a profile's id
    bool chosen;            // it was; otherwise any usable profile will do
    double temperature;     // "llmTemperature"
    int64_t max_iterations; // "maxAgentIterations"
    bool log_tokens;        // "logTokensConsumption"
    bool logs;              // "logsEnabled"
    bool screenshots;       // "screenshotsEnabled"
    bool recording;         // "recordingEnabled"
    // Our own, beside them.
    bool stream;        // "stream": read the model's words as they come
    bool replay;        // "replay": play a recording if there is one
    bool strong_proofs; // "strongProofs": a weak one proves nothing
    // "secondModel": a profile that is asked about each step that passed; "":
    // none.
    char second_model[64];
    bool ask_approval;         // "guardedActions": "fail" or "pause"
    struct at_budgets budgets; // "budgets"
};

// Budgets of a server that was told none. A looping model ends here, not with
// its owner's credit.
enum { AT_CONFIG_TOKENS = 1000000, AT_CONFIG_MINUTES = 60 };

// Before the first POST /config: DeepSeekV4Flash, 0.0, 80, tokens are logged.
void at_tester_config_start(struct at_tester_config *config);
// Read a whole configuration; what is absent has the wire's default
// (Gemini3Pro, 0.0, 50, false, true, true, false). at_runs_configure() checks
// whether there are such profiles.
AT_CHECKED bool at_tester_config_read(const json_t *json,
                                      struct at_tester_config *out,
                                      struct at_err *err);
// The original's dashboard knows none of our own members: those that json does
// not name stay as they were.
void at_tester_config_keep_own(const json_t *json,
                               const struct at_tester_config *before,
                               struct at_tester_config *config);
json_t *at_tester_config_json(const struct at_tester_config *config);

#endif
