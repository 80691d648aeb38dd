// monkey.c: `monkey` as tools use it: starting an app
#include <string.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_ops.h"

bool
vd_lacks_category(struct vd_call *call)
{
    const char *category = "";
    for (int i = 1; i + 1 < call->argc; i++)
        if (strcmp(call->argv[i], "-c") == 0)
            category = call->argv[i + 1];
    return vd_device_fault_left(call->device, "leanback-only") > 0 &&
           strcmp(category, "android.intent.category.LEANBACK_LAUNCHER") != 0;
}

int
vd_cmd_monkey(struct vd_call *call)
{
    const char *package = NULL;
    bool warm;
    for (int i = 1; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "-p") == 0)
            package = call->argv[i + 1];
    }
    vd_outf(call, "  bash arg: %s\n", "-p");
    for (int i = 2; i < call->argc; i++)
        vd_outf(call, "  bash arg: %s\n", call->argv[i]);
    vd_simulate_latency(call, "other");
    if (!package) {
        vd_errf(call, "** Error: Count not specified\n");
        return 255;
    }
    if (vd_lacks_category(call) ||
        !vd_device_launch(call->device, package, NULL, &warm)) {
        vd_outf(call, "** No activities found to run, monkey aborted.\n");
        return 252;
    }
    vd_outf(call,
            "Events injected: 1\n"
            "## Network stats: elapsed time=%dms (0ms mobile, 0ms wifi, %dms "
            "not connected)\n",
            21, 21);
    return 0;
}
