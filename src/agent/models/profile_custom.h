// profile_custom.h: the settings of a profile by its user; pure
//
// A profile of the user's own, or changes of a row, in two forms with one
// reader: members of a JSON object (PUT /api/v1/profiles/NAME, the store)
//
//     {"format": "openai", "baseUrl": "https://gw.example/v1", "model": "m",
//      "key": "…", "contextTokens": 32768, "maxOutputTokens": 4096,
//      "prices": {"input": 1, "output": 4, "cachedInput": 0.1, "cacheWrite":
//      1}, "quirks": ["no-images"], "caFile": "/etc/ca.pem", "headers":
//      {"X-Team": "qa"}, "title": "Gateway"}
//
// and variables: PROFILE_GATEWAY_FORMAT, …_BASE_URL, …_MODEL, …_API_KEY and so
// on for a profile GATEWAY; LOCAL_OPENAI_MODEL for a row. Case, "_" and "-" do
// not count in names.
#ifndef AT_AGENT_MODELS_PROFILE_CUSTOM_H
#define AT_AGENT_MODELS_PROFILE_CUSTOM_H

#include <jansson.h>

#include "agent/models/profile.h"

enum at_profile_field {
    AT_PROFILE_FORMAT,
    AT_PROFILE_TITLE,
    AT_PROFILE_BASE_URL,
    AT_PROFILE_MODEL,
    AT_PROFILE_KEY,
    AT_PROFILE_CONTEXT,
    AT_PROFILE_OUTPUT,
    AT_PROFILE_PRICE_IN,
    AT_PROFILE_PRICE_OUT,
    AT_PROFILE_PRICE_CACHED,
    AT_PROFILE_PRICE_WRITE,
    AT_PROFILE_QUIRKS,
    AT_PROFILE_CA_FILE,
    AT_PROFILE_HEADERS,
    AT_PROFILE_FIELD_COUNT,
};

enum { AT_PROFILE_NAME_MAX = 63 };

// The name of a member in a flat object (at_profile_custom_read()):
// "inputPrice" for prices.input. All others are as in the JSON form.
const char *at_profile_member(enum at_profile_field field);
// The suffix of the field's variable: "BASE_URL".
const char *at_profile_suffix(enum at_profile_field field);
// "no-images" of a quirk's bit; NULL if users cannot state it.
const char *at_profile_quirk_name(unsigned quirk);

// Return true if these name the same profile: letters and digits count.
bool at_profile_same_name(struct at_str a, struct at_str b);
// Fail with AT_EUSAGE if a profile cannot have this name.
AT_CHECKED bool at_profile_check_name(struct at_str name, struct at_err *err);

// Split a variable's name: "GATEWAY" and AT_PROFILE_BASE_URL of
// PROFILE_GATEWAY_BASE_URL. *out_prefixed: it starts with PROFILE_. Return
// false if it is not a profile's variable.
bool at_profile_split_variable(struct at_str variable, struct at_str *out_name,
                               enum at_profile_field *out_field,
                               bool *out_prefixed);

// Read one value, as JSON or as the text of a variable, which may be a number
// or a list ("a, b" for quirks, "Name: value; Name: value" or a JSON object for
// headers). NULL with AT_EUSAGE. The caller owns the result.
json_t *at_profile_read_value(enum at_profile_field field, const json_t *value,
                              struct at_err *err);
// Convert an object of the JSON form to a flat one with valid values, which is
// the form that is stored. An empty text or null is kept as null: reset this
// member. AT_EUSAGE names the member that is unknown or wrong.
AT_CHECKED bool at_profile_custom_read(const json_t *json, json_t **out,
                                       struct at_err *err);
// Fail with AT_EUSAGE if one of the prices for input and output is missing.
AT_CHECKED bool at_profile_custom_check(const json_t *flat, struct at_err *err);
// Apply a flat object's limits, prices and quirks to a row.
void at_profile_custom_apply(const json_t *flat, struct at_profile_row *row);

#endif
