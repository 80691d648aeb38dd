// monkey.c: `monkey`, as far as tools use it: starting an app
#include <string.h>

#include "virtual-android/commands/commands.h"

int
va_cmd_monkey(struct va_call *call)
{
    const char *package = NULL;
    bool warm;
    for (int i = 1; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "-p") == 0)
            package = call->argv[i + 1];
    }
    va_outf(call, "  bash arg: %s\n", "-p");
    for (int i = 2; i < call->argc; i++)
        va_outf(call, "  bash arg: %s\n", call->argv[i]);
    va_spend(call, "other");
    if (!package) {
        va_errf(call, "** Error: Count not specified\n");
        return 255;
    }
    if (!va_device_launch(call->device, package, NULL, &warm)) {
        va_outf(call, "** No activities found to run, monkey aborted.\n");
        return 252;
    }
    va_outf(call,
            "Events injected: 1\n"
            "## Network stats: elapsed time=%dms (0ms mobile, 0ms wifi, %dms "
            "not connected)\n",
            21, 21);
    return 0;
}
