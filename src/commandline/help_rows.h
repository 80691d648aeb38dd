// help_rows.h: what all forms of the help share; for help*.c
#ifndef AT_COMMANDLINE_HELP_ROWS_H
#define AT_COMMANDLINE_HELP_ROWS_H

#include "commandline/arguments.h"

// Append "mobile-dev-agent ui tap [<target>] [OPTIONS]".
void at_help_usage(const struct at_program *program,
                   const struct at_command *command, struct at_buf *out);
// Append an argument's help and its choices, each between quotes.
void at_help_argument(const struct at_positional *row, const char *quote,
                      struct at_buf *out);
// Append the names of a row with commas between, each between quotes, in lines
// of that width.
void at_help_names(const struct at_help_row *row, const char *quote,
                   size_t width, struct at_buf *out);
// Write the options of the command itself to rows and return their number.
// default_ms holds the text of a default that is a number of the row.
size_t at_help_options(const struct at_program *program,
                       const struct at_command *command, char default_ms[24],
                       struct at_option rows[AT_OPTION_ROWS_MAX]);

#endif
