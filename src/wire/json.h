// json.h: JSON of peers: bounded reading, text that is always UTF-8
#ifndef AT_WIRE_JSON_H
#define AT_WIRE_JSON_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

// Parse one JSON value of any type; \u0000 is kept. NULL with AT_EPROTO if it
// is malformed, AT_ELIMIT if it is deeper or has more values than
// AT_JSON_MAX_DEPTH and AT_JSON_MAX_VALUES. The caller owns the result.
json_t *at_json_parse(struct at_str text, struct at_err *err);
// The same; *out_cost is about what the value takes in memory.
json_t *at_json_parse_costed(struct at_str text, size_t *out_cost,
                             struct at_err *err);

// Return the length of the list or object that text begins with, as its
// brackets tell; 0: its end is missing. It may still be malformed.
size_t at_json_extent(struct at_str text);

// Append value on one line. Returns false if out->max would be passed.
bool at_json_write(const json_t *value, struct at_buf *out);

// A JSON string; malformed bytes become U+FFFD. Owned by the caller.
json_t *at_json_text(struct at_str text);

struct at_str at_json_str(const json_t *string); // "" if it is not a string
// The member of a string type, or "".
struct at_str at_json_get_str(const json_t *object, const char *name);

// Set object's member; takes value over.
void at_json_set(json_t *object, const char *name, json_t *value);
void at_json_set_text(json_t *object, const char *name, const char *text);

#endif
