// completion_bash.c: the rows of the script for bash, including 3.2 of macOS
//
// bash splits "--platform=ios" into three words and, while hostcomplete is on,
// "@e1" into two: readline then replaces a word that still begins with the "@".
#include "commandline/completion_rows.h"

static void
begin(const char *name, const char *about, struct at_buf *out)
{
    at_buf_add_fmt(out, "\n_@FUNCTION@_%s() # %s\n{\n    case $1 in\n", name,
                   about);
}

static void
end(struct at_buf *out)
{
    at_buf_add_text(out, "    esac\n}\n");
}

static void
add_commands(const struct at_program *program, struct at_buf *out)
{
    struct at_str first, verb;
    begin("commands", "what may follow on these words", out);
    at_buf_add_text(out, "    '') echo '");
    for (size_t n = 0; at_completion_first(program, n, &first); n++)
        at_buf_add_fmt(out, "%s%.*s", n ? " " : "", AT_STR_ARG(first));
    at_buf_add_text(out, "' ;;\n");
    for (size_t n = 0; at_completion_first(program, n, &first); n++) {
        for (size_t v = 0; at_completion_verb(program, first, v, &verb); v++) {
            if (v == 0)
                at_buf_add_fmt(out, "    %.*s) echo '", AT_STR_ARG(first));
            at_buf_add_fmt(out, "%s%.*s", v ? " " : "", AT_STR_ARG(verb));
        }
        if (at_completion_verb(program, first, 0, &verb))
            at_buf_add_text(out, "' ;;\n");
    }
    end(out);
}

static void
add_option_names(const struct at_option *rows, struct at_buf *out)
{
    for (size_t i = 0; rows[i].name; i++) {
        at_buf_add_fmt(out, "%s%s", i ? " " : "", rows[i].name);
        if (rows[i].alias)
            at_buf_add_fmt(out, " %s", rows[i].alias);
    }
}

static void
add_options(const struct at_program *program, struct at_buf *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    begin("options", "of a command", out);
    for (size_t i = 0; program->commands[i]; i++) {
        at_command_all_rows(program, program->commands[i], rows);
        at_buf_add_fmt(out, "    '%s') echo '", program->commands[i]->name);
        add_option_names(rows, out);
        at_buf_add_text(out, "' ;;\n");
    }
    at_command_all_rows(program, at_command_default(program), rows);
    at_buf_add_text(out, "    *) echo '");
    add_option_names(rows, out);
    at_buf_add_text(out, "' ;;\n");
    end(out);
}

static void
add_row(enum at_completes what, const char *const *choices, struct at_buf *out)
{
    const char *known = at_completes_known(what);
    at_buf_add_text(out, ") echo '");
    if (what == AT_COMPLETES_CHOICES)
        at_completion_words(choices, out);
    else if (known)
        at_buf_add_fmt(out, "<%s>", known);
    else
        at_buf_add_text(out,
                        what == AT_COMPLETES_FILES ? "<file>" : "<command>");
    at_buf_add_text(out, "' ;;\n");
}

static void
add_words_of_options(const struct at_program *program, struct at_buf *out)
{
    begin("value", "COMMAND:OPTION", out);
    at_completion_values(program, add_row, out);
    end(out);
}

static void
add_words_of_arguments(const struct at_program *program, struct at_buf *out)
{
    begin("argument", "COMMAND:NUMBER", out);
    at_completion_arguments(program, add_row, out);
    end(out);
}

void
at_completion_bash(const struct at_program *program, struct at_buf *out)
{
    struct at_str script = at_str(at_completion_bash_text);
    at_completion_part(&script, out);
    add_commands(program, out);
    add_options(program, out);
    add_words_of_options(program, out);
    add_words_of_arguments(program, out);
    begin("takes_value", "does the option?", out);
    at_buf_add_text(out, "    ");
    at_completion_valued(program, " | ", out);
    at_buf_add_text(out, ") return 0 ;;\n");
    end(out);
    at_buf_cut(out, out->len - 2); // the function continues
    at_buf_add_text(out, "    return 1\n}\n");
    at_completion_part(&script, out);
}
