#include "wire/jsonc_scan.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/hex.h"
#include "base/limits.h"
#include "wire/entry_edit.h"

// Return the character at an offset from the place, NUL behind the end.
static char
peek(const struct at_jsonc_scan *scan, size_t ahead)
{
    size_t at = scan->at + ahead;
    return at < scan->text.len ? scan->text.ptr[at] : '\0';
}

static bool
fail(const struct at_jsonc_scan *scan, const char *expected, struct at_err *err)
{
    if (scan->at >= scan->text.len)
        return at_entry_fail(err, scan->text, scan->text.len,
                             "%s expected, but the file ends", expected);
    return at_entry_fail(err, scan->text, scan->at, "%s expected", expected);
}

static bool
skip_comment(struct at_jsonc_scan *scan, struct at_err *err)
{
    struct at_str rest = at_str_skip(scan->text, scan->at);
    bool is_line = peek(scan, 1) == '/';
    if (!is_line && peek(scan, 1) != '*')
        return fail(scan, "a value or a comment", err);
    ptrdiff_t end = is_line ? at_str_find(rest, AT_STR("\n"))
                            : at_str_find(at_str_skip(rest, 2), AT_STR("*/"));
    if (end < 0 && !is_line)
        return at_entry_fail(err, scan->text, scan->at,
                             "a comment is never closed");
    if (end < 0)
        scan->at = scan->text.len;
    else
        scan->at += (size_t)end + (is_line ? 1 : 4);
    return true;
}

bool
at_jsonc_skip_blank(struct at_jsonc_scan *scan, struct at_err *err)
{
    for (;;) {
        char c = peek(scan, 0);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            scan->at++;
        else if (c != '/')
            return true;
        else if (!skip_comment(scan, err))
            return false;
    }
}

static bool
skip_escape(struct at_jsonc_scan *scan, struct at_err *err)
{
    char c = peek(scan, 1);
    if (c && strchr("\"\\/bfnrt", c)) {
        scan->at += 2;
        return true;
    }
    for (size_t i = 2; c == 'u' && i < 6; i++)
        c = at_hex_digit(peek(scan, i)) >= 0 ? 'u' : 'x';
    if (c != 'u')
        return at_entry_fail(err, scan->text, scan->at,
                             "an escape that JSON does not have");
    scan->at += 6;
    return true;
}

static bool
skip_string(struct at_jsonc_scan *scan, struct at_err *err)
{
    size_t start = scan->at++;
    while (scan->at < scan->text.len && peek(scan, 0) != '"') {
        if ((unsigned char)peek(scan, 0) < 0x20)
            return at_entry_fail(err, scan->text, start,
                                 "a string is never closed");
        if (peek(scan, 0) != '\\')
            scan->at++;
        else if (!skip_escape(scan, err))
            return false;
    }
    if (scan->at >= scan->text.len)
        return at_entry_fail(err, scan->text, start,
                             "a string is never closed");
    scan->at++;
    return true;
}

static size_t
count_digits(const struct at_jsonc_scan *scan, size_t ahead)
{
    size_t count = 0;
    while (at_ascii_is_digit(peek(scan, ahead + count)))
        count++;
    return count;
}

// Return the length of the number at the place, 0 if there is none.
static size_t
number_length(const struct at_jsonc_scan *scan)
{
    size_t len = peek(scan, 0) == '-';
    size_t digits = count_digits(scan, len);
    if (digits == 0 || (digits > 1 && peek(scan, len) == '0'))
        return 0;
    len += digits;
    if (peek(scan, len) == '.') {
        digits = count_digits(scan, len + 1);
        if (digits == 0)
            return 0;
        len += 1 + digits;
    }
    if (peek(scan, len) == 'e' || peek(scan, len) == 'E') {
        len += peek(scan, len + 1) == '-' || peek(scan, len + 1) == '+' ? 2 : 1;
        digits = count_digits(scan, len);
        len = digits ? len + digits : 0;
    }
    return len;
}

static bool
skip_scalar(struct at_jsonc_scan *scan, struct at_err *err)
{
    static const struct at_str words[] = {
        AT_STR_ROW("true"), AT_STR_ROW("false"), AT_STR_ROW("null")};
    struct at_str rest = at_str_skip(scan->text, scan->at);
    size_t len = number_length(scan);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (at_str_starts(rest, words[i]))
            len = words[i].len;
    }
    char next = peek(scan, len);
    if (len == 0 || at_ascii_is_name(next))
        return fail(scan, "a value", err);
    scan->at += len;
    return true;
}

