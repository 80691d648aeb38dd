// java_class.c: classes with unions and intersections, which PCRE2 lacks
//
// A set is written as an expression that matches one character: [...] for
// single characters, ranges and properties, alternatives for a union, and a
// lookahead before the right side of an intersection.
#include "maestro/lookup/java_priv.h"

#include "base/limits_lookup.h"

struct set {
    struct at_buf items;  // content of one [...]
    struct at_buf others; // further sets, as alternatives
};

static const size_t set_max = AT_MAESTRO_PATTERN_MAX_BYTES * 8;

static void
set_init(struct set *set)
{
    *set = (struct set){AT_BUF_INIT(set_max), AT_BUF_INIT(set_max)};
}

static void
set_deinit(struct set *set)
{
    at_buf_deinit(&set->items);
    at_buf_deinit(&set->others);
}

static bool
is_empty(const struct set *set)
{
    return set->items.len == 0 && set->others.len == 0;
}

static void
add_other(struct set *set, struct at_str expression)
{
    if (set->others.len > 0)
        at_buf_add_char(&set->others, '|');
    at_buf_add_str(&set->others, expression);
}

// Write the set as one expression.
static void
compose(const struct set *set, struct at_buf *out)
{
    bool group = set->others.len > 0;
    if (group)
        at_buf_add_text(out, "(?:");
    if (set->items.len > 0)
        at_buf_add_fmt(out, "[%s]%s", at_buf_text(&set->items),
                       group ? "|" : "");
    at_buf_add_str(out, at_buf_str(&set->others));
    if (group)
        at_buf_add_char(out, ')');
}

static void
compose_negated(const struct set *set, struct at_buf *out)
{
    if (set->others.len == 0) {
        at_buf_add_fmt(out, "[^%s]", at_buf_text(&set->items));
        return;
    }
    at_buf_add_text(out, "(?:(?!");
    compose(set, out);
    at_buf_add_text(out, ")(?s:.))");
}

// Java folds i to both of the Turkish ones, PCRE2 does not.
static void
add_range(struct java *j, struct set *set, uint32_t from, uint32_t to)
{
    bool single = from == to;
    bool turkish = single && (from == 0x130 || from == 0x131);
    at_java_class_char(&set->items, from);
    if (!single) {
        at_buf_add_char(&set->items, '-');
        at_java_class_char(&set->items, to);
    }
    if (!(j->flags & JAVA_CASELESS))
        return;
    bool small = from <= 'i' && to >= 'i';
    bool large = from <= 'I' && to >= 'I';
    if (turkish)
        at_buf_add_text(&set->items, "iI");
    if (turkish || small || (single && large))
        at_buf_add_text(&set->items, "\\x{130}");
    if (turkish || small || large)
        at_buf_add_text(&set->items, "\\x{131}");
}

// PCRE2 10.42 is wrong about \W and the like beside properties in one class,
// so they stand alone.
static void
add_class(struct set *set, struct at_str content, bool negated)
{
    struct at_buf other = AT_BUF_INIT(set_max);
    bool inverse = content.len == 2 && content.ptr[0] == '\\' &&
                   content.ptr[1] >= 'A' && content.ptr[1] <= 'Z';
    if (inverse) {
        add_other(set, content);
        return;
    }
    if (!negated) {
        at_buf_add_str(&set->items, content);
        return;
    }
    at_buf_add_fmt(&other, "[^%.*s]", AT_STR_ARG(content));
    add_other(set, at_buf_str(&other));
    at_buf_deinit(&other);
}

// Read one character, or add a class and set *out_single to false.
static bool
read_one(struct java *j, struct set *set, uint32_t *out_char, bool *out_single)
{
    struct at_buf content = AT_BUF_INIT(set_max);
    bool negated = false;
    uint32_t c = at_java_peek(j);
    *out_single = true;
    *out_char = c;
    at_java_skip(j);
    if (c != '\\')
        return true;
    enum java_escape kind = at_java_escape(j, out_char, &content, &negated);
    if (kind == JAVA_ESCAPE_CLASS && set)
        add_class(set, at_buf_str(&content), negated);
    at_buf_deinit(&content);
    *out_single = kind == JAVA_ESCAPE_CHAR;
    if (kind == JAVA_ESCAPE_BAD)
        return false;
    return kind != JAVA_ESCAPE_OTHER || at_java_invalid(j);
}

