// patterns.c: a rule for each form; the first that matches at a word's begin
#include "bugreport/patterns.h"

#include <string.h>

#include "base/ascii.h"
#include "bugreport/patterns_rules.h"
#include "maestro/scope.h"

static const struct at_str headers[] = {
    AT_STR_ROW("authorization"), AT_STR_ROW("cookie"),
    AT_STR_ROW("cookies"),       AT_STR_ROW("signature"),
    AT_STR_ROW("sessionid"),     AT_STR_ROW("session_id"),
    AT_STR_ROW("sid"),
};

static bool
ends_with_header(struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(headers); i++) {
        struct at_str word = headers[i];
        if (name.len < word.len)
            continue;
        size_t at = name.len - word.len;
        bool whole = at == 0 || at_bugreport_is_one_of(name.ptr[at - 1], "-_");
        if (whole && at_str_eq_nocase(at_str_skip(name, at), word))
            return true;
    }
    return false;
}

bool
at_bugreport_name_is_secret(struct at_str name)
{
    return at_maestro_name_is_secret(name) || ends_with_header(name);
}

bool
at_bugreport_in_word(char c)
{
    return at_ascii_is_alnum(c) || c == '_' || (unsigned char)c > 0x7f;
}

bool
at_bugreport_is_one_of(char c, const char *chars)
{
    return c && strchr(chars, c);
}

// In the order of their claims: an address may have an @, and a random word
// may be a header's name.
static at_bugreport_rule *const rules[] = {
    at_bugreport_hide_private_key, at_bugreport_hide_url,
    at_bugreport_hide_bearer,      at_bugreport_hide_named,
    at_bugreport_hide_email,       at_bugreport_hide_key,
    at_bugreport_hide_random,
};

static size_t
hide_at(struct at_str text, size_t at, struct at_buf *out)
{
    for (size_t i = 0; i < AT_LEN(rules); i++) {
        size_t len = rules[i](text, at, out);
        if (len > 0)
            return len;
    }
    return 0;
}

void
at_bugreport_patterns_hide(struct at_str text, struct at_buf *out)
{
    size_t done = 0;
    size_t at = 0;
    while (at < text.len) {
        bool begins =
            (at == 0 || !at_bugreport_in_word(text.ptr[at - 1])) &&
            (at_bugreport_in_word(text.ptr[at]) || text.ptr[at] == '-');
        struct at_buf part = AT_BUF_INIT(out->max);
        size_t len = begins ? hide_at(text, at, &part) : 0;
        if (len > 0) {
            at_buf_add(out, text.ptr + done, at - done);
            at_buf_add_str(out, at_buf_str(&part));
            done = at + len;
        }
        at += len > 0 ? len : 1;
        at_buf_deinit(&part);
    }
    at_buf_add_str(out, at_str_skip(text, done));
}
