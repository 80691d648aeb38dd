// text.h: two texts that should be the same, and where they are not
#ifndef AT_FLOW_TEXT_H
#define AT_FLOW_TEXT_H

#include "base/buf.h"
#include "base/str.h"

// 'first difference at character 5: expected "o world", found "0 world"', the
// fragments from a little before the difference, escaped. Appends nothing
// where the texts are equal.
void at_text_write_difference(struct at_str expected, struct at_str found,
                              struct at_buf *out);

#endif
