// line_diff.h: the difference of two texts that differ in one place
#ifndef AT_SETUP_LINE_DIFF_H
#define AT_SETUP_LINE_DIFF_H

#include "base/buf.h"

// Append the lines that differ, from the first to the last, with some around
// them, as `diff -u` shows them. Long lines are cut around their first
// difference, and many lines after the first ones. Appends nothing for equal
// texts.
void at_line_diff_write(struct at_str old, struct at_str now,
                        struct at_buf *out);

#endif
