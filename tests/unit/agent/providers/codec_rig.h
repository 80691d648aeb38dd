// codec_rig.h: profiles without an environment, and replies as one line
#ifndef TESTS_UNIT_AGENT_PROVIDERS_CODEC_RIG_H
#define TESTS_UNIT_AGENT_PROVIDERS_CODEC_RIG_H

#include "agent/models/providers/provider.h"

// A profile with the key "secret-key-1".
void codec_profile(struct at_profile *profile, const char *id, bool stream);
// "stop=calls text(…) thought(…) call(id,name,{…}) in=9 … raw={…}".
void codec_show(const struct at_model_reply *reply, struct at_buf *out);
// "failed class=retry status=0 wait=-1 words".
void codec_show_failure(const struct at_model_failure *failure,
                        struct at_buf *out);
// Return a copy with each ' as ", for readable rows. The caller frees it.
char *codec_quoted(const char *text);

#endif
