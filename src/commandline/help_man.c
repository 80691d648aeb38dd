// help_man.c: the manual page, in mdoc
#include <inttypes.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "commandline/help.h"
#include "commandline/help_rows.h"

static void
add_char(struct at_str c, uint32_t cp, bool begins, struct at_buf *out)
{
    if (begins && (cp == '.' || cp == '\''))
        at_buf_add_text(out, "\\&");
    if (cp == '\\')
        at_buf_add_text(out, "\\e");
    else if (cp == '-')
        at_buf_add_text(out, "\\-");
    else if (cp == '"')
        at_buf_add_text(out, "\\(dq");
    else if (cp == '\n')
        at_buf_add_text(out, begins ? ".Pp\n" : "\n");
    else if (cp > 0x7e)
        at_buf_add_fmt(out, "\\[u%04" PRIX32 "]", cp);
    else
        at_buf_add_str(out, c);
}

// Append text that roff takes as it is, a sentence a line, as mdoc wants it. A
// line that begins with a dot would be a request.
static void
add_text(const char *text, struct at_buf *out)
{
    struct at_str rest = at_str(text);
    bool begins = true;
    bool ends = false; // the sentence
    while (rest.len > 0) {
        uint32_t cp = 0;
        size_t len = at_utf8_next(rest, &cp);
        len = len > 0 ? len : 1;
        if (ends && cp == ' ')
            cp = '\n';
        add_char(at_str_head(rest, len), cp, begins, out);
        begins = cp == '\n';
        ends = cp == '.';
        rest = at_str_skip(rest, len);
    }
}

// Append words to a line with a macro: none of them is one itself.
static void
add_words(const char *words, struct at_buf *out)
{
    struct at_str rest = at_str(words);
    struct at_str word;
    while (rest.len > 0 && at_str_next(&rest, ' ', &word)) {
        struct at_buf one = AT_BUF_INIT(AT_KIB);
        at_buf_add_str(&one, word);
        at_buf_add_text(out, " \\&");
        add_text(at_buf_text(&one), out);
        at_buf_deinit(&one);
    }
}

static void
add_item(const char *name, const char *what, struct at_buf *out)
{
    at_buf_add_text(out, ".It Cm");
    add_words(name, out);
    at_buf_add_char(out, '\n');
    add_text(what, out);
    at_buf_add_char(out, '\n');
}

static void
begin_list(struct at_buf *out)
{
    at_buf_add_text(out, ".Bl -tag -width Ds\n");
}

static void
end_list(struct at_buf *out)
{
    at_buf_add_text(out, ".El\n");
}

static void
add_options(const struct at_option *rows, struct at_buf *out)
{
    if (!rows->name)
        return;
    begin_list(out);
    for (; rows->name; rows++) {
        struct at_buf name = AT_BUF_INIT(200);
        struct at_buf what = AT_BUF_INIT(AT_KIB);
        at_buf_add_fmt(&name, "%s%s%s%s%s", rows->alias ? rows->alias : "",
                       rows->alias ? ", " : "", rows->name,
                       rows->value ? " " : "", rows->value ? rows->value : "");
        at_buf_add_text(&what, rows->help);
        if (rows->absent)
            at_buf_add_fmt(&what, " (%s)", rows->absent);
        add_item(at_buf_text(&name), at_buf_text(&what), out);
        at_buf_deinit(&name);
        at_buf_deinit(&what);
    }
    end_list(out);
}

static void
add_arguments(const struct at_positional *rows, struct at_buf *out)
{
    if (!rows || !rows->name)
        return;
    begin_list(out);
    for (; rows->name; rows++) {
        struct at_buf what = AT_BUF_INIT(AT_KIB);
        at_help_argument(rows, "", &what);
        add_item(rows->name, at_buf_text(&what), out);
        at_buf_deinit(&what);
    }
    end_list(out);
}

static void
add_line(const char *words, struct at_buf *out)
{
    at_buf_add_text(out, ".Dl");
    add_words(words, out);
    at_buf_add_char(out, '\n');
}

static void
add_examples(const struct at_program *program, const struct at_example *rows,
             struct at_buf *out)
{
    for (; rows->line; rows++) {
        struct at_buf line = AT_BUF_INIT(AT_KIB);
        at_buf_add_fmt(&line, "%s %s", program->name, rows->line);
        at_buf_add_text(out, ".Pp\n");
        add_text(rows->what, out);
        at_buf_add_text(out, ":\n");
        add_line(at_buf_text(&line), out);
        at_buf_deinit(&line);
    }
}

static void
add_command(const struct at_program *program, const struct at_command *command,
            struct at_buf *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    struct at_buf usage = AT_BUF_INIT(AT_KIB);
    char default_ms[24];
    at_buf_add_text(out, ".Ss");
    add_words(command->name, out);
    at_buf_add_char(out, '\n');
    at_help_usage(program, command, &usage);
    add_line(at_buf_text(&usage), out);
    at_buf_add_text(out, ".Pp\n");
    add_text(command->summary, out);
    at_buf_add_text(out, ".\n");
    add_text(command->about ? command->about : "", out);
    at_buf_add_text(out, command->about ? "\n" : "");
    add_arguments(command->positionals, out);
    at_help_options(program, command, default_ms, rows);
    add_options(rows, out);
    add_examples(program, command->examples, out);
    at_buf_deinit(&usage);
}

static void
add_rows(const char *section, const struct at_help_row *rows,
         struct at_buf *out)
{
    at_buf_add_fmt(out, ".Sh %s\n", section);
    begin_list(out);
    for (; rows->name; rows++) {
        struct at_buf names = AT_BUF_INIT(AT_KIB);
        at_help_names(rows, "", SIZE_MAX, &names);
        add_item(at_buf_text(&names), rows->what, out);
        at_buf_deinit(&names);
    }
    end_list(out);
}

static void
add_title(const struct at_program *program, struct at_buf *out)
{
    at_buf_add_text(out, ".Dd November 23, 2026\n.Dt ");
    for (const char *c = program->name; *c; c++)
        at_buf_add_char(out, at_ascii_is_letter(*c) ? (char)(*c & ~0x20) : *c);
    at_buf_add_fmt(out,
                   " 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n.Sh SYNOPSIS\n.Nm %s\n"
                   "%s COMMAND\n.Op Ar OPTIONS\n.Sh DESCRIPTION\n",
                   program->name, program->summary, program->name,
                   at_command_default(program) ? ".Op Ar" : ".Ar");
}

void
at_help_man(const struct at_program *program, struct at_buf *out)
{
    const struct at_command *const *row = program->commands;
    add_title(program, out);
    add_text(program->about, out);
    at_buf_add_text(out, "Every command also takes:\n");
    add_options(program->options, out);
    at_buf_add_text(out, ".Sh COMMANDS\n");
    for (; *row; row++)
        add_command(program, *row, out);
    add_rows("ENVIRONMENT", program->environment, out);
    add_rows("EXIT STATUS", program->exits, out);
    at_buf_add_text(out, ".Sh SEE ALSO\n.Xr adb 1\n");
}
