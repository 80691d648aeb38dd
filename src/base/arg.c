#include "base/arg.h"

#include <stdint.h>
#include <string.h>

#include "base/limits.h"

// 2 to the power of 53: a double represents all integers up to it.
#define EXACT_MAX 9007199254740992.0

bool
at_arg_is_whole(double number)
{
    return number >= -EXACT_MAX && number <= EXACT_MAX &&
           (double)(int64_t)number == number;
}

bool
at_arg_check_number(const struct at_arg *row, double number, struct at_buf *why)
{
    bool bounded = row->min != 0 || row->max != 0;
    double max = bounded ? row->max : EXACT_MAX;
    double min = bounded ? row->min : -max;
    if (number >= min && number <= max)
        return true;
    at_buf_add_fmt(why, "'%s' must be from %.15g to %.15g, not %.15g",
                   row->name, min, max, number);
    return false;
}

static bool
check_choice(const struct at_arg *row, struct at_str text, struct at_buf *why)
{
    for (const char *const *choice = row->choices; *choice; choice++) {
        if (at_str_is(text, *choice))
            return true;
    }
    struct at_str shown = at_utf8_head(text, 60);
    at_buf_add_fmt(why, "'%s' cannot be '%.*s' (valid: ", row->name,
                   AT_STR_ARG(shown));
    for (const char *const *choice = row->choices; *choice; choice++)
        at_buf_add_fmt(why, "%s%s", choice == row->choices ? "" : ", ",
                       *choice);
    at_buf_add_text(why, ")");
    return false;
}

bool
at_arg_check_text(const struct at_arg *row, struct at_str text,
                  struct at_buf *why)
{
    size_t max_len = row->max_len ? row->max_len : AT_SELECTOR_MAX_BYTES;
    if (text.len > max_len) {
        at_buf_add_fmt(why, "'%s' has %zu bytes, at most %zu are allowed",
                       row->name, text.len, max_len);
        return false;
    }
    if (text.len > 0 && memchr(text.ptr, '\0', text.len)) {
        at_buf_add_fmt(why, "'%s' has a NUL character in it", row->name);
        return false;
    }
    return !row->choices || check_choice(row, text, why);
}

void
at_arg_write_names(const struct at_arg *rows, struct at_buf *out)
{
    for (const struct at_arg *row = rows; row->name; row++)
        at_buf_add_fmt(out, "%s%s", row == rows ? "" : ", ", row->name);
}

void
at_arg_write_missing(const struct at_arg *rows, const struct at_arg *row,
                     struct at_buf *out)
{
    at_buf_add_fmt(out, "'%s' is missing (fields: ", row->name);
    at_arg_write_names(rows, out);
    at_buf_add_text(out, ")");
}
