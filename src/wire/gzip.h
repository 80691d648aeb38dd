// gzip.h: one text as a gzip file, and a gzip file of known length as a text
#ifndef AT_WIRE_GZIP_H
#define AT_WIRE_GZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/str.h"

// Decompress one member of exactly len bytes into room. Return false if it is
// damaged or has another length.
AT_CHECKED bool at_gzip_unpack(struct at_str gzip, char *room, size_t len);

// Append data as one gzip member. Return false, with out unchanged, if that
// would exceed out's max.
AT_CHECKED bool at_gzip_pack(struct at_str data, struct at_buf *out);

#endif
