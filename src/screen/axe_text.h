// axe_text.h: from the JSON value inside the output of axe
#ifndef AT_SCREEN_AXE_TEXT_H
#define AT_SCREEN_AXE_TEXT_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

// Parse the first array or object that begins a line. *out_around says whether
// there is other text around it. The caller owns the value; NULL with AT_ETREE
// (absent, cut short, damaged) or AT_ELIMIT.
json_t *at_axe_text_parse(struct at_str text, bool *out_around,
                          struct at_err *err);

#endif
