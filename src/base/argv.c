#include "base/argv.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/alloc.h"

void
at_argv_deinit(struct at_argv *argv)
{
    for (size_t i = 0; i < argv->count; i++)
        free(argv->words[i]);
    free(argv->words);
    *argv = (struct at_argv){0};
}

static void
take(struct at_argv *argv, char *word)
{
    argv->words =
        at_realloc_array(argv->words, argv->count + 2, sizeof(*argv->words));
    argv->words[argv->count++] = word;
    argv->words[argv->count] = NULL;
}

void
at_argv_add(struct at_argv *argv, const char *word)
{
    take(argv, at_strdup(word));
}

void
at_argv_add_str(struct at_argv *argv, struct at_str word)
{
    take(argv, at_strndup(word.len ? word.ptr : "", word.len));
}

void
at_argv_add_fmt(struct at_argv *argv, const char *fmt, ...)
{
    va_list args;
    va_list again;
    va_start(args, fmt);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    at_assert(len >= 0);
    char *word = at_alloc((size_t)len + 1);
    vsnprintf(word, (size_t)len + 1, fmt, again);
    va_end(again);
    take(argv, word);
}

void
at_argv_add_all(struct at_argv *argv, const char *const *words)
{
    for (; words && *words; words++)
        at_argv_add(argv, *words);
}

const char *const *
at_argv_words(const struct at_argv *argv)
{
    static const char *const none[] = {NULL};
    return argv->words ? (const char *const *)argv->words : none;
}
