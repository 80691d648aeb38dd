// checks.h: what a doctor found, as JSON and as lines for people
#ifndef AT_PROGRAMS_CHECKS_H
#define AT_PROGRAMS_CHECKS_H

#include <jansson.h>

#include "base/buf.h"
#include "device/check.h"

// Append {"check","level","text","remedy"} to an array.
void at_checks_add(json_t *list, const struct at_check *check);
// Append a line for each of them, and a second one for a remedy.
void at_checks_write(const json_t *list, struct at_buf *out);

#endif
