// completion.h: what a shell needs to complete our command lines
//
// The scripts are written from the rows: commands, each one's options, the
// choices of arguments and of options' values, files where a path is wanted.
#ifndef AT_CLI_COMPLETION_H
#define AT_CLI_COMPLETION_H

#include "base/buf.h"

// Append the script for one of them. False for another shell.
bool at_completion_write(const char *shell, struct at_buf *out);

#endif
