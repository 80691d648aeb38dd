// json_shape.h: what parsing a JSON text would cost, from its brackets alone
//
// A parser takes some 200 bytes for "{}", so a text within its size limit
// could still ask for a gigabyte.
#ifndef AT_BASE_JSON_SHAPE_H
#define AT_BASE_JSON_SHAPE_H

#include "base/err.h"
#include "base/str.h"

// AT_ELIMIT where the object or array that text begins with is deeper or has
// more values than AT_JSON_MAX_DEPTH and AT_JSON_MAX_VALUES. *out_len (may be
// NULL) is where it ends, 0 where text ends before it does. Whether it is JSON
// the parser says.
AT_CHECKED bool at_json_shape_check(struct at_str text, size_t *out_len,
                                    struct at_err *err);

#endif
