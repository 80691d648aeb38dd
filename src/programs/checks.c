// checks.c: one form for the doctors of all programs
#include "programs/checks.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/quote.h"
#include "wire/json.h"

void
at_checks_add(json_t *list, const struct at_check *check)
{
    json_t *object = json_object();
    at_json_set_text(object, "check", check->name);
    at_json_set_text(object, "level", at_check_level_name(check->level));
    at_json_set_text(object, "text", check->text);
    if (check->remedy[0])
        at_json_set_text(object, "remedy", check->remedy);
    json_array_append_new(list, object);
}

// The column of names, as wide as the longest, but for some that are very long.
static int
name_width(const json_t *list)
{
    enum { LEAST = 9, MOST = 16 };
    size_t i, width = LEAST;
    json_t *check;
    json_array_foreach((json_t *)list, i, check)
    {
        size_t len = at_json_get_str(check, "check").len;
        width = len > width ? len : width;
    }
    return width < MOST ? (int)width : MOST;
}

void
at_checks_write(const json_t *list, struct at_buf *out)
{
    int width = name_width(list);
    size_t i;
    json_t *check;
    json_array_foreach((json_t *)list, i, check)
    {
        struct at_str remedy = at_json_get_str(check, "remedy");
        at_buf_add_fmt(out, "  %-5s %-*s %.*s\n",
                       json_string_value(json_object_get(check, "level")),
                       width,
                       json_string_value(json_object_get(check, "check")),
                       AT_STR_ARG(at_json_get_str(check, "text")));
        if (remedy.len > 0)
            at_buf_add_fmt(out, "%*s%.*s\n", width + 9, "", AT_STR_ARG(remedy));
    }
}
