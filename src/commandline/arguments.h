// arguments.h: the words of a command line, read against the rows
#ifndef AT_COMMANDLINE_ARGUMENTS_H
#define AT_COMMANDLINE_ARGUMENTS_H

#include <stdbool.h>

#include "base/err.h"
#include "commandline/program.h"

struct at_argument {
    const struct at_option *row; // one of the rows below; NULL: a positional
    const char *value;
};

// All but words is borrowed from the words given and the rows.
struct at_arguments {
    const struct at_program *program;
    const char *argv0;                         // NULL if not known
    const struct at_command *command;          // NULL: none is meant
    bool is_named;                             // not the default
    const char *group;                         // its first word, or NULL
    struct at_option rows[AT_OPTION_ROWS_MAX]; // the command's and the global
    struct at_argument *words;                 // owned
    size_t count;
    int argc; // the words as they were
    char *const *argv;
};

// Parse words, which begin after the program's name. AT_EUSAGE names what is
// wrong; nothing is required next to --help or --version. Release *out in
// either case.
AT_CHECKED bool at_arguments_parse(const struct at_program *program, int argc,
                                   char *const *argv, struct at_arguments *out,
                                   struct at_err *err);
void at_arguments_deinit(struct at_arguments *args);

bool at_arguments_have(const struct at_arguments *args, const char *option);
// Return true if no word is a secret of the rows, and the command's lines may
// be kept at all.
bool at_arguments_may_be_kept(const struct at_arguments *args);
// Return true if --help or --version is given.
bool at_arguments_ask_for_page(const struct at_arguments *args);
// The value of an option, "" if it takes none; NULL if it is not given.
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

// Append a positional's name as help shows it: <target>, or FILE.
void at_positional_write(const struct at_positional *row, struct at_buf *out);

#endif
