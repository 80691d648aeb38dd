// axe_text.h: finds and parses the JSON value in axe's output
#ifndef AT_SCREEN_AXE_TEXT_H
#define AT_SCREEN_AXE_TEXT_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

// Parse the first array or object that starts a line. *out_around is set if
// other text surrounds it. The caller owns the value; NULL with AT_ETREE
// (absent, truncated or malformed) or AT_ELIMIT.
json_t *at_axe_text_parse(struct at_str text, bool *out_around,
                          struct at_err *err);

#endif
