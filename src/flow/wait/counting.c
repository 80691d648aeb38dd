#include "flow/wait/counting.h"

#include "base/op.h"

enum { DIGITS_MAX = 15 };

static bool
is_digit(struct at_str text, size_t at)
{
    return at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9';
}

// Return true if exactly three digits follow, as in "1,234".
static bool
begins_group(struct at_str text, size_t at)
{
    return is_digit(text, at) && is_digit(text, at + 1) &&
           is_digit(text, at + 2) && !is_digit(text, at + 3);
}

// Take the next number of text; false if it has none.
static bool
next_number(struct at_str *io_text, int64_t *out)
{
    struct at_str text = *io_text;
    size_t at = 0;
    int digits = 0;
    *out = 0;
    while (at < text.len && !is_digit(text, at))
        at++;
    while (at < text.len) {
        bool group = digits > 0 &&
                     (text.ptr[at] == ',' || text.ptr[at] == '.') &&
                     begins_group(text, at + 1);
        if (!is_digit(text, at) && !group)
            break;
        if (!group && digits++ < DIGITS_MAX)
            *out = *out * 10 + (text.ptr[at] - '0');
        at++;
    }
    *io_text = at_str_skip(text, at);
    return digits > 0;
}

// Compare the first numbers that differ; 0 if none does.
static int
compare(struct at_str before, struct at_str after)
{
    int64_t was;
    int64_t is;
    while (next_number(&before, &was) && next_number(&after, &is)) {
        if (was != is)
            return is > was ? 1 : -1;
    }
    return 0;
}

static enum at_count
begin(struct at_counting *counting, struct at_str text, int64_t now_ns)
{
    *counting = (struct at_counting){.changed_ns = now_ns};
    at_str_cut(counting->text, sizeof(counting->text), text);
    return AT_COUNT_MAYBE;
}

enum at_count
at_counting_note(struct at_counting *counting, struct at_str text,
                 int64_t now_ns)
{
    if (text.len == 0 || counting->over)
        return AT_COUNT_NONE;
    if (!counting->text[0])
        return begin(counting, text, now_ns);
    int growth = compare(at_str(counting->text), text);
    if (growth < 0) { // a countdown, or another screen
        counting->over = true;
        return AT_COUNT_NONE;
    }
    if (growth > 0) {
        begin(counting, text, now_ns);
        counting->grows = true;
    }
    int64_t still_ms =
        counting->grows ? AT_COUNTING_STILL_MS : AT_COUNTING_FIRST_MS;
    if (now_ns - counting->changed_ns >= still_ms * AT_NS_PER_MS)
        return AT_COUNT_NONE;
    return counting->grows ? AT_COUNT_GROWS : AT_COUNT_MAYBE;
}
