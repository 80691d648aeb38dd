// alloc.h: heap memory and assertions
//
// Running out of memory aborts, here and nowhere else; callers first check
// every size that a peer or user controls against base/limits.h. Release with
// free().
#ifndef AT_BASE_ALLOC_H
#define AT_BASE_ALLOC_H

#include <stddef.h>
#include <stdlib.h>

#include "base/compiler.h"

// Return size zeroed bytes. A size of 0 gives a pointer that can be freed.
void *at_alloc(size_t size);

// Resize to count elements of size bytes each; the product is checked.
void *at_realloc_array(void *ptr, size_t count, size_t size);

// Return a NUL-terminated copy of len bytes.
char *at_strndup(const char *ptr, size_t len);
char *at_strdup(const char *text);

// Format into a string that the caller owns.
char *at_strfmt(const char *fmt, ...) AT_PRINTF(1, 2);

// Abort on a bug in this program, never on input. Also checked in release
// builds.
#define at_assert(cond)                                                        \
    ((cond) ? (void)0 : at_assert_failed(#cond, __FILE__, __LINE__))

AT_NORETURN void at_assert_failed(const char *cond, const char *file, int line);

#endif
