// main.h: the whole program except its platforms
#ifndef AT_CLI_MAIN_H
#define AT_CLI_MAIN_H

#include "device/platform.h"

// Return the exit status: 0, 1 for a failure, 2 for wrong usage, 127 for a
// missing program.
int at_cli_main(int argc, char **argv,
                const struct at_platform *const *platforms);

#endif
