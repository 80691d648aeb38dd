// number.h: numbers as the language that Maestro is written in reads them; pure
#ifndef AT_MAESTRO_NUMBER_H
#define AT_MAESTRO_NUMBER_H

#include <stdbool.h>

#include "base/str.h"

// Read a number as Java's Double.parseDouble() does: "1", "1.0", " 1e0 ", "1f",
// but not "NaN" and "0x1p0". False for any other text.
bool at_maestro_real(struct at_str text, double *out);

#endif
