// base64.h: bytes as text (RFC 4648: no line breaks)
#ifndef AT_BASE_BASE64_H
#define AT_BASE_BASE64_H

#include "base/buf.h"

// Append, padded (section 4); false, with nothing appended, where out->max
// would be passed.
bool at_base64_write(struct at_str bytes, struct at_buf *out);
// The same for URLs and tokens (section 5): other digits, no padding.
bool at_base64url_write(struct at_str bytes, struct at_buf *out);

// Append the bytes that text of the former stands for. Strict: whole groups,
// padding where it belongs, no blanks, unused bits zero; else false with
// nothing appended.
AT_CHECKED bool at_base64_read(struct at_str text, struct at_buf *out);

#endif
