// command.h: one command as a row
//
// Parsing, --help, the manual page and completion read the rows.
#ifndef AT_COMMANDLINE_COMMAND_H
#define AT_COMMANDLINE_COMMAND_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/options.h"

struct at_arguments;
struct at_invocation; // what run works with; each program defines its own

// The flags that every program has; its own begin at 1 << 4.
enum {
    AT_COMMAND_DEFAULT = 1 << 0, // is meant by a line that names no command
    AT_COMMAND_HISTORY = 1 << 1, // its lines may be kept on disk
};

// An argument: a word that is not an option.
struct at_positional {
    const char *name; // NULL ends the list; help shows "target" as <target>,
                      // "FILE" as it is
    const char *help;
    const char *const *choices; // up to NULL; NULL: any
    const char *const *offers;  // offered by completion; others are valid too
    bool optional;
    bool repeats;    // the last row: takes all that follow
    bool secret;     // may be a password: not written if invocation->secret
    bool alternates; // only each second word of one that repeats is secret
    bool is_file;    // completes to files, as a name such as FILE does
    bool refs;       // completion offers the last snapshot's
};

struct at_example {
    const char *line; // "ui tap @e3"; NULL ends the list
    const char *what;
};

// Lists of rows, for the members below.
#define AT_EXAMPLES(...) ((const struct at_example[]){__VA_ARGS__, {0}})
#define AT_POSITIONALS(...) ((const struct at_positional[]){__VA_ARGS__, {0}})
#define AT_OPTIONS(...) ((const struct at_option[]){__VA_ARGS__, {0}})

struct at_command {
    const char *name;    // "ui snapshot", "gc"
    const char *summary; // one line, lower case, no full stop
    const char *about;   // more for its help page; NULL
    const struct at_positional *positionals; // NULL: none
    const struct at_option *options;         // its own; NULL: none
    const struct at_example *examples;       // at least one
    unsigned flags;     // those above, or the program's own
    int64_t timeout_ms; // default of --timeout-ms; 0: AT_COMMAND_TIMEOUT_MS

    // Do it. Fail with err if it could not be done, or does not hold.
    bool (*run)(struct at_invocation *invocation, struct at_err *err);
    // Return the exit status of a command that sets up and prints by itself;
    // NULL: the program's start calls run.
    int (*start)(const struct at_arguments *args);
    // Append the result of run for people; NULL: each member on a line. Also
    // called with the data of a failed command.
    void (*print)(const json_t *data, struct at_buf *out);
};

enum {
    AT_COMMAND_TIMEOUT_MS = 60000,
    AT_COMMAND_NO_TIMEOUT = -1, // runs until it is interrupted
};

#endif
