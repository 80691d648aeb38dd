// text.h: where two texts differ, and whether one is the other in a field's
// own form
#ifndef AT_FLOW_TEXT_H
#define AT_FLOW_TEXT_H

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
    AT_TEXT_FORMATTED, // but for the case of letters, blanks and separators
    AT_TEXT_CUT,       // only the beginning, which may also be formatted
};

// Compare what a field was to hold with what it holds: it may write all in
// upper case, group digits, or take only so many characters. A text without any
// letter or digit is equal or other.
enum at_text_likeness at_text_compare(struct at_str expected,
                                      struct at_str found);

#endif
