// java.c: groups, repetitions and anchors
//
// The translation goes twice over a pattern, because a reference to a group
// that does not exist never matches in Java and is an error in PCRE2.
#include "maestro/lookup/java_priv.h"

#include "base/ascii.h"
#include "base/limits_lookup.h"

enum { REPEAT_MAX = 65535, REPEAT_NO_LIMIT = -1 };

bool
at_java_invalid(struct java *j)
{
    j->result->invalid = true;
    return false;
}

bool
at_java_refuse(struct java *j, const char *what)
{
    if (!j->failed)
        at_fail(j->err, AT_EUNSUPPORTED,
                "the pattern '%.*s' uses %s, which Maestro supports and this "
                "program does not",
                AT_STR_ARG(at_utf8_head(j->in, 100)), what);
    j->failed = true;
    return false;
}

static uint32_t
char_at(const struct java *j, size_t at, size_t *out_len)
{
    uint32_t c = JAVA_END;
    *out_len = at_utf8_next(at_str_skip(j->in, at), &c);
    return *out_len > 0 ? c : JAVA_END;
}

static void
skip_comments(struct java *j)
{
    while (j->at < j->in.len) {
        char c = j->in.ptr[j->at];
        if (c == '#') {
            while (j->at < j->in.len && j->in.ptr[j->at] != '\n')
                j->at++;
        } else if (c != ' ' && (c < '\t' || c > '\r')) {
            return;
        }
        j->at += j->at < j->in.len;
    }
}

uint32_t
at_java_peek(struct java *j)
{
    size_t len;
    if (j->flags & JAVA_COMMENTS)
        skip_comments(j);
    return j->at < j->in.len ? char_at(j, j->at, &len) : JAVA_END;
}

void
at_java_skip(struct java *j)
{
    size_t len;
    if (j->at < j->in.len) {
        (void)char_at(j, j->at, &len);
        j->at += len;
    }
}

uint32_t
at_java_second(const struct java *j)
{
    size_t len;
    if (j->at >= j->in.len)
        return JAVA_END;
    (void)char_at(j, j->at, &len);
    return j->at + len < j->in.len ? char_at(j, j->at + len, &len) : JAVA_END;
}

bool
at_java_take(struct java *j, uint32_t c)
{
    if (at_java_peek(j) != c)
        return false;
    at_java_skip(j);
    return true;
}

void
at_java_literal(struct java *j, uint32_t c)
{
    bool is_i = c == 'i' || c == 'I' || c == 0x130 || c == 0x131;
    if (is_i && (j->flags & JAVA_CASELESS))
        at_buf_add_text(j->out, "[iI\\x{130}\\x{131}]"); // as Java folds it
    else
        at_java_class_char(j->out, c);
}

void
at_java_class_char(struct at_buf *out, uint32_t c)
{
    bool plain = c >= 0x80 || at_ascii_is_alnum((char)c);
    if (plain)
        at_buf_add_utf8(out, c);
    else
        at_buf_add_fmt(out, "\\x{%x}", (unsigned)c);
}

// Read digits. A number beyond Java's int is invalid.
static bool
read_number(struct java *j, int64_t *out)
{
    *out = 0;
    while (j->at < j->in.len && at_ascii_is_digit(j->in.ptr[j->at])) {
        *out = *out * 10 + (j->in.ptr[j->at++] - '0');
        if (*out > INT32_MAX)
            return at_java_invalid(j);
    }
    return true;
}

// Read "{2,5}" behind its "{".
static bool
read_range(struct java *j, int64_t *min, int64_t *max)
{
    if (!read_number(j, min))
        return false;
    *max = *min;
    if (j->at < j->in.len && j->in.ptr[j->at] == ',') {
        j->at++;
        *max = REPEAT_NO_LIMIT;
        if (j->at < j->in.len && j->in.ptr[j->at] != '}' &&
            !read_number(j, max))
            return false;
    }
    if (j->at >= j->in.len || j->in.ptr[j->at] != '}' ||
        (*max != REPEAT_NO_LIMIT && *max < *min))
        return at_java_invalid(j);
    j->at++;
    if (*min > REPEAT_MAX || *max > REPEAT_MAX)
        return at_java_refuse(j, "a repetition of more than 65535");
    return true;
}

