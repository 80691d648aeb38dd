#include "base/alike.h"

#include <stdlib.h>

#include "base/alike_rows.h"
#include "base/alloc.h"

enum {
    BLANK = ' ',
    DROPPED = 0,
    JOINING_FIRST = 0x0590, // scripts with joiners start at Hebrew
    // A two-byte character has at most three canonical parts, a longer one
    // four.
    PARTS_PER_BYTE = 2,

    HANGUL_L = 0x1100, // leading consonants
    HANGUL_V = 0x1161, // vowels
    HANGUL_T = 0x11a7, // trailing consonants, from the next
    HANGUL_S = 0xac00, // syllables
    L_COUNT = 19,
    V_COUNT = 21,
    T_COUNT = 28,
    S_COUNT = L_COUNT * V_COUNT * T_COUNT,
};

struct range {
    uint32_t first;
    uint32_t last;
    uint32_t as; // DROPPED, or the lookalike
};

static const struct range looks[] = {
    {0x00a0, 0x00a0, BLANK},   {0x00ad, 0x00ad, DROPPED},
    {0x034f, 0x034f, DROPPED}, {0x061c, 0x061c, DROPPED},
    {0x1680, 0x1680, BLANK},   {0x2000, 0x200a, BLANK},
    {0x200b, 0x200b, DROPPED}, {0x200e, 0x200f, DROPPED},
    {0x2010, 0x2015, '-'},     {0x202a, 0x202c, DROPPED},
    {0x202f, 0x202f, BLANK},   {0x205f, 0x205f, BLANK},
    {0x2060, 0x2064, DROPPED}, {0x2066, 0x2069, DROPPED},
    {0x2212, 0x2212, '-'},     {0x3000, 0x3000, BLANK},
    {0xfe0e, 0xfe0f, DROPPED}, {0xfe58, 0xfe58, '-'},
    {0xfe63, 0xfe63, '-'},     {0xfeff, 0xfeff, DROPPED},
    {0xff0d, 0xff0d, '-'},
};

static const struct range quotes[] = {
    {0x2018, 0x201b, '\''},
    {0x201c, 0x201f, '"'},
    {0x2032, 0x2032, '\''},
    {0x2033, 0x2033, '"'},
};

// The bulk of screen text: none of these characters looks like another,
// composes with others here, or joins its neighbours.
static const struct range stable[] = {
    {0x0000, 0x009f, 0},   {0x00a1, 0x00ac, 0}, {0x00ae, 0x02ff, 0},
    {0x0400, 0x0482, 0},   {0x048a, 0x058f, 0}, {0x3041, 0x3096, 0},
    {0x30a1, 0x30fa, 0},   {0x4e00, 0x9fff, 0}, {0xac00, 0xd7a3, 0},
    {0x1f300, 0x1faff, 0},
};

static const struct range *
find(const struct range *rows, size_t count, uint32_t cp)
{
    for (size_t i = 0; i < count && rows[i].first <= cp; i++) {
        if (cp <= rows[i].last)
            return &rows[i];
    }
    return NULL;
}

bool
at_cp_is_disguised(uint32_t cp)
{
    // U+3000 is as wide as it looks, and other dashes look like dashes.
    const struct range *row = find(looks, AT_LEN(looks), cp);
    return row &&
           ((row->as == BLANK && cp != 0x3000) || cp == 0x2010 || cp == 0x2011);
}

static bool
is_stable(struct at_str text, bool near)
{
    while (text.len > 0) {
        uint32_t cp = (unsigned char)text.ptr[0];
        size_t len = cp < 0x80 ? 1 : at_utf8_next(text, &cp);
        if (len == 0 || !find(stable, AT_LEN(stable), cp) ||
            (near && find(quotes, AT_LEN(quotes), cp)))
            return false;
        text = at_str_skip(text, len);
    }
    return true;
}

static uint8_t
class_of(uint32_t cp)
{
    size_t low = 0;
    size_t high = at_combining_count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (cp > at_combining_rows[mid].last)
            low = mid + 1;
        else
            high = mid;
    }
    bool in = low < at_combining_count && cp >= at_combining_rows[low].first;
    return in ? at_combining_rows[low].class : 0;
}

static const struct at_canonical_row *
canonical(uint32_t cp)
{
    size_t low = 0;
    size_t high = at_canonical_count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (at_canonical_rows[mid].cp < cp)
            low = mid + 1;
        else
            high = mid;
    }
    return low < at_canonical_count && at_canonical_rows[low].cp == cp
               ? &at_canonical_rows[low]
               : NULL;
}

struct folded {
    uint32_t *cps;
    size_t count;
};

// Add a character, moving it before marks of a higher class.
static void
add_ordered(struct folded *out, uint32_t cp)
{
    uint8_t class = class_of(cp);
    size_t at = out->count++;
    for (; class > 0 && at > 0 && class_of(out->cps[at - 1]) > class; at--)
        out->cps[at] = out->cps[at - 1];
    out->cps[at] = cp;
}

static void
add_parts(struct folded *out, uint32_t cp)
{
    uint32_t tail[4]; // the second characters, in reverse
    size_t count = 0;
    const struct at_canonical_row *row;
    if (cp - HANGUL_S < S_COUNT) { // wraps around below the first syllable
        uint32_t at = cp - HANGUL_S;
        add_ordered(out, HANGUL_L + at / (V_COUNT * T_COUNT));
        add_ordered(out, HANGUL_V + at / T_COUNT % V_COUNT);
        if (at % T_COUNT > 0)
            add_ordered(out, HANGUL_T + at % T_COUNT);
        return;
    }
    for (; count < AT_LEN(tail) && (row = canonical(cp)); cp = row->first) {
        if (row->second)
            tail[count++] = row->second;
    }
    add_ordered(out, cp);
    while (count-- > 0)
        add_ordered(out, tail[count]);
}

