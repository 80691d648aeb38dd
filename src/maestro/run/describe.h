// describe.h: commands in Maestro's words; pure
//
// People, scripts and dashboards match these lines, so they are Maestro's own
// to the letter: 'Tap on "Log in"', 'Assert that "Welcome" is visible'.
#ifndef AT_MAESTRO_RUN_DESCRIBE_H
#define AT_MAESTRO_RUN_DESCRIBE_H

#include "base/buf.h"
#include "maestro/flow.h"

// '"Log in" is visible and ${X} is true'
void at_maestro_describe_condition(const struct at_maestro_condition *condition,
                                   struct at_buf *out);
// A command whose texts are expanded; its label does not count.
void at_maestro_describe(const struct at_maestro_command *command,
                         struct at_buf *out);
#endif