static bool
write_range(struct java *j, int64_t min, int64_t max)
{
    at_buf_add_fmt(j->out, "{%lld", (long long)min);
    if (max != min)
        at_buf_add_char(j->out, ',');
    if (max != min && max != REPEAT_NO_LIMIT)
        at_buf_add_fmt(j->out, "%lld", (long long)max);
    at_buf_add_char(j->out, '}');
    return true;
}

// Translate a repetition, if one follows the element just written.
static bool
repetition(struct java *j, bool of_group)
{
    uint32_t c = at_java_peek(j);
    int64_t min = 0;
    int64_t max = REPEAT_NO_LIMIT;
    if (c != '?' && c != '*' && c != '+' && c != '{')
        return true;
    at_java_skip(j);
    if (c == '{') {
        if (j->at >= j->in.len || !at_ascii_is_digit(j->in.ptr[j->at]))
            return at_java_invalid(j);
        if (!read_range(j, &min, &max) || !write_range(j, min, max))
            return false;
    } else {
        at_buf_add_char(j->out, (char)c);
        max = c == '?' ? 1 : REPEAT_NO_LIMIT;
    }
    if (of_group && max == REPEAT_NO_LIMIT && j->lookbehinds > 0)
        return at_java_invalid(j); // no obvious maximum length
    c = at_java_peek(j);
    if (c == '?' || c == '+') {
        at_java_skip(j);
        at_buf_add_char(j->out, (char)c);
    }
    return true;
}

static bool alternatives(struct java *j);

static const struct {
    char letter;
    uint32_t flag;
    bool written; // PCRE2 has the same
} flag_rows[] = {
    {'i', JAVA_CASELESS, true},    {'m', JAVA_MULTILINE, true},
    {'s', JAVA_DOTALL, true},      {'x', JAVA_COMMENTS, false},
    {'d', JAVA_UNIX_LINES, false}, {'u', JAVA_UNICODE_CASE, false},
    {'U', JAVA_UNICODE, false},
};

// Take one flag. Return false if the letter is not a flag.
static bool
take_flag(struct java *j, uint32_t c, bool on, struct at_buf *written)
{
    for (size_t i = 0; i < AT_LEN(flag_rows); i++) {
        if (c != (uint32_t)flag_rows[i].letter)
            continue;
        if (on)
            j->flags |= flag_rows[i].flag;
        else
            j->flags &= ~flag_rows[i].flag;
        if (flag_rows[i].written)
            at_buf_add_char(written, flag_rows[i].letter);
        return true;
    }
    return false;
}

// Check the flags that have no equivalent inside of a pattern.
static bool
check_flags(struct java *j, bool from_start)
{
    if (j->flags & JAVA_UNICODE) {
        if (!from_start && !j->result->unicode_classes)
            return at_java_refuse(j, "(?U) behind the start");
        j->result->unicode_classes = true;
    } else if (j->result->unicode_classes) {
        return at_java_refuse(j, "(?-U) behind (?U)");
    }
    if ((j->flags & JAVA_CASELESS) && !(j->flags & JAVA_UNICODE_CASE))
        return at_java_refuse(j, "(?-u), without (?-i)");
    return true;
}

