// plist.h: property lists, XML and binary, as JSON values
//
// Formats: Apple's PropertyList-1.0 DTD; the binary format of CFBinaryPList.c
// ("bplist00": objects, offset table, trailer of 32 bytes). Data becomes base64
// text, a date RFC 3339 text, a UID its number. The input is untrusted:
// offsets, sizes, depth and cycles are checked.
#ifndef AT_WIRE_PLIST_H
#define AT_WIRE_PLIST_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

// Parse a property list. The caller owns the result; NULL with AT_EUSAGE if
// bytes are not a property list, with AT_ELIMIT if it is larger than
// AT_PLIST_MAX_BYTES, too deep or has too many values.
json_t *at_plist_parse(struct at_str bytes, struct at_err *err);

#endif
