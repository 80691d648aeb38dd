// cmd.c: `cmd SERVICE ...`: the same words, by the service's name
#include <string.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/network.h"

enum { CMD_API_LEVEL = 24 };

static int
statusbar(struct va_call *call)
{
    (void)call; // the shade is no window of this device
    return 0;
}

static int
notification(struct va_call *call)
{
    if (strcmp(va_word(call, 1), "list") == 0)
        return 0;
    va_outf(call, "posting:\n  Notification(channel=shell_cmd)\n");
    return 0;
}

static int
uimode(struct va_call *call)
{
    const char *word = va_word(call, 2);
    if (word[0])
        va_device_put(call->device, "secure", "ui_night_mode",
                      strcmp(word, "yes") == 0 ? "2" : "1");
    va_outf(call, "Night mode: %s\n", strcmp(word, "yes") == 0 ? "yes" : "no");
    return 0;
}

static const struct va_verb services[] = {
    {"package", va_cmd_pm},
    {"activity", va_cmd_am},
    {"input", va_cmd_input},
    {"input_method", va_cmd_ime},
    {"settings", va_cmd_settings},
    {"window", va_cmd_wm},
    {"connectivity", va_cmd_connectivity},
    {"wifi", va_cmd_wifi},
    {"notification", notification},
    {"statusbar", statusbar},
    {"uimode", uimode},
    {0},
};

int
va_cmd_cmd(struct va_call *call)
{
    if (va_device_api_level(call->device) < CMD_API_LEVEL) {
        va_errf(call, "/system/bin/sh: cmd: not found\n");
        return 127;
    }
    if (call->argc < 2) {
        va_errf(call, "cmd: No service specified; use -l to list all running "
                      "services. Use -w to start and wait for a service.\n");
        return 20;
    }
    if (strcmp(call->argv[1], "-l") == 0)
        return va_list_services(call, services);
    int status = va_run_verb(call, services);
    if (status >= 0)
        return status;
    va_errf(call, "cmd: Can't find service: %s\n", call->argv[1]);
    return 20;
}
