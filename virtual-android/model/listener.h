// listener.h: notifies the accessibility side of events
//
// The model does not know access/: the device's creator passes a listener
// (device.h), whose functions are called with the device locked.
#ifndef VIRTUAL_ANDROID_MODEL_LISTENER_H
#define VIRTUAL_ANDROID_MODEL_LISTENER_H

#include "base/str.h"

struct vd_device;
struct vd_node;
struct vd_window;

// AccessibilityEvent's own numbers.
enum vd_event_type {
    VD_EVENT_CLICKED = 0x1,
    VD_EVENT_LONG_CLICKED = 0x2,
    VD_EVENT_FOCUSED = 0x8,
    VD_EVENT_TEXT = 0x10,
    VD_EVENT_WINDOW_STATE = 0x20,
    VD_EVENT_NOTIFICATION = 0x40,
    VD_EVENT_CONTENT = 0x800,
    VD_EVENT_SCROLLED = 0x1000,
    VD_EVENT_SELECTION = 0x2000,
    VD_EVENT_ANNOUNCEMENT = 0x4000,
    VD_EVENT_WINDOWS = 0x400000,
};

struct vd_listener {
    void (*open)(struct vd_device *device); // make device->access
    void (*close)(struct vd_device *device);
    void (*emit)(struct vd_device *device, enum vd_event_type type,
                 const char *package, const char *class_name,
                 struct at_str text);
    void (*sync)(struct vd_device *device); // the device may have changed
    void (*process_ends)(struct vd_device *device, int pid);
};

void vd_emit(struct vd_device *device, enum vd_event_type type,
             const char *package, const char *class_name, struct at_str text);
void vd_emit_node(struct vd_device *device, const struct vd_window *window,
                  const struct vd_node *node, enum vd_event_type type);
void vd_listener_sync(struct vd_device *device);

#endif
