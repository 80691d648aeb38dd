// dotenv.h: the text of a .env file: NAME=value, a line each; pure
//
//     # a comment
//     export NAME=value    # a comment, unless '#' is within a word
//     NAME="in double quotes: \n \t \r \" \\ \$ mean what they do in C"
//     NAME='in single quotes: as it stands'
//
// A value in quotes may have several lines. Nothing is expanded.
#ifndef AT_AGENT_DOTENV_H
#define AT_AGENT_DOTENV_H

#include "base/err.h"
#include "base/str.h"

// Receives a variable; both texts are borrowed for the call.
typedef void at_dotenv_fn(void *user, struct at_str name, struct at_str value);

// Call each for the variables in their order. AT_EUSAGE gives the number of a
// line that cannot be read, but not its text, which may be a key. The variables
// before that line have been passed on.
AT_CHECKED bool at_dotenv_read(struct at_str text, at_dotenv_fn *each,
                               void *user, struct at_err *err);

#endif
