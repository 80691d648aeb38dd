#include "base/shell_quote.h"

#include <string.h>

#include "base/ascii.h"

// Return true for characters that no sh interprets. '~' (home) and '='
// (assignment, in the first word) are quoted, and so is non-ASCII text.
static bool
is_plain(char c)
{
    return at_ascii_is_alnum(c) || (c != '\0' && strchr("_-./:,@%+", c));
}

static bool
all_plain(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!is_plain(text.ptr[i]))
            return false;
    }
    return text.len > 0;
}

static void
add_quoted(struct at_buf *out, struct at_str text)
{
    at_buf_add_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\'')
            at_buf_add_text(out, "'\\''");
        else
            at_buf_add_char(out, text.ptr[i]);
    }
    at_buf_add_char(out, '\'');
}

bool
at_quote(struct at_buf *out, struct at_str text, struct at_err *err)
{
    if (text.len > 0 && memchr(text.ptr, '\0', text.len))
        return at_fail(err, AT_EUSAGE,
                       "a NUL cannot be passed to the device's shell");
    if (all_plain(text))
        at_buf_add_str(out, text);
    else
        add_quoted(out, text);
    return !out->overflow ||
           at_fail(err, AT_ELIMIT, "a shell command of more than %zu bytes",
                   out->max);
}

bool
at_quote_words(struct at_buf *out, const char *const *words, struct at_err *err)
{
    for (size_t i = 0; words[i]; i++) {
        if (i > 0)
            at_buf_add_char(out, ' ');
        if (!at_quote(out, at_str(words[i]), err))
            return false;
    }
    return true;
}
