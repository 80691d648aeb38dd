// completion.h: the scripts by which shells complete a program's lines
//
// The scripts are written from the rows: commands, each one's options, the
// choices of positionals and of options' values, files for paths. Words that
// change between lines they ask the program for, while a line is typed:
// `mobile-dev-agent __complete KIND [SESSION]` prints one a line, and after a
// tab what it is.
#ifndef AT_COMMANDLINE_COMPLETION_H
#define AT_COMMANDLINE_COMPLETION_H

#include "commandline/program.h"

#define AT_KNOWN_WORD "__complete"

#define AT_KNOWN_REFS "refs"           // @e1, of the session's last snapshot
#define AT_KNOWN_REF_NAMES "ref-names" // e1
#define AT_KNOWN_DEVICES "devices"     // that sessions have used or name
#define AT_KNOWN_SESSIONS "sessions"

// Append the script for shell. Fail for an unknown one.
bool at_completion_write(const struct at_program *program, const char *shell,
                         struct at_buf *out);

// The row of `completion` for at_program_run(), and its positionals for others.
extern const struct at_command at_command_completion;
extern const struct at_positional at_completion_positionals[];

#endif
