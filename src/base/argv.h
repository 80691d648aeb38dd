// argv.h: a growing list of command line words
#ifndef AT_BASE_ARGV_H
#define AT_BASE_ARGV_H

#include <stddef.h>

#include "base/compiler.h"
#include "base/str.h"

// words is NULL-terminated once a word was added; before, it is NULL.
struct at_argv {
    char **words; // owned, as are its rows
    size_t count;
};

#define AT_ARGV_INIT                                                           \
    {                                                                          \
        0                                                                      \
    }

void at_argv_deinit(struct at_argv *argv);

void at_argv_add(struct at_argv *argv, const char *word);
void at_argv_add_str(struct at_argv *argv, struct at_str word);
void at_argv_add_fmt(struct at_argv *argv, const char *fmt, ...)
    AT_PRINTF(2, 3);
// Add each of words, a NULL-terminated list.
void at_argv_add_all(struct at_argv *argv, const char *const *words);

// Return the words for execve() and struct at_proc_opts. Borrowed until
// changed.
const char *const *at_argv_words(const struct at_argv *argv);

#endif
