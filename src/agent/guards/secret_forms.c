#include "agent/guards/secret_forms.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/quote.h"
#include "base/shell_quote.h"
#include "base/wipe.h"

// Write value escaped in one way.
typedef void escape_fn(struct at_str value, struct at_buf *out);

// A character and its escape.
struct pair {
    char from;
    const char *to;
};

static const char *
find_pair(const struct pair *pairs, char c)
{
    for (; pairs->from; pairs++) {
        if (pairs->from == c)
            return pairs->to;
    }
    return NULL;
}

static void
write_pairs(struct at_str value, const struct pair *pairs, struct at_buf *out)
{
    for (size_t i = 0; i < value.len; i++) {
        const char *to = find_pair(pairs, value.ptr[i]);
        if (to)
            at_buf_add_text(out, to);
        else
            at_buf_add_char(out, value.ptr[i]);
    }
}

static void
as_is(struct at_str value, struct at_buf *out)
{
    at_buf_add_str(out, value);
}

static const struct pair json_pairs[] = {
    {'"', "\\\""}, {'\\', "\\\\"}, {'\n', "\\n"}, {'\r', "\\r"},
    {'\t', "\\t"}, {'\b', "\\b"},  {'\f', "\\f"}, {0, NULL},
};

static void
as_json(struct at_str value, struct at_buf *out)
{
    write_pairs(value, json_pairs, out);
}

// Go's JSON writer also escapes these.
static void
as_json_html(struct at_str value, struct at_buf *out)
{
    static const struct pair pairs[] = {
        {'"', "\\\""},    {'\\', "\\\\"},   {'\n', "\\n"},
        {'\r', "\\r"},    {'\t', "\\t"},    {'<', "\\u003c"},
        {'>', "\\u003e"}, {'&', "\\u0026"}, {0, NULL},
    };
    write_pairs(value, pairs, out);
}

