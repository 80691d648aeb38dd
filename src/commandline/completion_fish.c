// completion_fish.c: the rows of the script for fish
#include <stdio.h>

#include "commandline/completion_rows.h"

// Write the script, with the options that take a value and the groups in the
// loop over the words before the one to complete.
static void
add_walk(const struct at_program *program, struct at_buf *out)
{
    struct at_str script = at_str(at_completion_fish_text);
    struct at_str first, verb;
    at_completion_part(&script, out);
    at_completion_valued(program, " ", out);
    at_completion_part(&script, out);
    for (size_t n = 0; at_completion_first(program, n, &first); n++) {
        if (at_completion_verb(program, first, 0, &verb))
            at_buf_add_fmt(out, " %.*s", AT_STR_ARG(first));
    }
    at_completion_part(&script, out);
}

// complete -c @PROGRAM@ -n '__@FUNCTION@_at "ui tap"'
static void
begin(struct at_str command, struct at_str place, struct at_buf *out)
{
    at_buf_add_fmt(out,
                   "complete -c @PROGRAM@ -n '__@FUNCTION@_at "
                   "\"%.*s\"",
                   AT_STR_ARG(command));
    if (place.len > 0)
        at_buf_add_fmt(out, " \"%.*s\"", AT_STR_ARG(place));
    at_buf_add_char(out, '\'');
}

static void
end(struct at_str about, struct at_buf *out)
{
    at_buf_add_text(out, " -d '");
    at_completion_quoted(about, "\\'", out);
    at_buf_add_text(out, "'\n");
}

static void
add_first_words(const struct at_program *program, struct at_str command,
                struct at_str place, struct at_buf *out)
{
    struct at_str first;
    for (size_t n = 0; at_completion_first(program, n, &first); n++) {
        struct at_buf about = AT_BUF_INIT(1000);
        at_completion_about(program, first, &about);
        begin(command, place, out);
        at_buf_add_fmt(out, " -a %.*s", AT_STR_ARG(first));
        end(at_buf_str(&about), out);
        at_buf_deinit(&about);
    }
}

static void
add_verbs(const struct at_program *program, struct at_str command,
          struct at_str place, struct at_str group, struct at_buf *out)
{
    const struct at_command *row;
    struct at_str verb;
    for (size_t v = 0; (row = at_completion_verb(program, group, v, &verb));
         v++) {
        begin(command, place, out);
        at_buf_add_fmt(out, " -a %.*s", AT_STR_ARG(verb));
        end(at_str(row->summary), out);
    }
}

static void
add_commands(const struct at_program *program, struct at_buf *out)
{
    struct at_str first;
    add_first_words(program, AT_STR(""), AT_STR(""), out);
    for (size_t n = 0; at_completion_first(program, n, &first); n++)
        add_verbs(program, first, AT_STR(""), first, out);
}

// Words from the session's files.
static void
add_known(enum at_completes what, struct at_buf *out)
{
    if (at_completes_known(what))
        at_buf_add_fmt(out, " -a '(__@FUNCTION@_known %s)'",
                       at_completes_known(what));
}

static void
add_option(const struct at_program *program, struct at_str command,
           const struct at_option *row, struct at_buf *out)
{
    begin(command, AT_STR(""), out);
    at_buf_add_fmt(out, " -l %s", row->name + 2);
    if (row->alias)
        at_buf_add_fmt(out, " -s %s", row->alias + 1);
    if (row->value)
        at_buf_add_text(out,
                        at_option_completes(program, row) == AT_COMPLETES_FILES
                            ? " -r -F"
                            : " -x");
    if (row->choices) {
        at_buf_add_text(out, " -a '");
        at_completion_words(row->choices, out);
        at_buf_add_char(out, '\'');
    }
    if (row->value)
        add_known(at_option_completes(program, row), out);
    end(at_str(row->help), out);
}

static void
add_positional(const struct at_program *program, struct at_str command,
               size_t n, const struct at_positional *row, struct at_buf *out)
{
    char number[24];
    struct at_str first, place = {0};
    enum at_completes what = at_positional_completes(row);
    if (!row->repeats) {
        snprintf(number, sizeof(number), "%zu", n);
        place = at_str(number);
    }
    if (what == AT_COMPLETES_COMMANDS) {
        add_first_words(program, command, AT_STR("0"), out);
        for (size_t i = 0; at_completion_first(program, i, &first); i++)
            add_verbs(program, command, first, first, out);
        return;
    }
    if (what == AT_COMPLETES_NOTHING)
        return;
    begin(command, place, out);
    if (what == AT_COMPLETES_FILES) {
        at_buf_add_text(out, " -F");
    } else if (at_completes_known(what)) {
        add_known(what, out);
    } else {
        at_buf_add_text(out, " -a '");
        at_completion_words(at_positional_offers(row), out);
        at_buf_add_char(out, '\'');
    }
    end(at_str(row->help), out);
}

void
at_completion_fish(const struct at_program *program, struct at_buf *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    add_walk(program, out);
    add_commands(program, out);
    at_command_all_rows(program, at_command_default(program), rows);
    for (size_t n = 0; rows[n].name; n++)
        add_option(program, AT_STR(""), &rows[n], out);
    for (size_t i = 0; program->commands[i]; i++) {
        struct at_str name = at_str(program->commands[i]->name);
        const struct at_positional *positionals =
            program->commands[i]->positionals;
        at_command_all_rows(program, program->commands[i], rows);
        for (size_t n = 0; rows[n].name; n++)
            add_option(program, name, &rows[n], out);
        for (size_t n = 0; positionals && positionals[n].name; n++)
            add_positional(program, name, n, &positionals[n], out);
    }
}
