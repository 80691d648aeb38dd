#include "virtual-android/automation.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "virtual-android/model.h"
#include "virtual-android/ports.h"

enum { LINGERS_MS = 3000 };

static const char exception[] =
    "UiAutomationService android.accessibilityservice."
    "IAccessibilityServiceClient$Stub$Proxy@2f1a3c5already registered!";

bool
va_automation_take(struct va_device *device, int pid, const char *args,
                   uint64_t *out_ticket, struct at_err *err)
{
    bool held = va_device_take_fault(device, "uiautomation-held");
    va_lock(device);
    bool ok = !held && device->automation.ticket == 0;
    *out_ticket = 0;
    if (ok) {
        *out_ticket = device->automation.ticket = ++device->next_id;
        device->automation.pid = pid;
        device->automation.args = at_strdup(args);
    }
    va_unlock(device);
    return ok || at_fail(err, AT_EBUSY, "%s", exception);
}

static void
unregister(struct va_device *device)
{
    free(device->automation.args);
    memset(&device->automation, 0, sizeof(device->automation));
    va_events_end(device);
}

// The lock is held.
static bool
takes_fault(struct va_device *device, const char *name)
{
    size_t i;
    bool taken = va_fault_find(name, &i, NULL) && device->faults[i] > 0;
    if (taken)
        device->faults[i]--;
    return taken;
}

// An app's is ended by the system, if not always at once.
static void
let_go(struct va_device *device)
{
    if (device->automation.until_ms > 0)
        return;
    if (device->automation.pid != 0 && takes_fault(device, "helper-lingers"))
        device->automation.until_ms = device->now_ms + LINGERS_MS;
    else
        unregister(device);
}

void
va_automation_sync(struct va_device *device)
{
    int64_t until_ms = device->automation.until_ms;
    if (until_ms > 0 && until_ms <= device->now_ms)
        unregister(device);
}

void
va_automation_linger(struct va_device *device, uint64_t ticket, int64_t ms)
{
    va_lock(device);
    if (ticket != 0 && device->automation.ticket == ticket)
        device->automation.until_ms = device->now_ms + ms;
    va_automation_sync(device);
    va_unlock(device);
}

bool
va_automation_kill(struct va_device *device,
                   bool (*matches)(void *arg, const char *args), void *arg)
{
    va_lock(device);
    bool dies = device->automation.ticket != 0 && device->automation.pid == 0 &&
                matches(arg, device->automation.args);
    if (dies)
        unregister(device);
    va_unlock(device);
    return dies;
}

void
va_automation_release(struct va_device *device, uint64_t ticket)
{
    va_lock(device);
    if (ticket != 0 && device->automation.ticket == ticket)
        let_go(device);
    va_unlock(device);
}

void
va_automation_listen(struct va_device *device, uint64_t ticket)
{
    va_lock(device);
    if (device->automation.ticket == ticket)
        va_events_begin(device);
    va_unlock(device);
}

// The kernel closes its sockets, the system its UiAutomation.
static void
clear(struct va_device *device)
{
    struct va_instrument *run = &device->instrument;
    if (run->port)
        va_ports_remove(device->ports, run->port);
    if (device->automation.ticket != 0 && device->automation.pid == run->pid)
        let_go(device);
    free(run->port);
    free(run->component);
    *run = (struct va_instrument){0};
}

void
va_instrument_died(struct va_device *device, const struct va_app *app)
{
    struct va_instrument *run = &device->instrument;
    if (run->pid == 0 || run->pid != app->pid)
        return;
    at_cancel_fire(run->killed);
    clear(device);
}

int
va_instrument_start(struct va_device *device, const char *package,
                    const char *component, struct at_cancel *killed)
{
    va_lock(device);
    struct va_app *app = va_app_find(device, package);
    int pid = 0;
    if (app) {
        if (app->pid || app->top)
            va_app_stop(device, app);
        pid = app->pid = device->next_pid;
        device->next_pid += 17;
        va_log(device, NULL, 'I', "ActivityManager",
               "Start proc %d:%s/u0a%d for added application %s", pid, package,
               app->uid - 10000, package);
        device->instrument.pid = pid;
        device->instrument.killed = killed;
        device->instrument.component = at_strdup(component);
    }
    va_unlock(device);
    return pid;
}

bool
va_instrument_listen(struct va_device *device, int pid, uint16_t port,
                     const char *endpoint, struct at_err *err)
{
    struct va_instrument *run = &device->instrument;
    char *name = at_strfmt("tcp:%u", port);
    va_lock(device);
    bool ok = run->pid == pid
                  ? va_ports_claim(device->ports, name, endpoint, err)
                  : at_fail(err, AT_ECANCELED, "the process was killed");
    if (ok) {
        run->port = name;
        name = NULL;
    }
    va_unlock(device);
    free(name);
    return ok;
}

void
va_instrument_end(struct va_device *device, int pid)
{
    va_lock(device);
    if (device->instrument.pid == pid)
        clear(device);
    for (struct va_app *app = device->apps; app; app = app->next) {
        if (app->pid == pid)
            app->pid = 0;
    }
    va_unlock(device);
}

void
va_instrument_kill(struct va_device *device, int pid)
{
    va_lock(device);
    for (struct va_app *app = device->apps; app; app = app->next) {
        if (app->pid != pid)
            continue;
        va_log(device, app, 'E', "AndroidRuntime",
               "FATAL EXCEPTION: main\nProcess: %s, PID: %d\n"
               "java.lang.OutOfMemoryError: told so by a test",
               app->package, pid);
        va_log(device, NULL, 'I', "ActivityManager",
               "Process %s (pid %d) has died: fg  FGS", app->package, pid);
        va_app_stop(device, app);
        break;
    }
    va_unlock(device);
}

void
va_automation_holder(struct va_device *device, char *buf, size_t cap)
{
    bool held = va_device_fault_left(device, "uiautomation-held") > 0;
    va_lock(device);
    buf[0] = '\0';
    if (held)
        snprintf(buf, cap, "%s",
                 "app_process /system/bin com.android.commands.am.Am "
                 "instrument -w io.appium.uiautomator2.server.test/"
                 "androidx.test.runner.AndroidJUnitRunner");
    else if (device->automation.ticket != 0)
        snprintf(buf, cap, "%s", device->automation.args);
    va_unlock(device);
}
