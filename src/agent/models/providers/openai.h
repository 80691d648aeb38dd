// openai.h: what chat completions share with APIs that are made like them
#ifndef AT_AGENT_MODELS_PROVIDERS_OPENAI_H
#define AT_AGENT_MODELS_PROVIDERS_OPENAI_H

#include "agent/models/providers/provider.h"

void at_openai_headers(const struct at_profile *profile, struct at_argv *out);
// [{"type":"function","function":…}]. Owned.
json_t *at_openai_tools(const json_t *tools);
bool at_openai_event(struct at_model_stream *stream, struct at_str name,
                     json_t *data, struct at_model_failure *out_failure);

#endif
