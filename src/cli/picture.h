// picture.h: a warning about a screenshot that shows nothing
#ifndef AT_CLI_PICTURE_H
#define AT_CLI_PICTURE_H

#include "cli/invocation.h"

// Warn if the PNG shows one colour only. An empty one is allowed.
void at_picture_warn(struct at_invocation *invocation, struct at_str png);

#endif
