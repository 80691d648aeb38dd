// profile_url.h: addresses as people write them; pure
#ifndef AT_AGENT_MODELS_PROFILE_URL_H
#define AT_AGENT_MODELS_PROFILE_URL_H

#include "agent/models/profile.h"

// Return the part of the address that all paths of the format share: without
// slashes at the end, and without the path of a request ("/chat/completions").
// given may have the form of OLLAMA_HOST: a host, a port. Owned by the caller.
char *at_profile_url(const struct at_profile_row *row, struct at_str given);
// The same check as below of an address that somebody has just typed: its host
// must be possible, and err quotes the address instead of naming variables.
AT_CHECKED bool at_profile_url_check_typed(const struct at_profile *profile,
                                           struct at_err *err);
// Return true if the address is one of this machine.
bool at_profile_url_is_local(const struct at_profile *profile);
// Fail with AT_EUSAGE unless the address is an https URL, or an http URL on
// this machine or an allowed one. The message names the variables.
AT_CHECKED bool at_profile_url_check(const struct at_profile *profile,
                                     struct at_err *err);

#endif
