// commands.h: a program's commands as rows: reading its words, and --help
#ifndef AT_PROGRAMS_COMMANDS_H
#define AT_PROGRAMS_COMMANDS_H

#include "base/argv.h"
#include "base/options.h"

enum {
    AT_PROGRAM_OPTIONS_MAX = 16,
    AT_PROGRAM_USAGE = 2, // the exit status of words that are wrong
};

struct at_program;

// The arguments of one command; borrowed.
struct at_program_call {
    const struct at_program *program;
    const char *argv0;
    const char *const *values; // of the row's options, as at_options_read() has
    const struct at_argv *arguments;
};

struct at_program_command {
    const char *name;      // "doctor", "runs show"; "": runs without a name
    const char *arguments; // "SCENARIO", for --help; NULL: it takes none
    size_t arguments_min;
    size_t arguments_max;
    const char *help; // NULL: for this program's own use, listed nowhere
    const struct at_option *options;
    int (*run)(const struct at_program_call *call); // the exit status
};

struct at_program {
    const char *name;
    const char *about;       // for --help: sentences that end in a newline
    const char *environment; // the same: lines of variables
    // Up to NULL; the first has the name "".
    const struct at_program_command *const *commands;
    int lost_output; // the exit status if stdout cannot be written
};

// Read the words, run the command that they name (the first without one) and
// return the exit status. --help alone, or after a command's name or its first
// word, prints all.
int at_program_run(const struct at_program *program, int argc, char **argv);

// Print "PROGRAM: text; --help lists all" and return AT_PROGRAM_USAGE.
int at_program_refuse(const struct at_program *program, const char *text);
int at_program_print_help(const struct at_program *program);
int at_program_print_version(const struct at_program *program);

#endif
