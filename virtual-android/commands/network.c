// network.c: svc, and the parts of cmd that switch radios

#include <string.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/model/properties.h"

static void
set_wifi(struct vd_call *call, bool on)
{
    vd_device_set_condition(call->device, "wifi", on ? "on" : "off");
    vd_device_put(call->device, "global", "wifi_on", on ? "1" : "0");
}

static void
set_data(struct vd_call *call, bool on)
{
    vd_device_set_condition(call->device, "data", on ? "on" : "off");
    vd_device_put(call->device, "global", "mobile_data", on ? "1" : "0");
}

static void
set_bluetooth(struct vd_call *call, bool on)
{
    vd_device_set_condition(call->device, "bluetooth", on ? "on" : "off");
    vd_device_put(call->device, "global", "bluetooth_on", on ? "1" : "0");
}

static int
enable_or_not(struct vd_call *call, const char *word,
              void (*set)(struct vd_call *call, bool on))
{
    bool on = strcmp(word, "enable") == 0;
    if (!on && strcmp(word, "disable") != 0)
        return -1;
    set(call, on);
    return 0;
}

static int
svc_wifi(struct vd_call *call)
{
    return enable_or_not(call, vd_arg(call, 1), set_wifi);
}

static int
svc_data(struct vd_call *call)
{
    return enable_or_not(call, vd_arg(call, 1), set_data);
}

static int
svc_bluetooth(struct vd_call *call)
{
    return enable_or_not(call, vd_arg(call, 1), set_bluetooth);
}

static int
svc_power(struct vd_call *call)
{
    if (strcmp(vd_arg(call, 1), "stayon") != 0)
        return -1;
    vd_device_put(call->device, "global", "stay_on_while_plugged_in",
                  strcmp(vd_arg(call, 2), "false") == 0 ? "0" : "7");
    return 0;
}

static const struct vd_verb verbs[] = {
    {"wifi", svc_wifi},
    {"data", svc_data},
    {"bluetooth", svc_bluetooth},
    {"power", svc_power},
    {0},
};

int
vd_cmd_svc(struct vd_call *call)
{
    vd_simulate_latency(call, "other");
    int status = vd_run_verb(call, verbs);
    if (status >= 0)
        return status;
    vd_errf(call, "Available commands:\n"
                  "    help     Show information about the subcommands\n"
                  "    power    Control the power manager\n"
                  "    data     Control mobile data connectivity\n"
                  "    wifi     Control the Wi-Fi manager\n"
                  "    bluetooth Control Bluetooth service\n");
    return 1;
}

enum { AIRPLANE_API_LEVEL = 28 }; // before it, only the setting

int
vd_cmd_connectivity(struct vd_call *call)
{
    const char *word = vd_arg(call, 2);
    if (vd_device_api_level(call->device) < AIRPLANE_API_LEVEL) {
        vd_errf(call, "No shell command implementation.\n");
        return 0;
    }
    if (strcmp(vd_arg(call, 1), "airplane-mode") != 0) {
        vd_errf(call, "Connectivity service commands:\n"
                      "  help\n    Print this help text.\n"
                      "  airplane-mode [enable|disable]\n"
                      "    Turn airplane mode on or off.\n"
                      "  airplane-mode\n    Get airplane mode.\n");
        return 255;
    }
    bool on = strcmp(word, "enable") == 0;
    if (on || strcmp(word, "disable") == 0) {
        vd_device_put(call->device, "global", "airplane_mode_on",
                      on ? "1" : "0");
        vd_device_set_condition(call->device, "airplane", on ? "on" : "off");
        return 0;
    }
    char now[16];
    vd_device_condition(call->device, "airplane", now, sizeof(now));
    vd_outf(call, "%s\n", strcmp(now, "on") == 0 ? "enabled" : "disabled");
    return 0;
}

int
vd_cmd_wifi(struct vd_call *call)
{
    const char *what = vd_arg(call, 1);
    if (strcmp(what, "set-wifi-enabled") == 0) {
        set_wifi(call, strcmp(vd_arg(call, 2), "enabled") == 0);
        return 0;
    }
    if (strcmp(what, "status") == 0) {
        char now[16];
        vd_device_condition(call->device, "wifi", now, sizeof(now));
        bool off = strcmp(now, "off") == 0;
        vd_outf(call, "Wifi is %s\n%s", off ? "disabled" : "enabled",
                off ? "" : "Wifi is connected to \"AndroidWifi\"\n");
        return 0;
    }
    vd_errf(call, "Wi-Fi (wifi) commands:\n  set-wifi-enabled "
                  "enabled|disabled\n  status\n");
    return 255;
}
