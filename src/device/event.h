// event.h: events on a device that were not requested
#ifndef AT_DEVICE_EVENT_H
#define AT_DEVICE_EVENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

enum at_device_event_kind {
    AT_DEVICE_TOAST,
    AT_DEVICE_NOTIFICATION,
    AT_DEVICE_ANNOUNCEMENT, // read aloud by accessibility services
    AT_DEVICE_WINDOW,       // a window appeared or changed its content
    AT_DEVICE_INSTALLED,    // installed by us: text has name, state
    AT_DEVICE_EVENTS_MISSED,
};

// Texts are borrowed for the call.
struct at_device_event {
    enum at_device_event_kind kind;
    int64_t at_ns; // at_now_ns() time
    struct at_str package;
    struct at_str class_name;
    struct at_str text;
    size_t count; // MISSED: number of events lost before the following ones
};

// Receives the events of each reading, oldest first, before the reading is
// returned.
struct at_device_events {
    void (*happened)(void *user, const struct at_device_event *event);
    void *user;
};

#endif
