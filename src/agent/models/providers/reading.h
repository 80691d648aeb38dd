// reading.h: helpers that the readers of all formats share
#ifndef AT_AGENT_MODELS_PROVIDERS_READING_H
#define AT_AGENT_MODELS_PROVIDERS_READING_H

#include "agent/models/providers/provider.h"

// A word of the provider and its meaning; the last row has no word.
struct at_stop_row {
    const char *word;
    enum at_model_stop stop;
};
enum at_model_stop at_stop_find(const struct at_stop_row *rows,
                                struct at_str word, enum at_model_stop others);

// Add a part, unless text is empty.
void at_reading_text(struct at_turn *turn, enum at_part_kind kind,
                     struct at_str text);
// Add a call. Without an id, seed makes one. args: an object, or text that must
// be one; "" is {}. Borrowed until the next part; NULL: there are too many.
struct at_part *at_reading_add_call(struct at_turn *turn, const char *seed,
                                    struct at_str id, struct at_str name,
                                    const json_t *args);

enum { AT_READING_SEED_MAX = 24 };
// Write a text that differs between answers, derived from their times, ids and
// counts.
void at_reading_seed(const json_t *answer, char out[AT_READING_SEED_MAX]);

// Return a member as a number of tokens; 0 if it is missing or not a number.
// path: "a.b".
int64_t at_reading_tokens(const json_t *object, const char *path);

// Set the model that answered, and make stop agree with the parts: calls count
// as calls, whatever the provider's word.
void at_reading_finish(struct at_str model, struct at_model_reply *reply);

// Return true if the object is an error, which *out_failure then describes.
bool at_reading_is_error(const struct at_profile *profile, const json_t *answer,
                         struct at_model_failure *out_failure);
// Fail with a message of our own.
bool at_reading_fail(struct at_model_failure *out, enum at_model_class class,
                     const char *words);

// Remove null members: servers send them but refuse them.
void at_reading_drop_nulls(json_t *object);

#endif
