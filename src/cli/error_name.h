// error_name.h: what the command line calls a failure, on every platform
#ifndef AT_CLI_ERROR_NAME_H
#define AT_CLI_ERROR_NAME_H

#include "base/err.h"

const char *at_error_name(enum at_code code);
bool at_error_retry_may_help(enum at_code code);

#endif
