// json_shape.h: limits on JSON text, checked before parsing
//
// A parser needs some 200 bytes for "{}", so a text within its size limit could
// still require a gigabyte.
#ifndef AT_BASE_JSON_SHAPE_H
#define AT_BASE_JSON_SHAPE_H

#include "base/err.h"
#include "base/str.h"

struct at_json_shape {
    size_t len; // length of the object or array; 0: incomplete
    size_t values;
};

// Fail with AT_ELIMIT if the object or array at the start of text is deeper
// than AT_JSON_MAX_DEPTH or has more than AT_JSON_MAX_VALUES values. Only
// brackets and quotes are examined. out may be NULL.
AT_CHECKED bool at_json_shape_check(struct at_str text,
                                    struct at_json_shape *out,
                                    struct at_err *err);

#endif
