#include "virtual-android/model/timer.h"

#include "base/alloc.h"
#include "virtual-android/model/state.h"

void
vd_timer_add(struct vd_device *device, struct vd_app *app,
             struct vd_window *window, int64_t delay_ms, int64_t every_ms,
             json_t *actions)
{
    struct vd_timer *timer = at_alloc(sizeof(*timer));
    timer->app = app;
    timer->window_id = window ? window->id : 0;
    timer->due_ms = device->clock.now_ms + delay_ms;
    timer->every_ms = every_ms;
    timer->actions = json_incref(actions);
    timer->next = device->timers;
    device->timers = timer;
}

static void
timer_free(struct vd_timer *timer)
{
    json_decref(timer->actions);
    free(timer);
}

void
vd_timers_drop(struct vd_device *device, const struct vd_app *app,
               uint64_t window_id)
{
    struct vd_timer **slot = &device->timers;
    while (*slot) {
        struct vd_timer *timer = *slot;
        if (timer->app == app &&
            (window_id == 0 || timer->window_id == window_id)) {
            *slot = timer->next;
            timer_free(timer);
        } else {
            slot = &timer->next;
        }
    }
}

struct vd_timer *
vd_timer_take_due(struct vd_device *device, int64_t now_ms)
{
    struct vd_timer **first = NULL;
    for (struct vd_timer **slot = &device->timers; *slot;
         slot = &(*slot)->next) {
        if ((*slot)->due_ms <= now_ms &&
            (!first || (*slot)->due_ms <= (*first)->due_ms))
            first = slot;
    }
    if (!first)
        return NULL;
    struct vd_timer *timer = *first;
    *first = timer->next;
    return timer;
}

void
vd_timers_free(struct vd_device *device)
{
    while (device->timers) {
        struct vd_timer *next = device->timers->next;
        timer_free(device->timers);
        device->timers = next;
    }
}

void
vd_timer_put_back(struct vd_device *device, struct vd_timer *timer,
                  int64_t now_ms)
{
    if (timer->every_ms == 0) {
        timer_free(timer);
        return;
    }
    timer->due_ms += timer->every_ms;
    // A device that was not used for an hour does not replay it.
    if (now_ms - timer->due_ms > 100 * timer->every_ms)
        timer->due_ms = now_ms;
    timer->next = device->timers;
    device->timers = timer;
}
