// network.c: svc, and the parts of cmd that switch radios
#include "virtual-android/commands/network.h"

#include <string.h>

#include "virtual-android/commands/commands.h"

static void
set_wifi(struct va_call *call, bool on)
{
    va_device_set_condition(call->device, "wifi", on ? "on" : "off");
    va_device_put(call->device, "global", "wifi_on", on ? "1" : "0");
}

static void
set_data(struct va_call *call, bool on)
{
    va_device_set_condition(call->device, "data", on ? "on" : "off");
    va_device_put(call->device, "global", "mobile_data", on ? "1" : "0");
}

static void
set_bluetooth(struct va_call *call, bool on)
{
    va_device_set_condition(call->device, "bluetooth", on ? "on" : "off");
    va_device_put(call->device, "global", "bluetooth_on", on ? "1" : "0");
}

static int
enable_or_not(struct va_call *call, const char *word,
              void (*set)(struct va_call *call, bool on))
{
    bool on = strcmp(word, "enable") == 0;
    if (!on && strcmp(word, "disable") != 0)
        return -1;
    set(call, on);
    return 0;
}

static int
svc_wifi(struct va_call *call)
{
    return enable_or_not(call, va_word(call, 1), set_wifi);
}

static int
svc_data(struct va_call *call)
{
    return enable_or_not(call, va_word(call, 1), set_data);
}

static int
svc_bluetooth(struct va_call *call)
{
    return enable_or_not(call, va_word(call, 1), set_bluetooth);
}

static int
svc_power(struct va_call *call)
{
    if (strcmp(va_word(call, 1), "stayon") != 0)
        return -1;
    va_device_put(call->device, "global", "stay_on_while_plugged_in",
                  strcmp(va_word(call, 2), "false") == 0 ? "0" : "7");
    return 0;
}

static const struct va_verb verbs[] = {
    {"wifi", svc_wifi},
    {"data", svc_data},
    {"bluetooth", svc_bluetooth},
    {"power", svc_power},
    {0},
};

int
va_cmd_svc(struct va_call *call)
{
    va_spend(call, "other");
    int status = va_run_verb(call, verbs);
    if (status >= 0)
        return status;
    va_errf(call, "Available commands:\n"
                  "    help     Show information about the subcommands\n"
                  "    power    Control the power manager\n"
                  "    data     Control mobile data connectivity\n"
                  "    wifi     Control the Wi-Fi manager\n"
                  "    bluetooth Control Bluetooth service\n");
    return 1;
}

int
va_cmd_connectivity(struct va_call *call)
{
    const char *word = va_word(call, 2);
    if (strcmp(va_word(call, 1), "airplane-mode") != 0) {
        va_errf(call, "Connectivity service commands:\n"
                      "  help\n    Print this help text.\n"
                      "  airplane-mode [enable|disable]\n"
                      "    Turn airplane mode on or off.\n"
                      "  airplane-mode\n    Get airplane mode.\n");
        return 255;
    }
    bool on = strcmp(word, "enable") == 0;
    if (on || strcmp(word, "disable") == 0) {
        va_device_put(call->device, "global", "airplane_mode_on",
                      on ? "1" : "0");
        va_device_set_condition(call->device, "airplane", on ? "on" : "off");
        return 0;
    }
    char now[16];
    va_device_condition(call->device, "airplane", now, sizeof(now));
    va_outf(call, "%s\n", strcmp(now, "on") == 0 ? "enabled" : "disabled");
    return 0;
}

int
va_cmd_wifi(struct va_call *call)
{
    const char *what = va_word(call, 1);
    if (strcmp(what, "set-wifi-enabled") == 0) {
        set_wifi(call, strcmp(va_word(call, 2), "enabled") == 0);
        return 0;
    }
    if (strcmp(what, "status") == 0) {
        char now[16];
        va_device_condition(call->device, "wifi", now, sizeof(now));
        bool off = strcmp(now, "off") == 0;
        va_outf(call, "Wifi is %s\n%s", off ? "disabled" : "enabled",
                off ? "" : "Wifi is connected to \"AndroidWifi\"\n");
        return 0;
    }
    va_errf(call, "Wi-Fi (wifi) commands:\n  set-wifi-enabled "
                  "enabled|disabled\n  status\n");
    return 255;
}
