// given.h: the words of a command line, read against the rows
#ifndef AT_CLI_GIVEN_H
#define AT_CLI_GIVEN_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/command.h"

enum { AT_GIVEN_MAX = 64, AT_GIVEN_ROWS_MAX = 32 };

enum at_output_mode { AT_OUTPUT_TEXT, AT_OUTPUT_JSON, AT_OUTPUT_JSONL };

// Everything is borrowed from the words and the rows.
struct at_given {
    const struct at_command *command;         // NULL: none was named
    struct at_option rows[AT_GIVEN_ROWS_MAX]; // that it takes, and the global
    struct {
        const struct at_option *row; // of the list above; NULL: an argument
        const char *value;
    } words[AT_GIVEN_MAX];
    size_t count;
    int argc; // as they were
    char *const *argv;
};

// Global ones: --session, --json, --jsonl, --quiet, --verbose, --help,
// --version.
extern const struct at_option at_global_options[];
// What flags adds: --platform, --device, --app-id, --timeout-ms. The rows are
// up to the one without a name.
size_t at_command_rows(const struct at_command *command, struct at_option *out,
                       size_t max);

// Words without the program's name. AT_EUSAGE names what is wrong; --help and
// --version are found in out on failure too, so that `ui tap --help` needs no
// target.
AT_CHECKED bool at_given_read(int argc, char *const *argv, struct at_given *out,
                              struct at_err *err);

bool at_given_has(const struct at_given *given, const char *option);
// Its value, the last one; NULL where it is not given.
const char *at_given_option(const struct at_given *given, const char *option);
// The n-th value of one that repeats; NULL behind the last.
const char *at_given_option_at(const struct at_given *given, const char *option,
                               size_t n);
// The n-th argument; NULL behind the last.
const char *at_given_argument(const struct at_given *given, size_t n);
size_t at_given_argument_count(const struct at_given *given);
// A number option within bounds; *out stays as it is where it is not given.
AT_CHECKED bool at_given_int(const struct at_given *given, const char *option,
                             int64_t min, int64_t max, int64_t *out,
                             struct at_err *err);

const char *at_given_session(const struct at_given *given);
enum at_output_mode at_given_mode(const struct at_given *given);

#endif
