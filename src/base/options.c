#include "base/options.h"

#include <stdio.h>
#include <string.h>

#include "base/near.h"

enum { HELP_COLUMN = 28 };

static const struct at_option *
find(const struct at_option *rows, struct at_str name)
{
    for (; rows->name; rows++) {
        if (at_str_is(name, rows->name))
            return rows;
    }
    return NULL;
}

static bool
fail_unknown(const struct at_option *rows, struct at_str name,
             struct at_err *err)
{
    struct at_near near = {.wanted = name};
    char names[160];
    for (; rows->name; rows++)
        at_near_offer(&near, at_str(rows->name));
    at_near_write(&near, names, sizeof(names));
    struct at_str shown = at_utf8_head(name, 80);
    return at_fail(err, AT_EUSAGE, "unknown option '%.*s'%s%s",
                   AT_STR_ARG(shown), names[0] ? ": did you mean " : "", names);
}

static bool
check_choice(const struct at_option *row, const char *value, struct at_err *err)
{
    struct at_buf valid = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    for (const char *const *choice = row->choices; choice && *choice;
         choice++) {
        if (strcmp(*choice, value) == 0) {
            at_buf_deinit(&valid);
            return true;
        }
        at_buf_add_fmt(&valid, "%s%s", valid.len ? ", " : "", *choice);
    }
    bool ok = !row->choices;
    if (!ok)
        at_fail(err, AT_EUSAGE, "%s cannot be '%.80s' (valid: %s)", row->name,
                value, at_buf_text(&valid));
    at_buf_deinit(&valid);
    return ok;
}

// The value of row: what stands behind the '=' or in the next word.
static bool
read_value(const struct at_option *row, const char *behind, const char *next,
           const char **out, struct at_err *err)
{
    if (!row->value) {
        *out = "";
        return !behind ||
               at_fail(err, AT_EUSAGE, "%s takes no value", row->name);
    }
    *out = behind ? behind : next;
    if (!*out || !**out)
        return at_fail(err, AT_EUSAGE, "%s needs a value: %s %s", row->name,
                       row->name, row->value);
    return check_choice(row, *out, err);
}

bool
at_options_read(const struct at_option *rows, int count, char *const *words,
                const char **values, struct at_err *err)
{
    for (size_t i = 0; rows[i].name; i++)
        values[i] = NULL;
    for (int i = 0; i < count; i++) {
        struct at_str rest = at_str(words[i]);
        struct at_str name = {NULL, 0};
        (void)at_str_next(&rest, '=', &name);
        const struct at_option *row = find(rows, name);
        if (!row)
            return fail_unknown(rows, name, err);
        const char **value = &values[row - rows];
        if (*value)
            return at_fail(err, AT_EUSAGE, "%s is given twice", row->name);
        bool has = words[i][name.len] == '=';
        const char *behind = has ? words[i] + name.len + 1 : NULL;
        const char *next = i + 1 < count ? words[i + 1] : NULL;
        if (!read_value(row, behind, next, value, err))
            return false;
        i += row->value && !behind;
    }
    return true;
}

void
at_options_help(const struct at_option *rows, struct at_buf *out)
{
    for (; rows->name; rows++) {
        char head[80];
        int len =
            snprintf(head, sizeof(head), "    %s%s%s", rows->name,
                     rows->value ? " " : "", rows->value ? rows->value : "");
        if (len >= HELP_COLUMN)
            at_buf_add_fmt(out, "%s\n%*s%s\n", head, HELP_COLUMN, "",
                           rows->help);
        else
            at_buf_add_fmt(out, "%-*s%s\n", HELP_COLUMN, head, rows->help);
    }
}
