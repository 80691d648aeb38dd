// text.h: where two texts differ, and whether one is the other in a field's
// own form
#ifndef AT_FLOW_STEPS_TEXT_H
#define AT_FLOW_STEPS_TEXT_H

#include "base/buf.h"
#include "base/str.h"

// 'first difference at character 5: expected "o world", found "0 world"', the
// fragments from a little before the difference, escaped. Appends nothing
// where the texts are equal.
void at_text_write_difference(struct at_str expected, struct at_str found,
                              struct at_buf *out);

enum at_text_likeness {
    AT_TEXT_OTHER,
    AT_TEXT_EQUAL,
    AT_TEXT_FORMATTED, // every typed character in order, and more
    AT_TEXT_CUT,       // only the beginning, which may also be formatted
};

// Compare what was typed behind what a field held ("" where it was replaced)
// with what it holds. Every typed character must appear in its order; the field
// may add anything: "1234" is in "$12.34", but "1.50" is not in "150". A letter
// may change its case and its Unicode spelling, a blank or separator may become
// another one, quotation marks may be curled, digits be those of another
// script, blanks at the ends of the typed text be trimmed, and all be masked.
// The text that the field held before may lose its separators. If only blanks
// were typed, the result is equal or other.
enum at_text_likeness at_text_compare(struct at_str held, struct at_str typed,
                                      struct at_str found);

#endif
