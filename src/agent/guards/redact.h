// redact.h: JSON of a model's API as people may see it; pure
#ifndef AT_AGENT_GUARDS_REDACT_H
#define AT_AGENT_GUARDS_REDACT_H

#include <jansson.h>

#include "agent/guards/secrets.h"

// Return the value with the secrets of all its strings masked, each picture as
// {"picture": its bytes}, and other long base64, such as reasoning that only
// the provider can read, as {"opaque": its bytes}. Where there is nothing of
// that it is the value itself. secrets may be NULL. Released by the caller.
json_t *at_redact(const json_t *value, const struct at_secrets *secrets);

#endif
