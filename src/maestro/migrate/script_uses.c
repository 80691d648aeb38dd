// script_uses.c: finds names and texts in JavaScript, without parsing it
#include "maestro/migrate/script_uses.h"

#include <string.h>

#include "base/ascii.h"

struct group {
    const char *name;
    const char *members; // with blanks between them
};

// The names of maestro/script/faker.js.
static const struct group groups[] = {
    {"", "numerify letterify bothify expression"},
    {"name", "firstName lastName fullName name nameWithMiddle username prefix "
             "suffix title"},
    {"internet", "username emailAddress safeEmailAddress domainName domainWord "
                 "url password uuid ipV4Address macAddress slug"},
    {"phoneNumber", "phoneNumber cellPhone extension"},
    {"address", "city cityName country countryCode state stateAbbr zipCode "
                "postcode buildingNumber streetName streetAddress "
                "secondaryAddress fullAddress latitude longitude"},
    {"company", "name industry profession suffix url"},
    {"lorem", "word words sentence sentences paragraph character characters"},
    {"number", "digit digits randomDigit randomDigitNotZero positive negative "
               "numberBetween randomNumber randomDouble"},
    {"commerce", "department material productName price promotionCode"},
    {"color", "name hex"},
    {"bool", "bool"},
    {"job", "field position title"},
    {"finance", "creditCard"},
    {"random", "nextInt nextDouble nextBoolean hex"},
};

static bool
has_word(struct at_str words, struct at_str word)
{
    struct at_str part;
    while (at_str_next(&words, ' ', &part)) {
        if (at_str_eq(part, word))
            return true;
    }
    return false;
}

bool
at_maestro_faker_has(struct at_str group, struct at_str member)
{
    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        if (member.len == 0 && i == 0 &&
            has_word(at_str(groups[i].members), group))
            return true;
        if (i > 0 && at_str_is(group, groups[i].name))
            return member.len == 0 ||
                   has_word(at_str(groups[i].members), member);
    }
    return false;
}

static bool
is_name_char(char c)
{
    return at_ascii_is_alnum(c) || c == '_' || c == '$';
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// The names under which scripts reach the machine that runs them.
bool
at_maestro_local_address(struct at_str text, struct at_str *out)
{
    static const struct at_str hosts[] = {
        AT_STR_ROW("://localhost"), AT_STR_ROW("://127."),
        AT_STR_ROW("://[::1]"),     AT_STR_ROW("://0.0.0.0"),
        AT_STR_ROW("://169.254."),
    };
    for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++) {
        ptrdiff_t at = at_str_find_nocase(text, hosts[i]);
        if (at < 0)
            continue;
        size_t from = (size_t)at;
        size_t end = from + hosts[i].len;
        while (from > 0 && at_ascii_is_letter(text.ptr[from - 1]))
            from--;
        while (end < text.len &&
               (is_name_char(text.ptr[end]) || strchr(".:", text.ptr[end])))
            end++;
        *out = at_str_n(text.ptr + from, end - from);
        return true;
    }
    return false;
}

static char
char_at(const struct at_maestro_uses *uses, size_t at)
{
    return at < uses->text.len ? uses->text.ptr[at] : '\0';
}

// Return where a comment that begins at the place ends; the place itself if
// there is none.
static size_t
skip_comment(const struct at_maestro_uses *uses, size_t at)
{
    struct at_str rest = at_str_skip(uses->text, at);
    if (at_str_starts(rest, AT_STR("//"))) {
        ptrdiff_t end = at_str_find(rest, AT_STR("\n"));
        return end < 0 ? uses->text.len : at + (size_t)end;
    }
    if (at_str_starts(rest, AT_STR("/*"))) {
        ptrdiff_t end = at_str_find(at_str_skip(rest, 2), AT_STR("*/"));
        return end < 0 ? uses->text.len : at + (size_t)end + 4;
    }
    return at;
}

// Return the end of a literal, after its quote. One without it ends with its
// line, so that a quote in a regular expression hides one line at most.
static size_t
end_of_literal(const struct at_maestro_uses *uses, size_t at)
{
    char quote = char_at(uses, at);
    for (at++; at < uses->text.len; at++) {
        char c = char_at(uses, at);
        if (c == '\\')
            at++;
        else if (c == quote || (c == '\n' && quote != '`'))
            return at + 1;
    }
    return uses->text.len;
}

static struct at_str
take_name(const struct at_maestro_uses *uses, size_t *at)
{
    size_t from = *at;
    while (is_name_char(char_at(uses, *at)))
        ++*at;
    return at_str_n(uses->text.ptr + from, *at - from);
}

static void
skip_blanks(const struct at_maestro_uses *uses, size_t *at)
{
    while (is_blank(char_at(uses, *at)))
        ++*at;
}

// Take ".name", after blanks.
static bool
take_member(const struct at_maestro_uses *uses, size_t *at, struct at_str *out)
{
    size_t to = *at;
    skip_blanks(uses, &to);
    if (char_at(uses, to) != '.')
        return false;
    to++;
    skip_blanks(uses, &to);
    *out = take_name(uses, &to);
    if (out->len == 0)
        return false;
    *at = to;
    return true;
}