// Translate "(?i)", "(?i-s:...)" behind its "(?". *out_group is true if a
// group was opened.
static bool
inline_flags(struct java *j, bool *out_group)
{
    struct at_buf on = AT_BUF_INIT(64);
    struct at_buf off = AT_BUF_INIT(64);
    bool from_start = j->at == 2;
    bool minus = false;
    uint32_t c = at_java_peek(j);
    for (;; c = at_java_peek(j)) {
        if (c == 'c')
            break;
        if (c == '-' && !minus)
            minus = true;
        else if (!take_flag(j, c, !minus, minus ? &off : &on))
            break;
        at_java_skip(j);
    }
    at_buf_add_fmt(j->out, "(?%s%s%s", at_buf_text(&on), off.len ? "-" : "",
                   at_buf_text(&off));
    bool fits = !on.overflow && !off.overflow;
    at_buf_deinit(&on);
    at_buf_deinit(&off);
    if (c == 'c')
        return at_java_refuse(j, "(?c), canonical equivalence");
    if (c != ':' && c != ')')
        return at_java_invalid(j);
    at_java_skip(j);
    at_buf_add_char(j->out, (char)c);
    *out_group = c == ':';
    return fits ? check_flags(j, from_start && c == ')')
                : at_java_refuse(j, "a long list of flags");
}

// Read "name>" and find its group, 0 if there is none.
static bool
read_name(struct java *j, struct at_str *out_name, uint32_t *out_group)
{
    size_t from = j->at;
    while (j->at < j->in.len && at_ascii_is_alnum(j->in.ptr[j->at]))
        j->at++;
    *out_name = at_str_n(j->in.ptr + from, j->at - from);
    *out_group = 0;
    if (out_name->len == 0 || at_ascii_is_digit(out_name->ptr[0]) ||
        j->at >= j->in.len || j->in.ptr[j->at] != '>')
        return at_java_invalid(j);
    j->at++;
    for (size_t i = 0; i < j->name_count; i++) {
        if (at_str_eq(j->names[i], *out_name))
            *out_group = j->name_groups[i];
    }
    return true;
}

static bool
named_group(struct java *j)
{
    struct at_str name;
    uint32_t group;
    if (!read_name(j, &name, &group) || group > 0)
        return at_java_invalid(j);
    if (j->name_count == JAVA_NAMES_MAX)
        return at_java_refuse(j, "more than 64 named groups");
    j->names[j->name_count] = name;
    j->name_groups[j->name_count++] = ++j->groups;
    at_buf_add_char(j->out, '(');
    return true;
}

// Translate what opens a group, behind its "(". Sets *out_group to false for
// flags alone, and *out_behind for a lookbehind.
static bool
open_group(struct java *j, bool *out_group, bool *out_behind)
{
    *out_group = true;
    *out_behind = false;
    if (!at_java_take(j, '?')) {
        j->groups++;
        at_buf_add_char(j->out, '(');
        return true;
    }
    uint32_t c = at_java_peek(j);
    if (c == ':' || c == '=' || c == '!' || c == '>') {
        at_java_skip(j);
        at_buf_add_fmt(j->out, "(?%c", (char)c);
        return true;
    }
    if (c != '<')
        return inline_flags(j, out_group);
    at_java_skip(j);
    c = at_java_peek(j);
    if (c != '=' && c != '!')
        return named_group(j);
    at_java_skip(j);
    at_buf_add_fmt(j->out, "(?<%c", (char)c);
    *out_behind = true;
    return true;
}

// Translate a group, behind its "(". *out_element is false for flags alone,
// which cannot be repeated.
static bool
group(struct java *j, bool *out_element)
{
    uint32_t flags = j->flags;
    bool behind;
    if (++j->depth > AT_MAESTRO_PATTERN_MAX_DEPTH)
        return at_java_refuse(j, "more groups in each other than the limit");
    if (!open_group(j, out_element, &behind))
        return false;
    if (*out_element) {
        j->lookbehinds += behind;
        if (!alternatives(j))
            return false;
        j->lookbehinds -= behind;
        j->flags = flags;
        if (!at_java_take(j, ')'))
            return at_java_invalid(j);
        at_buf_add_char(j->out, ')');
    }
    j->depth--;
    return true;
}

// \1: as many digits as name a group that was opened.
static bool
reference(struct java *j, uint32_t first)
{
    uint32_t number = first - '0';
    while (j->at < j->in.len && at_ascii_is_digit(j->in.ptr[j->at])) {
        uint32_t longer = number * 10 + (uint32_t)(j->in.ptr[j->at] - '0');
        if (longer > j->groups)
            break;
        number = longer;
        j->at++;
    }
    if (j->lookbehinds > 0)
        return at_java_invalid(j);
    if (number > j->group_count)
        at_buf_add_text(j->out, "(?!)");
    else
        at_buf_add_fmt(j->out, "\\g{%u}", (unsigned)number);
    return true;
}

