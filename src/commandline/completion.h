// completion.h: the scripts by which shells complete our command lines
//
// The scripts are written from the rows: commands, each one's options, the
// choices of positionals and of options' values, files for paths.
#ifndef AT_COMMANDLINE_COMPLETION_H
#define AT_COMMANDLINE_COMPLETION_H

#include "base/buf.h"

// Append the script for shell. Fail for an unknown one.
bool at_completion_write(const char *shell, struct at_buf *out);

#endif
