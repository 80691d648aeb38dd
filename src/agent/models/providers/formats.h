// formats.h: one row a wire format
#ifndef AT_AGENT_MODELS_PROVIDERS_FORMATS_H
#define AT_AGENT_MODELS_PROVIDERS_FORMATS_H

#include "agent/models/providers/provider.h"

extern const struct at_provider at_provider_anthropic;
extern const struct at_provider at_provider_gemini;
extern const struct at_provider at_provider_ollama;
extern const struct at_provider at_provider_openai;
extern const struct at_provider at_provider_responses;

#endif
