// profile_url.h: addresses as people write them; pure
#ifndef AT_AGENT_MODELS_PROFILE_URL_H
#define AT_AGENT_MODELS_PROFILE_URL_H

#include "agent/models/profile.h"

// Return the address up to which all paths of the format are the same: without
// slashes at the end, and without the path of a request ("/chat/completions").
// given may be what OLLAMA_HOST has: a host, a port. Owned by the caller.
char *at_profile_url(const struct at_profile_row *row, struct at_str given);
// Fail with AT_EUSAGE unless it is an https URL, or one of this machine or an
// allowed one by http. variables are named in the message.
AT_CHECKED bool at_profile_url_check(const struct at_profile *profile,
                                     struct at_err *err);

#endif
