// base64.h: base64 (RFC 4648, without line breaks)
#ifndef AT_BASE_BASE64_H
#define AT_BASE_BASE64_H

#include "base/buf.h"

// Append bytes with padding (section 4). Return false and append nothing if
// out->max would be exceeded.
bool at_base64_write(struct at_str bytes, struct at_buf *out);
// Append bytes in the URL-safe alphabet without padding (section 5).
bool at_base64url_write(struct at_str bytes, struct at_buf *out);

// Append the bytes encoded in padded text. Return false and append nothing
// unless groups are complete, padding is correct, there are no blanks and
// unused bits are zero.
AT_CHECKED bool at_base64_read(struct at_str text, struct at_buf *out);

#endif
