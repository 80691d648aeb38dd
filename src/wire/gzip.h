// gzip.h: decompression of a gzip file of known length
#ifndef AT_WIRE_GZIP_H
#define AT_WIRE_GZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/str.h"

// Decompress one member of exactly len bytes into room. Return false if it is
// damaged or has another length.
AT_CHECKED bool at_gzip_unpack(struct at_str gzip, char *room, size_t len);

#endif
