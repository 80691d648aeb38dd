// provider.h: one wire format of a model's API: values to bytes and back; pure
//
// Each format has a file and a row. This module never sends, waits or logs.
// Readers take hostile bytes: everything is bounded by base/limits.h.
#ifndef AT_AGENT_MODELS_PROVIDERS_PROVIDER_H
#define AT_AGENT_MODELS_PROVIDERS_PROVIDER_H

#include <jansson.h>

#include "agent/models/conversation.h"
#include "agent/models/profile.h"
#include "base/argv.h"
#include "base/buf.h"

// A request to a model. All members are borrowed. The prefix (system, tools,
// first turn) does not change within a run: the provider's prompt cache depends
// on it.
struct at_model_request {
    const struct at_profile *profile;
    struct at_str system;
    const json_t *tools; // [{"name","description","parameters": JSON Schema}]
    const struct at_conversation *conversation;
    int64_t max_out_tokens;
    bool force_text; // no tool may be called (assertByLooking)
};

enum at_model_stop {
    AT_MODEL_STOP_DONE,      // the answer is complete
    AT_MODEL_STOP_CALLS,     // it wants tools called
    AT_MODEL_STOP_LENGTH,    // cut by the limit of its answer
    AT_MODEL_STOP_REFUSED,   // it or its provider declined
    AT_MODEL_STOP_CONTEXT,   // the conversation is too long
    AT_MODEL_STOP_PAUSED,    // send the turn back as it is
    AT_MODEL_STOP_MALFORMED, // a call that the provider could not read
    AT_MODEL_STOP_SPOKEN,    // an unreadable call in the text
};

struct at_model_usage {
    int64_t in_tokens; // all of the input, including cached tokens
    int64_t cached_tokens;
    int64_t cache_write_tokens;
    int64_t out_tokens; // including reasoning
    int64_t reasoning_tokens;
    double cost_usd; // the provider's figure, or computed from prices
    bool has_cost;   // cost_usd is the provider's
    bool unpriced;   // cost_usd lacks tokens of unknown price
};

struct at_model_reply {
    struct at_turn turn; // owned
    enum at_model_stop stop;
    struct at_model_usage usage;
    char *model; // model that answered, or NULL; owned
};

void at_model_reply_deinit(struct at_model_reply *reply);

// Classes of failures, by how the caller must react.
enum at_model_class {
    AT_MODEL_OK,
    AT_MODEL_RETRY,       // 5xx, a reset, a stream that was cut
    AT_MODEL_THROTTLED,   // 429, 529: after wait_ms, if that is known
    AT_MODEL_AUTH,        // wrong or missing key
    AT_MODEL_BILLING,     // no credit, quota used up: never retried
    AT_MODEL_TOO_LONG,    // the context: history must be shortened
    AT_MODEL_BAD_REQUEST, // our fault, or a parameter it does not take
    AT_MODEL_BAD_MODEL,   // no such model
    AT_MODEL_CLASS_COUNT,
};

struct at_model_failure {
    enum at_model_class class;
    int status;      // HTTP status; 0: no answer
    int64_t wait_ms; // the provider's hint; -1: none
    char text[512];  // its words, one line, without control bytes
};

// The head of an answer, as far as it matters here.
struct at_model_head {
    int status;
    struct at_str content_type;
    struct at_str retry_after;    // seconds, or a date
    int64_t now_ms;               // since 1970; 0: a date says nothing
    struct at_str retry_after_ms; // wins
    struct at_str should_retry;   // x-should-retry
};

struct at_model_stream; // the state of one streamed answer

struct at_provider {
    const char *name;
    const char *path; // below the base address; NULL: write_path() appends it
    void (*write_path)(const struct at_profile *profile, struct at_buf *out);
    // Append header lines "name: value". The key is in one of them.
    void (*headers)(const struct at_profile *profile, struct at_argv *out);
    // The body; owned by the caller.
    json_t *(*request)(const struct at_model_request *request);
    // Read an answer: the body of one that was not streamed, or what event()
    // has made of a stream. False: *out_failure has the reason (an error inside
    // a 200, nothing that can be used). Takes parts of answer.
    bool (*read)(const struct at_profile *profile, json_t *answer,
                 struct at_model_reply *out,
                 struct at_model_failure *out_failure);
    // Take one message of a stream: the event's name (or "") and its JSON.
    // Return false if the stream has failed.
    bool (*event)(struct at_model_stream *stream, struct at_str name,
                  json_t *data, struct at_model_failure *out_failure);
    bool lines; // the stream is NDJSON, not SSE
    // Path of a list of models, for a test of the connection.
    const char *models_path;
};

// "anthropic", "openai", "responses", "gemini", "ollama"; NULL for others.
const struct at_provider *at_provider_find(struct at_str name);
extern const struct at_provider *const at_providers[]; // up to NULL

// Append the path of a request, including the model if the path has it.
void at_provider_write_path(const struct at_profile *profile,
                            struct at_buf *out);

// Read the body of an answer with a status below 300. False: *out_failure has
// the reason (no JSON, an error inside a 200, nothing that can be used).
AT_CHECKED bool at_model_reply_read(const struct at_profile *profile,
                                    struct at_str body,
                                    struct at_model_reply *out,
                                    struct at_model_failure *out_failure);
// Read the failure from an answer of status 300 or more, or from a 200 without
// a usable answer. The key is masked in case the server repeats it.
void at_model_failure_read(const struct at_profile *profile,
                           const struct at_model_head *head, struct at_str body,
                           struct at_model_failure *out);

// A streamed answer, fed with bytes as they arrive. said (may be NULL) is
// called with each piece of text for people.
typedef void at_model_said_fn(void *user, struct at_str text, bool thought);
struct at_model_stream *at_model_stream_new(const struct at_profile *profile,
                                            at_model_said_fn *said, void *user);
void at_model_stream_free(struct at_model_stream *stream); // NULL is allowed
AT_CHECKED bool at_model_stream_feed(struct at_model_stream *stream,
                                     struct at_str bytes,
                                     struct at_model_failure *out_failure);
AT_CHECKED bool at_model_stream_end(struct at_model_stream *stream,
                                    struct at_model_reply *out,
                                    struct at_model_failure *out_failure);

#endif
