// words_fuzz.c: the words of any line, quoted, are the same words again
#include <stdlib.h>
#include <string.h>

#include "base/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_again(const struct at_argv *words)
{
    struct at_buf line = AT_BUF_INIT(64 * 1024 * 1024);
    struct at_argv again = {0};
    for (size_t i = 0; i < words->count; i++) {
        at_buf_add_text(&line, i ? " " : "");
        at_words_quote(at_str(words->words[i]), &line);
    }
    if (!at_words_split(at_buf_str(&line), &again, NULL) ||
        again.count != words->count)
        abort();
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(again.words[i], words->words[i]) != 0)
            abort();
    }
    at_argv_deinit(&again);
    at_buf_deinit(&line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str line = at_str_n((const char *)data, len);
    struct at_argv words = {0};
    struct at_argv open = {0};
    size_t begin = 0;
    if (at_words_split(line, &words, NULL))
        check_again(&words);
    if (at_words_split_open(line, &open, &begin) && begin > len)
        abort();
    at_argv_deinit(&open);
    at_argv_deinit(&words);
    return 0;
}
