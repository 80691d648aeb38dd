// exchange.h: turns as every format writes them: a call, then its result
//
// Every API refuses a call without a result directly after it, or a result
// without a call. Here each call has exactly one, whatever the history holds.
#ifndef AT_AGENT_PROVIDERS_EXCHANGE_H
#define AT_AGENT_PROVIDERS_EXCHANGE_H

#include "agent/providers/provider.h"

// Writes turns one by one into out, an array.
struct at_exchange_writer {
    void (*assistant)(const struct at_model_request *request,
                      const struct at_turn *turn, json_t *out);
    // The other side: first the results of the calls of asked (or NULL), then
    // what else is in user (or NULL).
    void (*user)(const struct at_model_request *request,
                 const struct at_turn *asked, const struct at_turn *user,
                 json_t *out);
};

void at_exchange_write(const struct at_model_request *request,
                       const struct at_exchange_writer *writer, json_t *out);

// The result of call, which is a part of asked; NULL: there is none.
const struct at_part *at_exchange_result(const struct at_turn *asked,
                                         const struct at_part *call,
                                         const struct at_turn *user);
// Words of a result for a model; of one that is missing too. Owned.
json_t *at_exchange_result_text(const struct at_model_request *request,
                                const struct at_part *result);
bool at_exchange_is_error(const struct at_part *result);
// Words of a part that is no result of asked's calls: a text, or a result
// whose call is gone. NULL: it has none to show. Owned.
json_t *at_exchange_words(const struct at_turn *asked,
                          const struct at_turn *user,
                          const struct at_part *part);
// Has it a picture that this model can see?
bool at_exchange_shows(const struct at_model_request *request,
                       const struct at_part *part);

// The picture in base64, after prefix. Owned.
json_t *at_exchange_base64(const char *prefix, const struct at_part *part);
// "data:image/png;base64,…". Owned.
json_t *at_exchange_data_url(const struct at_part *part);

// The provider's own form of this turn, if it is of this format; NULL: write
// it from its parts.
const json_t *at_exchange_raw(const struct at_turn *turn, const char *format);
// The arguments of a call as text; "{}" if they were malformed. Owned.
json_t *at_exchange_args_text(const struct at_part *call);
// The same as an object.
json_t *at_exchange_args(const struct at_part *call);

#endif
