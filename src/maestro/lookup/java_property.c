// java_property.c: \p{...}
#include "maestro/lookup/java_priv.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"

// Names without a prefix; case matters. Content of PCRE2's [...].
static const struct java_row {
    const char *name;
    const char *content;
} plain_rows[] = {
    {"LC", "\\p{L&}"},
    {"LD", "\\p{L}\\p{Nd}"},
    {"L1", "\\x{0}-\\x{ff}"},
    {"all", "\\x{0}-\\x{10ffff}"},
    {"ASCII", "\\x{0}-\\x{7f}"},
    {"Alnum", "0-9A-Za-z"},
    {"Alpha", "A-Za-z"},
    {"Blank", "\\x{9}\\x{20}"},
    {"Cntrl", "\\x{0}-\\x{1f}\\x{7f}"},
    {"Digit", "0-9"},
    {"Graph", "\\x{21}-\\x{7e}"},
    {"Lower", "a-z"},
    {"Print", "\\x{20}-\\x{7e}"},
    {"Punct", "\\x{21}-\\x{2f}\\x{3a}-\\x{40}\\x{5b}-\\x{60}\\x{7b}-\\x{7e}"},
    {"Space", "\\x{9}-\\x{d}\\x{20}"},
    {"Upper", "A-Z"},
    {"XDigit", "0-9A-Fa-f"},
    {"javaLowerCase", "\\p{Lowercase}"},
    {"javaUpperCase", "\\p{Uppercase}"},
    {"javaTitleCase", "\\p{Lt}"},
    {"javaAlphabetic", "\\p{Alphabetic}"},
    {"javaIdeographic", "\\p{Ideographic}"},
    {"javaDigit", "\\p{Nd}"},
    {"javaLetter", "\\p{L}"},
    {"javaLetterOrDigit", "\\p{L}\\p{Nd}"},
    {"javaSpaceChar", "\\p{Z}"},
    {"javaISOControl", "\\x{0}-\\x{1f}\\x{7f}-\\x{9f}"},
    {"javaWhitespace",
     "\\x{9}-\\x{d}\\x{1c}-\\x{20}\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-"
     "\\x{200a}\\x{2028}\\x{2029}\\x{205f}\\x{3000}"},
};

// Behind "Is", in any case, before categories and scripts.
static const struct java_row binary_rows[] = {
    {"ALPHABETIC", "\\p{Alphabetic}"},
    {"LETTER", "\\p{L}"},
    {"IDEOGRAPHIC", "\\p{Ideographic}"},
    {"LOWERCASE", "\\p{Lowercase}"},
    {"UPPERCASE", "\\p{Uppercase}"},
    {"TITLECASE", "\\p{Lt}"},
    {"WHITE_SPACE", "\\p{White_Space}"},
    {"WHITESPACE", "\\p{White_Space}"},
    {"CONTROL", "\\p{Cc}"},
    {"PUNCTUATION", "\\p{P}"},
    {"HEX_DIGIT", "\\p{Hex_Digit}"},
    {"HEXDIGIT", "\\p{Hex_Digit}"},
    {"NONCHARACTER_CODE_POINT", "\\p{Noncharacter_Code_Point}"},
    {"NONCHARACTERCODEPOINT", "\\p{Noncharacter_Code_Point}"},
    {"JOIN_CONTROL", "\\p{Join_Control}"},
    {"JOINCONTROL", "\\p{Join_Control}"},
    {"DIGIT", "\\p{Nd}"},
    {"ALNUM", "\\p{Alphabetic}\\p{Nd}"},
    {"BLANK", "\\p{Zs}\\x{9}"},
};

