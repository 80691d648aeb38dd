// proc.c: pidof, pkill, uptime, service
#include <regex.h>
#include <string.h>

#include "virtual-android/access/automation.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/packages.h"
#include "virtual-android/model/spawned.h"

const struct vd_process vd_system_processes[] = {
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

struct finding {
    struct vd_call *call;
    bool found;
};

static void
put_pid(struct finding *f, int pid)
{
    vd_outf(f->call, "%s%d", f->found ? " " : "", pid);
    f->found = true;
}

static void
put_spawned(struct finding *f)
{
    size_t count;
    struct vd_spawned_process *list =
        vd_device_spawned(f->call->device, &count);
    for (size_t i = 0; i < count; i++)
        put_pid(f, list[i].pid);
    vd_spawned_free(list, count);
}

static void
find_named(struct finding *f, const char *name)
{
    size_t count;
    struct vd_package *p = vd_device_packages(f->call->device, name, &count);
    if (count > 0 && p->pid > 0)
        put_pid(f, p->pid);
    vd_packages_free(p, count);
    for (const struct vd_process *q = vd_system_processes; q->name; q++) {
        if (strcmp(q->name, name) == 0)
            put_pid(f, q->pid);
    }
    if (strcmp(name, "app_process") == 0)
        put_spawned(f);
}

int
vd_cmd_pidof(struct vd_call *call)
{
    struct finding f = {.call = call};
    vd_simulate_latency(call, "other");
    for (int i = 1; i < call->argc; i++)
        find_named(&f, call->argv[i]);
    if (f.found)
        vd_outf(call, "\n");
    vd_warn_of_linker(call);
    return f.found ? 0 : 1;
}

int
vd_cmd_appops(struct vd_call *call)
{
    vd_simulate_latency(call, "other");
    if (strcmp(vd_arg(call, 1), "get") == 0)
        vd_outf(call, "No operations.\n");
    return 0;
}

static bool
matches(void *regex, const char *args)
{
    return regexec(regex, args, 0, NULL, 0) == 0;
}

// -f matches the command lines of the shell's own processes.
static bool
kill_by_line(struct vd_call *call)
{
    regex_t regex;
    bool by_line = false;
    for (int i = 1; i < call->argc; i++)
        by_line |= strcmp(call->argv[i], "-f") == 0;
    if (!by_line || regcomp(&regex, vd_arg(call, call->argc - 1), REG_EXTENDED))
        return false;
    bool found = vd_automation_kill(call->device, matches, &regex);
    found |= vd_device_kill_matching(call->device, matches, &regex);
    regfree(&regex);
    return found;
}

// Kill only apps' processes and the one registered as UiAutomation. Returns 1
// without a match.
int
vd_cmd_pkill(struct vd_call *call)
{
    size_t count;
    bool found = kill_by_line(call);
    const char *name = vd_arg(call, call->argc - 1);
    struct vd_package *p = vd_device_packages(call->device, name, &count);
    for (size_t i = 0; i < count; i++) {
        found |= p[i].pid > 0;
        vd_device_stop(call->device, p[i].name);
    }
    vd_packages_free(p, count);
    return found ? 0 : 1;
}

int
vd_cmd_uptime(struct vd_call *call)
{
    int64_t s = vd_device_uptime_ms(call->device) / 1000;
    vd_outf(call, " up %d min,  0 users,  load average: 0.12, 0.20, 0.18\n",
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
vd_cmd_service(struct vd_call *call)
{
    const char *what = vd_arg(call, 1);
    const char *name = vd_arg(call, 2);
    vd_simulate_latency(call, "other");
    if (strcmp(what, "list") == 0) {
        vd_outf(call, "Found %d services:\n", (int)AT_LEN(services));
        for (size_t i = 0; i < AT_LEN(services); i++)
            vd_outf(call, "%d\t%s\n", (int)i, services[i]);
        return 0;
    }
    if (strcmp(what, "check") == 0) {
        bool found = false;
        size_t len = strlen(name);
        for (size_t i = 0; i < AT_LEN(services); i++)
            found |=
                strncmp(services[i], name, len) == 0 && services[i][len] == ':';
        vd_outf(call, "Service %s: %s\n", name, found ? "found" : "not found");
        return 0;
    }
    if (strcmp(what, "call") == 0) {
        vd_outf(call, "Result: Parcel(00000000 00000000   '........')\n");
        return 0;
    }
    vd_errf(call,
            "service: %s\nUsage: service [-h|-?]\n"
            "       service list\n"
            "       service check SERVICE\n"
            "       service call SERVICE CODE ...\n",
            call->argc > 1 ? "Unknown command" : "No command specified.");
    return 10;
}
