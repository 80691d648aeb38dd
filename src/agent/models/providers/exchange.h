// exchange.h: turns as every format writes them: a call, then its result
//
// Every API refuses a call without a result directly after it, or a result
// without a call. Here each call has exactly one, whatever the history holds.
#ifndef AT_AGENT_MODELS_PROVIDERS_EXCHANGE_H
#define AT_AGENT_MODELS_PROVIDERS_EXCHANGE_H

#include "agent/models/providers/provider.h"

// Write turns one by one into out, an array.
struct at_model_exchange_writer {
    void (*assistant)(const struct at_model_request *request,
                      const struct at_turn *turn, json_t *out);
    // Write the user's turn: first the results of the calls of asked (or
    // NULL), then the other parts of user (or NULL).
    void (*user)(const struct at_model_request *request,
                 const struct at_turn *asked, const struct at_turn *user,
                 json_t *out);
};

// Append the header lines common to all formats.
void at_model_exchange_headers(const struct at_profile *profile,
                               struct at_argv *out);
// Set the temperature, at most max, unless the model refuses it.
void at_model_exchange_set_temperature(const struct at_profile *profile,
                                       double max, json_t *into);

void at_model_exchange_write(const struct at_model_request *request,
                             const struct at_model_exchange_writer *writer,
                             json_t *out);

// Find the result of call, which is a part of asked; NULL if it is missing.
const struct at_part *at_model_exchange_result(const struct at_turn *asked,
                                               const struct at_part *call,
                                               const struct at_turn *user);
// Return the text of a result for a model; a missing result has a text too.
// Owned.
json_t *at_model_exchange_result_text(const struct at_model_request *request,
                                      const struct at_part *result);
bool at_model_exchange_is_error(const struct at_part *result);
// Return the text of a part that is not a result of asked's calls: a text, or a
// result whose call is gone. NULL: nothing to show. Owned.
json_t *at_model_exchange_words(const struct at_turn *asked,
                                const struct at_turn *user,
                                const struct at_part *part);
// Return the same of all parts of turn (or NULL), concatenated. Owned.
json_t *at_model_exchange_all_words(const struct at_turn *asked,
                                    const struct at_turn *turn);
// Append at_model_exchange_words() as at_model_exchange_text(), if there are
// any.
void at_model_exchange_add_words(const struct at_turn *asked,
                                 const struct at_turn *turn,
                                 const struct at_part *part, const char *type,
                                 json_t *out);
// Return true if the part has a picture that this model can see.
bool at_model_exchange_shows(const struct at_model_request *request,
                             const struct at_part *part);

// The picture in base64, after prefix. Owned.
json_t *at_model_exchange_base64(const char *prefix,
                                 const struct at_part *part);
// "data:image/png;base64,…". Owned.
json_t *at_model_exchange_data_url(const struct at_part *part);

// {"type": type}. Owned.
json_t *at_model_exchange_typed(const char *type);
// {"type": type, "text": text}, without a type if it is NULL. Takes text over.
json_t *at_model_exchange_text(const char *type, json_t *text);
// {"role": role, member: content}. Takes content over.
json_t *at_model_exchange_message(const char *role, const char *member,
                                  json_t *content);
// Append that, unless content is empty: APIs refuse such a message.
void at_model_exchange_add(json_t *out, const char *role, const char *member,
                           json_t *content);

// Return the provider's own form of this turn, if it is in this format; NULL:
// write the turn from its parts.
const json_t *at_model_exchange_raw(const struct at_turn *turn,
                                    const char *format);
// The arguments of a call as text; "{}" if they were malformed. Owned.
json_t *at_model_exchange_args_text(const struct at_part *call);
// The arguments of a call as an object; an empty one if they were malformed.
json_t *at_model_exchange_args(const struct at_part *call);

#endif