// Advance behind blanks and a comma. *out_comma is its offset if there is one.
static bool
skip_comma(struct at_jsonc_scan *scan, size_t *out_comma, bool *out_has,
           struct at_err *err)
{
    if (!at_jsonc_skip_blank(scan, err))
        return false;
    *out_has = peek(scan, 0) == ',';
    *out_comma = scan->at;
    scan->at += *out_has;
    return !*out_has || at_jsonc_skip_blank(scan, err);
}

static bool
skip_list(struct at_jsonc_scan *scan, struct at_err *err)
{
    size_t comma;
    bool has_comma = true;
    scan->at++;
    if (!at_jsonc_skip_blank(scan, err))
        return false;
    while (peek(scan, 0) != ']') {
        if (!has_comma)
            return fail(scan, "',' or ']'", err);
        if (!at_jsonc_skip_value(scan, err) ||
            !skip_comma(scan, &comma, &has_comma, err))
            return false;
    }
    scan->at++;
    return true;
}

static bool
read_member(struct at_jsonc_scan *scan, struct at_jsonc_member *out,
            struct at_err *err)
{
    *out = (struct at_jsonc_member){.key = scan->at};
    if (peek(scan, 0) != '"')
        return fail(scan, "a name in double quotes, or '}'", err);
    if (!skip_string(scan, err) || !at_jsonc_skip_blank(scan, err))
        return false;
    if (peek(scan, 0) != ':')
        return fail(scan, "':'", err);
    scan->at++;
    if (!at_jsonc_skip_blank(scan, err))
        return false;
    out->value = scan->at;
    if (!at_jsonc_skip_value(scan, err))
        return false;
    out->end = scan->at;
    return skip_comma(scan, &out->comma, &out->has_comma, err);
}

// Return true if the string at an offset of a checked text is this one.
static bool
is_key(struct at_str text, size_t at, struct at_str key)
{
    struct at_jsonc_scan scan = {.text = text, .at = at};
    if (!skip_string(&scan, NULL))
        return false;
    struct at_str inside = at_str_n(text.ptr + at + 1, scan.at - at - 2);
    struct at_buf read = AT_BUF_INIT(inside.len + 1);
    at_entry_read_string(inside, &read);
    bool same = at_str_eq(at_buf_str(&read), key);
    at_buf_deinit(&read);
    return same;
}

bool
at_jsonc_read_object(struct at_jsonc_scan *scan, struct at_str key,
                     struct at_jsonc_object *out, struct at_err *err)
{
    struct at_jsonc_member member;
    *out = (struct at_jsonc_object){.open = scan->at++};
    if (!at_jsonc_skip_blank(scan, err))
        return false;
    while (peek(scan, 0) != '}') {
        if (out->count > 0 && !out->last.has_comma)
            return fail(scan, "',' or '}'", err);
        if (!read_member(scan, &member, err))
            return false;
        if (key.ptr && is_key(scan->text, member.key, key)) {
            out->is_found = true;
            out->found = member;
            out->has_before = out->count > 0;
            out->before = out->last;
        }
        out->last = member;
        out->count++;
    }
    out->close = scan->at++;
    return true;
}

bool
at_jsonc_skip_value(struct at_jsonc_scan *scan, struct at_err *err)
{
    struct at_jsonc_object object;
    char c = peek(scan, 0);
    if (c == '"')
        return skip_string(scan, err);
    if (c != '{' && c != '[')
        return skip_scalar(scan, err);
    if (scan->depth == AT_JSON_MAX_DEPTH)
        return at_entry_fail(err, scan->text, scan->at, "nested deeper than %d",
                             AT_JSON_MAX_DEPTH);
    scan->depth++;
    bool ok =
        c == '[' ? skip_list(scan, err)
                 : at_jsonc_read_object(scan, (struct at_str){0}, &object, err);
    scan->depth--;
    return ok;
}

bool
at_jsonc_check(struct at_str text, size_t *out_value, struct at_err *err)
{
    struct at_jsonc_scan scan = {.text = text, .at = at_entry_bom(text)};
    *out_value = text.len;
    if (!at_utf8_valid(text))
        return at_fail(err, AT_EUSAGE, "the text is not UTF-8");
    if (!at_jsonc_skip_blank(&scan, err))
        return false;
    if (scan.at == text.len)
        return true;
    *out_value = scan.at;
    if (!at_jsonc_skip_value(&scan, err) || !at_jsonc_skip_blank(&scan, err))
        return false;
    return scan.at == text.len || fail(&scan, "the end of the file", err);
}

size_t
at_jsonc_value_end(struct at_str text, size_t value)
{
    struct at_jsonc_scan scan = {.text = text, .at = value};
    return at_jsonc_skip_value(&scan, NULL) ? scan.at : value;
}
