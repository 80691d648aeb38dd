// advice.h: what messages advise the user of the command line: commands that
// can be typed
#ifndef AT_CLI_ADVICE_H
#define AT_CLI_ADVICE_H

#include "screen/advice.h"

extern const struct at_advice at_cli_advice;

#endif
