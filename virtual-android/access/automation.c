#include "virtual-android/access/automation.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "virtual-android/access/a11y_events.h"
#include "virtual-android/access/state.h"
#include "virtual-android/model/fault_counts.h"
#include "virtual-android/model/state.h"

enum { LINGERS_MS = 3000 };

static const char exception[] =
    "UiAutomationService android.accessibilityservice."
    "IAccessibilityServiceClient$Stub$Proxy@2f1a3c5already registered!";

bool
vd_automation_take(struct vd_device *device, int pid, const char *args,
                   uint64_t *out_ticket, struct at_err *err)
{
    struct vd_automation *automation = &device->access->automation;
    bool held = vd_device_take_fault(device, "uiautomation-held");
    vd_lock(device);
    bool ok = !held && automation->ticket == 0;
    *out_ticket = 0;
    if (ok) {
        *out_ticket = automation->ticket = ++device->next_id;
        automation->pid = pid;
        automation->args = at_strdup(args);
    }
    vd_unlock(device);
    return ok || at_fail(err, AT_EBUSY, "%s", exception);
}

static void
unregister(struct vd_device *device)
{
    struct vd_automation *automation = &device->access->automation;
    free(automation->args);
    memset(automation, 0, sizeof(*automation));
    vd_events_end(device);
}

// The system ends the registration of a process that has ended, though not
// always at once.
void
vd_automation_end(struct vd_device *device)
{
    struct vd_automation *automation = &device->access->automation;
    if (automation->until_ms > 0)
        return;
    if (automation->pid != 0 && vd_fault_take(device, "helper-lingers"))
        automation->until_ms = device->clock.now_ms + LINGERS_MS;
    else
        unregister(device);
}

void
vd_automation_sync(struct vd_device *device)
{
    struct vd_automation *automation = &device->access->automation;
    int64_t until_ms = automation->until_ms;
    if (until_ms > 0 && until_ms <= device->clock.now_ms)
        unregister(device);
}

void
vd_automation_linger(struct vd_device *device, uint64_t ticket, int64_t ms)
{
    struct vd_automation *automation = &device->access->automation;
    vd_lock(device);
    if (ticket != 0 && automation->ticket == ticket)
        automation->until_ms = device->clock.now_ms + ms;
    vd_automation_sync(device);
    vd_unlock(device);
}

bool
vd_automation_kill(struct vd_device *device,
                   bool (*matches)(void *arg, const char *args), void *arg)
{
    struct vd_automation *automation = &device->access->automation;
    vd_lock(device);
    bool dies = automation->ticket != 0 && automation->pid == 0 &&
                matches(arg, automation->args);
    if (dies)
        unregister(device);
    vd_unlock(device);
    return dies;
}

void
vd_automation_release(struct vd_device *device, uint64_t ticket)
{
    struct vd_automation *automation = &device->access->automation;
    vd_lock(device);
    if (ticket != 0 && automation->ticket == ticket)
        vd_automation_end(device);
    vd_unlock(device);
}

void
vd_automation_listen(struct vd_device *device, uint64_t ticket)
{
    struct vd_automation *automation = &device->access->automation;
    vd_lock(device);
    if (automation->ticket == ticket)
        vd_events_begin(device);
    vd_unlock(device);
}

int
vd_automation_holder(struct vd_device *device, char *buf, size_t cap)
{
    struct vd_automation *automation = &device->access->automation;
    bool held = vd_device_fault_left(device, "uiautomation-held") > 0;
    vd_lock(device);
    buf[0] = '\0';
    if (held)
        snprintf(buf, cap, "%s",
                 "app_process /system/bin com.android.commands.am.Am "
                 "instrument -w io.appium.uiautomator2.server.test/"
                 "androidx.test.runner.AndroidJUnitRunner");
    else if (automation->ticket != 0)
        snprintf(buf, cap, "%s", automation->args);
    int pid = held ? 0 : automation->pid;
    vd_unlock(device);
    return pid;
}
