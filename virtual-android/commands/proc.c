// proc.c: pidof, pkill, app_process, uptime, service: what runs
#include <regex.h>
#include <string.h>

#include "virtual-android/automation.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/process.h"

const struct va_process va_system_processes[] = {
    {1, 0, "root", "init"},
    {178, 1, "logd", "logd"},
    {301, 1, "root", "zygote64"},
    {420, 1, "system", "surfaceflinger"},
    {512, 1, "shell", "adbd"},
    {571, 301, "system", "system_server"},
    {744, 301, "u0_a86", "com.android.systemui"},
    {901, 301, "radio", "com.android.phone"},
    {988, 301, "u0_a101", "com.google.android.inputmethod.latin"},
    {0},
};

int
va_cmd_pidof(struct va_call *call)
{
    bool found = false;
    va_spend(call, "other");
    for (int i = 1; i < call->argc; i++) {
        size_t count;
        struct va_package *p =
            va_device_packages(call->device, call->argv[i], &count);
        if (count > 0 && p->pid > 0) {
            va_outf(call, "%s%d", found ? " " : "", p->pid);
            found = true;
        }
        va_packages_free(p, count);
        for (const struct va_process *q = va_system_processes; q->name; q++) {
            if (strcmp(q->name, call->argv[i]) == 0) {
                va_outf(call, "%s%d", found ? " " : "", q->pid);
                found = true;
            }
        }
    }
    if (found)
        va_outf(call, "\n");
    return found ? 0 : 1;
}

// No Java machine here: what a device says of a class that it cannot load.
int
va_cmd_app_process(struct va_call *call)
{
    va_errf(call, "Error: could not find or load main class %s\nAborted\n",
            va_word(call, call->argc - 1));
    return 134;
}

int
va_cmd_appops(struct va_call *call)
{
    va_spend(call, "other");
    if (strcmp(va_word(call, 1), "get") == 0)
        va_outf(call, "No operations.\n");
    return 0;
}

static bool
matches(void *regex, const char *args)
{
    return regexec(regex, args, 0, NULL, 0) == 0;
}

// -f: by the command line, of the shell's own.
static bool
kill_by_line(struct va_call *call)
{
    regex_t regex;
    bool wanted = false;
    for (int i = 1; i < call->argc; i++)
        wanted |= strcmp(call->argv[i], "-f") == 0;
    if (!wanted || regcomp(&regex, va_word(call, call->argc - 1), REG_EXTENDED))
        return false;
    bool found = va_automation_kill(call->device, matches, &regex);
    regfree(&regex);
    return found;
}

// Only apps' processes and the one that holds the UiAutomation die of it; 1
// where none matches.
int
va_cmd_pkill(struct va_call *call)
{
    size_t count;
    bool found = kill_by_line(call);
    const char *name = va_word(call, call->argc - 1);
    struct va_package *p = va_device_packages(call->device, name, &count);
    for (size_t i = 0; i < count; i++) {
        found |= p[i].pid > 0;
        va_device_stop(call->device, p[i].name);
    }
    va_packages_free(p, count);
    return found ? 0 : 1;
}

int
va_cmd_uptime(struct va_call *call)
{
    int64_t s = va_device_uptime_ms(call->device) / 1000;
    va_outf(call, " up %d min,  0 users,  load average: 0.12, 0.20, 0.18\n",
            (int)(s / 60));
    return 0;
}

static const char *const services[] = {
    "SurfaceFlinger: [android.ui.ISurfaceComposer]",
    "accessibility: [android.view.accessibility.IAccessibilityManager]",
    "activity: [android.app.IActivityManager]",
    "activity_task: [android.app.IActivityTaskManager]",
    "battery: []",
    "connectivity: [android.net.IConnectivityManager]",
    "input: [android.hardware.input.IInputManager]",
    "input_method: [com.android.internal.view.IInputMethodManager]",
    "notification: [android.app.INotificationManager]",
    "package: [android.content.pm.IPackageManager]",
    "power: [android.os.IPowerManager]",
    "settings: []",
    "statusbar: [com.android.internal.statusbar.IStatusBarService]",
    "wifi: [android.net.wifi.IWifiManager]",
    "window: [android.view.IWindowManager]",
};

int
va_cmd_service(struct va_call *call)
{
    const char *what = va_word(call, 1);
    const char *name = va_word(call, 2);
    va_spend(call, "other");
    if (strcmp(what, "list") == 0) {
        va_outf(call, "Found %d services:\n", (int)AT_LEN(services));
        for (size_t i = 0; i < AT_LEN(services); i++)
            va_outf(call, "%d\t%s\n", (int)i, services[i]);
        return 0;
    }
    if (strcmp(what, "check") == 0) {
        bool found = false;
        size_t len = strlen(name);
        for (size_t i = 0; i < AT_LEN(services); i++)
            found |=
                strncmp(services[i], name, len) == 0 && services[i][len] == ':';
        va_outf(call, "Service %s: %s\n", name, found ? "found" : "not found");
        return 0;
    }
    if (strcmp(what, "call") == 0) {
        va_outf(call, "Result: Parcel(00000000 00000000   '........')\n");
        return 0;
    }
    va_errf(call,
            "service: %s\nUsage: service [-h|-?]\n"
            "       service list\n"
            "       service check SERVICE\n"
            "       service call SERVICE CODE ...\n",
            call->argc > 1 ? "Unknown command" : "No command specified.");
    return 10;
}
