// fixture.h: the rows that the conformance suite calls by name
#ifndef TESTS_CONFORMANCE_FIXTURE_H
#define TESTS_CONFORMANCE_FIXTURE_H

#include "mcp/server.h"

// Each list ends with NULL.
extern const struct at_tool *const fixture_tools[];
extern const struct at_tool *const fixture_client_tools[];
extern const struct at_resource_source *const fixture_resources[];
extern const struct at_prompt *const fixture_prompts[];

// Return an elicitation's parameters: a message and a schema's properties as
// JSON; required names the required one and may be NULL.
json_t *fixture_elicitation(const char *message, const char *properties,
                            const char *required);
json_t *fixture_json(const char *text);

struct at_str fixture_png(void);
struct at_str fixture_wav(void);

#endif
