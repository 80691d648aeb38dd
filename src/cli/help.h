// help.h: pages about the commands, from their rows
#ifndef AT_CLI_HELP_H
#define AT_CLI_HELP_H

#include "base/buf.h"
#include "cli/command.h"

// What the program is and all commands.
void at_help_all(struct at_buf *out);
// The commands of a group, "ui".
void at_help_group(struct at_str group, struct at_buf *out);
// One command: summary, usage, options with defaults, examples, exit codes.
void at_help_command(const struct at_command *command, struct at_buf *out);
// "usage: mobile-dev-agent ui tap [TARGET] [OPTIONS]"
void at_help_usage(const struct at_command *command, struct at_buf *out);
// docs/cli.md
void at_help_markdown(struct at_buf *out);

#endif
