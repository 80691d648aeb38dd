// text.h: which text `input` can type, and the trailing Enter
#ifndef AT_DEVICE_ANDROID_PARSE_TEXT_H
#define AT_DEVICE_ANDROID_PARSE_TEXT_H

#include "base/buf.h"
#include "base/err.h"

// Find the first character that `input text` cannot type: beyond ASCII, or a
// control character other than newline and tab. *out_index counts characters
// from 0. Return false if all can be typed. A CR before a LF is allowed.
bool at_input_text_hindrance(struct at_str text, size_t *out_index,
                             uint32_t *out_cp);

// Append the command line that types text, in pieces of at most 200
// characters: `input text 'a%sb' && input keyevent 66 && …`. A literal "%s"
// is split over two pieces, since `input` would make a blank of it. The text
// has no hindrance; an empty one appends nothing.
AT_CHECKED bool at_input_text_command(struct at_str text, struct at_buf *out,
                                      struct at_err *err);

// Remove the line ends at the end of text and return their number. A line end
// there means Enter, which a field of one line does not take as a character.
unsigned at_text_split_enters(struct at_str *text);

#endif
