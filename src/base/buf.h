// buf.h: a growing byte buffer with a named maximum
//
// data[len] is always NUL once anything was appended. An append that would
// exceed max changes nothing and sets overflow, which is sticky: append ten
// times, check once.
#ifndef AT_BASE_BUF_H
#define AT_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/str.h"

struct at_buf {
    char *data; // owned; NULL until the first append
    size_t len;
    size_t cap;
    size_t max; // upper bound of len; a limit of base/limits.h
    bool overflow;
};

#define AT_BUF_INIT(max_len)                                                   \
    {                                                                          \
        .max = (max_len)                                                       \
    }

void at_buf_deinit(struct at_buf *buf);
void at_buf_clear(struct at_buf *buf); // keeps the memory

// Append. Return false and set overflow if max would be exceeded.
bool at_buf_add(struct at_buf *buf, const void *ptr, size_t len);
bool at_buf_add_str(struct at_buf *buf, struct at_str text);
bool at_buf_add_text(struct at_buf *buf, const char *text);
bool at_buf_add_char(struct at_buf *buf, char c);
bool at_buf_add_fmt(struct at_buf *buf, const char *fmt, ...) AT_PRINTF(2, 3);
bool at_buf_add_utf8(struct at_buf *buf, uint32_t cp);

// Return room for len more zeroed bytes, NULL on overflow. The caller fills it
// and adds the number of bytes used to buf->len.
char *at_buf_reserve(struct at_buf *buf, size_t len);

void at_buf_drop(struct at_buf *buf, size_t len); // drops the first len bytes
// Keep the first len bytes and clear overflow.
void at_buf_cut(struct at_buf *buf, size_t len);

struct at_str at_buf_str(const struct at_buf *buf); // borrowed until changed
const char *at_buf_text(const struct at_buf *buf); // NUL-terminated, never NULL
char *at_buf_take(struct at_buf *buf); // owned by the caller, never NULL

#endif
