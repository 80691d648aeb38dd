// options.h: a program's options as rows, for reading them and for --help
#ifndef AT_BASE_OPTIONS_H
#define AT_BASE_OPTIONS_H

#include "base/buf.h"
#include "base/err.h"

struct at_option {
    const char *name;           // "--port"; NULL ends the list
    const char *value;          // what it takes, "PORT"; NULL: nothing
    const char *const *choices; // of the value, up to NULL; NULL: any
    const char *help;
    const char *alias;  // "-p"; NULL: none
    const char *absent; // what holds where it is not given, for --help alone
    bool repeats;       // may be given more than once
    bool empty;         // its value may be ""
    bool secret;        // what is behind '=' in its value is nobody's business
};

// What the word at some place was: an option with its value ("" where it takes
// none), or, with row NULL, an argument. Borrowed from the words.
struct at_option_word {
    const struct at_option *row;
    const char *value;
};

// Words on their way; begun with at 0 and only_arguments false.
struct at_option_scan {
    const struct at_option *rows; // may be others for the next word
    char *const *words;
    int count;
    int at;
    bool only_arguments; // "--" was read
};

// Read the word at scan->at, "--port 80", "--port=80", "-p 80" or an argument,
// and go on behind it. "--" gives a word without row and value, and only
// arguments follow; "-", and a '-' before anything but a letter or '-', is an
// argument. AT_EUSAGE names what is wrong and the options that may have been
// meant.
AT_CHECKED bool at_options_next(struct at_option_scan *scan,
                                struct at_option_word *out, struct at_err *err);

// Read all words as options of rows. values has one place a row: NULL where
// the option was not given, its value (borrowed from words) or "" where it
// takes none. An argument is AT_EUSAGE, and so is an option given twice.
AT_CHECKED bool at_options_read(const struct at_option *rows, int count,
                                char *const *words, const char **values,
                                struct at_err *err);

// The option of that name or alias; NULL.
const struct at_option *at_options_find(const struct at_option *rows,
                                        struct at_str name);

// Append a line or more an option: its name and value, and what it is for.
void at_options_help(const struct at_option *rows, struct at_buf *out);

#endif
