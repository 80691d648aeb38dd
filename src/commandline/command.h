// command.h: one command as a row
//
// Parsing, --help, completion and docs/cli.md read the rows. A command gets its
// options and the device from its invocation, leaves its result in
// invocation->data, and returns whether it has done what was requested.
#ifndef AT_COMMANDLINE_COMMAND_H
#define AT_COMMANDLINE_COMMAND_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "base/options.h"

struct at_invocation;

enum at_command_flag {
    AT_COMMAND_RUN = 1 << 0,      // its run has a folder
    AT_COMMAND_LIVE = 1 << 1,     // runs in the live process if there is one
    AT_COMMAND_PLATFORM = 1 << 2, // takes --platform and --device
    AT_COMMAND_APP = 1 << 3,      // takes --app-id
    AT_COMMAND_TIMEOUT =
        1 << 4, // takes --timeout-ms; timeout_ms is its default
    AT_COMMAND_NO_SESSION = 1 << 6,  // session.json is not read
    AT_COMMAND_OWN_OUTPUT = 1 << 5,  // prints by itself: repl, completion, help
    AT_COMMAND_OWN_SIGNALS = 1 << 7, // handles Ctrl-C: repl
    AT_COMMAND_HISTORY = 1 << 8,     // a line of the repl may be kept on disk
    // Takes --timeout-ms, too: how long it looks for an element. A reading of
    // the screen and the action have their own time.
    AT_COMMAND_LOOKS = 1 << 9,
    AT_COMMAND_WAITS = 1 << 10, // the same, for something to happen
    AT_COMMAND_SHOWS = 1 << 11, // acts, and takes --show
    // No other command acts on the device while it runs; implied by the one
    // above.
    AT_COMMAND_ALONE = 1 << 12,
    AT_COMMAND_MAESTRO = 1 << 13, // needs it: listed where it is installed
};

// A word that is not an option.
struct at_positional {
    const char *name; // "target", as help shows it; NULL ends the list
    const char *help;
    const char *const *choices; // up to NULL; NULL: any
    const char *const *offers;  // for completion; others are valid too
    bool optional;
    bool repeats;    // the last row: takes all that follow
    bool secret;     // may be a password: not written if invocation->secret
    bool alternates; // only each second word of one that repeats is secret
    bool refs;       // completion offers the last snapshot's
};

struct at_example {
    const char *line; // "ui tap @e3"; NULL ends the list
    const char *what;
};

struct at_command {
    const char *name;    // "ui snapshot", "gc"
    const char *summary; // one line, lower case, no full stop
    const char *about;   // more for its help page; NULL
    const struct at_positional *positionals; // NULL: none
    const struct at_option *options;         // its own; NULL: none
    const struct at_example *examples;       // at least one
    unsigned flags;                          // enum at_command_flag
    int64_t timeout_ms;                      // 0: AT_COMMAND_TIMEOUT_MS
    // Do it. Fail with err if it could not be done, or does not hold.
    bool (*run)(struct at_invocation *invocation, struct at_err *err);
    // Append data for people; NULL: each member on a line. Also called with
    // the data of a failed command.
    void (*print)(const json_t *data, struct at_buf *out);
};

enum {
    AT_COMMAND_TIMEOUT_MS = 60000,
    AT_COMMAND_NO_TIMEOUT = -1, // runs until it is interrupted
};

#endif
