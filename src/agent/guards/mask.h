// mask.h: JSON without the values of secrets; pure
#ifndef AT_AGENT_GUARDS_MASK_H
#define AT_AGENT_GUARDS_MASK_H

#include <jansson.h>

#include "agent/guards/secrets.h"

enum { AT_MASK_DEPTH_MAX = 16 };

// Return a copy of the value with at_secrets_mask() done to all its strings;
// what lies deeper than AT_MASK_DEPTH_MAX is null,
// and a text is cut at AT_STORE_EVENT_MAX_BYTES. secrets may be NULL. Owned
// by the caller.
json_t *at_mask_json(const struct at_secrets *secrets, const json_t *value);

#endif