// Take "()", after blanks.
static bool
take_call(const struct at_maestro_uses *uses, size_t *at)
{
    size_t to = *at;
    skip_blanks(uses, &to);
    if (char_at(uses, to) != '(')
        return false;
    to++;
    skip_blanks(uses, &to);
    if (char_at(uses, to) != ')')
        return false;
    *at = to + 1;
    return true;
}

static void
set_use(const struct at_maestro_uses *uses, enum at_maestro_use_kind kind,
        struct at_str name, struct at_maestro_use *out)
{
    struct at_str before =
        at_str_n(uses->text.ptr, (size_t)(name.ptr - uses->text.ptr));
    *out = (struct at_maestro_use){.kind = kind, .name = name, .line = 1};
    for (size_t i = 0; i < before.len; i++)
        out->line += before.ptr[i] == '\n';
    out->column = (uint32_t)(at_str_after_last(before, '\n').len + 1);
}

// Return true for faker.GROUP().MEMBER of which one is not known; *at is behind
// "faker".
static bool
is_unknown_faker(const struct at_maestro_uses *uses, struct at_str name,
                 size_t *at, struct at_maestro_use *out)
{
    struct at_str group;
    struct at_str member = AT_STR("");
    if (!take_member(uses, at, &group))
        return false;
    if (take_call(uses, at) && at_maestro_faker_has(group, AT_STR("")))
        (void)take_member(uses, at, &member);
    if (at_maestro_faker_has(group, member))
        return false;
    set_use(uses, AT_MAESTRO_USE_FAKER, name, out);
    out->name.len = (size_t)(uses->text.ptr + *at - name.ptr);
    return true;
}

static bool
is_timer(struct at_str name)
{
    return at_str_is(name, "setTimeout") || at_str_is(name, "setInterval");
}

// The name at the place; after a dot it is another one's member.
static bool
use_of_name(struct at_maestro_uses *uses, struct at_maestro_use *out)
{
    bool is_member = uses->at > 0 && char_at(uses, uses->at - 1) == '.';
    struct at_str name = take_name(uses, &uses->at);
    if (is_member)
        return false;
    if (is_timer(name)) {
        set_use(uses, AT_MAESTRO_USE_TIMER, name, out);
        return true;
    }
    if (at_str_is(name, "http") && char_at(uses, uses->at) == '.') {
        set_use(uses, AT_MAESTRO_USE_HTTP, name, out);
        return true;
    }
    return at_str_is(name, "faker") &&
           is_unknown_faker(uses, name, &uses->at, out);
}

// "first_name" and "Name" are "firstName" and "name" to faker.expression().
static struct at_str
camel(struct at_str text, char *buf, size_t cap)
{
    size_t len = 0;
    bool upper = false;
    for (size_t i = 0; i < text.len && len < cap; i++) {
        char c = text.ptr[i];
        if (c == '_') {
            upper = true;
            continue;
        }
        buf[len] = c;
        if (upper)
            buf[len] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
        else if (i == 0)
            buf[len] = at_ascii_lower(c);
        upper = false;
        len++;
    }
    return at_str_n(buf, len);
}

// Find a directive of faker.expression() in a literal: "#{Name.first_name}".
static bool
has_unknown_directive(struct at_str literal, struct at_str *out)
{
    char group_buf[64];
    char member_buf[64];
    ptrdiff_t at;
    while ((at = at_str_find(literal, AT_STR("#{"))) >= 0) {
        literal = at_str_skip(literal, (size_t)at);
        size_t len = 2;
        while (len < literal.len && !strchr(" '}", literal.ptr[len]))
            len++;
        struct at_str path = at_str_n(literal.ptr + 2, len - 2);
        struct at_str member = path;
        struct at_str group;
        *out = at_str_head(literal, len);
        literal = at_str_skip(literal, len);
        if (!at_str_next(&member, '.', &group) || member.len == 0)
            continue;
        if (!at_maestro_faker_has(
                camel(group, group_buf, sizeof(group_buf)),
                camel(member, member_buf, sizeof(member_buf))))
            return true;
    }
    return false;
}

static bool
use_of_literal(struct at_maestro_uses *uses, struct at_maestro_use *out)
{
    size_t from = uses->at;
    struct at_str name;
    uses->at = end_of_literal(uses, from);
    struct at_str literal = at_str_n(uses->text.ptr + from, uses->at - from);
    if (at_maestro_local_address(literal, &name)) {
        set_use(uses, AT_MAESTRO_USE_LOCAL, name, out);
        return true;
    }
    // the same form is a private field's elsewhere
    if (at_str_has(uses->text, AT_STR("faker")) &&
        has_unknown_directive(literal, &name)) {
        set_use(uses, AT_MAESTRO_USE_FAKER, name, out);
        return true;
    }
    return false;
}

bool
at_maestro_uses_next(struct at_maestro_uses *uses, struct at_maestro_use *out)
{
    while (uses->at < uses->text.len) {
        char c = char_at(uses, uses->at);
        size_t after = skip_comment(uses, uses->at);
        if (after > uses->at) {
            uses->at = after;
        } else if (c == '"' || c == '\'' || c == '`') {
            if (use_of_literal(uses, out))
                return true;
        } else if (is_name_char(c)) {
            if (use_of_name(uses, out))
                return true;
        } else {
            uses->at++;
        }
    }
    return false;
}