// Translate a character, a range or a class.
static bool
range(struct java *j, struct set *set)
{
    uint32_t from;
    uint32_t to;
    bool single;
    if (!read_one(j, set, &from, &single) || !single)
        return !j->result->invalid && !j->failed;
    to = from;
    uint32_t second = at_java_peek(j) == '-' ? at_java_second(j) : ']';
    if (second != ']' && second != '[') {
        at_java_skip(j);
        if (at_java_peek(j) == JAVA_END || !read_one(j, NULL, &to, &single) ||
            !single || to < from)
            return j->failed ? false : at_java_invalid(j);
    }
    add_range(j, set, from, to);
    return true;
}

static bool class(struct java *j, bool nested, struct at_buf *out);

// Translate what follows "&&", up to the next one or the end.
static bool
intersect(struct java *j, struct set *set)
{
    struct at_buf both = AT_BUF_INIT(set_max);
    struct at_buf one = AT_BUF_INIT(set_max);
    struct set right;
    bool ok = true;
    set_init(&right);
    for (uint32_t c = at_java_peek(j); ok && c != ']' && c != '&';
         c = at_java_peek(j)) {
        at_buf_clear(&one);
        ok = class(j, at_java_take(j, '['), &one);
        if (ok)
            add_other(&right, at_buf_str(&one));
    }
    if (ok && is_empty(&right)) {
        // Java's own answers differ here, and some are crashes
        ok = is_empty(set) ? at_java_invalid(j)
                           : at_java_refuse(j, "&& without a right side");
    } else if (ok && is_empty(set)) {
        compose(&right, &set->others);
    } else if (ok) {
        at_buf_add_text(&both, "(?:(?=");
        compose(set, &both);
        at_buf_add_char(&both, ')');
        compose(&right, &both);
        at_buf_add_char(&both, ')');
        at_buf_clear(&set->items);
        at_buf_clear(&set->others);
        at_buf_add_str(&set->others, at_buf_str(&both));
    }
    set_deinit(&right);
    at_buf_deinit(&both);
    at_buf_deinit(&one);
    return ok;
}

// Translate one part of a class. *out_done is true at its "]".
static bool
part(struct java *j, struct set *set, bool *out_done)
{
    struct at_buf inner = AT_BUF_INIT(set_max);
    uint32_t c = at_java_peek(j);
    bool ok;
    if (c == JAVA_END)
        return at_java_invalid(j);
    if (c == ']' && !is_empty(set)) {
        *out_done = true;
        return true;
    }
    if (c == '&' && at_java_second(j) == '&') {
        at_java_skip(j);
        at_java_skip(j);
        return intersect(j, set);
    }
    if (c != '[')
        return range(j, set);
    at_java_skip(j);
    ok = class(j, true, &inner);
    if (ok)
        add_other(set, at_buf_str(&inner));
    at_buf_deinit(&inner);
    return ok;
}

// Translate a class behind its "[" with its "]", or, if not nested, the rest of
// the one around it up to its "]".
static bool class(struct java *j, bool nested, struct at_buf *out)
{
    struct set set;
    bool done = false;
    bool ok = true;
    if (++j->depth > AT_MAESTRO_PATTERN_MAX_DEPTH)
        return at_java_refuse(j, "more classes in each other than the limit");
    set_init(&set);
    // directly behind the "[", also where blanks are skipped
    bool negated = nested && j->at < j->in.len && j->in.ptr[j->at] == '^';
    j->at += negated;
    while (ok && !done)
        ok = part(j, &set, &done);
    if (ok && nested)
        at_java_skip(j);
    if (ok && negated)
        compose_negated(&set, out);
    else if (ok)
        compose(&set, out);
    if (ok && (set.items.overflow || set.others.overflow))
        ok = at_java_refuse(j, "more than the limit's length");
    set_deinit(&set);
    j->depth--;
    return ok;
}

bool
at_java_class(struct java *j)
{
    return class(j, true, j->out);
}
