// fields.h: values of a request's headers that servers of files read; pure
#ifndef AT_HTTP_FIELDS_H
#define AT_HTTP_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

// Does a list of entity tags (If-Match, If-None-Match) name this one, or all by
// "*"? Weak tags equal strong ones. An absent header (ptr NULL) names none.
bool at_http_tag_listed(struct at_str list, struct at_str tag);

enum at_http_range {
    AT_HTTP_RANGE_NONE, // absent, malformed or of several parts: send the whole
    AT_HTTP_RANGE_PART,
    AT_HTTP_RANGE_BEYOND, // nothing of it exists: 416
};
// Read a Range for a file of size bytes: from the first byte, so many.
enum at_http_range at_http_range_read(struct at_str range, uint64_t size,
                                      uint64_t *out_first, uint64_t *out_count);

// Does an Accept-Encoding take the coding? Not without the header.
bool at_http_takes_coding(struct at_str header, const char *coding);

// The value of a cookie; "" if there is none of that name.
struct at_str at_http_cookie(struct at_str cookies, const char *name);

#endif
