// options.h: a program's options as rows, for parsing and for --help
#ifndef AT_BASE_OPTIONS_H
#define AT_BASE_OPTIONS_H

#include "base/buf.h"
#include "base/err.h"

struct at_option {
    const char *name;  // "--port"; NULL ends the list
    const char *value; // name of its value, "PORT"; NULL: takes none
    // Valid values in any case, NULL at the end; NULL: any. A word has the
    // row's own.
    const char *const *choices;
    const char *help;
    const char *alias;  // "-p"; NULL: none
    const char *absent; // the default, only printed by --help
    bool repeats;       // may be given more than once
    bool empty;         // the value may be ""
    bool secret;        // never print the part of its value after '='
};

// A word: an option with its value ("" if it takes none) or, if row is NULL, an
// argument. Borrowed from the words.
struct at_option_word {
    const struct at_option *row;
    const char *value;
};

// State of the scan; at starts as 0 and only_arguments as false.
struct at_option_scan {
    const struct at_option *rows; // may be changed between words
    char *const *words;
    int count;
    int at;
    bool only_arguments; // "--" was read
};

// Read the word at scan->at ("--port 80", "--port=80", "-p 80" or an argument)
// and advance. "--" yields a word without row and value, and only arguments
// follow; "-" is an argument, and so is a '-' not followed by a letter or '-'.
// Fails with AT_EUSAGE, the fault and the nearest options.
AT_CHECKED bool at_options_next(struct at_option_scan *scan,
                                struct at_option_word *out, struct at_err *err);

// Return the option of that name or alias, or NULL.
const struct at_option *at_options_find(const struct at_option *rows,
                                        struct at_str name);

// Append one or more lines per option: name, value and help.
void at_options_help(const struct at_option *rows, struct at_buf *out);
// Append one row of such help: head, and text in its own column, wrapped at 100
// columns.
enum { AT_OPTIONS_HELP_COLUMN = 28 };
void at_options_help_row(const char *head, size_t column, struct at_str text,
                         struct at_buf *out);

#endif
