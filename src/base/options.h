// options.h: a program's options as rows, to read them and to print --help
#ifndef AT_BASE_OPTIONS_H
#define AT_BASE_OPTIONS_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"

struct at_option {
    const char *name;           // "--port"; NULL ends the list
    const char *value;          // name of its value, "PORT"; NULL: it has none
    const char *const *choices; // valid values, up to NULL; NULL: any
    const char *help;
    const char *alias;  // "-p"; NULL: no alias
    const char *absent; // the default, printed by --help only
    bool repeats;       // may be given more than once
    bool empty;         // its value may be ""
    bool secret;        // the part after '=' in its value is never printed
};

// A word: an option with its value ("" if it takes none), or, with row NULL, an
// argument. Borrowed from the words.
struct at_option_word {
    const struct at_option *row;
    const char *value;
};

// The state of reading words; begins with at 0 and only_arguments false.
struct at_option_scan {
    const struct at_option *rows; // may be others for the next word
    char *const *words;
    int count;
    int at;
    bool only_arguments; // "--" was read
};

// Read the word at scan->at, "--port 80", "--port=80", "-p 80" or an argument,
// and continue after it. "--" gives a word without row and value, and only
// arguments follow; "-", and a '-' before anything but a letter or '-', is an
// argument. Fails with AT_EUSAGE, naming what is wrong and the nearest options.
AT_CHECKED bool at_options_next(struct at_option_scan *scan,
                                struct at_option_word *out, struct at_err *err);

// Read all words as options of rows. values has one entry per row: NULL if the
// option was not given, else its value (borrowed from words) or "" if it takes
// none. Fails with AT_EUSAGE on an argument and on an option given twice.
AT_CHECKED bool at_options_read(const struct at_option *rows, int count,
                                char *const *words, const char **values,
                                struct at_err *err);

// The same, but arguments are allowed and added to out_arguments.
AT_CHECKED bool at_options_read_all(const struct at_option *rows, int count,
                                    char *const *words, const char **values,
                                    struct at_argv *out_arguments,
                                    struct at_err *err);

// Return the option of that name or alias, or NULL.
const struct at_option *at_options_find(const struct at_option *rows,
                                        struct at_str name);

// Append one or more lines per option: its name, its value and its help.
void at_options_help(const struct at_option *rows, struct at_buf *out);
// One line of such a page: head, and text in a column of its own, wrapped so
// that no line is longer than 100 columns.
void at_options_help_row(const char *head, struct at_str text,
                         struct at_buf *out);

#endif
