// json.h: JSON of peers: bounded parsing, text that is always UTF-8
#ifndef AT_WIRE_JSON_H
#define AT_WIRE_JSON_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

// Parse one JSON value of any type; \u0000 is kept. NULL with AT_EPROTO if it
// is malformed, with AT_ELIMIT if it exceeds AT_JSON_MAX_DEPTH or
// AT_JSON_MAX_VALUES. The caller owns the result.
json_t *at_json_parse(struct at_str text, struct at_err *err);
// Like at_json_parse(); *out_cost is the approximate memory use of the value.
json_t *at_json_parse_costed(struct at_str text, size_t *out_cost,
                             struct at_err *err);

// Return the length of the list or object at the start of text, by counting
// brackets; 0 if it is incomplete. The JSON may still be malformed.
size_t at_json_extent(struct at_str text);

// Append value on one line. Return false if out->max would be exceeded.
bool at_json_write(const json_t *value, struct at_buf *out);

// Return a JSON string; malformed bytes become U+FFFD. Owned by the caller.
json_t *at_json_text(struct at_str text);
// Return a list of such strings. Owned by the caller.
struct at_argv;
json_t *at_json_texts(const struct at_argv *texts);

struct at_str at_json_str(const json_t *string); // "" if it is not a string
// Return a string member of object, or "".
struct at_str at_json_get_str(const json_t *object, const char *name);

// Set a member of object; takes ownership of value.
void at_json_set(json_t *object, const char *name, json_t *value);
void at_json_set_text(json_t *object, const char *name, const char *text);
// Set the members of change in object; a null removes one (RFC 7396, one
// level).
void at_json_patch(json_t *object, const json_t *change);

#endif
