#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

void
at_buf_deinit(struct at_buf *buf)
{
    free(buf->data);
    *buf = (struct at_buf)AT_BUF_INIT(buf->max);
}

void
at_buf_clear(struct at_buf *buf)
{
    buf->len = 0;
    buf->overflow = false;
    if (buf->data)
        buf->data[0] = '\0';
}

static char *
grow(struct at_buf *buf, size_t len)
{
    if (len > buf->max - buf->len) {
        buf->overflow = true;
        return NULL;
    }
    if (buf->cap - buf->len <= len) { // plus one byte for the NUL
        size_t cap = buf->cap ? buf->cap : 64;
        while (cap - buf->len <= len)
            cap *= 2;
        buf->data = at_realloc_array(buf->data, cap, 1);
        buf->cap = cap;
    }
    return buf->data + buf->len;
}

char *
at_buf_reserve(struct at_buf *buf, size_t len)
{
    char *room = grow(buf, len);
    if (room) // keep a NUL after however much is used
        memset(room, 0, len + 1);
    return room;
}

bool
at_buf_add(struct at_buf *buf, const void *ptr, size_t len)
{
    char *room = grow(buf, len);
    if (!room)
        return false;
    if (len > 0)
        memcpy(room, ptr, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
    return true;
}

bool
at_buf_add_str(struct at_buf *buf, struct at_str text)
{
    return at_buf_add(buf, text.ptr, text.len);
}

bool
at_buf_add_text(struct at_buf *buf, const char *text)
{
    return at_buf_add(buf, text, strlen(text));
}

bool
at_buf_add_char(struct at_buf *buf, char c)
{
    return at_buf_add(buf, &c, 1);
}

bool
at_buf_add_fmt(struct at_buf *buf, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    at_assert(len >= 0);
    char *room = grow(buf, (size_t)len);
    if (!room)
        return false;
    va_start(args, fmt);
    vsnprintf(room, (size_t)len + 1, fmt, args);
    va_end(args);
    buf->len += (size_t)len;
    return true;
}

bool
at_buf_add_utf8(struct at_buf *buf, uint32_t cp)
{
    char out[4];
    size_t len = at_utf8_encode(cp, out);
    return at_buf_add(buf, out, len);
}

void
at_buf_drop(struct at_buf *buf, size_t len)
{
    at_assert(len <= buf->len);
    if (len == 0)
        return;
    memmove(buf->data, buf->data + len, buf->len - len + 1);
    buf->len -= len;
}

void
at_buf_cut(struct at_buf *buf, size_t len)
{
    at_assert(len <= buf->len);
    buf->len = len;
    buf->overflow = false;
    if (buf->data)
        buf->data[len] = '\0';
}

struct at_str
at_buf_str(const struct at_buf *buf)
{
    return (struct at_str){buf->data, buf->len};
}

const char *
at_buf_text(const struct at_buf *buf)
{
    return buf->data ? buf->data : "";
}

char *
at_buf_take(struct at_buf *buf)
{
    char *text = buf->data ? buf->data : at_strdup("");
    buf->data = NULL;
    at_buf_deinit(buf);
    return text;
}
