// input_text.h: text as a command line of the device's `input`
#ifndef AT_DEVICE_ANDROID_INPUT_TEXT_H
#define AT_DEVICE_ANDROID_INPUT_TEXT_H

#include "base/buf.h"
#include "base/err.h"

// The first character that `input text` cannot type: beyond ASCII, or a
// control character other than newline and tab. *out_index counts characters
// from 0. false: there is none. A CR before a LF is no hindrance.
bool at_input_text_hindrance(struct at_str text, size_t *out_index,
                             uint32_t *out_cp);

// Append the command line that types text, in pieces of at most 200
// characters: `input text 'a%sb' && input keyevent 66 && …`. A literal "%s"
// is split over two pieces, since `input` would make a blank of it. The text
// has no hindrance; an empty one appends nothing.
AT_CHECKED bool at_input_text_command(struct at_str text, struct at_buf *out,
                                      struct at_err *err);

#endif
