// plain.h: what a screenshot of one colour means
#ifndef AT_FLOW_APP_PLAIN_H
#define AT_FLOW_APP_PLAIN_H

#include "base/buf.h"
#include "screen/advice.h"

// Append, if the PNG shows one colour only, a line's words: that it does, why
// that may be, and where the tree is. False: it shows more. *out_black: of a
// window that is not given away, perhaps; the picture proves nothing.
bool at_plain_remark(struct at_str png, const struct at_advice *advice,
                     struct at_buf *out, bool *out_black);

#endif
