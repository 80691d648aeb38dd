// utf16.h: conversion of UTF-16 to UTF-8
#ifndef AT_BASE_UTF16_H
#define AT_BASE_UTF16_H

#include "base/buf.h"

// Append UTF-16 bytes as UTF-8, ignoring an odd last byte. A lone surrogate
// becomes U+FFFD and sets *out_repaired, which is otherwise unchanged. Return
// false if out->max would be exceeded.
AT_CHECKED bool at_utf16_read(struct at_str bytes, bool little,
                              struct at_buf *out, bool *out_repaired);

#endif
