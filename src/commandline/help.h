// help.h: pages about a program's commands, from their rows
#ifndef AT_COMMANDLINE_HELP_H
#define AT_COMMANDLINE_HELP_H

#include "commandline/arguments.h"

// Append the overview, with all commands and the options of the default one.
void at_help_all(const struct at_program *program, struct at_buf *out);
// Append a group's commands, "ui".
void at_help_group(const struct at_program *program, struct at_str group,
                   struct at_buf *out);
// Append a command: summary, usage, options with defaults, examples, exit
// codes.
void at_help_command(const struct at_program *program,
                     const struct at_command *command, struct at_buf *out);
// Append all of them as one page, as docs/cli.md is.
void at_help_markdown(const struct at_program *program, struct at_buf *out);
// Append the manual page, in mdoc.
void at_help_man(const struct at_program *program, struct at_buf *out);

// Append the page that --help or --version asks for.
void at_help_asked(const struct at_arguments *args, struct at_buf *out);
// Append the page that the words of `help` ask for. AT_EUSAGE for a command
// that does not exist.
AT_CHECKED bool at_help_named(const struct at_arguments *args,
                              struct at_buf *out, struct at_err *err);

// The row of `help` for at_program_run(), and its options for others.
extern const struct at_command at_command_help;
extern const struct at_option at_help_modes[];

#endif
