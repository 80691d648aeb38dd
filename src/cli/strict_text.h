// strict_text.h: what `adb shell input text` enters for certain; pure
//
// A-Z a-z 0-9 @ . _ - : / + and blank: spec/mobile-dev-agent 9.5.
#ifndef AT_CLI_STRICT_TEXT_H
#define AT_CLI_STRICT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

// True where all of text is of that set. Otherwise the first character that is
// not, which is the out_place-th, from 1.
bool at_strict_text(struct at_str text, struct at_str *out_char,
                    size_t *out_place);

#endif
