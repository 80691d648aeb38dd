#include "agent/guards/normalize.h"

#include <string.h>

#include "agent/guards/guard_lists.h"
#include "base/quote.h"

// Letters that differ from an ASCII letter by accents or shape only. Letters of
// other alphabets are not here: see twins.
static const struct {
    uint16_t first;
    uint16_t last;
    char letter;
} accents[] = {
    {0x00c0, 0x00c6, 'a'}, {0x00c7, 0x00c7, 'c'}, {0x00c8, 0x00cb, 'e'},
    {0x00cc, 0x00cf, 'i'}, {0x00d0, 0x00d0, 'd'}, {0x00d1, 0x00d1, 'n'},
    {0x00d2, 0x00d6, 'o'}, {0x00d8, 0x00d8, 'o'}, {0x00d9, 0x00dc, 'u'},
    {0x00dd, 0x00dd, 'y'}, {0x00df, 0x00df, 's'}, {0x00e0, 0x00e6, 'a'},
    {0x00e7, 0x00e7, 'c'}, {0x00e8, 0x00eb, 'e'}, {0x00ec, 0x00ef, 'i'},
    {0x00f0, 0x00f0, 'd'}, {0x00f1, 0x00f1, 'n'}, {0x00f2, 0x00f6, 'o'},
    {0x00f8, 0x00f8, 'o'}, {0x00f9, 0x00fc, 'u'}, {0x00fd, 0x00fd, 'y'},
    {0x00ff, 0x00ff, 'y'}, {0x0100, 0x0105, 'a'}, {0x0106, 0x010d, 'c'},
    {0x010e, 0x0111, 'd'}, {0x0112, 0x011b, 'e'}, {0x011c, 0x0123, 'g'},
    {0x0124, 0x0127, 'h'}, {0x0128, 0x0131, 'i'}, {0x0134, 0x0135, 'j'},
    {0x0136, 0x0138, 'k'}, {0x0139, 0x0142, 'l'}, {0x0143, 0x014b, 'n'},
    {0x014c, 0x0153, 'o'}, {0x0154, 0x0159, 'r'}, {0x015a, 0x0161, 's'},
    {0x0162, 0x0167, 't'}, {0x0168, 0x0173, 'u'}, {0x0174, 0x0175, 'w'},
    {0x0176, 0x0178, 'y'}, {0x0179, 0x017e, 'z'}, {0x017f, 0x017f, 's'},
    {0x01a0, 0x01a1, 'o'}, {0x01af, 0x01b0, 'u'}, {0x0218, 0x0219, 's'},
    {0x021a, 0x021b, 't'}, {0x1e00, 0x1e01, 'a'}, {0x1e02, 0x1e07, 'b'},
    {0x1e08, 0x1e09, 'c'}, {0x1e0a, 0x1e13, 'd'}, {0x1e14, 0x1e1d, 'e'},
    {0x1e1e, 0x1e1f, 'f'}, {0x1e20, 0x1e21, 'g'}, {0x1e22, 0x1e2b, 'h'},
    {0x1e2c, 0x1e2f, 'i'}, {0x1e30, 0x1e35, 'k'}, {0x1e36, 0x1e3d, 'l'},
    {0x1e3e, 0x1e43, 'm'}, {0x1e44, 0x1e4b, 'n'}, {0x1e4c, 0x1e53, 'o'},
    {0x1e54, 0x1e57, 'p'}, {0x1e58, 0x1e5f, 'r'}, {0x1e60, 0x1e69, 's'},
    {0x1e6a, 0x1e71, 't'}, {0x1e72, 0x1e7b, 'u'}, {0x1e7c, 0x1e7f, 'v'},
    {0x1e80, 0x1e89, 'w'}, {0x1e8a, 0x1e8d, 'x'}, {0x1e8e, 0x1e8f, 'y'},
    {0x1e90, 0x1e95, 'z'}, {0x1ea0, 0x1eb7, 'a'}, {0x1eb8, 0x1ec7, 'e'},
    {0x1ec8, 0x1ecb, 'i'}, {0x1ecc, 0x1ee3, 'o'}, {0x1ee4, 0x1ef1, 'u'},
    {0x1ef2, 0x1ef9, 'y'},
};

