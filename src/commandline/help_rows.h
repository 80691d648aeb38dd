// help_rows.h: what all forms of the help share; for help*.c
#ifndef AT_COMMANDLINE_HELP_ROWS_H
#define AT_COMMANDLINE_HELP_ROWS_H

#include "base/buf.h"
#include "commandline/arguments.h"
#include "commandline/command.h"

struct at_help_row {
    const char *name; // NULL ends the list
    const char *what;
};

extern const char at_help_about[];
extern const struct at_help_row at_help_exit_rows[];
extern const struct at_help_row at_help_environment_rows[];

// Append "mobile-dev-agent ui tap [<target>] [OPTIONS]".
void at_help_usage(const struct at_command *command, struct at_buf *out);
// Write the options of the command itself to rows and return their number.
// default_ms holds the text of a default that is a number of the row.
size_t at_help_options(const struct at_command *command, char default_ms[24],
                       struct at_option rows[AT_OPTION_ROWS_MAX]);

#endif
