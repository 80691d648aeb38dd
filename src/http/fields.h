// fields.h: parses request headers for servers of files; pure
#ifndef AT_HTTP_FIELDS_H
#define AT_HTTP_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

// Return true if a list of entity tags (If-Match, If-None-Match) contains this
// one, or is "*". Weak tags equal strong ones. Returns false for an absent
// header (ptr NULL).
bool at_http_tag_listed(struct at_str list, struct at_str tag);

enum at_http_range {
    AT_HTTP_RANGE_NONE, // send everything; also if malformed
    AT_HTTP_RANGE_PART,
    AT_HTTP_RANGE_BEYOND, // outside of the file: 416
};
// Read a Range header for a file of size bytes, as an offset and a length.
enum at_http_range at_http_range_read(struct at_str range, uint64_t size,
                                      uint64_t *out_first, uint64_t *out_count);

// Return true if an Accept-Encoding header is present and accepts the coding.
bool at_http_takes_coding(struct at_str header, const char *coding);

// Return the value of a cookie, or "".
struct at_str at_http_cookie(struct at_str cookies, const char *name);

#endif
