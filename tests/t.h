// t.h: short forms of cmocka's assertions, with rows
//
//     T_TEST(str_finds) { T_EQ_INT(at_str_find(s, n), 3); }
//     T_MAIN()
//
// A program runs its tests in the order of their definitions, in the project's
// root. An assertion that fails ends its test.
#ifndef TESTS_T_H
#define TESTS_T_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/str.h"

#define T_LEN(array) (sizeof(array) / sizeof((array)[0]))

#define T_TEST(name)                                                           \
    static void name(void);                                                    \
    static void name##_case(void **state)                                      \
    {                                                                          \
        (void)state;                                                           \
        t_row("");                                                             \
        name();                                                                \
    }                                                                          \
    __attribute__((constructor)) static void name##_add(void)                  \
    {                                                                          \
        t_add(#name, __FILE__, __LINE__, name##_case);                         \
    }                                                                          \
    static void name(void)

// Run all tests of the file between two functions, which may be NULL.
#define T_RUN(set_up, tear_down)                                               \
    cmocka_run_group_tests(t_tests, set_up, tear_down)

#define T_MAIN()                                                               \
    int main(void)                                                             \
    {                                                                          \
        return T_RUN(NULL, NULL);                                              \
    }

#define T_OK(cond) assert_true(cond)
#define T_NOT(cond) assert_false(cond)
#define T_NULL(ptr) assert_null(ptr)
#define T_EQ_INT(got, want) t_eq_int((got), (want), __FILE__, __LINE__)
#define T_EQ_SIZE(got, want) T_EQ_INT((intmax_t)(got), (intmax_t)(want))
#define T_EQ_TEXT(got, want) t_eq_text((got), (want), __FILE__, __LINE__)
#define T_EQ_MEM(got, got_len, want, want_len)                                 \
    t_eq_mem((got), (got_len), (want), (want_len), __FILE__, __LINE__)
// Compare a struct at_str with a text.
#define T_EQ_STR(got, want) t_eq_str((got), (want), __FILE__, __LINE__)
// Needle must be a part of text.
#define T_HAS(text, needle) t_has((text), (needle), __FILE__, __LINE__)

// Call with the row's name before its assertions: printed if they fail.
#define T_ROW(name) t_row(name)

// The tests by line, for constructors may run in any order; cmocka skips the
// empty entries at the end.
static struct CMUnitTest t_tests[64];
static int t_lines[T_LEN(t_tests)];

static inline size_t
t_count(void)
{
    size_t count = 0;
    while (count < T_LEN(t_tests) && t_tests[count].name)
        count++;
    return count;
}

static inline void
t_add(const char *name, const char *file, int line, CMUnitTestFunction test)
{
    size_t at = t_count();
    if (at == T_LEN(t_tests)) {
        fprintf(stderr,
                "%s:%d: '%s' is one test too many: a file may have "
                "%zu; split it by subject\n",
                file, line, name, T_LEN(t_tests));
        exit(1);
    }
    for (; at > 0 && t_lines[at - 1] > line; at--) {
        t_tests[at] = t_tests[at - 1];
        t_lines[at] = t_lines[at - 1];
    }
    t_tests[at] = (struct CMUnitTest){.name = name, .test_func = test};
    t_lines[at] = line;
}

// The current row, for the messages below.
static char t_row_name[256];

static inline void
t_row(const char *name)
{
    snprintf(t_row_name, sizeof(t_row_name), "%s", name);
}

static inline void
t_fail(const char *file, int line)
{
    if (t_row_name[0])
        print_error("row: %s\n", t_row_name);
    _fail(file, line);
}

static inline void
t_eq_int(intmax_t got, intmax_t want, const char *file, int line)
{
    if (got == want)
        return;
    print_error("got %jd, want %jd\n", got, want);
    t_fail(file, line);
}

static inline void
t_eq_mem(const void *got, size_t got_len, const void *want, size_t want_len,
         const char *file, int line)
{
    if (got_len == want_len &&
        (got_len == 0 || memcmp(got, want, got_len) == 0))
        return;
    print_error("got  (%zu) '%.*s'\nwant (%zu) '%.*s'\n", got_len, (int)got_len,
                got_len ? (const char *)got : "", want_len, (int)want_len,
                want_len ? (const char *)want : "");
    t_fail(file, line);
}

static inline void
t_eq_text(const char *got, const char *want, const char *file, int line)
{
    if (got && want) {
        t_eq_mem(got, strlen(got), want, strlen(want), file, line);
    } else if (got != want) {
        print_error("got '%s', want '%s'\n", got ? got : "NULL",
                    want ? want : "NULL");
        t_fail(file, line);
    }
}

static inline void
t_eq_str(struct at_str got, const char *want, const char *file, int line)
{
    t_eq_mem(got.ptr, got.len, want, strlen(want), file, line);
}

static inline void
t_has(const char *text, const char *needle, const char *file, int line)
{
    if (strstr(text, needle))
        return;
    print_error("'%s' is not in '%s'\n", needle, text);
    t_fail(file, line);
}

// Read a whole file, NUL-terminated; NULL if it cannot be read. The caller
// frees it.
static inline char *
t_read_file(const char *path, size_t *out_len)
{
    FILE *file = fopen(path, "rb");
    long size = -1;
    char *data = NULL;
    *out_len = 0;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
        data = malloc((size_t)size + 1);
    if (data) {
        *out_len = fread(data, 1, (size_t)size, file);
        data[*out_len] = '\0';
    }
    if (file)
        fclose(file);
    return data;
}

// Return the folder of recorded data that is not part of the project; it may
// be absent.
static inline const char *
t_shared_folder(void)
{
    const char *dir = getenv("AT_SHARED");
    return dir && dir[0] ? dir : "../shared";
}

// The same for a test that cannot do without: it is skipped if the folder is
// absent, so call this before anything is allocated.
static inline const char *
t_shared(void)
{
    const char *dir = t_shared_folder();
    if (access(dir, F_OK) != 0) {
        print_message("no recorded data in '%s' (AT_SHARED)\n", dir);
        skip();
    }
    return dir;
}

#endif
