#include "base/alloc.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static AT_NORETURN void
out_of_memory(size_t size)
{
    fprintf(stderr, "fatal: out of memory (%zu bytes)\n", size);
    abort();
}

void *
at_alloc(size_t size)
{
    void *ptr = calloc(1, size ? size : 1);
    if (!ptr)
        out_of_memory(size);
    return ptr;
}

void *
at_realloc_array(void *ptr, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        out_of_memory(SIZE_MAX);
    size_t total = count * size;
    void *grown = realloc(ptr, total ? total : 1);
    if (!grown)
        out_of_memory(total);
    return grown;
}

char *
at_strndup(const char *ptr, size_t len)
{
    char *copy = at_alloc(len + 1);
    if (len > 0)
        memcpy(copy, ptr, len);
    return copy;
}

char *
at_strdup(const char *text)
{
    return at_strndup(text, strlen(text));
}

char *
at_strfmt(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    at_assert(len >= 0);
    char *text = at_alloc((size_t)len + 1);
    va_start(args, fmt);
    vsnprintf(text, (size_t)len + 1, fmt, args);
    va_end(args);
    return text;
}

void
at_assert_failed(const char *cond, const char *file, int line)
{
    fprintf(stderr, "fatal: %s:%d: assertion '%s' failed\n", file, line, cond);
    abort();
}
