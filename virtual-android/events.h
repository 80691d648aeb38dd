// events.h: the accessibility events that whoever listens is told
//
// They are kept only while the UiAutomation listens (automation.h): a device
// without an accessibility service sends none. What an app does is told as it
// happens; that a screen has changed is told once for what changed it, as
// Android gathers such changes for a while.
#ifndef VIRTUAL_ANDROID_EVENTS_H
#define VIRTUAL_ANDROID_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct va_device;
struct va_node;
struct va_window;

// AccessibilityEvent's own numbers.
enum va_event_type {
    VA_EVENT_CLICKED = 0x1,
    VA_EVENT_LONG_CLICKED = 0x2,
    VA_EVENT_FOCUSED = 0x8,
    VA_EVENT_TEXT = 0x10,
    VA_EVENT_WINDOW_STATE = 0x20,
    VA_EVENT_NOTIFICATION = 0x40,
    VA_EVENT_CONTENT = 0x800,
    VA_EVENT_SCROLLED = 0x1000,
    VA_EVENT_SELECTION = 0x2000,
    VA_EVENT_ANNOUNCEMENT = 0x4000,
    VA_EVENT_WINDOWS = 0x400000,
};

enum { VA_EVENTS_KEPT = 1024, VA_EVENT_TEXT_MAX = 1000 };

struct va_event {
    uint64_t seq;
    int64_t ms; // of the device's clock
    enum va_event_type type;
    char *package;    // owned, as the next two are; never NULL
    char *class_name; // "android.widget.Button"
    char *text;       // "" of password fields
};

const char *va_event_name(enum va_event_type type); // "TYPE_VIEW_CLICKED"

// Bring the device up to the present and call each for the events from seq
// on, oldest first, with the device's lock held. The next number; 0 where
// nobody listens. *out_now_ms is of the same clock as the events'.
uint64_t va_device_each_event(struct va_device *device, uint64_t seq,
                              void (*each)(void *arg,
                                           const struct va_event *event),
                              void *arg, int64_t *out_now_ms);
// How a time of that clock reads as the device's uptime.
int64_t va_device_ms_to_uptime(struct va_device *device, int64_t ms);

// For the model's own files, with the lock held.
// Begin with an empty log whose first number is 1; end and forget.
void va_events_begin(struct va_device *device);
void va_events_end(struct va_device *device);
void va_tell(struct va_device *device, enum va_event_type type,
             const char *package, const char *class_name, struct at_str text);
void va_tell_node(struct va_device *device, const struct va_window *window,
                  const struct va_node *node, enum va_event_type type);
// That the screen, its windows or what is in front has changed since this was
// called last.
void va_tell_changes(struct va_device *device);

#endif