// The blocks of the usual scripts; PCRE2 has none. Blanks, "_" and "-" are
// ignored.
static const struct java_row block_rows[] = {
    {"BASICLATIN", "\\x{0}-\\x{7f}"},
    {"LATIN1SUPPLEMENT", "\\x{80}-\\x{ff}"},
    {"LATINEXTENDEDA", "\\x{100}-\\x{17f}"},
    {"LATINEXTENDEDB", "\\x{180}-\\x{24f}"},
    {"LATINEXTENDEDADDITIONAL", "\\x{1e00}-\\x{1eff}"},
    {"COMBININGDIACRITICALMARKS", "\\x{300}-\\x{36f}"},
    {"GREEK", "\\x{370}-\\x{3ff}"},
    {"GREEKANDCOPTIC", "\\x{370}-\\x{3ff}"},
    {"GREEKEXTENDED", "\\x{1f00}-\\x{1fff}"},
    {"CYRILLIC", "\\x{400}-\\x{4ff}"},
    {"ARMENIAN", "\\x{530}-\\x{58f}"},
    {"HEBREW", "\\x{590}-\\x{5ff}"},
    {"ARABIC", "\\x{600}-\\x{6ff}"},
    {"DEVANAGARI", "\\x{900}-\\x{97f}"},
    {"BENGALI", "\\x{980}-\\x{9ff}"},
    {"TAMIL", "\\x{b80}-\\x{bff}"},
    {"THAI", "\\x{e00}-\\x{e7f}"},
    {"GEORGIAN", "\\x{10a0}-\\x{10ff}"},
    {"HANGULJAMO", "\\x{1100}-\\x{11ff}"},
    {"GENERALPUNCTUATION", "\\x{2000}-\\x{206f}"},
    {"CURRENCYSYMBOLS", "\\x{20a0}-\\x{20cf}"},
    {"LETTERLIKESYMBOLS", "\\x{2100}-\\x{214f}"},
    {"ARROWS", "\\x{2190}-\\x{21ff}"},
    {"MATHEMATICALOPERATORS", "\\x{2200}-\\x{22ff}"},
    {"BOXDRAWING", "\\x{2500}-\\x{257f}"},
    {"MISCELLANEOUSSYMBOLS", "\\x{2600}-\\x{26ff}"},
    {"DINGBATS", "\\x{2700}-\\x{27bf}"},
    {"CJKSYMBOLSANDPUNCTUATION", "\\x{3000}-\\x{303f}"},
    {"HIRAGANA", "\\x{3040}-\\x{309f}"},
    {"KATAKANA", "\\x{30a0}-\\x{30ff}"},
    {"CJKUNIFIEDIDEOGRAPHS", "\\x{4e00}-\\x{9fff}"},
    {"HANGULSYLLABLES", "\\x{ac00}-\\x{d7af}"},
    {"PRIVATEUSEAREA", "\\x{e000}-\\x{f8ff}"},
    {"EMOTICONS", "\\x{1f600}-\\x{1f64f}"},
    {"MISCELLANEOUSSYMBOLSANDPICTOGRAPHS", "\\x{1f300}-\\x{1f5ff}"},
    {"TRANSPORTANDMAPSYMBOLS", "\\x{1f680}-\\x{1f6ff}"},
};

// General categories, with their own names.
static const char categories[] =
    " L Lu Ll Lt Lm Lo M Mn Me Mc N Nd Nl No Z Zs Zl Zp C Cn Cc Cf Co Cs P Pd "
    "Ps Pe Pc Po Pi Pf S Sm Sc Sk So ";

// Properties that match both cases when case is ignored.
static const char cased[] = " Lu Ll Lt Lower Upper javaLowerCase javaUpperCase "
                            "javaTitleCase LOWERCASE UPPERCASE TITLECASE ";

static bool
is_word_of(const char *words, struct at_str word)
{
    char padded[40];
    if (word.len == 0 || word.len > sizeof(padded) - 3)
        return false;
    padded[0] = ' ';
    memcpy(padded + 1, word.ptr, word.len);
    padded[word.len + 1] = ' ';
    padded[word.len + 2] = '\0';
    return strstr(words, padded) != NULL;
}

static const char *
find_row(const struct java_row *rows, size_t count, struct at_str name)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_is(name, rows[i].name))
            return rows[i].content;
    }
    return NULL;
}

