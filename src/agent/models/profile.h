// profile.h: the models that can be chosen, with their peculiarities; pure
//
// A row is a provider's format, an address, a model and its quirks; code never
// compares names of models. The seven ids of the contract are rows of one
// table; users add their own profiles and change rows, by variables or through
// the server (agent/models/profile_custom.h).
#ifndef AT_AGENT_MODELS_PROFILE_H
#define AT_AGENT_MODELS_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct at_provider; // agent/models/providers/provider.h

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
    AT_QUIRK_FREE = 1 << 11,            // costs nothing without a key
    AT_QUIRK_STATES_COST = 1 << 12,     // each answer says what it cost
};

#define AT_PRICE_AS_INPUT (-1.0)

// Prices in US dollars per million tokens.
struct at_prices {
    bool known; // false: nothing can be said about the cost
    double in;
    double cached; // a read of the prompt cache, or AT_PRICE_AS_INPUT
    double cache_write;
    double out;
};

// A company or program that serves models: several rows share its address and
// key.
struct at_vendor {
    const char *id;    // "anthropic"
    const char *title; // "Anthropic"
};

extern const struct at_vendor at_vendors[];
extern const size_t at_vendor_count;
const struct at_vendor *at_vendor_find(struct at_str id); // NULL: unknown
// Return the first row of the vendor; its address and key variables are those
// of all its rows.
const struct at_profile_row *at_vendor_row(const struct at_vendor *vendor);

// A row of the table, or one that a user has defined. Texts are borrowed.
struct at_profile_row {
    const char *id;       // "Opus47", as executorInfoId names it
    const char *title;    // "Claude Opus 4.7"
    const char *provider; // "anthropic", "openai", "responses", "gemini",
                          // "ollama"
    const char *vendor;   // at_vendors[].id; NULL: an address of the user's own
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
// Return the defaults of a user's own profile of a format; NULL for an unknown
// format.
const struct at_profile_row *at_profile_template(struct at_str format);
const struct at_profile_row *at_profile_row_find(struct at_str id);

// Read a variable; NULL or "" if it is not set. Variables of `.env` are
// included.
typedef const char *at_variable_fn(void *user, const char *name);

// Call back with the name of each variable that is set.
typedef void at_variables_fn(void *user,
                             void (*each)(void *context, struct at_str name),
                             void *context);

// The places of a user's settings. All are borrowed.
struct at_profile_sources {
    at_variable_fn *variable;
    at_variables_fn *variables; // NULL: only the documented names are read
    void *user;
    const json_t *stored; // set through the server, or NULL; takes precedence
};

// A row with all settings of the user applied. All texts are owned.
struct at_profile {
    const struct at_profile_row *row; // limits, prices, quirks: the user's
    const struct at_provider *provider;
    char *base_url;
    char *model;            // "" if none was stated
    char *key;              // "" without one; at_profile_deinit() wipes it
    char *key_from;         // name of its variable; NULL: none
    struct at_argv headers; // more lines "name: value", which may be secret
    char *ca_file;          // certificates to trust, or NULL: the system's
    char *proxy;            // "" for none
    char *no_proxy;         // hosts that are reached directly: curl's list
    bool allow_http;        // allowed for other machines, too
    bool stated;            // the user set a key, a model or anything else
    double temperature;     // dropped if the model has the quirk
    bool stream;            // false if AGENTEST_MODEL_STREAM is 0
    struct at_profile_row *own_row; // row, if it was allocated; owned
    struct at_argv own_texts;       // texts of own_row
};

// Find a row by its id, or create the profile that the sources define, and
// apply all of them. AT_EUSAGE names the valid ids ("Unknown executorInfoId:
// X") or the value that cannot be used. A missing key is not an error here; see
// at_profile_check().
AT_CHECKED bool at_profile_open(struct at_profile *profile, struct at_str id,
                                const struct at_profile_sources *sources,
                                struct at_err *err);
// The same with variables only.
AT_CHECKED bool at_profile_init(struct at_profile *profile, struct at_str id,
                                at_variable_fn *variable, void *user,
                                struct at_err *err);
void at_profile_deinit(struct at_profile *profile);
// Fail with AT_EUSAGE, which names the variables, if a required key or model is
// missing, or if the address is neither https nor on this machine (unless
// AGENTEST_ALLOW_HTTP_MODELS is 1).
AT_CHECKED bool at_profile_check(const struct at_profile *profile,
                                 struct at_err *err);
// Return true if the cost of a call is known, from prices or from the provider.
bool at_profile_has_cost(const struct at_profile *profile);

#endif
