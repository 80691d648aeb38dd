#include "maestro/read/glob.h"

#include <stddef.h>

// Steps after which a pattern of many stars counts as not matching.
enum { STEPS_MAX = 1000000 };

static bool matches(struct at_str pattern, struct at_str path, size_t *steps);

// Return the offset behind the "]" or "}" that ends what begins at at; 0: none.
static size_t
end_of(struct at_str pattern, size_t at, char last)
{
    for (size_t i = at + 1; i < pattern.len; i++) {
        if (pattern.ptr[i] == '\\' && last == '}')
            i++;
        else if (pattern.ptr[i] == last && !(last == ']' && i == at + 1))
            return i + 1;
    }
    return 0;
}

static const char *
wrong_group(struct at_str pattern, size_t at, size_t end)
{
    if (end == 0)
        return "a { is not closed";
    for (size_t i = at + 1; i < end; i++) {
        if (pattern.ptr[i] == '\\')
            i++;
        else if (pattern.ptr[i] == '{')
            return "{} may not be nested";
    }
    return NULL;
}

const char *
at_maestro_glob_wrong(struct at_str pattern)
{
    if (pattern.len > AT_MAESTRO_GLOB_MAX_BYTES)
        return "the pattern is too long";
    for (size_t i = 0; i < pattern.len; i++) {
        size_t end = 0;
        const char *wrong = NULL;
        if (pattern.ptr[i] == '\\') {
            if (++i == pattern.len)
                return "a \\ needs a character behind it";
        } else if (pattern.ptr[i] == '[') {
            end = end_of(pattern, i, ']');
            wrong = end == 0 ? "a [ is not closed" : NULL;
        } else if (pattern.ptr[i] == '{') {
            end = end_of(pattern, i, '}');
            wrong = wrong_group(pattern, i, end);
            end = 0; // its inside is checked too
        }
        if (wrong)
            return wrong;
        if (end > 0)
            i = end - 1;
    }
    return NULL;
}

// Match one character against [...], which is set without the brackets.
static bool
in_class(struct at_str set, char c)
{
    bool negates = set.len > 0 && set.ptr[0] == '!';
    bool found = false;
    for (size_t i = negates ? 1 : 0; i < set.len; i++) {
        char from = set.ptr[i];
        char to = from;
        if (i + 2 < set.len && set.ptr[i + 1] == '-') {
            to = set.ptr[i + 2];
            i += 2;
        }
        found = found || ((unsigned char)c >= (unsigned char)from &&
                          (unsigned char)c <= (unsigned char)to);
    }
    return c != '/' && found != negates;
}

static bool
match_star(struct at_str pattern, struct at_str path, size_t *steps)
{
    bool crosses = pattern.len > 1 && pattern.ptr[1] == '*';
    struct at_str rest = at_str_skip(pattern, crosses ? 2 : 1);
    for (size_t i = 0; i <= path.len; i++) {
        if (matches(rest, at_str_skip(path, i), steps))
            return true;
        if (i < path.len && path.ptr[i] == '/' && !crosses)
            return false;
    }
    return false;
}

// Match {a,b} by trying each text with what follows the group.
static bool
match_group(struct at_str pattern, struct at_str path, size_t *steps)
{
    size_t end = end_of(pattern, 0, '}');
    struct at_str rest = at_str_skip(pattern, end);
    size_t from = 1;
    char joined[AT_MAESTRO_GLOB_MAX_BYTES];
    for (size_t i = 1; i < end; i++) {
        size_t len = 0;
        if (pattern.ptr[i] == '\\' && i + 1 < end) {
            i++;
            continue;
        }
        if (pattern.ptr[i] != ',' && i + 1 != end)
            continue;
        for (size_t at = from; at < i; at++)
            joined[len++] = pattern.ptr[at];
        for (size_t at = 0; at < rest.len; at++)
            joined[len++] = rest.ptr[at];
        if (matches(at_str_n(joined, len), path, steps))
            return true;
        from = i + 1;
    }
    return false;
}

// Match one character; sets the length of the pattern that stands for it.
static bool
match_one(struct at_str pattern, char c, size_t *out_len)
{
    *out_len = 1;
    switch (pattern.ptr[0]) {
    case '?':
        return c != '/';
    case '[':
        *out_len = end_of(pattern, 0, ']');
        return in_class(at_str_n(pattern.ptr + 1, *out_len - 2), c);
    case '\\':
        *out_len = 2;
        return pattern.ptr[1] == c;
    default:
        return pattern.ptr[0] == c;
    }
}

// The recursion ends with the pattern, which each call shortens.
static bool
matches(struct at_str pattern, struct at_str path, size_t *steps)
{
    while (pattern.len > 0) {
        size_t len;
        if (++*steps > STEPS_MAX)
            return false;
        if (pattern.ptr[0] == '*')
            return match_star(pattern, path, steps);
        if (pattern.ptr[0] == '{')
            return match_group(pattern, path, steps);
        if (path.len == 0 || !match_one(pattern, path.ptr[0], &len))
            return false;
        pattern = at_str_skip(pattern, len);
        path = at_str_skip(path, 1);
    }
    return path.len == 0;
}

bool
at_maestro_glob(struct at_str pattern, struct at_str path)
{
    size_t steps = 0;
    return !at_maestro_glob_wrong(pattern) && matches(pattern, path, &steps);
}
