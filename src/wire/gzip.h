// gzip.h: a gzip file of known length, unpacked
#ifndef AT_WIRE_GZIP_H
#define AT_WIRE_GZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/str.h"

// Unpack one member of exactly len bytes to room. False: it is damaged, or has
// another length.
AT_CHECKED bool at_gzip_unpack(struct at_str gzip, char *room, size_t len);

#endif
