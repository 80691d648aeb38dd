// timer.c: bringing the device up to the present
//
// There is no thread for it: whoever takes the lock first runs what has come
// due meanwhile, each at its own time.
#include "virtual-android/model.h"

#include "base/alloc.h"

void
va_timer_add(struct va_device *device, struct va_app *app,
             struct va_window *window, int64_t delay_ms, int64_t every_ms,
             json_t *actions)
{
    struct va_timer *timer = at_alloc(sizeof(*timer));
    timer->app = app;
    timer->window_id = window ? window->id : 0;
    timer->due_ms = device->now_ms + delay_ms;
    timer->every_ms = every_ms;
    timer->actions = json_incref(actions);
    timer->next = device->timers;
    device->timers = timer;
}

static void
timer_free(struct va_timer *timer)
{
    json_decref(timer->actions);
    free(timer);
}

void
va_timers_drop(struct va_device *device, const struct va_app *app,
               uint64_t window_id)
{
    struct va_timer **slot = &device->timers;
    while (*slot) {
        struct va_timer *timer = *slot;
        if (timer->app == app &&
            (window_id == 0 || timer->window_id == window_id)) {
            *slot = timer->next;
            timer_free(timer);
        } else {
            slot = &timer->next;
        }
    }
}

static struct va_timer *
take_due(struct va_device *device, int64_t now_ms)
{
    struct va_timer **first = NULL;
    for (struct va_timer **slot = &device->timers; *slot;
         slot = &(*slot)->next) {
        if ((*slot)->due_ms <= now_ms &&
            (!first || (*slot)->due_ms <= (*first)->due_ms))
            first = slot;
    }
    if (!first)
        return NULL;
    struct va_timer *timer = *first;
    *first = timer->next;
    return timer;
}

static void
run_timer(struct va_device *device, struct va_timer *timer, int64_t now_ms)
{
    json_t *actions = json_incref(timer->actions);
    struct va_app *app = timer->app;
    if (timer->due_ms > device->now_ms)
        device->now_ms = timer->due_ms;
    if (timer->every_ms > 0) {
        timer->due_ms += timer->every_ms;
        // A device that nobody looked at for an hour does not replay it.
        if (now_ms - timer->due_ms > 100 * timer->every_ms)
            timer->due_ms = now_ms;
        timer->next = device->timers;
        device->timers = timer;
    } else {
        timer_free(timer);
    }
    va_run(device, app, actions);
    va_tell_changes(device);
    json_decref(actions);
}

static void
show_started(struct va_device *device, int64_t now_ms)
{
    for (struct va_app *app = device->apps; app; app = app->next) {
        if (app->displayed_ms == 0 || app->displayed_ms > now_ms)
            continue;
        if (app->displayed_ms > device->last_change_ms)
            device->last_change_ms = app->displayed_ms;
        app->displayed_ms = 0;
        if (app->top)
            va_log(device, NULL, 'I', "ActivityTaskManager",
                   "Displayed %s/%s for user 0: +%lldms", app->package,
                   app->top->activity,
                   (long long)va_latency_ms(device, "launch"));
    }
}

void
va_sync(struct va_device *device)
{
    int64_t now_ms = device->clock(device->clock_arg);
    struct va_timer *timer;
    va_boot_sync(device, now_ms);
    show_started(device, now_ms);
    while ((timer = take_due(device, now_ms)) != NULL)
        run_timer(device, timer, now_ms);
    device->now_ms = now_ms;
    va_down_sync(device);
    va_automation_sync(device);
    struct va_window *front = va_window_front(device);
    if (front)
        va_window_refresh(device, front);
    va_tell_changes(device);
}
