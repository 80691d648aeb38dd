#include "agent/guards/loose.h"

#include <stdlib.h>

#include "agent/guards/normalize.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/wipe.h"

enum { GAP_MAX = 3 };

void
at_loose_init(struct at_str value, struct at_loose *out)
{
    *out = (struct at_loose){NULL, 0};
    uint32_t *letters = at_realloc_array(NULL, value.len + 1, sizeof(*letters));
    while (value.len > 0) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(value, &cp);
        uint32_t letter = at_normalize_letter(cp);
        if (letter)
            letters[out->count++] = letter;
        value = at_str_skip(value, step ? step : 1);
    }
    out->letters = letters;
    if (out->count < AT_LOOSE_BEGIN_CHARS)
        at_loose_deinit(out);
}

void
at_loose_deinit(struct at_loose *loose)
{
    if (loose->letters)
        at_wipe(loose->letters, loose->count * sizeof(*loose->letters));
    free(loose->letters);
    *loose = (struct at_loose){NULL, 0};
}

bool
at_loose_may_begin(const struct at_loose *loose, unsigned char byte)
{
    return loose->count > 0 &&
           (byte > 0x7f ||
            (uint32_t)at_ascii_lower((char)byte) == loose->letters[0]);
}

static bool
begins_word(struct at_str text, size_t at)
{
    while (at > 0 && ((unsigned char)text.ptr[at - 1] & 0xc0) == 0x80)
        at--;
    if (at == 0)
        return true;
    uint32_t cp = 0xfffd;
    size_t from = at - 1;
    while (from > 0 && ((unsigned char)text.ptr[from] & 0xc0) == 0x80)
        from--;
    (void)at_utf8_next(at_str_skip(text, from), &cp);
    return at_normalize_letter(cp) == 0;
}

static bool
ends_word(struct at_str text, size_t end)
{
    uint32_t cp = 0xfffd;
    return at_utf8_next(at_str_skip(text, end), &cp) == 0 ||
           at_normalize_letter(cp) == 0;
}

size_t
at_loose_match(const struct at_loose *loose, struct at_str text, size_t at,
               bool beginnings)
{
    size_t matched = 0;
    size_t gap = 0;
    size_t end = at;
    size_t border = 0; // end of a beginning that ends a word
    bool word = begins_word(text, at);
    for (size_t i = at; i < text.len && matched < loose->count;) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(at_str_skip(text, i), &cp);
        uint32_t letter = at_normalize_letter(cp);
        step = step ? step : 1;
        i += step;
        if (letter && letter != loose->letters[matched])
            break;
        if (letter) {
            matched++;
            gap = 0;
            end = i;
            if (matched >= AT_LOOSE_BEGIN_CHARS && ends_word(text, end))
                border = end;
        } else if (matched == 0 || ++gap > GAP_MAX) {
            break;
        }
    }
    bool whole = matched == loose->count && matched > 0 &&
                 (loose->count >= AT_LOOSE_INSIDE_CHARS ||
                  (word && ends_word(text, end)));
    if (whole)
        return end - at;
    return beginnings && word && border > 0 ? border - at : 0;
}
