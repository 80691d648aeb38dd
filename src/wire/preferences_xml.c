#include "wire/preferences_xml.h"

#include <string.h>

#include "base/compiler.h"

// One tag: <name …>, <name …/> or </name>. Views into the file.
struct tag {
    struct at_str name;
    struct at_str attributes;
    bool ends;  // </name>
    bool empty; // <name …/>
};

// Take the text up to the next tag, and the tag. A '>' in an attribute is
// written as an entity.
static bool
next_tag(struct at_str *rest, struct at_str *out_text, struct tag *out)
{
    struct at_str whole;
    ptrdiff_t open = at_str_find(*rest, AT_STR("<"));
    if (open < 0)
        return false;
    *out_text = at_str_head(*rest, (size_t)open);
    *rest = at_str_skip(*rest, (size_t)open + 1);
    ptrdiff_t close = at_str_find(*rest, AT_STR(">"));
    if (close < 0)
        return false;
    whole = at_str_head(*rest, (size_t)close);
    *rest = at_str_skip(*rest, (size_t)close + 1);
    out->ends = at_str_starts(whole, AT_STR("/"));
    out->empty = at_str_ends(whole, AT_STR("/"));
    whole = at_str_skip(whole, out->ends ? 1 : 0);
    size_t len = 0;
    while (len < whole.len && !memchr(" \t\r\n/", whole.ptr[len], 5))
        len++;
    out->name = at_str_head(whole, len);
    out->attributes = at_str_skip(whole, len);
    return true;
}

static bool
attribute(const struct tag *tag, const char *before, struct at_str *out)
{
    ptrdiff_t at = at_str_find(tag->attributes, at_str(before));
    if (at < 0)
        return false;
    struct at_str rest =
        at_str_skip(tag->attributes, (size_t)at + strlen(before));
    ptrdiff_t end = at_str_find(rest, AT_STR("\""));
    *out = at_str_head(rest, end < 0 ? 0 : (size_t)end);
    return end >= 0;
}

static bool
add_number(struct at_str name, struct at_buf *out)
{
    int64_t code = 0;
    bool is_hex = at_str_starts(name, AT_STR("#x"));
    struct at_str digits = at_str_skip(name, is_hex ? 2 : 1);
    if (digits.len == 0 || digits.len > 7)
        return false;
    for (size_t i = 0; i < digits.len; i++) {
        const char *all = "0123456789abcdef";
        char c = digits.ptr[i];
        const char *at = strchr(all, c >= 'A' && c <= 'F' ? c - 'A' + 'a'
                                     : c                  ? c
                                                          : '?');
        if (!at || (!is_hex && at - all > 9))
            return false;
        code = code * (is_hex ? 16 : 10) + (at - all);
    }
    return at_buf_add_utf8(out, (uint32_t)code);
}

static bool
add_entity(struct at_str name, struct at_buf *out)
{
    static const struct {
        struct at_str name;
        char c;
    } rows[] = {{AT_STR_ROW("lt"), '<'},
                {AT_STR_ROW("gt"), '>'},
                {AT_STR_ROW("amp"), '&'},
                {AT_STR_ROW("quot"), '"'},
                {AT_STR_ROW("apos"), '\''}};
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (at_str_eq(name, rows[i].name))
            return at_buf_add_char(out, rows[i].c);
    }
    return at_str_starts(name, AT_STR("#")) && add_number(name, out);
}

// Append text with its entities resolved.
static bool
add_plain(struct at_str text, struct at_buf *out)
{
    while (text.len > 0) {
        ptrdiff_t at = at_str_find(text, AT_STR("&"));
        if (at < 0)
            return at_buf_add_str(out, text);
        struct at_str name;
        at_buf_add_str(out, at_str_head(text, (size_t)at));
        text = at_str_skip(text, (size_t)at + 1);
        if (at_str_find(text, AT_STR(";")) < 0 ||
            !at_str_next(&text, ';', &name) || !add_entity(name, out))
            return false;
    }
    return true;
}

static bool
is_plain(struct at_str text, struct at_str wanted)
{
    struct at_buf plain = AT_BUF_INIT(text.len + 1);
    bool ok = add_plain(text, &plain) && at_str_eq(at_buf_str(&plain), wanted);
    at_buf_deinit(&plain);
    return ok;
}

// Append what stands up to the end of a tag, and take it.
static bool
take_content(struct at_str *rest, const struct tag *tag, struct at_buf *out)
{
    struct at_str text;
    struct tag inner;
    bool is_set = at_str_is(tag->name, "set");
    size_t start = out->len;
    while (next_tag(rest, &text, &inner)) {
        bool is_end = inner.ends && at_str_eq(inner.name, tag->name);
        bool counts = is_set ? inner.ends && !is_end : is_end;
        if (counts && is_set && out->len > start)
            at_buf_add_char(out, '\n');
        if (counts && !add_plain(text, out))
            return false;
        if (is_end)
            return true;
    }
    return false;
}

static bool
take_value(struct at_str *rest, const struct tag *tag, struct at_buf *out)
{
    struct at_str value;
    if (at_str_is(tag->name, "unknown")) // preferences_pb.h
        return false;
    if (attribute(tag, " value=\"", &value))
        return add_plain(value, out) &&
               (tag->empty || take_content(rest, tag, out));
    return tag->empty || take_content(rest, tag, out);
}

enum at_preference
at_preferences_value(struct at_str xml, struct at_str key, struct at_buf *out)
{
    struct at_str text;
    struct tag tag;
    bool is_map = false;
    while (next_tag(&xml, &text, &tag)) {
        struct at_str name;
        struct at_buf skipped = AT_BUF_INIT(xml.len + 1);
        if (at_str_is(tag.name, "map")) {
            if (tag.ends || tag.empty)
                return AT_PREFERENCE_ABSENT;
            is_map = true;
        } else if (is_map && !tag.ends && attribute(&tag, " name=\"", &name)) {
            bool found = is_plain(name, key);
            bool ok = take_value(&xml, &tag, found ? out : &skipped);
            at_buf_deinit(&skipped);
            if (!ok || found)
                return ok ? AT_PREFERENCE_THERE : AT_PREFERENCE_MALFORMED;
        }
    }
    return AT_PREFERENCE_MALFORMED;
}
