#include "maestro/sql.h"

#include <string.h>

#include "base/ascii.h"
#include "base/compiler.h"

static const struct at_str reading[] = {
    AT_STR_ROW("SELECT"), AT_STR_ROW("VALUES"), AT_STR_ROW("WITH")};
static const struct at_str writing[] = {
    AT_STR_ROW("INSERT"), AT_STR_ROW("UPDATE"), AT_STR_ROW("DELETE"),
    AT_STR_ROW("REPLACE")};

static bool
is_one_of(struct at_str word, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_eq_nocase(word, rows[i]))
            return true;
    }
    return false;
}

static size_t
through(struct at_str text, size_t skip, const char *end)
{
    ptrdiff_t at = at_str_find(at_str_skip(text, skip), at_str(end));
    return at < 0 ? text.len : skip + (size_t)at + strlen(end);
}

static bool
is_word_char(char c)
{
    return at_ascii_is_alnum(c) || c == '_' || (unsigned char)c >= 0x80;
}

// Take the next word; comments, quoted texts and other characters are skipped.
static bool
next_word(struct at_str *rest, struct at_str *out)
{
    while (rest->len > 0) {
        char c = rest->ptr[0];
        size_t len = 0;
        while (len < rest->len && is_word_char(rest->ptr[len]))
            len++;
        *out = at_str_head(*rest, len);
        if (len > 0) {
            *rest = at_str_skip(*rest, len);
            return true;
        }
        const char end[2] = {c == '[' ? ']' : c, '\0'};
        len = at_str_starts(*rest, AT_STR("--"))   ? through(*rest, 2, "\n")
              : at_str_starts(*rest, AT_STR("/*")) ? through(*rest, 2, "*/")
              : memchr("'\"`[", c, 4)              ? through(*rest, 1, end)
                                                   : 1;
        *rest = at_str_skip(*rest, len);
    }
    return false;
}

bool
at_maestro_sql_reads(struct at_str sql)
{
    struct at_str word;
    if (!next_word(&sql, &word) || !is_one_of(word, reading, AT_LEN(reading)))
        return false;
    if (!at_str_eq_nocase(word, AT_STR("WITH")))
        return true;
    // replace() is a function as well, but its name is refused all the same.
    while (next_word(&sql, &word)) {
        if (is_one_of(word, writing, AT_LEN(writing)))
            return false;
    }
    return true;
}
