// patterns_url.c: addresses without credentials and values of their queries
#include "base/ascii.h"
#include "bugreport/patterns.h"
#include "bugreport/patterns_rules.h"

enum { SCHEME_MAX = 20, SEGMENT_RANDOM_MIN = 20 };

// The length of "https://", 0 without one.
static size_t
scheme_len(struct at_str rest)
{
    size_t len = 0;
    while (len < rest.len && len < SCHEME_MAX &&
           (at_ascii_is_alnum(rest.ptr[len]) ||
            at_bugreport_is_one_of(rest.ptr[len], "+.-")))
        len++;
    return len > 0 && at_str_starts(at_str_skip(rest, len), AT_STR("://"))
               ? len + 3
               : 0;
}

static bool
ends_url(char c)
{
    return (unsigned char)c <= ' ' || at_bugreport_is_one_of(c, "\"'<>\\`");
}

static size_t
length_up_to(struct at_str text, const char *ends)
{
    size_t len = 0;
    while (len < text.len && !at_bugreport_is_one_of(text.ptr[len], ends))
        len++;
    return len;
}

static bool
is_port(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!at_ascii_is_digit(text.ptr[i]))
            return false;
    }
    return true;
}

// "user:password@host". What has a ':' and no port behind it was cut before
// the '@', or has a password that no address may have.
static void
add_authority(struct at_str authority, struct at_buf *out)
{
    struct at_str host = at_str_after_last(authority, '@');
    bool has_login = host.len < authority.len;
    size_t colon = length_up_to(host, ":");
    bool is_ip6 = host.len > 0 && host.ptr[0] == '[';
    if (has_login)
        at_buf_add_text(out, AT_BUGREPORT_HIDDEN "@");
    if (is_ip6 || is_port(at_str_skip(host, colon + 1)))
        at_buf_add_str(out, host);
    else
        at_buf_add_text(out, AT_BUGREPORT_HIDDEN);
}

static bool
is_random_segment(struct at_str segment)
{
    bool has_digit = false, has_letter = false;
    for (size_t i = 0; i < segment.len; i++) {
        char c = segment.ptr[i];
        if (!at_ascii_is_alnum(c) && !at_bugreport_is_one_of(c, "-_~=:"))
            return false;
        has_digit = has_digit || at_ascii_is_digit(c);
        has_letter = has_letter || at_ascii_is_letter(c);
    }
    return segment.len >= SEGMENT_RANDOM_MIN && has_digit && has_letter;
}

// A path may have a token too: that of a webhook has.
static void
add_path(struct at_str path, struct at_buf *out)
{
    while (path.len > 0) {
        size_t len = length_up_to(path, "/");
        struct at_str segment = at_str_head(path, len);
        if (is_random_segment(segment))
            at_buf_add_text(out, AT_BUGREPORT_HIDDEN);
        else
            at_buf_add_str(out, segment);
        at_buf_add_str(out, at_str_head(at_str_skip(path, len), 1));
        path = at_str_skip(path, len + 1);
    }
}

// "?a=1&b=2", "#token=x"; one without '=' is a value as a whole.
static void
add_query(struct at_str query, struct at_buf *out)
{
    while (query.len > 0) {
        at_buf_add_str(out, at_str_head(query, 1)); // '?', '&', '#' or ';'
        query = at_str_skip(query, 1);
        struct at_str pair = at_str_head(query, length_up_to(query, "&#?;"));
        size_t name = length_up_to(pair, "=");
        if (name < pair.len)
            at_buf_add_str(out, at_str_head(pair, name + 1));
        if (name + 1 < pair.len || (name == pair.len && pair.len > 0))
            at_buf_add_text(out, AT_BUGREPORT_HIDDEN);
        query = at_str_skip(query, pair.len);
    }
}

size_t
at_bugreport_hide_url(struct at_str text, size_t at, struct at_buf *out)
{
    struct at_str rest = at_str_skip(text, at);
    size_t scheme = scheme_len(rest);
    size_t len = scheme;
    if (scheme == 0)
        return 0;
    while (len < rest.len && !ends_url(rest.ptr[len]))
        len++;
    struct at_str url = at_str_head(rest, len);
    at_buf_add_str(out, at_str_head(url, scheme));
    url = at_str_skip(url, scheme);
    struct at_str before = at_str_head(url, length_up_to(url, "?#"));
    size_t authority = length_up_to(before, "/");
    add_authority(at_str_head(before, authority), out);
    add_path(at_str_skip(before, authority), out);
    add_query(at_str_skip(url, before.len), out);
    return len;
}
