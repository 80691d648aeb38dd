// patterns_words.c: names with values, tokens, keys, e-mail addresses
#include "base/ascii.h"
#include "bugreport/patterns.h"
#include "bugreport/patterns_rules.h"

enum {
    NAME_MAX_BYTES = 80,
    TOKEN_MIN = 8,
    RANDOM_MIN = 32,
    JWT_MIN = 20,
};

static size_t
length_of(struct at_str text, const char *more)
{
    size_t len = 0;
    while (len < text.len && (at_ascii_is_alnum(text.ptr[len]) ||
                              at_bugreport_is_one_of(text.ptr[len], more)))
        len++;
    return len;
}

static size_t
skip_any(struct at_str text, size_t at, const char *chars)
{
    while (at < text.len && at_bugreport_is_one_of(text.ptr[at], chars))
        at++;
    return at;
}

size_t
at_bugreport_hide_private_key(struct at_str text, size_t at, struct at_buf *out)
{
    struct at_str rest = at_str_skip(text, at);
    struct at_str end = AT_STR("-----END");
    if (!at_str_starts(rest, AT_STR("-----BEGIN ")) ||
        !at_str_has(at_str_head(rest, NAME_MAX_BYTES), AT_STR("PRIVATE KEY")))
        return 0;
    ptrdiff_t last = at_str_find(rest, end);
    at_buf_add_text(out, AT_BUGREPORT_HIDDEN);
    return last < 0 ? rest.len : (size_t)last + end.len;
}

size_t
at_bugreport_hide_bearer(struct at_str text, size_t at, struct at_buf *out)
{
    struct at_str rest = at_str_skip(text, at);
    struct at_str word = AT_STR("Bearer ");
    if (!at_str_eq_nocase(at_str_head(rest, word.len), word))
        return 0;
    size_t from = skip_any(rest, word.len, " ");
    size_t len = length_of(at_str_skip(rest, from), "-._~+/=");
    if (len < TOKEN_MIN)
        return 0;
    at_buf_add_str(out, at_str_head(rest, from));
    at_buf_add_text(out, AT_BUGREPORT_HIDDEN);
    return from + len;
}

// "(9 characters)", or its beginning.
static bool
is_length(struct at_str value)
{
    struct at_str digits = at_str_skip(value, 1);
    size_t len = 0;
    while (len < digits.len && at_ascii_is_digit(digits.ptr[len]))
        len++;
    struct at_str rest = at_str_skip(digits, len);
    return at_str_starts(value, AT_STR("(")) && len > 0 &&
           (rest.len == 0 || at_str_is(rest, " characters)"));
}

// "{{password}}"; a '}' may have ended the value.
static bool
is_placeholder(struct at_str value)
{
    struct at_str name = at_str_skip(value, 2);
    size_t len = length_of(name, "-_");
    struct at_str rest = at_str_skip(name, len);
    return at_str_starts(value, AT_STR("{{")) && len > 0 &&
           (rest.len == 0 || at_str_is(rest, "}}"));
}

// Values that say nothing, or that are hidden already: "(9 characters)".
static bool
is_plain(struct at_str value)
{
    static const struct at_str plain[] = {
        AT_STR_ROW(""),     AT_STR_ROW("true"),      AT_STR_ROW("false"),
        AT_STR_ROW("null"), AT_STR_ROW("undefined"), AT_STR_ROW("{"),
        AT_STR_ROW("["),
    };
    return at_str_in(value, plain, AT_LEN(plain)) ||
           at_str_eq(value, AT_STR(AT_BUGREPORT_HIDDEN)) || is_length(value) ||
           is_placeholder(value);
}

// Place of the value behind a name.
struct value {
    size_t from;
    size_t len;
};

// `name: value`, `name=value`, `"name":"value"`, `\"name\":\"value\"`, and in a
// text: "name: value". Return false if the name has no value.
static bool
find_value(struct at_str text, size_t at, size_t name_end, struct value *out)
{
    bool is_quoted = at > 0 && at_bugreport_is_one_of(text.ptr[at - 1], "\"'");
    size_t to = skip_any(text, name_end, "\\\"'");
    bool closes = to > name_end;
    to = skip_any(text, to, " \t");
    if (to >= text.len || !at_bugreport_is_one_of(text.ptr[to], ":="))
        return false;
    char sign = text.ptr[to];
    out->from = skip_any(text, to + 1, " \t");
    bool inside = is_quoted && !closes;
    size_t opened = inside ? out->from : skip_any(text, out->from, "\\\"'");
    bool opens = opened > out->from;
    out->from = opened;
    const char *ends = opens || inside ? "\"'\\\r\n"
                       : sign == '='   ? "\"'\\\r\n\t ,;&)}]<>"
                                       : "\"'\\\r\n,;}<>";
    size_t end = out->from;
    while (end < text.len && !at_bugreport_is_one_of(text.ptr[end], ends))
        end++;
    out->len = end - out->from;
    return true;
}

