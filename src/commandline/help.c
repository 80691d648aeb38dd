#include "commandline/help.h"

#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "commandline/help_rows.h"

enum { NAME_COLUMN = 26, VARIABLE_COLUMN = 42, NAMES_WIDTH = 72 };

static void
add_usage_word(const struct at_positional *row, struct at_buf *out)
{
    at_buf_add_text(out, row->optional ? " [" : " ");
    at_positional_write(row, out);
    at_buf_add_text(out, row->repeats ? "..." : "");
    at_buf_add_text(out, row->optional ? "]" : "");
}

static void
add_usage_words(const struct at_command *command, struct at_buf *out)
{
    const struct at_positional *row = command->positionals;
    for (; row && row->name; row++)
        add_usage_word(row, out);
}

void
at_help_usage(const struct at_program *program,
              const struct at_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s %s", program->name, command->name);
    add_usage_words(command, out);
    at_buf_add_text(out, " [OPTIONS]");
}

static void
add_command_line(const struct at_program *program,
                 const struct at_command *command, struct at_buf *out)
{
    struct at_buf head = AT_BUF_INIT(200);
    at_buf_add_text(&head, command->name);
    if (!program->takes_texts)
        add_usage_words(command, &head);
    at_buf_add_fmt(out, "    %-*s%s\n", NAME_COLUMN, at_buf_text(&head),
                   command->summary);
    at_buf_deinit(&head);
}

static void
add_exit_codes(const struct at_program *program, struct at_buf *out)
{
    at_buf_add_text(out, "\nExit codes:\n");
    for (const struct at_help_row *row = program->exits; row->name; row++)
        at_buf_add_fmt(out, "    %-8s%s\n", row->name, row->what);
}

static void
add_example(const struct at_program *program, const struct at_example *row,
            struct at_buf *out)
{
    at_buf_add_fmt(out, "    %s %s\n        %s\n", program->name, row->line,
                   row->what);
}

static void
add_examples(const struct at_program *program, const struct at_example *row,
             struct at_buf *out)
{
    at_buf_add_text(out, "\nExamples:\n");
    for (; row->line; row++)
        add_example(program, row, out);
}

static void
add_commands(const struct at_program *program, struct at_buf *out)
{
    for (const struct at_command *const *row = program->commands; *row; row++)
        add_command_line(program, *row, out);
}

void
at_help_names(const struct at_help_row *row, const char *quote, size_t width,
              struct at_buf *out)
{
    struct at_str rest = at_str(row->name), name;
    size_t begin = out->len;
    while (at_str_next(&rest, ' ', &name)) {
        const char *sep = out->len == begin ? "" : ", ";
        if (*sep && out->len - begin + name.len + strlen(sep) > width) {
            at_buf_add_text(out, ",\n    ");
            begin = out->len;
            sep = "";
        }
        at_buf_add_fmt(out, "%s%s%.*s%s", sep, quote, AT_STR_ARG(name), quote);
    }
}

static void
add_environment(const struct at_program *program, struct at_buf *out)
{
    at_buf_add_fmt(out, "\n%s:\n", program->environment_title);
    for (const struct at_help_row *row = program->environment; row->name;
         row++) {
        struct at_buf names = AT_BUF_INIT(AT_KIB);
        at_buf_add_text(&names, "    ");
        at_help_names(row, "", NAMES_WIDTH, &names);
        at_options_help_row(at_buf_text(&names), VARIABLE_COLUMN,
                            at_str(row->what), out);
        at_buf_deinit(&names);
    }
}

void
at_help_all(const struct at_program *program, struct at_buf *out)
{
    const struct at_command *command = at_command_default(program);
    struct at_option rows[AT_OPTION_ROWS_MAX];
    at_buf_add_fmt(out, "usage: %s %s [OPTIONS]\n\n%s\nCommands:\n",
                   program->name, command ? "[COMMAND]" : "COMMAND",
                   program->about);
    add_commands(program, out);
    at_buf_add_text(out, "\nOptions:\n");
    at_command_all_rows(program, command, rows);
    at_options_help(rows, out);
    add_environment(program, out);
    add_examples(program, program->examples, out);
    add_exit_codes(program, out);
}

void
at_help_group(const struct at_program *program, struct at_str group,
              struct at_buf *out)
{
    const struct at_command *const *row;
    at_buf_add_fmt(out, "usage: %s %.*s COMMAND [OPTIONS]\n\nCommands:\n",
                   program->name, AT_STR_ARG(group));
    for (row = program->commands; *row; row++) {
        if (at_command_is_of(*row, group))
            add_command_line(program, *row, out);
    }
    at_buf_add_text(out, "\nOptions:\n");
    at_options_help(program->options, out);
    at_buf_add_text(out, "\nExamples:\n");
    for (row = program->commands; *row; row++) {
        if (at_command_is_of(*row, group))
            add_example(program, (*row)->examples, out);
    }
    add_exit_codes(program, out);
}

