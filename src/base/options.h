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
};

// Read words (count of them) as options of rows, "--port 80" or "--port=80".
// values has one place a row: NULL where the option was not given, its value
// (borrowed from words) or "" where it takes none. AT_EUSAGE names what is
// wrong and the options that may have been meant; one given twice is wrong.
AT_CHECKED bool at_options_read(const struct at_option *rows, int count,
                                char *const *words, const char **values,
                                struct at_err *err);

// Append a line or more an option: its name and value, and what it is for.
void at_options_help(const struct at_option *rows, struct at_buf *out);

#endif
