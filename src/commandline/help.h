// help.h: pages about the commands, from their rows
#ifndef AT_COMMANDLINE_HELP_H
#define AT_COMMANDLINE_HELP_H

#include "base/buf.h"
#include "commandline/command.h"

// Append the program's page, with all commands.
void at_help_all(struct at_buf *out);
// Append a group's commands, "ui".
void at_help_group(struct at_str group, struct at_buf *out);
// Append a command: summary, usage, options with defaults, examples, exit
// codes.
void at_help_command(const struct at_command *command, struct at_buf *out);
// Append docs/cli.md.
void at_help_markdown(struct at_buf *out);
// Append the manual page mobile-dev-agent(1), in mdoc.
void at_help_man(struct at_buf *out);

#endif
