// print.h: results on stdout
#ifndef AT_PROGRAMS_PRINT_H
#define AT_PROGRAMS_PRINT_H

#include <jansson.h>

#include "base/str.h"

// Print text so that a terminal does not obey what devices and servers put
// into it.
void at_print_text(struct at_str text);
// Print a value on one line.
void at_print_json(const json_t *json);

#endif
