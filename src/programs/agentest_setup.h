// agentest_setup.h: `agentest setup`: make agentest known to MCP clients
#ifndef AT_PROGRAMS_AGENTEST_SETUP_H
#define AT_PROGRAMS_AGENTEST_SETUP_H

#include "commandline/command.h"

extern const struct at_command at_agentest_setup;

// Print the text to paste into a client's configuration on stdout, the place on
// stderr. Return the exit status.
int at_agentest_print_config(const char *client, const char *argv0);

#endif
