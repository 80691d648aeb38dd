// plist_parts.h: parts of both readers of property lists
#ifndef AT_WIRE_PLIST_PARTS_H
#define AT_WIRE_PLIST_PARTS_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

// The rest of the limits of base/limits.h.
struct at_plist_budget {
    size_t values;
    size_t text_bytes;
};

// One more value, whose text has len bytes. AT_ELIMIT.
AT_CHECKED bool at_plist_spend(struct at_plist_budget *budget, size_t len,
                               struct at_err *err);
AT_CHECKED bool at_plist_check_depth(size_t depth, struct at_err *err);

// An integer beyond JSON's becomes a real; NaN and the infinities become null.
// Owned by the caller.
json_t *at_plist_integer(bool negative, uint64_t magnitude);
json_t *at_plist_real(double value);

// Put value, which is taken over, into a dictionary or an array.
void at_plist_put(json_t *container, const char *key, json_t *value);

// Each: NULL with err.
json_t *at_plist_parse_xml(struct at_str bytes, struct at_plist_budget *budget,
                           struct at_err *err);
json_t *at_plist_parse_binary(struct at_str bytes,
                              struct at_plist_budget *budget,
                              struct at_err *err);

#endif