static bool
named_reference(struct java *j)
{
    struct at_str name;
    uint32_t number;
    if (!at_java_take(j, '<'))
        return at_java_invalid(j);
    if (!read_name(j, &name, &number) || number == 0 || j->lookbehinds > 0)
        return at_java_invalid(j);
    at_buf_add_fmt(j->out, "\\g{%u}", (unsigned)number);
    return true;
}

// A word has letters and digits of any script, as in Java 17.
#define WORD "[\\p{L}\\p{Nd}_]"

// Anchors and the like. They are groups, because PCRE2 does not let an anchor
// be repeated.
static const struct {
    char letter;
    const char *written;
} other_rows[] = {
    {'A', "(?:\\A)"},
    {'G', "(?:\\G)"},
    {'Z', "(?:\\Z)"},
    {'z', "(?:\\z)"},
    {'b', "(?:(?<=" WORD ")(?!" WORD ")|(?<!" WORD ")(?=" WORD "))"},
    {'B', "(?:(?<=" WORD ")(?=" WORD ")|(?<!" WORD ")(?!" WORD "))"},
    {'R', "(?:\\x0d\\x0a|[\\x0a-\\x0d\\x{85}\\x{2028}\\x{2029}])"},
    {'X', "\\X"},
};

static bool
other_escape(struct java *j, uint32_t letter)
{
    if (letter >= '1' && letter <= '9')
        return reference(j, letter);
    if (letter == 'k')
        return named_reference(j);
    if (letter == 'b' && at_java_peek(j) == '{' && at_java_second(j) == 'g')
        return at_java_refuse(j, "\\b{g}, a grapheme's boundary");
    for (size_t i = 0; i < AT_LEN(other_rows); i++) {
        if (letter != (uint32_t)other_rows[i].letter)
            continue;
        at_buf_add_text(j->out, other_rows[i].written);
        return true;
    }
    return at_java_invalid(j);
}

static bool
escape(struct java *j)
{
    struct at_buf content = AT_BUF_INIT(4 * AT_KIB);
    bool negated = false;
    uint32_t c = 0;
    bool ok = true;
    switch (at_java_escape(j, &c, &content, &negated)) {
    case JAVA_ESCAPE_CHAR:
        at_java_literal(j, c);
        break;
    case JAVA_ESCAPE_CLASS:
        at_buf_add_fmt(j->out, "[%s%s]", negated ? "^" : "",
                       at_buf_text(&content));
        break;
    case JAVA_ESCAPE_OTHER:
        ok = other_escape(j, c);
        break;
    case JAVA_ESCAPE_BAD:
        ok = false;
        break;
    }
    at_buf_deinit(&content);
    return ok;
}

// An anchor of lines or a dot, where (?d) lets only a line feed end a line.
static bool
by_lines(struct java *j, uint32_t c)
{
    bool matters = c == '.' ? !(j->flags & JAVA_DOTALL) : true;
    if (matters && (j->flags & JAVA_UNIX_LINES))
        return at_java_refuse(j, "(?d), with lines");
    if (c == '.')
        at_buf_add_char(j->out, '.');
    else if (c == '^' && (j->flags & JAVA_MULTILINE))
        at_buf_add_text(j->out, "(?:^(?!\\z))"); // not at the end, as in Perl
    else
        at_buf_add_fmt(j->out, "(?:%c)", (char)c);
    return true;
}

// Translate one element, without its repetition. *out_element is false if
// nothing was written that a repetition could be about.
static bool
element(struct java *j, bool *out_element)
{
    uint32_t c = at_java_peek(j);
    *out_element = true;
    if (c == '{') { // a repetition of nothing
        at_buf_add_text(j->out, "(?:)");
        return true;
    }
    at_java_skip(j);
    switch (c) {
    case '(':
        return group(j, out_element);
    case '[':
        return at_java_class(j);
    case '\\':
        return escape(j);
    case '^':
    case '$':
    case '.':
        return by_lines(j, c);
    case '?':
    case '*':
    case '+':
        return at_java_invalid(j); // dangling
    default:
        at_java_literal(j, c);
        return true;
    }
}