void
at_help_argument(const struct at_positional *row, const char *quote,
                 struct at_buf *out)
{
    at_buf_add_text(out, row->help);
    for (size_t i = 0; row->choices && row->choices[i]; i++)
        at_buf_add_fmt(out, "%s%s%s%s", i ? ", " : ": ", quote, row->choices[i],
                       quote);
}

static void
add_arguments(const struct at_command *command, struct at_buf *out)
{
    const struct at_positional *row = command->positionals;
    at_buf_add_text(out, row ? "\nArguments:\n" : "");
    for (; row && row->name; row++) {
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        char head[80];
        snprintf(head, sizeof(head), "    %s", row->name);
        at_help_argument(row, "", &text);
        at_options_help_row(head, AT_OPTIONS_HELP_COLUMN, at_buf_str(&text),
                            out);
        at_buf_deinit(&text);
    }
}

size_t
at_help_options(const struct at_program *program,
                const struct at_command *command, char default_ms[24],
                struct at_option rows[AT_OPTION_ROWS_MAX])
{
    size_t count = at_command_rows(program, command, rows);
    int64_t ms = command->timeout_ms ? command->timeout_ms
                                     : (int64_t)AT_COMMAND_TIMEOUT_MS;
    snprintf(default_ms, 24, "%" PRId64, ms);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, "--timeout-ms") == 0 && !rows[i].absent)
            rows[i].absent = default_ms;
    }
    return count;
}

void
at_help_command(const struct at_program *program,
                const struct at_command *command, struct at_buf *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    char default_ms[24];
    at_buf_add_fmt(out, "%s: %s\n\nUsage:\n    ", command->name,
                   command->summary);
    at_help_usage(program, command, out);
    at_buf_add_char(out, '\n');
    if (command->about)
        at_buf_add_fmt(out, "\n%s\n", command->about);
    add_arguments(command, out);
    at_buf_add_text(out, "\nOptions:\n");
    at_help_options(program, command, default_ms, rows);
    at_options_help(rows, out);
    at_options_help(program->options, out);
    add_examples(program, command->examples, out);
    add_exit_codes(program, out);
}

// Append a text of a table, where a bar would begin the next cell.
static void
add_cell(const char *text, struct at_buf *out)
{
    for (; text && *text; text++)
        at_buf_add_fmt(out, *text == '|' ? "\\%c" : "%c", *text);
}

static void
add_option_row(const struct at_option *row, struct at_buf *out)
{
    at_buf_add_text(out, "| `");
    if (row->alias)
        at_buf_add_fmt(out, "%s`, `", row->alias);
    at_buf_add_fmt(out, "%s%s", row->name, row->value ? " " : "");
    add_cell(row->value, out);
    at_buf_add_text(out, "` | ");
    add_cell(row->help, out);
    at_buf_add_text(out, " | ");
    add_cell(row->absent, out);
    at_buf_add_text(out, " |\n");
}

static void
add_option_table(const struct at_option *rows, struct at_buf *out)
{
    if (!rows->name)
        return;
    at_buf_add_text(out,
                    "\n| option | what | default |\n| --- | --- | --- |\n");
    for (; rows->name; rows++)
        add_option_row(rows, out);
}

static void
add_markdown(const struct at_program *program, const struct at_command *command,
             struct at_buf *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    char default_ms[24];
    const struct at_positional *positional = command->positionals;
    at_buf_add_fmt(out, "\n## %s\n\n`", command->name);
    at_help_usage(program, command, out);
    at_buf_add_fmt(out, "`: %s.\n", command->summary);
    if (command->about)
        at_buf_add_fmt(out, "\n%s\n", command->about);
    at_buf_add_text(out, positional ? "\n" : "");
    for (; positional && positional->name; positional++) {
        at_buf_add_text(out, "- `");
        at_positional_write(positional, out);
        at_buf_add_text(out, "`: ");
        at_help_argument(positional, "`", out);
        at_buf_add_char(out, '\n');
    }
    at_help_options(program, command, default_ms, rows);
    add_option_table(rows, out);
    for (const struct at_example *row = command->examples; row->line; row++)
        at_buf_add_fmt(out, "\n    %s %s\n\n%s\n", program->name, row->line,
                       row->what);
}

void
at_help_markdown(const struct at_program *program, struct at_buf *out)
{
    const struct at_help_row *row;
    at_buf_add_fmt(out,
                   "# %s\n\n%sThis page is the output of `%s help --markdown`; "
                   "a test compares the two.\n\nEvery command also takes:\n",
                   program->name, program->about, program->name);
    add_option_table(program->options, out);
    at_buf_add_text(out, "\n| exit status | meaning |\n| --- | --- |\n");
    for (row = program->exits; row->name; row++)
        at_buf_add_fmt(out, "| %s | %s |\n", row->name, row->what);
    at_buf_add_text(out, "\n| variable | what |\n| --- | --- |\n");
    for (row = program->environment; row->name; row++) {
        at_buf_add_text(out, "| ");
        at_help_names(row, "`", SIZE_MAX, out);
        at_buf_add_fmt(out, " | %s |\n", row->what);
    }
    for (const struct at_command *const *command = program->commands; *command;
         command++)
        add_markdown(program, *command, out);
}
