// near.c: edit distance between short names, and the nearest among many
#include "base/near.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"

enum { NAME_MAX_LEN = 128 };

static size_t
min_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Levenshtein distance with one row; both names have at most NAME_MAX_LEN
// bytes.
static size_t
distance(struct at_str a, struct at_str b)
{
    size_t row[NAME_MAX_LEN + 1];
    for (size_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (size_t i = 0; i < a.len; i++) {
        size_t diagonal = row[0];

        row[0] = i + 1;
        for (size_t j = 0; j < b.len; j++) {
            size_t above = row[j + 1];
            size_t change = diagonal + (at_ascii_lower(a.ptr[i]) !=
                                        at_ascii_lower(b.ptr[j]));

            row[j + 1] = min_of(change, min_of(above, row[j]) + 1);
            diagonal = above;
        }
    }
    return row[b.len];
}

// A name that contains the other is nearer than its edit distance suggests:
// "markor" means "net.gsantner.markor".
static size_t
score(struct at_str wanted, struct at_str name, size_t enough)
{
    size_t longer = wanted.len > name.len ? wanted.len : name.len;
    size_t apart = longer - min_of(wanted.len, name.len); // lower bound
    size_t result = apart > enough ? apart : distance(wanted, name);
    if (wanted.len >= 3 && at_str_find_nocase(name, wanted) >= 0)
        result = min_of(result, 1 + (name.len - wanted.len) / 16);
    else if (name.len >= 3 && at_str_find_nocase(wanted, name) >= 0)
        result = min_of(result, 1 + (wanted.len - name.len) / 16);
    return result;
}

void
at_near_offer(struct at_near *near, struct at_str name)
{
    if (near->wanted.len == 0 || near->wanted.len > NAME_MAX_LEN ||
        name.len == 0 || name.len > NAME_MAX_LEN)
        return;
    size_t enough = 1 + near->wanted.len / 3;
    size_t points = score(near->wanted, name, enough);
    size_t at = near->count;

    if (points > enough)
        return;
    while (at > 0 && near->scores[at - 1] > points)
        at--;
    if (at == AT_NEAR_MAX)
        return;
    if (near->count < AT_NEAR_MAX)
        near->count++;
    size_t moved = near->count - at - 1;
    memmove(&near->names[at + 1], &near->names[at], moved * sizeof(name));
    memmove(&near->scores[at + 1], &near->scores[at], moved * sizeof(points));
    near->names[at] = name;
    near->scores[at] = points;
}

void
at_near_write(const struct at_near *near, char *buf, size_t cap)
{
    size_t len = 0;
    if (cap > 0)
        buf[0] = '\0';
    for (size_t i = 0; i < near->count; i++) {
        size_t need = near->names[i].len + (i > 0 ? 4 : 2);

        if (len + need + 1 > cap)
            return;
        len += (size_t)snprintf(buf + len, cap - len, "%s'%.*s'",
                                i > 0 ? ", " : "", AT_STR_ARG(near->names[i]));
    }
}
