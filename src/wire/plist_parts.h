// plist_parts.h: code common to both readers of property lists
#ifndef AT_WIRE_PLIST_PARTS_H
#define AT_WIRE_PLIST_PARTS_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

// Remaining amounts of the limits in base/limits.h.
struct at_plist_budget {
    size_t values;
    size_t text_bytes;
};

// Account for one more value with len bytes of text. Fails with AT_ELIMIT.
AT_CHECKED bool at_plist_spend(struct at_plist_budget *budget, size_t len,
                               struct at_err *err);
AT_CHECKED bool at_plist_check_depth(size_t depth, struct at_err *err);

// Create a number. Integers beyond JSON's range become reals; NaN and
// infinities become null. Owned by the caller.
json_t *at_plist_integer(bool negative, uint64_t magnitude);
json_t *at_plist_real(double value);

// Add value to a dictionary or an array, which takes ownership.
void at_plist_put(json_t *container, const char *key, json_t *value);

// Parse one format. NULL with err set on failure.
json_t *at_plist_parse_xml(struct at_str bytes, struct at_plist_budget *budget,
                           struct at_err *err);
json_t *at_plist_parse_binary(struct at_str bytes,
                              struct at_plist_budget *budget,
                              struct at_err *err);

#endif
