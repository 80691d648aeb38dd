// event.h: what happened on a device by itself
#ifndef AT_DEVICE_EVENT_H
#define AT_DEVICE_EVENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

enum at_device_event_kind {
    AT_DEVICE_TOAST,
    AT_DEVICE_NOTIFICATION,
    AT_DEVICE_ANNOUNCEMENT, // read aloud by accessibility services
    AT_DEVICE_WINDOW,       // one came, or has another content
    AT_DEVICE_INSTALLED,    // by us: text names it and says how it goes
    AT_DEVICE_EVENTS_MISSED,
};

// Texts are borrowed for the call.
struct at_device_event {
    enum at_device_event_kind kind;
    int64_t at_ns; // by at_now_ns()
    struct at_str package;
    struct at_str class_name;
    struct at_str text;
    size_t count; // MISSED: so many, before the events that follow
};

// Receives the events of each reading, oldest first, before the reading is
// returned.
struct at_device_events {
    void (*happened)(void *user, const struct at_device_event *event);
    void *user;
};

#endif