// Copy in capitals, without blanks, "_" and "-" if loose.
static struct at_str
capitals(struct at_str name, bool loose, char *buf, size_t cap)
{
    size_t len = 0;
    for (size_t i = 0; i < name.len && len < cap; i++) {
        char c = name.ptr[i];
        if (loose && (c == ' ' || c == '_' || c == '-'))
            continue;
        buf[len++] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    return at_str_n(buf, len);
}

// Add a property by its name. Return false if it is not in rows.
static bool
add_row(struct java *j, const char *content, struct at_str name,
        struct at_buf *out)
{
    bool both = (j->flags & JAVA_CASELESS) && is_word_of(cased, name);
    if (!content)
        return false;
    if (both && at_str_eq(name, AT_STR("Lower")))
        content = "A-Za-z";
    else if (both && at_str_eq(name, AT_STR("Upper")))
        content = "A-Za-z";
    else if (both)
        content =
            name.len > 2 ? "\\p{Lowercase}\\p{Uppercase}\\p{Lt}" : "\\p{L&}";
    at_buf_add_text(out, content);
    return true;
}

static bool
add_category(struct java *j, struct at_str name, struct at_buf *out)
{
    char content[16];
    if (!is_word_of(categories, name))
        return false;
    snprintf(content, sizeof(content), "\\p{%.*s}", AT_STR_ARG(name));
    return add_row(j, content, name, out);
}

static bool
add_plain(struct java *j, struct at_str name, struct at_buf *out)
{
    const char *content = find_row(plain_rows, AT_LEN(plain_rows), name);
    bool posix = content && name.ptr[0] != 'j' && name.len > 2;
    if (posix && (j->flags & JAVA_UNICODE))
        return at_java_refuse(j, "\\p{...} of ASCII behind (?U)");
    if (add_category(j, name, out) || add_row(j, content, name, out))
        return true;
    if (at_str_starts(name, AT_STR("java")))
        return at_java_refuse(j, "\\p{java...} of a rare kind");
    return at_java_invalid(j);
}

// Java knows a script by its name or its four letters; PCRE2 knows the same,
// and an unknown one is found when the pattern is compiled.
static bool
add_script(struct java *j, struct at_str name, struct at_buf *out)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        if (!at_ascii_is_letter(c) && c != '_')
            return at_java_invalid(j);
    }
    if (name.len < 2)
        return at_java_invalid(j);
    at_buf_add_fmt(out, "\\p{sc:%.*s}", AT_STR_ARG(name));
    return true;
}

static bool
add_block(struct java *j, struct at_str name, struct at_buf *out)
{
    char buf[80];
    struct at_str loose = capitals(name, true, buf, sizeof(buf));
    const char *content = find_row(block_rows, AT_LEN(block_rows), loose);
    if (!content)
        return at_java_refuse(j, "\\p{In...} of a block that is not in its "
                                 "table");
    at_buf_add_text(out, content);
    return true;
}

// \p{IsName}: a binary property, a category or a script.
static bool
add_is(struct java *j, struct at_str name, struct at_buf *out, bool *negated)
{
    char buf[80];
    struct at_str large = capitals(name, false, buf, sizeof(buf));
    if (at_str_is(large, "ASSIGNED")) {
        *negated = !*negated;
        at_buf_add_text(out, "\\p{Cn}");
        return true;
    }
    const char *content = find_row(binary_rows, AT_LEN(binary_rows), large);
    return add_row(j, content, large, out) || add_category(j, name, out) ||
           add_script(j, name, out);
}

static bool
add_keyed(struct java *j, struct at_str key, struct at_str value,
          struct at_buf *out)
{
    char buf[40];
    struct at_str large = capitals(key, false, buf, sizeof(buf));
    if (at_str_is(large, "SC") || at_str_is(large, "SCRIPT"))
        return add_script(j, value, out);
    if (at_str_is(large, "BLK") || at_str_is(large, "BLOCK"))
        return add_block(j, value, out);
    if (at_str_is(large, "GC") || at_str_is(large, "GENERAL_CATEGORY"))
        return add_category(j, value, out) || at_java_invalid(j);
    return at_java_invalid(j);
}

bool
at_java_property(struct java *j, struct at_buf *out, bool *out_negated)
{
    struct at_str rest = at_str_skip(j->in, j->at);
    struct at_str key;
    if (!at_str_starts(rest, AT_STR("{"))) {
        struct at_str one = at_str_head(rest, at_utf8_next(rest, NULL));
        j->at += one.len;
        return one.len > 0 ? add_plain(j, one, out) : at_java_invalid(j);
    }
    ptrdiff_t end = at_str_find(rest, AT_STR("}"));
    if (end < 2)
        return at_java_invalid(j);
    struct at_str name = at_str_n(rest.ptr + 1, (size_t)end - 1);
    struct at_str value = name;
    j->at += (size_t)end + 1;
    if (at_str_has(name, AT_STR("="))) {
        at_str_next(&value, '=', &key);
        return add_keyed(j, key, value, out);
    }
    if (at_str_starts(name, AT_STR("In")))
        return add_block(j, at_str_skip(name, 2), out);
    if (at_str_starts(name, AT_STR("Is")))
        return add_is(j, at_str_skip(name, 2), out, out_negated);
    return add_plain(j, name, out);
}
