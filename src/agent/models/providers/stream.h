// stream.h: a streamed answer as it grows, for the readers of formats
#ifndef AT_AGENT_MODELS_PROVIDERS_STREAM_H
#define AT_AGENT_MODELS_PROVIDERS_STREAM_H

#include "agent/models/providers/provider.h"

// Events build the JSON that the provider would have sent without streaming, so
// both are read by one reader.
json_t *at_model_stream_answer(struct at_model_stream *stream); // an object
const struct at_profile *at_model_stream_profile(
    const struct at_model_stream *stream);

// Append to a text member of an object within the answer. The member is set by
// at_model_stream_settle(), and at the end.
void at_model_stream_append(struct at_model_stream *stream, json_t *object,
                            const char *member, struct at_str text);
void at_model_stream_settle(struct at_model_stream *stream);
// Report a piece of text to the stream's owner.
void at_model_stream_say(const struct at_model_stream *stream,
                         struct at_str text, bool thought);
// Note that the answer is complete.
void at_model_stream_complete(struct at_model_stream *stream);

// The member of an object, made if it is missing or of another type.
json_t *at_model_stream_object(json_t *object, const char *member);
json_t *at_model_stream_array(json_t *object, const char *member);
// Append a new object to array; NULL if it has AT_MODEL_PARTS_MAX.
json_t *at_model_stream_add_object(json_t *array);
// The same with the members of from, if that is an object.
AT_CHECKED bool at_model_stream_add(json_t *array, const json_t *from,
                                    struct at_model_failure *out_failure);
bool at_model_stream_fail_parts(struct at_model_failure *out_failure);

#endif
