// completion_zsh.c: the rows of the script for zsh
#include "commandline/completion_rows.h"

static void
begin(const char *name, struct at_buf *out)
{
    at_buf_add_fmt(out, "\n_@FUNCTION@_%s() {\n    found=()\n    case $1 in\n",
                   name);
}

static void
end(struct at_buf *out)
{
    at_buf_add_text(out, "    esac\n}\n");
}

// Append 'name:help'.
static void
add_found(struct at_str name, struct at_str about, struct at_buf *out)
{
    at_buf_add_text(out, "\n        '");
    at_completion_quoted(name, "'\\''", out);
    at_buf_add_char(out, ':');
    at_completion_quoted(about, "'\\''", out);
    at_buf_add_char(out, '\'');
}

static void
add_first_words(const struct at_program *program, struct at_buf *out)
{
    struct at_str first;
    at_buf_add_text(out, "    '') found=(");
    for (size_t n = 0; at_completion_first(program, n, &first); n++) {
        struct at_buf about = AT_BUF_INIT(1000);
        at_completion_about(program, first, &about);
        add_found(first, at_buf_str(&about), out);
        at_buf_deinit(&about);
    }
    at_buf_add_text(out, ") ;;\n");
}

static void
add_commands(const struct at_program *program, struct at_buf *out)
{
    const struct at_command *command;
    struct at_str first, verb;
    begin("commands", out);
    add_first_words(program, out);
    for (size_t n = 0; at_completion_first(program, n, &first); n++) {
        if (!at_completion_verb(program, first, 0, &verb))
            continue;
        at_buf_add_fmt(out, "    %.*s) found=(", AT_STR_ARG(first));
        for (size_t v = 0;
             (command = at_completion_verb(program, first, v, &verb)); v++)
            add_found(verb, at_str(command->summary), out);
        at_buf_add_text(out, ") ;;\n");
    }
    end(out);
}

static void
add_option_rows(const struct at_option *rows, struct at_buf *out)
{
    at_buf_add_text(out, ") found=(");
    for (; rows->name; rows++) {
        add_found(at_str(rows->name), at_str(rows->help), out);
        if (rows->alias)
            add_found(at_str(rows->alias), at_str(rows->help), out);
    }
    at_buf_add_text(out, ") ;;\n");
}

static void
add_options(const struct at_program *program, struct at_buf *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    begin("options", out);
    for (size_t i = 0; program->commands[i]; i++) {
        at_command_all_rows(program, program->commands[i], rows);
        at_buf_add_fmt(out, "    '%s'", program->commands[i]->name);
        add_option_rows(rows, out);
    }
    at_command_all_rows(program, at_command_default(program), rows);
    at_buf_add_text(out, "    *");
    add_option_rows(rows, out);
    end(out);
}

static void
add_row(enum at_completes what, const char *const *choices, struct at_buf *out)
{
    const char *known = at_completes_known(what);
    at_buf_add_text(out, ") found=(");
    if (what == AT_COMPLETES_CHOICES)
        at_completion_words(choices, out);
    else if (known)
        at_buf_add_fmt(out, "'<%s>'", known);
    else
        at_buf_add_text(out, what == AT_COMPLETES_FILES ? "'<file>'"
                                                        : "'<command>'");
    at_buf_add_text(out, ") ;;\n");
}

static void
add_words_of_options(const struct at_program *program, struct at_buf *out)
{
    begin("value", out);
    at_completion_values(program, add_row, out);
    end(out);
}

static void
add_words_of_arguments(const struct at_program *program, struct at_buf *out)
{
    begin("argument", out);
    at_completion_arguments(program, add_row, out);
    end(out);
}

void
at_completion_zsh(const struct at_program *program, struct at_buf *out)
{
    struct at_str script = at_str(at_completion_zsh_text);
    at_completion_part(&script, out);
    add_commands(program, out);
    add_options(program, out);
    add_words_of_options(program, out);
    add_words_of_arguments(program, out);
    at_buf_add_text(out, "\n_@FUNCTION@_takes_value() {\n    [[ $1 == (");
    at_completion_valued(program, "|", out);
    at_buf_add_text(out, ") ]]\n}\n");
    at_completion_part(&script, out);
}
