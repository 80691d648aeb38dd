// live_route.c: from a command's row to where it runs
#include "cli/live_route.h"

#include "base/options.h"
#include "cli/command.h"

enum at_live_route
at_live_route_of(const struct at_given *given)
{
    const struct at_command *command = given->command;
    if (!(command->flags & AT_COMMAND_LIVE))
        return AT_LIVE_ROUTE_HERE;
    if (!command->options ||
        !at_options_find(command->options, AT_STR("--follow")))
        return AT_LIVE_ROUTE_THERE;
    return at_given_has(given, "--follow") &&
                   at_given_mode(given) == AT_OUTPUT_JSONL
               ? AT_LIVE_ROUTE_BESIDE
               : AT_LIVE_ROUTE_HERE;
}
