// completion_rows.h: the rows as a shell sees them, for the three scripts
#ifndef AT_CLI_COMPLETION_ROWS_H
#define AT_CLI_COMPLETION_ROWS_H

#include "cli/command.h"
#include "cli/given.h"

void at_completion_bash(struct at_buf *out);
void at_completion_fish(struct at_buf *out);
void at_completion_zsh(struct at_buf *out);

enum at_completes {
    AT_COMPLETES_NOTHING,
    AT_COMPLETES_CHOICES,
    AT_COMPLETES_FILES,
    AT_COMPLETES_COMMANDS, // help's own argument
};

enum at_completes at_option_completes(const struct at_option *row);
enum at_completes at_argument_completes(const struct at_argument *row);
const char *const *at_argument_offers(const struct at_argument *row);

// Its own options and those of every command; up to the one without a name.
void at_completion_options(const struct at_command *command,
                           struct at_option rows[AT_GIVEN_ROWS_MAX]);

// What stands first in a command line: "ui", "gc"; each once, in order.
bool at_completion_first(size_t n, struct at_str *out);
// The n-th second word of a group, and its row; NULL behind the last.
const struct at_command *at_completion_verb(struct at_str group, size_t n,
                                            struct at_str *out);
// What a first word is for: a command's summary, a group's second words.
void at_completion_about(struct at_str first, struct at_buf *out);

// All options that take a value, each once, in front of each sep.
void at_completion_valued(const char *sep, struct at_buf *out);

// For the scripts with a case in them: a label a row that completes to
// something, 'ui press:0' or 'device list:--platform', and what row adds to it.
typedef void at_completion_row(enum at_completes what,
                               const char *const *choices, struct at_buf *out);
void at_completion_values(at_completion_row *row, struct at_buf *out);
void at_completion_arguments(at_completion_row *row, struct at_buf *out);

// Words, with a blank between them.
void at_completion_words(const char *const *words, struct at_buf *out);
// text inside of a shell's single quotes; quote is what stands for one there.
void at_completion_quoted(struct at_str text, const char *quote,
                          struct at_buf *out);

#endif