static bool
alternatives(struct java *j)
{
    for (;;) {
        uint32_t c = at_java_peek(j);
        bool is_element;
        if (c == JAVA_END || c == ')')
            return true;
        if (c == '|') {
            at_java_skip(j);
            at_buf_add_char(j->out, '|');
            continue;
        }
        if (!element(j, &is_element) ||
            (is_element && !repetition(j, c == '(')))
            return false;
        if (j->out->overflow)
            return at_java_refuse(j, "more than the limit's length");
    }
}

// Write what Java makes of \Q...\E before it reads a pattern: characters with
// backslashes. Without \E it lasts to the end.
static void
unquote(struct at_str pattern, struct at_buf *out)
{
    bool quoted = false;
    for (size_t i = 0; i < pattern.len; i++) {
        struct at_str rest = at_str_skip(pattern, i);
        char c = pattern.ptr[i];
        bool ends = quoted && at_str_starts(rest, AT_STR("\\E"));
        if (ends || (!quoted && at_str_starts(rest, AT_STR("\\Q")))) {
            quoted = !ends;
            i++;
        } else if (quoted) {
            bool plain = (unsigned char)c >= 0x80 || at_ascii_is_letter(c);
            if (at_ascii_is_digit(c))
                at_buf_add_fmt(out, "\\x%02x", (unsigned)c);
            else
                at_buf_add_text(out, plain ? "" : "\\");
            if (!at_ascii_is_digit(c))
                at_buf_add_char(out, c);
        } else if (c == '\\' && rest.len > 1) {
            at_buf_add(out, rest.ptr, 2);
            i++;
        } else {
            at_buf_add_char(out, c);
        }
    }
}

static bool
translate(struct java *j)
{
    uint32_t group_count = j->groups;
    struct java again = {.in = j->in,
                         .out = j->out,
                         .result = j->result,
                         .group_count = group_count,
                         .err = j->err,
                         .flags = JAVA_CASELESS | JAVA_MULTILINE | JAVA_DOTALL |
                                  JAVA_UNICODE_CASE};
    *j = again;
    *j->result = (struct at_maestro_java){0};
    at_buf_clear(j->out);
    return alternatives(j) &&
           (at_java_peek(j) == JAVA_END || at_java_invalid(j)); // a ")"
}

bool
at_maestro_java_translate(struct at_str pattern, struct at_buf *out,
                          struct at_maestro_java *java, struct at_err *err)
{
    struct at_buf in = AT_BUF_INIT(AT_MAESTRO_PATTERN_MAX_BYTES * 4);
    struct java j = {.out = out, .result = java, .err = err};
    if (pattern.len > AT_MAESTRO_PATTERN_MAX_BYTES)
        return at_fail(err, AT_ELIMIT,
                       "the pattern has %zu bytes, more than %d", pattern.len,
                       (int)AT_MAESTRO_PATTERN_MAX_BYTES);
    if (!at_utf8_valid(pattern))
        return at_fail(err, AT_EUSAGE, "the pattern is not UTF-8");
    unquote(pattern, &in);
    j.in = at_buf_str(&in);
    bool ok = translate(&j) && (j.groups == 0 || translate(&j));
    at_buf_deinit(&in);
    return ok || !j.failed;
}

bool
at_maestro_java_quote(struct at_str text, struct at_buf *out,
                      struct at_err *err)
{
    struct java j = {.in = text, .out = out, .flags = JAVA_CASELESS};
    for (uint32_t c = at_java_peek(&j); c != JAVA_END; c = at_java_peek(&j)) {
        at_java_literal(&j, c);
        at_java_skip(&j);
    }
    return !out->overflow || at_fail(err, AT_ELIMIT, "the pattern is too long");
}
