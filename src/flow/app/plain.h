// plain.h: explains a screenshot of one colour
#ifndef AT_FLOW_APP_PLAIN_H
#define AT_FLOW_APP_PLAIN_H

#include "base/buf.h"
#include "screen/advice.h"

// If the PNG has only one colour, append a sentence with this fact, possible
// reasons, and where the tree is; otherwise return false. *out_black: it may be
// a protected window, so the picture proves nothing.
bool at_plain_remark(struct at_str png, const struct at_advice *advice,
                     struct at_buf *out, bool *out_black);

#endif
