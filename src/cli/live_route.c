#include "cli/live_route.h"

#include "base/options.h"
#include "cli/commands.h"
#include "commandline/command.h"

enum at_live_route
at_live_route_of(const struct at_arguments *args)
{
    const struct at_command *command = args->command;
    if (!(command->flags & AT_COMMAND_LIVE))
        return AT_LIVE_ROUTE_HERE;
    if (!command->options ||
        !at_options_find(command->options, AT_STR("--follow")))
        return AT_LIVE_ROUTE_THERE;
    return at_arguments_have(args, "--follow") &&
                   at_cli_mode(args) == AT_OUTPUT_JSONL
               ? AT_LIVE_ROUTE_BESIDE
               : AT_LIVE_ROUTE_HERE;
}
