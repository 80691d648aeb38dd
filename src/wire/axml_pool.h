// axml_pool.h: the string pool of binary XML; for axml.c only
#ifndef AT_WIRE_AXML_POOL_H
#define AT_WIRE_AXML_POOL_H

#include "wire/axml.h"

// Open a pool; head and body of its ResStringPool chunk are borrowed.
AT_CHECKED bool at_axml_pool_open(struct at_axml_pool *pool, struct at_str head,
                                  struct at_str body, struct at_err *err);

// Return the index-th string as UTF-8, stored in doc's arena. Invalid
// characters become U+FFFD.
AT_CHECKED bool at_axml_pool_text(struct at_axml *doc, uint32_t index,
                                  struct at_str *out, struct at_err *err);

#endif
