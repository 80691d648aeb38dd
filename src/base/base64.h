// base64.h: bytes as text (RFC 4648: no line breaks)
#ifndef AT_BASE_BASE64_H
#define AT_BASE_BASE64_H

#include "base/buf.h"

// Append bytes, padded (section 4). Returns false, with nothing appended, if
// out->max would be exceeded.
bool at_base64_write(struct at_str bytes, struct at_buf *out);
// Append bytes as URLs and tokens have them (section 5): other digits, no
// padding.
bool at_base64url_write(struct at_str bytes, struct at_buf *out);

// Append the bytes that padded text encodes. Returns false, with nothing
// appended, unless groups are whole, padding is in its place, there are no
// blanks and unused bits are zero.
AT_CHECKED bool at_base64_read(struct at_str text, struct at_buf *out);

#endif