// Letters of other alphabets that are written with and without their accent,
// and the plain letter.
static const struct {
    uint16_t first;
    uint16_t last;
    uint16_t plain;
} variants[] = {
    {0x0386, 0x0386, 0x03b1}, {0x0388, 0x0388, 0x03b5},
    {0x0389, 0x0389, 0x03b7}, {0x038a, 0x038a, 0x03b9},
    {0x038c, 0x038c, 0x03bf}, {0x038e, 0x038e, 0x03c5},
    {0x038f, 0x038f, 0x03c9}, {0x0390, 0x0390, 0x03b9},
    {0x03ac, 0x03ac, 0x03b1}, {0x03ad, 0x03ad, 0x03b5},
    {0x03ae, 0x03ae, 0x03b7}, {0x03af, 0x03af, 0x03b9},
    {0x03b0, 0x03b0, 0x03c5}, {0x03c2, 0x03c2, 0x03c3},
    {0x03ca, 0x03ca, 0x03b9}, {0x03cb, 0x03cb, 0x03c5},
    {0x03cc, 0x03cc, 0x03bf}, {0x03cd, 0x03cd, 0x03c5},
    {0x03ce, 0x03ce, 0x03c9}, {0x0451, 0x0451, 0x0435},
    {0x0490, 0x0491, 0x0433}, {0x0622, 0x0623, 0x0627},
    {0x0625, 0x0625, 0x0627}, {0x0629, 0x0629, 0x0647},
    {0x0649, 0x0649, 0x064a}, {0x0671, 0x0671, 0x0627},
    {0x06a9, 0x06a9, 0x0643}, {0x06cc, 0x06cc, 0x064a},
    {0x0929, 0x0929, 0x0928}, {0x0931, 0x0931, 0x0930},
    {0x0934, 0x0934, 0x0933}, {0x0958, 0x0958, 0x0915},
    {0x0959, 0x0959, 0x0916}, {0x095a, 0x095a, 0x0917},
    {0x095b, 0x095b, 0x091c}, {0x095c, 0x095c, 0x0921},
    {0x095d, 0x095d, 0x0922}, {0x095e, 0x095e, 0x092b},
    {0x095f, 0x095f, 0x092f},
};