static void
write_units(uint32_t cp, const char *format, struct at_buf *out)
{
    if (cp > 0xffff) {
        cp -= 0x10000;
        write_units(0xd800 + (cp >> 10), format, out);
        cp = 0xdc00 + (cp & 0x3ff);
    }
    static const char digits[2][17] = {"0123456789abcdef", "0123456789ABCDEF"};
    at_buf_add_text(out, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        at_buf_add_char(out, digits[format[0] == 'X'][(cp >> shift) & 0xf]);
}

static void
write_ascii(struct at_str value, const char *format, struct at_buf *out)
{
    while (value.len > 0) {
        uint32_t cp = 0;
        size_t len = at_utf8_next(value, &cp);
        struct at_str one = at_str_head(value, len ? len : 1);
        if (cp > 0x7f || (cp < 0x20 && len && !find_pair(json_pairs, (char)cp)))
            write_units(cp, format, out);
        else
            write_pairs(one, json_pairs, out);
        value = at_str_skip(value, one.len);
    }
}

static void
as_json_ascii(struct at_str value, struct at_buf *out)
{
    write_ascii(value, "x", out);
}

static void
as_json_ascii_capitals(struct at_str value, struct at_buf *out)
{
    write_ascii(value, "X", out);
}

// Escape in the way of the compact text, without its quotes.
static void
as_quoted(struct at_str value, struct at_buf *out)
{
    struct at_buf quoted = AT_BUF_INIT(out->max);
    at_buf_reserve(&quoted, out->max);
    at_quote_write(value, &quoted);
    at_buf_add(out, at_buf_text(&quoted) + 1, quoted.len - 2);
    at_wipe_buf(&quoted);
}

static void
as_xml(struct at_str value, struct at_buf *out)
{
    static const struct pair pairs[] = {
        {'&', "&amp;"},  {'<', "&lt;"},    {'>', "&gt;"},
        {'"', "&quot;"}, {'\'', "&apos;"}, {'\n', "&#10;"},
        {'\r', "&#13;"}, {'\t', "&#9;"},   {0, NULL},
    };
    write_pairs(value, pairs, out);
}

static void
as_html(struct at_str value, struct at_buf *out)
{
    static const struct pair pairs[] = {
        {'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"},
        {'"', "&quot;"}, {'\'', "&#39;"}, {0, NULL},
    };
    write_pairs(value, pairs, out);
}

static void
as_html_numbers(struct at_str value, struct at_buf *out)
{
    static const struct pair pairs[] = {
        {'&', "&amp;"}, {'<', "&lt;"},    {'>', "&gt;"},
        {'"', "&#34;"}, {'\'', "&#x27;"}, {0, NULL},
    };
    write_pairs(value, pairs, out);
}

static void
as_xml_text(struct at_str value, struct at_buf *out)
{
    static const struct pair pairs[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {0, NULL}};
    write_pairs(value, pairs, out);
}

static void
write_percent(struct at_str value, const char *kept, const char *digits,
              struct at_buf *out)
{
    for (size_t i = 0; i < value.len; i++) {
        unsigned char c = (unsigned char)value.ptr[i];
        if (at_ascii_is_alnum((char)c) || (c && strchr(kept, (char)c))) {
            at_buf_add_char(out, (char)c);
        } else if (c == ' ' && kept[0] == '*') {
            at_buf_add_char(out, '+'); // a form's body
        } else {
            at_buf_add_char(out, '%');
            at_buf_add_char(out, digits[c >> 4]);
            at_buf_add_char(out, digits[c & 0xf]);
        }
    }
}

static void
as_url(struct at_str value, struct at_buf *out)
{
    write_percent(value, "-._~", "0123456789ABCDEF", out);
}

static void
as_url_small(struct at_str value, struct at_buf *out)
{
    write_percent(value, "-._~", "0123456789abcdef", out);
}

static void
as_url_component(struct at_str value, struct at_buf *out)
{
    write_percent(value, "-._~!'()*", "0123456789ABCDEF", out);
}

static void
as_url_form(struct at_str value, struct at_buf *out)
{
    write_percent(value, "*-._", "0123456789ABCDEF", out);
}

// `input text` takes %s for a blank.
static void
as_input_text(struct at_str value, struct at_buf *out)
{
    static const struct pair pairs[] = {{' ', "%s"}, {0, NULL}};
    write_pairs(value, pairs, out);
}

static void
as_shell_word(struct at_str value, struct at_buf *out)
{
    static const struct pair pairs[] = {{'\'', "'\\''"}, {0, NULL}};
    write_pairs(value, pairs, out);
}

static void
as_typed_word(struct at_str value, struct at_buf *out)
{
    static const struct pair pairs[] = {
        {'\'', "'\\''"}, {' ', "%s"}, {0, NULL}};
    write_pairs(value, pairs, out);
}

static escape_fn *const escapes[] = {
    as_is,
    as_json,
    as_json_html,
    as_json_ascii,
    as_json_ascii_capitals,
    as_quoted,
    as_xml,
    as_html,
    as_html_numbers,
    as_xml_text,
    as_url,
    as_url_small,
    as_url_component,
    as_url_form,
    as_input_text,
    as_shell_word,
    as_typed_word,
};

static void
add_once(struct at_str form, struct at_argv *out)
{
    for (size_t i = 0; i < out->count; i++) {
        if (at_str_is(form, out->words[i]))
            return;
    }
    at_argv_add_str(out, form);
}

// The longest result for one character: an escape inside JSON inside JSON.
enum { GROWTH = 24 };

void
at_secret_forms(struct at_str value, struct at_argv *out)
{
    size_t max = (value.len + 1) * GROWTH;
    for (size_t i = 0; i < AT_LEN(escapes); i++) {
        struct at_buf form = AT_BUF_INIT(max);
        at_buf_reserve(&form, max); // growing would leave a copy behind
        escapes[i](value, &form);
        for (int around = 0; around < 2; around++) {
            struct at_buf outer = AT_BUF_INIT(max);
            at_buf_reserve(&outer, max);
            add_once(at_buf_str(&form), out);
            as_json(at_buf_str(&form), &outer);
            at_wipe_buf(&form);
            form = outer;
        }
        add_once(at_buf_str(&form), out);
        at_wipe_buf(&form);
    }
}
