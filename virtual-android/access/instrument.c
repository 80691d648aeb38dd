#include "virtual-android/access/instrument.h"

#include "base/alloc.h"
#include "sys/cancel.h"
#include "virtual-android/access/automation.h"
#include "virtual-android/access/state.h"
#include "virtual-android/model/lifecycle.h"
#include "virtual-android/model/state.h"
#include "virtual-android/ports.h"

// The kernel closes its sockets, and the system ends its UiAutomation.
static void
clear(struct vd_device *device)
{
    const struct vd_automation *automation = &device->access->automation;
    struct vd_instrument *run = &device->access->instrument;
    if (run->port)
        vd_ports_remove(device->ports, run->port);
    if (automation->ticket != 0 && automation->pid == run->pid)
        vd_automation_end(device);
    free(run->port);
    free(run->component);
    *run = (struct vd_instrument){0};
}

void
vd_instrument_process_ends(struct vd_device *device, int pid)
{
    struct vd_instrument *run = &device->access->instrument;
    if (run->pid == 0 || run->pid != pid)
        return;
    at_cancel_fire(run->killed);
    clear(device);
}

int
vd_instrument_start(struct vd_device *device, const char *package,
                    const char *component, struct at_cancel *killed)
{
    vd_lock(device);
    struct vd_app *app = vd_app_find(device, package);
    int pid = 0;
    if (app) {
        if (app->pid || app->top)
            vd_app_stop(device, app);
        pid = app->pid = vd_app_new_pid(device);
        vd_log(device, NULL, 'I', "ActivityManager",
               "Start proc %d:%s/u0a%d for added application %s", pid, package,
               app->uid - 10000, package);
        device->access->instrument.pid = pid;
        device->access->instrument.killed = killed;
        device->access->instrument.component = at_strdup(component);
    }
    vd_unlock(device);
    return pid;
}

bool
vd_instrument_listen(struct vd_device *device, int pid, uint16_t port,
                     const char *endpoint, struct at_err *err)
{
    struct vd_instrument *run = &device->access->instrument;
    char *name = at_strfmt("tcp:%u", port);
    vd_lock(device);
    bool ok = run->pid == pid
                  ? vd_ports_claim(device->ports, name, endpoint, err)
                  : at_fail(err, AT_ECANCELED, "the process was killed");
    if (ok) {
        run->port = name;
        name = NULL;
    }
    vd_unlock(device);
    free(name);
    return ok;
}

void
vd_instrument_end(struct vd_device *device, int pid)
{
    vd_lock(device);
    if (device->access->instrument.pid == pid)
        clear(device);
    for (struct vd_app *app = device->apps.first; app; app = app->next) {
        if (app->pid == pid)
            app->pid = 0;
    }
    vd_unlock(device);
}

void
vd_instrument_kill(struct vd_device *device, int pid)
{
    vd_lock(device);
    for (struct vd_app *app = device->apps.first; app; app = app->next) {
        if (app->pid != pid)
            continue;
        vd_log(device, app, 'E', "AndroidRuntime",
               "FATAL EXCEPTION: main\nProcess: %s, PID: %d\n"
               "java.lang.OutOfMemoryError: told so by a test",
               app->package, pid);
        vd_log(device, NULL, 'I', "ActivityManager",
               "Process %s (pid %d) has died: fg  FGS", app->package, pid);
        vd_app_stop(device, app);
        break;
    }
    vd_unlock(device);
}
