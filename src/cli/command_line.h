// command_line.h: one command line, from its words to what is printed
#ifndef AT_CLI_COMMAND_LINE_H
#define AT_CLI_COMMAND_LINE_H

#include <jansson.h>

#include "commandline/arguments.h"
#include "cli/output.h"

// Runs a command and returns its envelope, owned by the caller.
struct at_cli_runner {
    json_t *(*run)(void *user, const struct at_arguments *args,
                   struct at_output *output);
    void *user;
};

// Run the command of words, which begin after the program's name, and print its
// result, or the page of --help or --version. Return the exit status. jsonl:
// print JSON lines, whatever the words say.
int at_cli_line_run(int argc, char *const *argv, bool jsonl,
                    const struct at_cli_runner *runner);

#endif