// Cyrillic and Greek small letters that look like a Latin letter. They are
// replaced only in words that have a Latin letter too: "Dеlete" is not a
// Russian word.
static const struct {
    uint16_t cp;
    char letter;
} twins[] = {
    {0x03b1, 'a'}, {0x03b5, 'e'}, {0x03b9, 'i'}, {0x03ba, 'k'}, {0x03bd, 'v'},
    {0x03bf, 'o'}, {0x03c1, 'p'}, {0x03c4, 't'}, {0x03c5, 'u'}, {0x03c7, 'x'},
    {0x0430, 'a'}, {0x0432, 'b'}, {0x0435, 'e'}, {0x043a, 'k'}, {0x043c, 'm'},
    {0x043d, 'h'}, {0x043e, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'},
    {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'},
    {0x04bb, 'h'}, {0x0501, 'd'}, {0x051b, 'q'}, {0x051d, 'w'},
};

static bool
within(uint32_t cp, uint32_t first, uint32_t last)
{
    return cp >= first && cp <= last;
}

// A small letter for a capital of the alphabets with simple rules.
static uint32_t
small_letter(uint32_t cp)
{
    if (within(cp, 'A', 'Z') || within(cp, 0x0391, 0x03a9) ||
        within(cp, 0x0410, 0x042f))
        return cp + 0x20;
    if (within(cp, 0x0400, 0x040f))
        return cp + 0x50;
    if (within(cp, 0x04ba, 0x04bb))
        return 0x04bb;
    return cp;
}

// Styles of a letter that fonts for formulas and for Asian text have.
static uint32_t
plain_style(uint32_t cp)
{
    if (within(cp, 0xff01, 0xff5e)) // full width
        return cp - 0xff01 + '!';
    if (within(cp, 0x1d400, 0x1d6a3)) // bold, italic, script, sans, mono …
        return 'a' + (cp - 0x1d400) % 26;
    if (within(cp, 0x1d7ce, 0x1d7ff))
        return '0' + (cp - 0x1d7ce) % 10;
    if (within(cp, 0x24b6, 0x24e9)) // in circles
        return 'a' + (cp - 0x24b6) % 26;
    if (within(cp, 0x1f130, 0x1f149) || within(cp, 0x1f170, 0x1f189))
        return 'a' + (cp - 0x1f130) % 64; // in squares
    return cp;
}

static uint32_t
fold_letter(uint32_t cp)
{
    cp = small_letter(plain_style(cp));
    if (cp < accents[0].first) // most of what is read
        return cp;
    for (size_t i = 0; i < AT_LEN(accents); i++) {
        if (within(cp, accents[i].first, accents[i].last))
            return (uint32_t)accents[i].letter;
    }
    for (size_t i = 0; i < AT_LEN(variants); i++) {
        if (within(cp, variants[i].first, variants[i].last))
            return variants[i].plain;
    }
    return cp;
}

static bool
is_own_word(uint32_t cp)
{
    return within(cp, 0x0e01, 0x0eff) || within(cp, 0x1000, 0x109f) ||
           within(cp, 0x1780, 0x17d3) || within(cp, 0x3005, 0x3007) ||
           within(cp, 0x3041, 0x3096) || within(cp, 0x30a1, 0x30fe) ||
           within(cp, 0x3400, 0x9fff) || within(cp, 0xac00, 0xd7a3) ||
           within(cp, 0xf900, 0xfaff) || within(cp, 0x20000, 0x3ffff);
}

bool
at_normalize_is_invisible(uint32_t cp)
{
    static const struct {
        uint32_t first;
        uint32_t last;
    } rows[] = {
        {0x00ad, 0x00ad},    {0x034f, 0x034f},   {0x115f, 0x1160},
        {0x17b4, 0x17b5},    {0x180b, 0x180f},   {0x2065, 0x2065},
        {0x3164, 0x3164},    {0xfe00, 0xfe0d},   {0xffa0, 0xffa0},
        {0xfff0, 0xfffb},    {0x1bca0, 0x1bca3}, {0xe0000, 0xe0fff},
        {0xf0000, 0x10ffff},
    };
    if (within(cp, ' ', '~')) // most of what is read
        return false;
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (cp >= rows[i].first && cp <= rows[i].last)
            return true;
    }
    return at_cp_is_hidden(cp);
}

// Tabs, line breaks and the separators of C0 and C1: they end a word.
static bool
is_blank(uint32_t cp)
{
    return within(cp, '\t', '\r') || within(cp, 0x1c, 0x20) || cp == 0x85 ||
           cp == 0xa0 || within(cp, 0x2028, 0x2029);
}

// Accents, vowel points and the Arabic stretching line.
static bool
is_mark(uint32_t cp)
{
    return within(cp, 0x0300, 0x036f) || within(cp, 0x0591, 0x05bd) ||
           within(cp, 0x05bf, 0x05c7) || cp == 0x0640 ||
           within(cp, 0x064b, 0x0652) || cp == 0x0670 || cp == 0x093c;
}

// Such a character is skipped: it is neither part of a word nor its end.
static bool
is_skipped(uint32_t cp)
{
    return (at_normalize_is_invisible(cp) && !is_blank(cp)) || is_mark(cp);
}

static bool
is_word(uint32_t cp)
{
    if (cp < 0x80)
        return within(cp, 'a', 'z') || within(cp, '0', '9');
    return cp > 0xbf && cp != 0xd7 && cp != 0xf7 && cp != 0xfffd &&
           !within(cp, 0x2000, 0x2bff) && !within(cp, 0x3000, 0x3004) &&
           !within(cp, 0x3008, 0x3020) && !within(cp, 0xfe00, 0xfe6f) &&
           !within(cp, 0x1f000, 0x1faff);
}

// The normal form of one character.
struct character {
    uint32_t letter; // normalized
    bool counts;     // it is a part of the word
    bool is_skipped;
    bool is_own_word;
};

static struct character
character_of(uint32_t cp)
{
    if (within(cp, ' ', '~')) { // most of what is read
        uint32_t letter = small_letter(cp);
        return (struct character){letter, is_word(letter), false, false};
    }
    uint32_t letter = fold_letter(cp);
    bool skipped = is_skipped(cp);
    return (struct character){letter, is_word(letter) && !skipped, skipped,
                              is_own_word(letter)};
}

uint32_t
at_normalize_letter(uint32_t cp)
{
    struct character c = character_of(cp);
    return c.counts ? c.letter : 0;
}

static uint32_t
latin_twin(uint32_t cp)
{
    for (size_t i = 0; i < AT_LEN(twins); i++) {
        if (twins[i].cp == cp)
            return (uint32_t)twins[i].letter;
    }
    return cp;
}

// Replace the twins of a word that has a Latin letter too.
static void
unmask_twins(struct at_normalized_word *word)
{
    struct at_str rest = at_str_n(word->text, word->len);
    bool has_latin = false;
    bool has_others = false;
    size_t len = 0;
    for (size_t i = 0; i < word->len; i++) {
        unsigned char byte = (unsigned char)word->text[i];
        has_latin = has_latin || within(byte, 'a', 'z');
        has_others = has_others || byte > 0x7f;
    }
    if (!has_latin || !has_others)
        return;
    while (rest.len > 0) {
        uint32_t cp = 0;
        size_t step = at_utf8_next(rest, &cp);
        len += at_utf8_encode(latin_twin(cp), word->text + len);
        rest = at_str_skip(rest, step);
    }
    word->len = len;
}

static void
add_letter(struct at_normalized_word *word, uint32_t cp)
{
    char utf8[4];
    size_t len = cp < 0x80 ? 1 : at_utf8_encode(cp, utf8);
    if (word->len + len > sizeof(word->text))
        return;
    if (len == 1)
        word->text[word->len] = (char)cp;
    else
        memcpy(word->text + word->len, utf8, len);
    word->len += len;
}

bool
at_normalize_next(struct at_str *rest, struct at_normalized_word *out)
{
    out->len = 0; // the text is written as far as that
    out->begin = NULL;
    out->end = NULL;
    while (rest->len > 0) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(*rest, &cp);
        struct character c = character_of(cp);
        if (out->begin && ((!c.counts && !c.is_skipped) || c.is_own_word))
            break;
        if (c.counts && !out->begin)
            out->begin = rest->ptr;
        if (c.counts)
            add_letter(out, c.letter);
        step = step ? step : 1;
        *rest = at_str_n(rest->ptr + step, rest->len - step);
        if (c.counts)
            out->end = rest->ptr;
        if (c.is_own_word)
            break;
    }
    unmask_twins(out);
    return out->begin != NULL;
}

