// text.h: compares texts of fields, and shows their first difference
#ifndef AT_FLOW_STEPS_TEXT_H
#define AT_FLOW_STEPS_TEXT_H

#include "base/buf.h"
#include "base/str.h"

// Append the first difference: 'first difference at character 5: expected "o
// world", found "0 world"'. The fragments start a little earlier and are
// escaped. Appends nothing if the texts are equal.
void at_text_write_difference(struct at_str expected, struct at_str found,
                              struct at_buf *out);

enum at_text_likeness {
    AT_TEXT_OTHER,
    AT_TEXT_EQUAL,
    AT_TEXT_FORMATTED, // all typed characters in order, and others
    AT_TEXT_CUT,       // only the beginning, possibly formatted
};

// Compare a field's content with the typed text and the text that the field
// held before ("" if it was replaced). Every typed character must appear in
// order; the field may add others: "1234" is in "$12.34", but "1.50" is not in
// "150". A letter may change its case and its Unicode spelling, a blank or
// separator may become another one, quotation marks may be curled, digits may
// be those of another script, blanks at the ends of the typed text may be
// trimmed, and everything may be masked. The previous text may lose its
// separators. If only blanks were typed, the result is equal or other.
enum at_text_likeness at_text_compare(struct at_str held, struct at_str typed,
                                      struct at_str found);

#endif
