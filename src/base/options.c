#include "base/options.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "base/near.h"

enum { HELP_WIDTH = 100 };

const struct at_option *
at_options_find(const struct at_option *rows, struct at_str name)
{
    for (; rows->name; rows++) {
        if (at_str_is(name, rows->name) ||
            (rows->alias && at_str_is(name, rows->alias)))
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

// Choices count in any case, and are passed on as the row has them.
static bool
check_choice(const struct at_option *row, const char **inout_value,
             struct at_err *err)
{
    struct at_buf valid = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    bool ok = !row->choices;
    for (const char *const *choice = row->choices; !ok && choice && *choice;
         choice++) {
        ok = at_str_eq_nocase(at_str(*choice), at_str(*inout_value));
        if (ok)
            *inout_value = *choice;
        at_buf_add_fmt(&valid, "%s%s", valid.len ? ", " : "", *choice);
    }
    if (!ok)
        at_fail(err, AT_EUSAGE, "%s cannot be '%.80s' (valid: %s)", row->name,
                *inout_value, at_buf_text(&valid));
    at_buf_deinit(&valid);
    return ok;
}

// Read the value of row after the '=' or from the next word.
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
    if (!*out || (!**out && !row->empty))
        return at_fail(err, AT_EUSAGE, "%s needs a value: %s %s", row->name,
                       row->name, row->value);
    return check_choice(row, out, err);
}

static bool
is_option(const char *word)
{
    char c = word[0] == '-' ? word[1] : '\0';
    return c == '-' || at_ascii_is_letter(c);
}

static bool
read_option(const struct at_option *rows, const char *word, const char *next,
            struct at_option_word *out, struct at_err *err)
{
    struct at_str rest = at_str(word);
    struct at_str name = {NULL, 0};
    (void)at_str_next(&rest, '=', &name);
    out->row = at_options_find(rows, name);
    if (!out->row)
        return fail_unknown(rows, name, err);
    const char *behind = word[name.len] == '=' ? word + name.len + 1 : NULL;
    return read_value(out->row, behind, next, &out->value, err);
}

bool
at_options_next(struct at_option_scan *scan, struct at_option_word *out,
                struct at_err *err)
{
    const char *word = scan->words[scan->at++];
    const char *next = scan->at < scan->count ? scan->words[scan->at] : NULL;
    if (!scan->only_arguments && strcmp(word, "--") == 0) {
        scan->only_arguments = true;
        *out = (struct at_option_word){NULL, NULL};
        return true;
    }
    if (scan->only_arguments || !is_option(word)) {
        *out = (struct at_option_word){NULL, word};
        return true;
    }
    if (!read_option(scan->rows, word, next, out, err))
        return false;
    scan->at += out->row->value && !strchr(word, '=');
    return true;
}

void
at_options_help_row(const char *head, size_t column, struct at_str text,
                    struct at_buf *out)
{
    size_t at = strlen(head);
    struct at_str word;
    at_buf_add_text(out, head);
    if (at >= column)
        at_buf_add_char(out, '\n');
    at_buf_add_fmt(out, "%*s", (int)(at >= column ? column : column - at), "");
    at = column;
    while (at_str_next(&text, ' ', &word)) {
        size_t width = at_utf8_count(word);
        if (at > column && at + 1 + width > HELP_WIDTH) {
            at_buf_add_fmt(out, "\n%*s", (int)column, "");
            at = column;
        } else if (at > column) {
            at_buf_add_char(out, ' ');
            at++;
        }
        at_buf_add_str(out, word);
        at += width;
    }
    at_buf_add_char(out, '\n');
}

void
at_options_help(const struct at_option *rows, struct at_buf *out)
{
    for (; rows->name; rows++) {
        char head[80];
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        snprintf(head, sizeof(head), "    %s%s%s%s%s",
                 rows->alias ? rows->alias : "", rows->alias ? ", " : "",
                 rows->name, rows->value ? " " : "",
                 rows->value ? rows->value : "");
        at_buf_add_text(&text, rows->help);
        if (rows->absent)
            at_buf_add_fmt(&text, " (default: %s)", rows->absent);
        at_options_help_row(head, AT_OPTIONS_HELP_COLUMN, at_buf_str(&text),
                            out);
        at_buf_deinit(&text);
    }
}
