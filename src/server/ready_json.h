// ready_json.h: models and providers as JSON, and the check of what was typed
#ifndef AT_SERVER_READY_JSON_H
#define AT_SERVER_READY_JSON_H

#include "tester/readiness.h"

// Add "state", "reason", "why" and "testedAt".
void at_ready_add_json(const struct at_ready_answer *answer, json_t *json);
// The answer to a test; owned by the caller.
json_t *at_tested_json(const struct at_ready_answer *answer, const char *model);
// {"set","ends","from"}: stored has the values of this profile or provider.
json_t *at_key_json(const struct at_profile *profile, const json_t *stored);
// Fail with AT_EUSAGE, and the name of the member, if the address or the file
// that body states is nonsense.
AT_CHECKED bool at_profile_typed_check(const struct at_profile *profile,
                                       const json_t *body, struct at_err *err);

#endif
