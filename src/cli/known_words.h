// known_words.h: the words that completion scripts ask for while a line is
// typed
//
// `mobile-dev-agent __complete KIND [SESSION]` prints one word a line, and
// after a tab what it is. It reads files of sessions only: no device, no
// network.
#ifndef AT_CLI_KNOWN_WORDS_H
#define AT_CLI_KNOWN_WORDS_H

#include "commandline/completion.h"

// Run it; return the exit status. A word that a shell would expand is left out.
int at_known_words(int argc, char *const *argv);

#endif
