// strict_text.h: the characters that `adb shell input text` can enter; pure
//
// A-Z a-z 0-9 @ . _ - : / + and blank: spec/mobile-dev-agent 9.5.
#ifndef AT_CLI_STRICT_TEXT_H
#define AT_CLI_STRICT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

// Return true if text has only these. If not, *out_char is the first other
// character and *out_place its position, from 1.
bool at_strict_text(struct at_str text, struct at_str *out_char,
                    size_t *out_place);

#endif
