// lock.c: locks the device and brings it up to date
//
// There is no timer thread: the first caller that takes the lock runs
// everything that has become due, each at its own time.
#include "virtual-android/model/lock.h"

#include "virtual-android/model/rules.h"
#include "virtual-android/model/boot.h"
#include "virtual-android/model/listener.h"
#include "virtual-android/model/power.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/timer.h"

static void
run_timer(struct vd_device *device, struct vd_timer *timer, int64_t now_ms)
{
    json_t *actions = json_incref(timer->actions);
    struct vd_app *app = timer->app;
    if (timer->due_ms > device->clock.now_ms)
        device->clock.now_ms = timer->due_ms;
    vd_timer_put_back(device, timer, now_ms);
    vd_run_actions(device, app, actions);
    vd_listener_sync(device);
    json_decref(actions);
}

static void
show_started(struct vd_device *device, int64_t now_ms)
{
    for (struct vd_app *app = device->apps.first; app; app = app->next) {
        if (app->displayed_ms == 0 || app->displayed_ms > now_ms)
            continue;
        if (app->displayed_ms > device->screen.last_change_ms)
            device->screen.last_change_ms = app->displayed_ms;
        app->displayed_ms = 0;
        if (app->top)
            vd_log(device, NULL, 'I', "ActivityTaskManager",
                   "Displayed %s/%s for user 0: +%lldms", app->package,
                   app->top->activity,
                   (long long)vd_latency_ms(device, "launch"));
    }
}

static void
bring_up_to_date(struct vd_device *device)
{
    int64_t now_ms = device->clock.read(device->clock.arg);
    struct vd_timer *timer;
    vd_boot_sync(device, now_ms);
    show_started(device, now_ms);
    vd_screen_sync_keyboard(device, now_ms);
    while ((timer = vd_timer_take_due(device, now_ms)) != NULL)
        run_timer(device, timer, now_ms);
    device->clock.now_ms = now_ms;
    vd_power_sync(device, now_ms);
    vd_active_touch_sync(device);
    struct vd_window *front = vd_screen_front(device);
    if (front)
        vd_window_refresh(device, front);
    vd_listener_sync(device);
}

void
vd_lock(struct vd_device *device)
{
    pthread_mutex_lock(&device->lock);
    bring_up_to_date(device);
}

void
vd_unlock(struct vd_device *device)
{
    vd_listener_sync(device);
    pthread_mutex_unlock(&device->lock);
}
