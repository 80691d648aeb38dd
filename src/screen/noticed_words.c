// noticed_words.c: texts that differ between two runs of the same test
#include "base/ascii.h"
#include "base/limits.h"
#include "screen/noticed.h"

enum {
    ID_MIN = 8,      // characters of an id
    ID_DIGITS = 3,   // digits in them
    NUMBER_LONG = 9, // digits of a number that is not a quantity
};

static size_t
digits_at(struct at_str text, size_t at)
{
    size_t count = 0;
    while (at + count < text.len && at_ascii_is_digit(text.ptr[at + count]))
        count++;
    return count;
}

// "12:04", "9:41:03", not "1:0" of a match.
static bool
is_time_at(struct at_str text, size_t at, size_t digits)
{
    return digits <= 2 && at + digits < text.len &&
           text.ptr[at + digits] == ':' &&
           digits_at(text, at + digits + 1) == 2;
}

// "2026-11-29", "29.11.2026", "11/29/26".
static bool
is_date_at(struct at_str text, size_t at, size_t digits)
{
    size_t next = at + digits;
    char sign = next < text.len ? text.ptr[next] : '\0';
    size_t second = digits_at(text, next + 1);
    size_t third = next + 1 + second;
    return (sign == '-' || sign == '/' || sign == '.') && digits <= 4 &&
           second >= 1 && second <= 2 && third < text.len &&
           text.ptr[third] == sign && digits_at(text, third + 1) >= 2;
}

static bool
has_figures(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        size_t digits = digits_at(text, i);
        if (digits == 0)
            continue;
        if (is_time_at(text, i, digits) || is_date_at(text, i, digits) ||
            digits >= NUMBER_LONG)
            return true;
        i += digits;
    }
    return false;
}

static bool
is_letter(char c)
{
    return at_ascii_is_letter(c) || (unsigned char)c >= 0x80;
}

static bool
has_word(struct at_str text, struct at_str word)
{
    for (size_t i = 0; i + word.len <= text.len; i++) {
        bool begins = i == 0 || !is_letter(text.ptr[i - 1]);
        bool ends =
            i + word.len == text.len || !is_letter(text.ptr[i + word.len]);
        if (begins && ends &&
            at_str_eq_nocase(at_str_head(at_str_skip(text, i), word.len), word))
            return true;
    }
    return false;
}

static bool
has_one_of(struct at_str text, const struct at_str *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (has_word(text, words[i]))
            return true;
    }
    return false;
}

static bool
has_digit(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (at_ascii_is_digit(text.ptr[i]))
            return true;
    }
    return false;
}

// "2 minutes ago", "just now", "Nov 29", "in 3 h".
static bool
is_relative(struct at_str text)
{
    static const struct at_str alone[] = {AT_STR_ROW("ago"),
                                          AT_STR_ROW("just now"),
                                          AT_STR_ROW("il y a"),
                                          AT_STR_ROW("à l’instant"),
                                          AT_STR_ROW("à l'instant"),
                                          AT_STR_ROW("gerade eben"),
                                          AT_STR_ROW("hace un momento")};
    static const struct at_str counted[] = {
        AT_STR_ROW("second"),    AT_STR_ROW("seconds"),
        AT_STR_ROW("sec"),       AT_STR_ROW("secs"),
        AT_STR_ROW("minute"),    AT_STR_ROW("minutes"),
        AT_STR_ROW("min"),       AT_STR_ROW("mins"),
        AT_STR_ROW("hour"),      AT_STR_ROW("hours"),
        AT_STR_ROW("secondes"),  AT_STR_ROW("seconde"),
        AT_STR_ROW("heure"),     AT_STR_ROW("heures"),
        AT_STR_ROW("vor"),       AT_STR_ROW("hace"),
        AT_STR_ROW("AM"),        AT_STR_ROW("PM"),
        AT_STR_ROW("jan"),       AT_STR_ROW("january"),
        AT_STR_ROW("feb"),       AT_STR_ROW("february"),
        AT_STR_ROW("mar"),       AT_STR_ROW("march"),
        AT_STR_ROW("apr"),       AT_STR_ROW("april"),
        AT_STR_ROW("june"),      AT_STR_ROW("jun"),
        AT_STR_ROW("july"),      AT_STR_ROW("jul"),
        AT_STR_ROW("aug"),       AT_STR_ROW("august"),
        AT_STR_ROW("sep"),       AT_STR_ROW("sept"),
        AT_STR_ROW("september"), AT_STR_ROW("oct"),
        AT_STR_ROW("october"),   AT_STR_ROW("nov"),
        AT_STR_ROW("november"),  AT_STR_ROW("dec"),
        AT_STR_ROW("december"),  AT_STR_ROW("janvier"),
        AT_STR_ROW("février"),   AT_STR_ROW("mars"),
        AT_STR_ROW("avril"),     AT_STR_ROW("juin"),
        AT_STR_ROW("juillet"),   AT_STR_ROW("août"),
        AT_STR_ROW("septembre"), AT_STR_ROW("octobre"),
        AT_STR_ROW("novembre"),  AT_STR_ROW("décembre")};
    return has_one_of(text, alone, AT_LEN(alone)) ||
           (has_digit(text) && has_one_of(text, counted, AT_LEN(counted)));
}

// A word of many letters and digits: "8f3a22c1", "01M8EVQ2".
static bool
has_id(struct at_str text)
{
    size_t length = 0;
    size_t digits = 0;
    size_t letters = 0;
    for (size_t i = 0; i <= text.len; i++) {
        char c = i < text.len ? text.ptr[i] : ' ';
        if (!at_ascii_is_alnum(c) && !(c == '-' && length > 0)) {
            if (length >= ID_MIN && digits >= ID_DIGITS && letters > 0)
                return true;
            length = digits = letters = 0;
            continue;
        }
        length++;
        digits += at_ascii_is_digit(c);
        letters += at_ascii_is_letter(c);
    }
    return false;
}

bool
at_noticed_is_volatile(struct at_str text)
{
    return has_figures(text) || is_relative(text) || has_id(text);
}
