// exchange.h: turns as every format writes them: a call, then its result
//
// Every API refuses a call without a result directly after it, or a result
// without a call. Here each call has exactly one, whatever the history holds.
#ifndef AT_AGENT_MODELS_PROVIDERS_EXCHANGE_H
#define AT_AGENT_MODELS_PROVIDERS_EXCHANGE_H

#include "agent/models/providers/provider.h"

// Writes turns one by one into out, an array.
struct at_model_exchange_writer {
    void (*assistant)(const struct at_model_request *request,
                      const struct at_turn *turn, json_t *out);
    // Writes the user's turn: first the results of the calls of asked (or
    // NULL), then the other parts of user (or NULL).
    void (*user)(const struct at_model_request *request,
                 const struct at_turn *asked, const struct at_turn *user,
                 json_t *out);
};

void at_model_exchange_write(const struct at_model_request *request,
                             const struct at_model_exchange_writer *writer,
                             json_t *out);

// Finds the result of call, which is a part of asked; NULL if there is none.
const struct at_part *at_model_exchange_result(const struct at_turn *asked,
                                               const struct at_part *call,
                                               const struct at_turn *user);
// The text of a result for a model. A missing result has a text too. Owned.
json_t *at_model_exchange_result_text(const struct at_model_request *request,
                                      const struct at_part *result);
bool at_model_exchange_is_error(const struct at_part *result);
// The text of a part that is no result of asked's calls: a text, or a result
// whose call is gone. NULL: it has nothing to show. Owned.
json_t *at_model_exchange_words(const struct at_turn *asked,
                                const struct at_turn *user,
                                const struct at_part *part);
// Returns true if the part has a picture that this model can see.
bool at_model_exchange_shows(const struct at_model_request *request,
                             const struct at_part *part);

// The picture in base64, after prefix. Owned.
json_t *at_model_exchange_base64(const char *prefix,
                                 const struct at_part *part);
// "data:image/png;base64,…". Owned.
json_t *at_model_exchange_data_url(const struct at_part *part);

// The provider's own form of this turn, if it is of this format; NULL: write
// it from its parts.
const json_t *at_model_exchange_raw(const struct at_turn *turn,
                                    const char *format);
// The arguments of a call as text; "{}" if they were malformed. Owned.
json_t *at_model_exchange_args_text(const struct at_part *call);
// The arguments of a call as an object; an empty one if they were malformed.
json_t *at_model_exchange_args(const struct at_part *call);

#endif
