#include "tester/suite/tags.h"

static bool
has_tag(const struct at_argv *tags, struct at_str tag)
{
    for (size_t i = 0; i < tags->count; i++) {
        if (at_str_eq_nocase(at_str(tags->words[i]), tag))
            return true;
    }
    return false;
}

// Split "!! tag" into the tag and whether it must be absent.
static struct at_str
split_tag(struct at_str word, bool *out_absent)
{
    *out_absent = false;
    word = at_str_trim(word);
    while (at_str_starts(word, AT_STR("!"))) {
        *out_absent = !*out_absent;
        word = at_str_trim(at_str_skip(word, 1));
    }
    return word;
}

static struct at_str
next_part(struct at_str *rest, char sep, bool *out_more)
{
    size_t len = 0;
    while (len < rest->len && rest->ptr[len] != sep)
        len++;
    struct at_str part = at_str_head(*rest, len);
    *out_more = len < rest->len;
    *rest = at_str_skip(*rest, *out_more ? len + 1 : len);
    return part;
}

bool
at_tags_check(struct at_str expression, struct at_err *err)
{
    struct at_str rest = expression;
    bool more = true;
    while (more) {
        struct at_str all = next_part(&rest, ',', &more);
        bool more_tags = true;
        while (more_tags) {
            bool absent;
            struct at_str word = next_part(&all, '+', &more_tags);
            if (split_tag(word, &absent).len == 0)
                return at_fail(err, AT_EUSAGE,
                               "'%.*s' is not an expression of tags: a+b is "
                               "both, a,b is either, !a is not a",
                               AT_STR_ARG(at_utf8_head(expression, 80)));
        }
    }
    return true;
}

static bool
match_all(struct at_str all, const struct at_argv *tags)
{
    bool more = true, ok = true;
    while (more) {
        bool absent;
        struct at_str word = next_part(&all, '+', &more);
        struct at_str tag = split_tag(word, &absent);
        ok = ok && has_tag(tags, tag) != absent;
    }
    return ok;
}

bool
at_tags_match(struct at_str expression, const struct at_argv *tags)
{
    bool more = true, any = false;
    while (more)
        any = match_all(next_part(&expression, ',', &more), tags) || any;
    return any;
}
