// completion_rows.h: the rows as a shell sees them, for the three scripts
#ifndef AT_COMMANDLINE_COMPLETION_ROWS_H
#define AT_COMMANDLINE_COMPLETION_ROWS_H

#include "commandline/program.h"

// Append the script, in which @PROGRAM@ is the program's name and @FUNCTION@
// the same as a part of a function's.
typedef void at_completion_script(const struct at_program *program,
                                  struct at_buf *out);
at_completion_script at_completion_bash;
at_completion_script at_completion_fish;
at_completion_script at_completion_zsh;

// completion.bash, .fish and .zsh, with @ROWS@ where rows are inserted.
extern const char at_completion_bash_text[];
extern const char at_completion_fish_text[];
extern const char at_completion_zsh_text[];
// Append the script up to the next @ROWS@, and skip that.
void at_completion_part(struct at_str *script, struct at_buf *out);

enum at_completes {
    AT_COMPLETES_NOTHING,
    AT_COMPLETES_CHOICES,
    AT_COMPLETES_FILES,
    AT_COMPLETES_COMMANDS, // the argument of help
    // Words from the session's files, see completion.h:
    AT_COMPLETES_REFS,
    AT_COMPLETES_REF_NAMES,
    AT_COMPLETES_DEVICES,
    AT_COMPLETES_SESSIONS,
    AT_COMPLETES_KINDS,
};

// Return "refs" for AT_COMPLETES_REFS, the word of `__complete`; NULL for
// what the scripts know by themselves.
const char *at_completes_known(enum at_completes what);

enum at_completes at_option_completes(const struct at_program *program,
                                      const struct at_option *row);
enum at_completes at_positional_completes(const struct at_positional *row);
const char *const *at_positional_offers(const struct at_positional *row);

// The first words of command lines: "ui", "gc"; each once, in order.
bool at_completion_first(const struct at_program *program, size_t n,
                         struct at_str *out);
// The n-th second word of a group, and its row; NULL after the last.
const struct at_command *at_completion_verb(const struct at_program *program,
                                            struct at_str group, size_t n,
                                            struct at_str *out);
// The help of a first word: a command's summary, a group's second words.
void at_completion_about(const struct at_program *program, struct at_str first,
                         struct at_buf *out);

// Append all options that take a value, each once, each after sep.
void at_completion_valued(const struct at_program *program, const char *sep,
                          struct at_buf *out);

// Append the labels of a script's case statement, one for each row that
// completes to something: 'ui press:0' or 'device list:--platform', and what
// row adds to it.
typedef void at_completion_row(enum at_completes what,
                               const char *const *choices, struct at_buf *out);
void at_completion_values(const struct at_program *program,
                          at_completion_row *row, struct at_buf *out);
void at_completion_arguments(const struct at_program *program,
                             at_completion_row *row, struct at_buf *out);

// Append words, separated by blanks.
void at_completion_words(const char *const *words, struct at_buf *out);
// Append text for a shell's single quotes; quote replaces each quote in it.
void at_completion_quoted(struct at_str text, const char *quote,
                          struct at_buf *out);

#endif
