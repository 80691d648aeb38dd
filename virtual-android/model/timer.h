// timer.h: lists of actions that are due later
#ifndef VIRTUAL_ANDROID_MODEL_TIMER_H
#define VIRTUAL_ANDROID_MODEL_TIMER_H

#include <jansson.h>
#include <stdint.h>

struct vd_app;
struct vd_device;
struct vd_window;

struct vd_timer {
    struct vd_timer *next;
    struct vd_app *app;
    uint64_t window_id; // ends with it; 0: with the app's process
    int64_t due_ms;
    int64_t every_ms; // 0: once
    json_t *actions;  // owned
};

// window NULL: until the app's process ends.
void vd_timer_add(struct vd_device *device, struct vd_app *app,
                  struct vd_window *window, int64_t delay_ms, int64_t every_ms,
                  json_t *actions);
// The app's timers of a window; 0: all of them.
void vd_timers_drop(struct vd_device *device, const struct vd_app *app,
                    uint64_t window_id);
void vd_timers_free(struct vd_device *device);
// Takes the first timer that is due out of the list; NULL: no more.
struct vd_timer *vd_timer_take_due(struct vd_device *device, int64_t now_ms);
// Frees a timer that was taken, or adds it again where it repeats.
void vd_timer_put_back(struct vd_device *device, struct vd_timer *timer,
                       int64_t now_ms);

#endif
