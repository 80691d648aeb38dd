// axe_text.h: from what axe printed to the JSON value inside it
#ifndef AT_SCREEN_AXE_TEXT_H
#define AT_SCREEN_AXE_TEXT_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

// The first array or object that begins a line; other text may stand around
// it, *out_around says whether any does. The caller owns the value. NULL with
// AT_ETREE (none, cut short, damaged) or AT_ELIMIT.
json_t *at_axe_text_parse(struct at_str text, bool *out_around,
                          struct at_err *err);

#endif