// Return the composition of two characters, 0 if they do not compose.
static uint32_t
compose(uint32_t first, uint32_t second)
{
    if (first - HANGUL_L < L_COUNT && second - HANGUL_V < V_COUNT)
        return HANGUL_S +
               ((first - HANGUL_L) * V_COUNT + second - HANGUL_V) * T_COUNT;
    if (first - HANGUL_S < S_COUNT && (first - HANGUL_S) % T_COUNT == 0 &&
        second - HANGUL_T - 1 < T_COUNT - 1)
        return first + second - HANGUL_T;
    for (size_t i = 0; second >= 0x300 && i < at_canonical_count; i++) {
        const struct at_canonical_row *row = &at_canonical_rows[i];
        if (row->composes && row->first == first && row->second == second)
            return row->cp;
    }
    return 0;
}

// Canonical composition (UAX #15): a mark composes with the last starter unless
// a mark of the same class or another starter is in between.
static void
compose_all(struct folded *text)
{
    size_t count = 0;
    size_t starter = SIZE_MAX;
    for (size_t i = 0; i < text->count; i++) {
        uint32_t cp = text->cps[i];
        uint8_t class = class_of(cp);
        bool next_to = starter != SIZE_MAX && starter + 1 == count;
        bool free = next_to || (starter != SIZE_MAX && class > 0 &&
                                class_of(text->cps[count - 1]) < class);
        uint32_t one = free ? compose(text->cps[starter], cp) : 0;
        if (one) {
            text->cps[starter] = one;
            continue;
        }
        if (class == 0)
            starter = count;
        text->cps[count++] = cp;
    }
    text->count = count;
}

// A joiner between joining letters, or between emoji, is visible.
static bool
joins(uint32_t cp, uint32_t before, struct at_str rest)
{
    uint32_t after = 0;
    return (cp == 0x200c || cp == 0x200d) && before >= JOINING_FIRST &&
           at_utf8_next(rest, &after) > 0 && after >= JOINING_FIRST;
}

static void
add_text(struct folded *out, struct at_str text, bool near)
{
    uint32_t before = 0;
    while (text.len > 0) {
        uint32_t cp = 0;
        text = at_str_skip(text, at_utf8_next(text, &cp));
        const struct range *row = find(looks, AT_LEN(looks), cp);
        if (!row && near)
            row = find(quotes, AT_LEN(quotes), cp);
        bool joiner = cp == 0x200c || cp == 0x200d;
        if (row && row->as != DROPPED)
            add_ordered(out, row->as);
        else if (!row && (!joiner || joins(cp, before, text)))
            add_parts(out, cp);
        before = cp;
    }
}

static struct at_str
fold(struct at_str text, bool near, struct at_buf *room)
{
    if (is_stable(text, near) || !at_utf8_valid(text))
        return text;
    struct folded all = {.count = 0};
    all.cps =
        at_realloc_array(NULL, text.len * PARTS_PER_BYTE + 1, sizeof(*all.cps));
    add_text(&all, text, near);
    compose_all(&all);
    at_buf_clear(room);
    for (size_t i = 0; i < all.count; i++) {
        char utf8[4];
        at_buf_add_str(room, at_str_n(utf8, at_utf8_encode(all.cps[i], utf8)));
    }
    free(all.cps);
    return at_buf_str(room);
}

struct at_str
at_alike_fold(struct at_str text, struct at_buf *room)
{
    return fold(text, false, room);
}

typedef bool comparison(struct at_str a, struct at_str b);

// A text that folds to nothing is compared unfolded.
static bool
compare(struct at_str a, struct at_str b, bool near, comparison *holds)
{
    if (at_str_is_ascii(a) && at_str_is_ascii(b))
        return holds(a, b);
    if (at_str_eq(a, b))
        return true;
    struct at_buf room_a = AT_BUF_INIT(a.len * PARTS_PER_BYTE * 4 + 1);
    struct at_buf room_b = AT_BUF_INIT(b.len * PARTS_PER_BYTE * 4 + 1);
    struct at_str folded_a = fold(a, near, &room_a);
    struct at_str folded_b = fold(b, near, &room_b);
    bool hollow =
        (a.len > 0 && folded_a.len == 0) || (b.len > 0 && folded_b.len == 0);
    bool same = hollow ? holds(a, b) : holds(folded_a, folded_b);
    at_buf_deinit(&room_a);
    at_buf_deinit(&room_b);
    return same;
}

static bool
has_nocase(struct at_str has, struct at_str want)
{
    return at_str_find_nocase(has, want) >= 0;
}

bool
at_alike_eq(struct at_str a, struct at_str b)
{
    return compare(a, b, false, at_str_eq);
}

bool
at_alike_eq_nocase(struct at_str a, struct at_str b)
{
    return compare(a, b, false, at_str_eq_nocase);
}

bool
at_alike_has(struct at_str has, struct at_str want)
{
    return compare(has, want, false, at_str_has);
}

bool
at_alike_has_nocase(struct at_str has, struct at_str want)
{
    return compare(has, want, false, has_nocase);
}

bool
at_alike_starts(struct at_str has, struct at_str want)
{
    return compare(has, want, false, at_str_starts);
}

bool
at_alike_has_near(struct at_str has, struct at_str want)
{
    return compare(has, want, true, has_nocase);
}