// A cookie has ';' and ',' in its value: a header ends with its line.
static size_t
header_end(struct at_str text, size_t at)
{
    while (at < text.len && !at_bugreport_is_one_of(text.ptr[at], "\"'\\\r\n"))
        at++;
    return at;
}

size_t
at_bugreport_hide_named(struct at_str text, size_t at, struct at_buf *out)
{
    struct value value;
    size_t len = length_of(at_str_skip(text, at), "-_.");
    struct at_str name = at_str_head(at_str_skip(text, at), len);
    if (len == 0 || len > NAME_MAX_BYTES ||
        !at_bugreport_name_is_secret(name) ||
        !find_value(text, at, at + len, &value))
        return 0;
    struct at_str shown = at_str_head(at_str_skip(text, value.from), value.len);
    if (is_plain(at_str_trim(shown)))
        return 0;
    bool is_header = at_str_find_nocase(name, AT_STR("cookie")) >= 0 ||
                     at_str_find_nocase(name, AT_STR("authorization")) >= 0;
    size_t end =
        is_header ? header_end(text, value.from) : value.from + value.len;
    at_buf_add(out, text.ptr + at, value.from - at);
    at_buf_add_text(out, AT_BUGREPORT_HIDDEN);
    return end - at;
}

size_t
at_bugreport_hide_email(struct at_str text, size_t at, struct at_buf *out)
{
    struct at_str rest = at_str_skip(text, at);
    size_t local = length_of(rest, "._%+-");
    if (local == 0 || local >= rest.len || rest.ptr[local] != '@')
        return 0;
    struct at_str domain = at_str_skip(rest, local + 1);
    size_t len = length_of(domain, ".-");
    domain = at_str_head(domain, len);
    while (domain.len > 0 &&
           at_bugreport_is_one_of(domain.ptr[domain.len - 1], ".-"))
        domain.len--;
    struct at_str top = at_str_after_last(domain, '.');
    if (top.len == domain.len || top.len < 2)
        return 0;
    at_buf_add_text(out, AT_BUGREPORT_HIDDEN "@" AT_BUGREPORT_HIDDEN);
    return local + 1 + domain.len;
}

size_t
at_bugreport_hide_key(struct at_str text, size_t at, struct at_buf *out)
{
    static const struct at_str begins[] = {
        AT_STR_ROW("sk-"),         AT_STR_ROW("sk_"),   AT_STR_ROW("pk_"),
        AT_STR_ROW("rk_"),         AT_STR_ROW("ghp_"),  AT_STR_ROW("gho_"),
        AT_STR_ROW("ghs_"),        AT_STR_ROW("ghu_"),  AT_STR_ROW("glpat-"),
        AT_STR_ROW("github_pat_"), AT_STR_ROW("xoxb-"), AT_STR_ROW("xoxp-"),
        AT_STR_ROW("xapp-"),       AT_STR_ROW("AKIA"),  AT_STR_ROW("ASIA"),
        AT_STR_ROW("AIza"),        AT_STR_ROW("ya29."), AT_STR_ROW("hf_"),
        AT_STR_ROW("npm_"),        AT_STR_ROW("eyJ"),
    };
    struct at_str rest = at_str_skip(text, at);
    size_t len = length_of(rest, "-_.");
    for (size_t i = 0; i < AT_LEN(begins); i++) {
        size_t least = begins[i].len + TOKEN_MIN;
        if (at_str_is(begins[i], "eyJ"))
            least = JWT_MIN;
        if (len < least || !at_str_starts(rest, begins[i]))
            continue;
        at_buf_add_text(out, AT_BUGREPORT_HIDDEN);
        return len;
    }
    return 0;
}

// Hashes and ids in hexadecimal stay if they are no longer than a SHA-1.
enum { HEX_MAX = 40, MIXED_MIN = 4 };

size_t
at_bugreport_hide_random(struct at_str text, size_t at, struct at_buf *out)
{
    struct at_str rest = at_str_skip(text, at);
    size_t len = length_of(rest, "-_+/=");
    size_t digits = 0, capitals = 0, small = 0;
    size_t part = 0, longest = 0, run = 0, longest_run = 0;
    for (size_t i = 0; i < len; i++) {
        char c = rest.ptr[i];
        digits += at_ascii_is_digit(c);
        capitals += c >= 'A' && c <= 'Z';
        small += c >= 'a' && c <= 'z';
        part = c == '/' ? 0 : part + 1;
        longest = part > longest ? part : longest;
        run = at_ascii_is_alnum(c) ? run + 1 : 0;
        longest_run = run > longest_run ? run : longest_run;
    }
    bool is_mixed = longest >= RANDOM_MIN && digits >= MIXED_MIN &&
                    small >= MIXED_MIN && capitals >= MIXED_MIN;
    bool is_long = longest_run > HEX_MAX && digits > 1 && small + capitals > 1;
    if (!is_mixed && !is_long)
        return 0;
    at_buf_add_text(out, AT_BUGREPORT_HIDDEN);
    return len;
}
