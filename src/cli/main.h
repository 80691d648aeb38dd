// main.h: the whole program but its platforms
#ifndef AT_CLI_MAIN_H
#define AT_CLI_MAIN_H

#include "device/platform.h"

// Exit status: 0, 1 it ran and failed, 2 usage, 127 a program is missing.
int at_cli_main(int argc, char **argv,
                const struct at_platform *const *platforms);

#endif
