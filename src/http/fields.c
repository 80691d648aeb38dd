// fields.c: entity tags (RFC 9110, 13.1), ranges (14.1.2), codings (12.5.3),
// cookies (RFC 6265)
#include "http/fields.h"

// An entity tag may have a comma in its quotes.
static bool
next_tag(struct at_str *rest, struct at_str *out)
{
    struct at_str text = *rest;
    while (text.len > 0 &&
           (text.ptr[0] == ',' || text.ptr[0] == ' ' || text.ptr[0] == '\t'))
        text = at_str_skip(text, 1);
    if (at_str_starts(text, AT_STR("W/")))
        text = at_str_skip(text, 2);
    if (!at_str_starts(text, AT_STR("\"")))
        return false;
    ptrdiff_t end = at_str_find(at_str_skip(text, 1), AT_STR("\""));
    if (end < 0)
        return false;
    *out = at_str_head(text, (size_t)end + 2);
    *rest = at_str_skip(text, out->len);
    return true;
}

bool
at_http_tag_listed(struct at_str list, struct at_str tag)
{
    struct at_str listed;
    if (at_str_is(at_str_trim(list), "*"))
        return true;
    while (next_tag(&list, &listed)) {
        if (at_str_eq(listed, tag))
            return true;
    }
    return false;
}

enum at_http_range
at_http_range_read(struct at_str range, uint64_t size, uint64_t *out_first,
                   uint64_t *out_count)
{
    struct at_str unit = AT_STR("bytes=");
    struct at_str spec = at_str_trim(at_str_skip(range, unit.len));
    struct at_str first_text = {0};
    int64_t first = 0, last = INT64_MAX;
    if (!at_str_starts(range, unit) || !at_str_has(spec, AT_STR("-")) ||
        at_str_has(spec, AT_STR(",")))
        return AT_HTTP_RANGE_NONE;
    at_str_next(&spec, '-', &first_text);
    if (first_text.len == 0) { // the last bytes
        if (!at_str_to_i64(spec, 0, INT64_MAX, &last))
            return AT_HTTP_RANGE_NONE;
        *out_count = (uint64_t)last < size ? (uint64_t)last : size;
        *out_first = size - *out_count;
        return *out_count > 0 ? AT_HTTP_RANGE_PART : AT_HTTP_RANGE_BEYOND;
    }
    if (!at_str_to_i64(first_text, 0, INT64_MAX, &first) ||
        (spec.len > 0 && !at_str_to_i64(spec, first, INT64_MAX, &last)))
        return AT_HTTP_RANGE_NONE;
    if ((uint64_t)first >= size)
        return AT_HTTP_RANGE_BEYOND;
    *out_first = (uint64_t)first;
    *out_count = (uint64_t)last < size ? (uint64_t)last - *out_first + 1
                                       : size - *out_first;
    return AT_HTTP_RANGE_PART;
}

// A weight of zero ("gzip;q=0") refuses the coding.
static bool
is_refused(struct at_str parameters)
{
    struct at_str weight = at_str_trim(parameters);
    if (!at_str_starts(weight, AT_STR("q=0")))
        return false;
    weight = at_str_skip(weight, 3);
    while (at_str_starts(weight, AT_STR(".")) ||
           at_str_starts(weight, AT_STR("0")))
        weight = at_str_skip(weight, 1);
    return weight.len == 0;
}

// A named coding has precedence over "*".
bool
at_http_takes_coding(struct at_str header, const char *coding)
{
    struct at_str entry, name;
    bool takes = false;
    while (at_str_next(&header, ',', &entry)) {
        name = (struct at_str){0};
        at_str_next(&entry, ';', &name);
        name = at_str_trim(name);
        if (at_str_eq_nocase(name, at_str(coding)))
            return !is_refused(entry);
        if (at_str_is(name, "*"))
            takes = !is_refused(entry);
    }
    return takes;
}

struct at_str
at_http_cookie(struct at_str cookies, const char *name)
{
    struct at_str pair;
    while (at_str_next(&cookies, ';', &pair)) {
        struct at_str value = at_str_trim(pair);
        struct at_str key = {0};
        at_str_next(&value, '=', &key);
        if (at_str_is(key, name))
            return value;
    }
    return (struct at_str){"", 0};
}
