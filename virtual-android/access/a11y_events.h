// a11y_events.h: the accessibility events that a listener receives
//
// Events are kept only while the UiAutomation listens (automation.h): a device
// without an accessibility service sends none. An app's own events are added as
// they happen; a changed screen gives one event for all that changed it, as
// Android gathers such changes for a while.
#ifndef VIRTUAL_ANDROID_ACCESS_A11Y_EVENTS_H
#define VIRTUAL_ANDROID_ACCESS_A11Y_EVENTS_H

#include <stdint.h>

#include "virtual-android/model/listener.h"

struct vd_device;

enum { VD_EVENTS_KEPT = 1024, VD_EVENT_TEXT_MAX = 1000 };

struct vd_event {
    uint64_t seq;
    int64_t ms; // device clock
    enum vd_event_type type;
    char *package;    // owned, as the next two are; never NULL
    char *class_name; // "android.widget.Button"
    char *text;       // "" of password fields
};

const char *vd_event_name(enum vd_event_type type); // "TYPE_VIEW_CLICKED"

// Call each for the events from seq on, oldest first, with the device locked.
// Returns the next number; 0 while there is no listener. *out_now_ms is from
// the same clock as the events.
uint64_t vd_device_each_event(struct vd_device *device, uint64_t seq,
                              void (*each)(void *arg,
                                           const struct vd_event *event),
                              void *arg, int64_t *out_now_ms);
// For access/ only, with the lock taken. begin starts an empty ring whose first
// number is 1; end drops it.
void vd_events_begin(struct vd_device *device);
void vd_events_end(struct vd_device *device);
void vd_events_add(struct vd_device *device, enum vd_event_type type,
                   const char *package, const char *class_name,
                   struct at_str text);
// Add events for changes on the screen since the last call.
void vd_events_sync(struct vd_device *device);

#endif
