// element_numbers.h: the numbers of a list's elements as text
//
// Pure. "1-5,9,7-8", in the order of the elements.
#ifndef AT_SESSION_ELEMENT_NUMBERS_H
#define AT_SESSION_ELEMENT_NUMBERS_H

#include "base/buf.h"
#include "screen/elements.h"

enum { AT_ELEMENT_NUMBER_MAX = 999999999 };

void at_element_numbers_write(const struct at_elements *elements,
                              struct at_buf *out);
// Set the elements' numbers, and last as the session's highest. Return false
// unless there is a number from 1 to last for each element.
AT_CHECKED bool at_element_numbers_read(struct at_str text, int64_t last,
                                        struct at_elements *elements);

#endif
