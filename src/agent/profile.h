// profile.h: the models that can be chosen, with their peculiarities; pure
//
// One table. A row is a provider's format, an address, a model and its quirks,
// so that no code asks for a model by name. The seven ids of the contract are
// rows; the environment replaces model, address and key (shared variables of
// the vendors, and ID_MODEL of each row, such as OPUS47_MODEL).
#ifndef AT_AGENT_PROFILE_H
#define AT_AGENT_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct at_provider; // agent/providers/provider.h

enum at_quirk {
    AT_QUIRK_NO_TEMPERATURE = 1 << 0, // the server refuses or ignores it
    AT_QUIRK_NO_IMAGES = 1 << 1,      // the model cannot see
    AT_QUIRK_IMAGES_IN_USER = 1 << 2, // only in user messages, not in results
    AT_QUIRK_ECHO_REASONING = 1 << 3, // assistant turns go back as received
    AT_QUIRK_NO_TOOL_CHOICE = 1 << 4,
    AT_QUIRK_MAX_TOKENS_OLD = 1 << 5,   // max_tokens, not max_completion_tokens
    AT_QUIRK_KEYLESS = 1 << 6,          // works without a key
    AT_QUIRK_CACHE_MARKS = 1 << 7,      // prompt caching needs cache_control
    AT_QUIRK_NO_THINKING = 1 << 8,      // thinking is switched off by request
    AT_QUIRK_ADAPTIVE = 1 << 9,         // thinking is switched on by request
    AT_QUIRK_REASONING_FIELD = 1 << 10, // an assistant's turn with calls must
                                        // have reasoning_content, if empty
};

// Prices are US dollars per million tokens; 0: not known or free.
struct at_prices {
    double in;
    double cached; // a read of the prompt cache
    double cache_write;
    double out;
};

// A row of the table, or one that a user has added. Texts are borrowed.
struct at_profile_row {
    const char *id;       // "Opus47", as executorInfoId names it
    const char *title;    // "Claude Opus 4.7"
    const char *provider; // "anthropic", "openai", "responses", "gemini",
                          // "ollama"
    const char *base_url; // default, without a slash at its end
    const char
        *base_variables;       // names in the environment, with a space between
    const char *key_variables; // the contract's comes first
    const char *model;
    unsigned quirks; // enum at_quirk
    int64_t context_tokens;
    int64_t max_out_tokens;
    struct at_prices prices;
    const char *headers; // more header lines, or NULL
};

extern const struct at_profile_row at_profile_rows[];
extern const size_t at_profile_row_count;
const struct at_profile_row *at_profile_row_find(struct at_str id);

// Reads a variable; NULL or "" if it is not set. `.env` comes behind this too.
typedef const char *at_variable_fn(void *user, const char *name);

// A row with the environment applied. All texts are owned.
struct at_profile {
    const struct at_profile_row *row;
    const struct at_provider *provider;
    char *base_url;
    char *model;
    char *key;          // "" without one; at_profile_deinit() wipes it
    char *key_from;     // the variable that it came from; NULL: none
    double temperature; // a wish: dropped where the quirk says so
    bool stream;        // unless AGENTEST_MODEL_STREAM is 0
};

// Find a row by its id and apply the environment. AT_EUSAGE names the valid ids
// ("Unknown executorInfoId: X"). A missing key is not an error here; see
// at_profile_check().
AT_CHECKED bool at_profile_init(struct at_profile *profile, struct at_str id,
                                at_variable_fn *variable, void *user,
                                struct at_err *err);
void at_profile_deinit(struct at_profile *profile);
// Fail with AT_EUSAGE, naming the variables, if a key is needed and not there,
// and if the address is neither https nor that of this machine (unless allowed
// by AGENTEST_ALLOW_HTTP_MODELS=1, which the caller passes).
AT_CHECKED bool at_profile_check(const struct at_profile *profile,
                                 bool allow_http, struct at_err *err);

#endif
