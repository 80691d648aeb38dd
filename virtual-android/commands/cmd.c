// cmd.c: `cmd SERVICE ...`: the same programs by the names of their services
#include <stdlib.h>
#include <string.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/model/notes.h"
#include "virtual-android/model/properties.h"

enum { CMD_API_LEVEL = 24 };

static int
statusbar(struct vd_call *call)
{
    (void)call; // this device has no notification shade
    return 0;
}

static int
notification(struct vd_call *call)
{
    if (strcmp(vd_arg(call, 1), "list") == 0)
        return 0;
    vd_outf(call, "posting:\n  Notification(channel=shell_cmd)\n");
    return 0;
}

static int
uimode(struct vd_call *call)
{
    const char *word = vd_arg(call, 2);
    if (word[0])
        vd_device_put(call->device, "secure", "ui_night_mode",
                      strcmp(word, "yes") == 0 ? "2" : "1");
    char *now = vd_device_get(call->device, "secure", "ui_night_mode");
    vd_outf(call, "Night mode: %s\n",
            now && strcmp(now, "2") == 0 ? "yes" : "no");
    free(now);
    return 0;
}

// Kept as a setting of the app's name.
static int
get_locales(struct vd_call *call)
{
    char *kept = vd_device_get(call->device, "locales", vd_arg(call, 1));
    vd_outf(call, "Locales for %s for user 0 are [%s]\n", vd_arg(call, 1),
            kept ? kept : "");
    free(kept);
    return 0;
}

static int
set_locales(struct vd_call *call)
{
    const char *tags =
        strcmp(vd_arg(call, 2), "--locales") == 0 ? vd_arg(call, 3) : "";
    vd_device_put(call->device, "locales", vd_arg(call, 1), tags);
    return 0;
}

static int
locale(struct vd_call *call)
{
    static const struct vd_verb verbs[] = {
        {"get-app-locales", get_locales},
        {"set-app-locales", set_locales},
        {0},
    };
    return vd_run_program(call, verbs,
                          "Locale manager (locale) shell commands:\n");
}

// Test providers: a place that is told is a note, until it is added it is not
// known.
static int
location(struct vd_call *call)
{
    const char *verb = vd_arg(call, 2);
    const char *provider = vd_arg(call, 3);
    if (strcmp(verb, "add-test-provider") == 0) {
        vd_device_put(call->device, "test providers", provider, "1");
        return 0;
    }
    char *known = vd_device_get(call->device, "test providers", provider);
    bool is_known = known != NULL;
    free(known);
    if (!is_known) {
        vd_errf(call,
                "Exception occurred while executing '%s':\n"
                "java.lang.IllegalArgumentException: %s test provider not "
                "found\n",
                verb, provider);
        return 255;
    }
    if (strcmp(verb, "set-test-provider-location") == 0)
        vd_device_note(call->device, "location %s %s", provider,
                       vd_arg(call, 5));
    return 0;
}

static const struct vd_verb services[] = {
    {"package", vd_cmd_pm},
    {"activity", vd_cmd_am},
    {"input", vd_cmd_input},
    {"input_method", vd_cmd_ime},
    {"settings", vd_cmd_settings},
    {"window", vd_cmd_wm},
    {"connectivity", vd_cmd_connectivity},
    {"wifi", vd_cmd_wifi},
    {"notification", notification},
    {"statusbar", statusbar},
    {"uimode", uimode},
    {"locale", locale},
    {"location", location},
    {0},
};

int
vd_cmd_cmd(struct vd_call *call)
{
    if (vd_device_api_level(call->device) < CMD_API_LEVEL) {
        vd_errf(call, "/system/bin/sh: cmd: not found\n");
        return 127;
    }
    if (call->argc < 2) {
        vd_errf(call, "cmd: No service specified; use -l to list all running "
                      "services. Use -w to start and wait for a service.\n");
        return 20;
    }
    if (strcmp(call->argv[1], "-l") == 0)
        return vd_list_services(call, services);
    int status = vd_run_verb(call, services);
    if (status >= 0)
        return status;
    vd_errf(call, "cmd: Can't find service: %s\n", call->argv[1]);
    return 20;
}
