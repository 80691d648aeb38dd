#include "screen/counted.h"

#include "base/ascii.h"

static bool
digit_at(struct at_str text, size_t i)
{
    return i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9';
}

// Return where the number at i ends, i if there is none.
static size_t
number_end(struct at_str text, size_t i)
{
    while (digit_at(text, i) ||
           (i > 0 && i < text.len && digit_at(text, i - 1) &&
            digit_at(text, i + 1) &&
            (text.ptr[i] == '.' || text.ptr[i] == ',')))
        i++;
    return i;
}

bool
at_counted_same(struct at_str a, struct at_str b)
{
    size_t i = 0;
    size_t j = 0;
    size_t numbers = 0;
    while (i < a.len && j < b.len) {
        if (digit_at(a, i) && digit_at(b, j)) {
            i = number_end(a, i);
            j = number_end(b, j);
            numbers++;
        } else if (a.ptr[i++] != b.ptr[j++]) {
            return false;
        }
    }
    return i == a.len && j == b.len && numbers > 0;
}

bool
at_counted_has_words(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];
        if (at_ascii_is_letter(text.ptr[i]) || byte >= 0x80)
            return true;
    }
    return false;
}
