// line.h: one command line, from its words to what is printed
#ifndef AT_CLI_LINE_H
#define AT_CLI_LINE_H

#include <jansson.h>

#include "cli/given.h"
#include "cli/output.h"

// Who runs a command that was read: its envelope, owned by the caller.
struct at_line_runner {
    json_t *(*run)(void *user, const struct at_given *given,
                   struct at_output *output);
    void *user;
};

// Words without the program's name. Answers --help and --version, runs the
// command, prints. The exit status. jsonl: whatever the words say.
int at_line_run(int argc, char *const *argv, bool jsonl,
                const struct at_line_runner *runner);

#endif
