// arguments.h: the words of a command line, read against the rows
#ifndef AT_COMMANDLINE_ARGUMENTS_H
#define AT_COMMANDLINE_ARGUMENTS_H

#include <stdbool.h>

#include "base/err.h"
#include "commandline/command.h"

enum { AT_ARGUMENTS_MAX = 64, AT_OPTION_ROWS_MAX = 32 };

enum at_output_mode { AT_OUTPUT_TEXT, AT_OUTPUT_JSON, AT_OUTPUT_JSONL };

// Everything is borrowed from the words and the rows.
struct at_arguments {
    const struct at_command *command;          // NULL: not named
    const char *group;                         // its first word, or NULL
    struct at_option rows[AT_OPTION_ROWS_MAX]; // the command's and the global
    struct {
        const struct at_option *row; // of the list above; NULL: a positional
        const char *value;
    } words[AT_ARGUMENTS_MAX];
    size_t count;
    int argc; // the words as they were
    char *const *argv;
};

// The global options: --session, --json, --jsonl, --quiet, --verbose, --help,
// --version.
extern const struct at_option at_global_options[];
// Write the rows of the options that the command takes, those of its flags
// (--platform, --device, --app-id, --timeout-ms) included, and one without a
// name. Return how many there are.
size_t at_command_rows(const struct at_command *command, struct at_option *out,
                       size_t max);

// Parse words, which begin after the program's name. AT_EUSAGE names what is
// wrong; nothing is required next to --help or --version.
AT_CHECKED bool at_arguments_parse(int argc, char *const *argv,
                                   struct at_arguments *out,
                                   struct at_err *err);

bool at_arguments_have(const struct at_arguments *args, const char *option);
// Is none of the words a secret of the rows, and may the command's lines be
// kept at all?
bool at_arguments_may_be_kept(const struct at_arguments *args);
// Is --help or --version given?
bool at_arguments_ask_for_page(const struct at_arguments *args);
// The value of an option; NULL if it is not given.
const char *at_arguments_option(const struct at_arguments *args,
                                const char *option);
// The n-th value of an option that repeats; NULL after the last.
const char *at_arguments_nth_option(const struct at_arguments *args,
                                    const char *option, size_t n);
// The n-th positional argument; NULL after the last.
const char *at_arguments_at(const struct at_arguments *args, size_t n);
// Read a number within bounds. *out keeps its value if the option is absent.
AT_CHECKED bool at_arguments_int(const struct at_arguments *args,
                                 const char *option, int64_t min, int64_t max,
                                 int64_t *out, struct at_err *err);

const char *at_arguments_session(const struct at_arguments *args);
enum at_output_mode at_arguments_mode(const struct at_arguments *args);

#endif