static bool
is_filler(struct at_str word)
{
    return at_str_in(word, at_guard_list_fillers.rows,
                     at_guard_list_fillers.count);
}

bool
at_normalize_is_filler(const struct at_normalized_word *word)
{
    return is_filler(at_str_n(word->text, word->len));
}

// Take the next word off a phrase, which is normalized already.
static bool
phrase_word(struct at_str *phrase, struct at_str *out)
{
    uint32_t cp = 0;
    *phrase = at_str_trim(*phrase);
    size_t len = at_utf8_next(*phrase, &cp);
    if (len == 0)
        return false;
    while (!is_own_word(cp) && len < phrase->len && phrase->ptr[len] != ' ')
        len++;
    *out = at_str_head(*phrase, len);
    *phrase = at_str_skip(*phrase, len);
    return true;
}

bool
at_normalize_says(struct at_str rest, struct at_str phrase,
                  const char **out_end)
{
    struct at_normalized_word word = {.len = 0};
    struct at_str wanted;
    bool begun = false;
    while (phrase_word(&phrase, &wanted)) {
        bool same = false;
        while (!same) {
            if (!at_normalize_next(&rest, &word))
                return false;
            struct at_str got = at_str_n(word.text, word.len);
            same = at_str_eq(got, wanted);
            if (!same && (!begun || !is_filler(got)))
                return false;
        }
        begun = true;
    }
    if (out_end)
        *out_end = word.end;
    return begun;
}

// A cheap test first, since most phrases do not begin with these letters.
static bool
may_begin(const struct at_normalized_word *word, struct at_str phrase)
{
    return phrase.len > 0 && word->len > 0 && phrase.ptr[0] == word->text[0] &&
           at_str_starts(phrase, at_str_n(word->text, word->len));
}

// The first word is normalized once for all of them.
bool
at_normalize_says_one(struct at_str rest, const struct at_str *phrases,
                      size_t count, size_t *index, const char **out_end)
{
    struct at_str from = rest;
    struct at_normalized_word word;
    if (!at_normalize_next(&rest, &word))
        return false;
    for (; *index < count; (*index)++) {
        if (may_begin(&word, phrases[*index]) &&
            at_normalize_says(from, phrases[*index], out_end))
            return true;
    }
    return false;
}

struct at_str
at_normalize_find(struct at_str text, const struct at_str *phrases,
                  size_t count, size_t *out_index)
{
    struct at_str rest = text;
    struct at_normalized_word word;
    const char *end = NULL;
    for (struct at_str from = rest; at_normalize_next(&rest, &word);
         from = rest) {
        for (size_t i = 0; i < count; i++) {
            if (!may_begin(&word, phrases[i]) ||
                !at_normalize_says(from, phrases[i], &end))
                continue;
            if (out_index)
                *out_index = i;
            return at_str_n(word.begin, (size_t)(end - word.begin));
        }
    }
    return at_str_n(NULL, 0);
}
