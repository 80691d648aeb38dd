// completion_fish.c: the script for fish
#include <stdio.h>

#include "commandline/completion_rows.h"

static const char head[] = "# fish completion for @PROGRAM@; save it as\n"
                           "# ~/.config/fish/completions/@PROGRAM@.fish\n"
                           "complete -c @PROGRAM@ -e\n"
                           "complete -c @PROGRAM@ -f\n";

// The loop over the words before the one to complete; the options that take a
// value and the groups are inserted between its two halves.
static const char walk_begin[] =
    "\n"
    "# Is this the command so far? And, where place is given, is it the "
    "number\n"
    "# of the arguments behind it, or are they themselves?\n"
    "function __@FUNCTION@_at --argument-names wanted place\n"
    "    set -l command ''\n"
    "    set -l arguments\n"
    "    set -l option ''\n"
    "    set -l ended ''\n"
    "    set -l words (commandline -opc)\n"
    "    set -e words[1]\n"
    "    for word in $words\n"
    "        if test -n \"$option\"\n"
    "            set option ''\n"
    "            continue\n"
    "        end\n"
    "        if test -z \"$ended\"\n"
    "            switch $word\n"
    "                case --\n"
    "                    set ended 1\n"
    "                    continue\n"
    "                case ";
static const char walk_groups[] = "\n"
                                  "                    set option $word\n"
                                  "                    continue\n"
                                  "                case '-?*'\n"
                                  "                    continue\n"
                                  "            end\n"
                                  "        end\n"
                                  "        switch \"$command\"\n"
                                  "            case ''";
static const char walk_end[] =
    "\n"
    "                set command (string trim -- \"$command $word\")\n"
    "            case '*'\n"
    "                set -a arguments $word\n"
    "        end\n"
    "    end\n"
    "    test \"$command\" = \"$wanted\"; or return 1\n"
    "    test -z \"$place\"; and return 0\n"
    "    test \"$place\" = (count $arguments); and return 0\n"
    "    test \"$place\" = \"$arguments\"\n"
    "end\n\n";

static const char known[] =
    "function __@FUNCTION@_known --argument-names kind\n"
    "    set -l session ''\n"
    "    set -l option ''\n"
    "    set -l words (commandline -opc)\n"
    "    for word in $words\n"
    "        test \"$option\" = --session; and set session $word\n"
    "        string match -q -- '--session=*' $word\n"
    "        and set session (string replace -- --session= '' $word)\n"
    "        set option $word\n"
    "    end\n"
    "    $words[1] __complete $kind \"$session\" 2>/dev/null\n"
    "end\n\n";

static void
add_walk(const struct at_program *program, struct at_buf *out)
{
    struct at_str first, verb;
    at_buf_add_text(out, walk_begin);
    at_completion_valued(program, " ", out);
    at_buf_add_text(out, walk_groups);
    for (size_t n = 0; at_completion_first(program, n, &first); n++) {
        if (at_completion_verb(program, first, 0, &verb))
            at_buf_add_fmt(out, " %.*s", AT_STR_ARG(first));
    }
    at_buf_add_text(out, walk_end);
    at_buf_add_text(out, known);
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
    at_buf_add_text(out, head);
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
