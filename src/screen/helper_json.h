// helper_json.h: reader of the trees that the helper on the device writes
//
// The format is section 4 of android/helper/PROTOCOL.md.
#ifndef AT_SCREEN_HELPER_JSON_H
#define AT_SCREEN_HELPER_JSON_H

#include <jansson.h>

#include "base/err.h"
#include "screen/tree.h"

// Read a tree, or an answer with a member "tree". The caller owns *out_tree; on
// failure it is NULL and err is AT_ETREE (what was wrong, what to try; also for
// a tree without nodes or over a limit), or AT_ELIMIT if the input is larger
// than AT_DUMP_MAX_BYTES.
AT_CHECKED bool at_helper_json_parse(struct at_str text,
                                     struct at_tree **out_tree,
                                     struct at_err *err);

AT_CHECKED bool at_helper_json_read(const json_t *value,
                                    struct at_tree **out_tree,
                                    struct at_err *err);

#endif
