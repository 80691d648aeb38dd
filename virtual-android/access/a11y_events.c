// a11y_events.c: the ring of events, and events for changes on the screen
#include "virtual-android/access/a11y_events.h"

#include <stdio.h>

#include "base/alloc.h"
#include "virtual-android/access/state.h"
#include "virtual-android/model/fault_counts.h"
#include "virtual-android/model/state.h"

enum { BUSY_EVERY_MS = 100, BUSY_MAX = 10 };

struct vd_events {
    struct vd_event ring[VD_EVENTS_KEPT];
    size_t count;
    uint64_t next; // number of the next one
    uint64_t front_id;
    int64_t changed_ms; // the last change that has an event
    bool keyboard;
};

static const struct {
    enum vd_event_type type;
    const char *name;
} names[] = {
    {VD_EVENT_CLICKED, "TYPE_VIEW_CLICKED"},
    {VD_EVENT_LONG_CLICKED, "TYPE_VIEW_LONG_CLICKED"},
    {VD_EVENT_FOCUSED, "TYPE_VIEW_FOCUSED"},
    {VD_EVENT_TEXT, "TYPE_VIEW_TEXT_CHANGED"},
    {VD_EVENT_WINDOW_STATE, "TYPE_WINDOW_STATE_CHANGED"},
    {VD_EVENT_NOTIFICATION, "TYPE_NOTIFICATION_STATE_CHANGED"},
    {VD_EVENT_CONTENT, "TYPE_WINDOW_CONTENT_CHANGED"},
    {VD_EVENT_SCROLLED, "TYPE_VIEW_SCROLLED"},
    {VD_EVENT_SELECTION, "TYPE_VIEW_TEXT_SELECTION_CHANGED"},
    {VD_EVENT_ANNOUNCEMENT, "TYPE_ANNOUNCEMENT"},
    {VD_EVENT_WINDOWS, "TYPE_WINDOWS_CHANGED"},
};

const char *
vd_event_name(enum vd_event_type type)
{
    for (size_t i = 0; i < AT_LEN(names); i++) {
        if (names[i].type == type)
            return names[i].name;
    }
    at_assert(false);
    return NULL;
}

static void
event_deinit(struct vd_event *event)
{
    free(event->package);
    free(event->class_name);
    free(event->text);
}

static uint64_t
front_id(struct vd_device *device)
{
    struct vd_window *front = vd_screen_front(device);
    return front && !device->screen.off ? front->id : 0;
}

void
vd_events_end(struct vd_device *device)
{
    struct vd_events *events = device->access->events;
    for (size_t i = 0; events && i < events->count; i++)
        event_deinit(&events->ring[i]);
    free(events);
    device->access->events = NULL;
}

void
vd_events_begin(struct vd_device *device)
{
    vd_events_end(device);
    device->access->events = at_alloc(sizeof(*device->access->events));
    device->access->events->next = 1;
    device->access->events->front_id = front_id(device);
    device->access->events->changed_ms = device->screen.last_change_ms;
    device->access->events->keyboard = device->screen.keyboard;
}

uint64_t
vd_device_each_event(struct vd_device *device, uint64_t seq,
                     void (*each)(void *arg, const struct vd_event *event),
                     void *arg, int64_t *out_now_ms)
{
    vd_lock(device);
    struct vd_events *events = device->access->events;
    uint64_t next = events ? events->next : 0;
    uint64_t first = events ? next - events->count : 0;
    for (uint64_t n = seq > first ? seq : first; n < next; n++)
        each(arg, &events->ring[(n - 1) % VD_EVENTS_KEPT]);
    *out_now_ms = device->clock.now_ms;
    vd_unlock(device);
    return next;
}

// Without a listed accessibility service, Compose reports windows but no events
// inside them.
static bool
is_silent(struct vd_device *device, enum vd_event_type type)
{
    const int64_t *left = vd_fault_count(device, "compose-silent");
    return *left > 0 && type != VD_EVENT_WINDOWS &&
           type != VD_EVENT_WINDOW_STATE && type != VD_EVENT_NOTIFICATION &&
           type != VD_EVENT_ANNOUNCEMENT;
}

static void
add(struct vd_device *device, enum vd_event_type type, const char *package,
    const char *class_name, struct at_str text, int64_t ms)
{
    struct vd_events *events = device->access->events;
    struct vd_event *event = &events->ring[(events->next - 1) % VD_EVENTS_KEPT];
    char cut[VD_EVENT_TEXT_MAX + 1];
    if (is_silent(device, type))
        return;
    if (events->count == VD_EVENTS_KEPT)
        event_deinit(event);
    else
        events->count++;
    at_str_cut(cut, sizeof(cut), text);
    *event = (struct vd_event){
        .seq = events->next++,
        .ms = ms,
        .type = type,
        .package = at_strdup(package),
        .class_name = at_strdup(class_name),
        .text = at_strdup(cut),
    };
}

// The event has a dialog's class and text, or the activity and the app's name.
static void
emit_window(struct vd_device *device, const struct vd_window *window,
            int64_t ms)
{
    char activity[512];
    const char *package = window->package;
    struct at_str title = at_str(window->app->label);
    snprintf(activity, sizeof(activity), "%s%s",
             window->activity[0] == '.' ? package : "", window->activity);
    for (struct vd_node *node = window->root; node && window->dialog;
         node = vd_node_next(node, window->root)) {
        if (node->text.len > 0 && !(node->flags & VD_EDITABLE)) {
            title = node->text;
            break;
        }
    }
    add(device, VD_EVENT_WINDOWS, "", "", AT_STR(""), ms);
    add(device, VD_EVENT_WINDOW_STATE, package,
        window->dialog ? "android.app.AlertDialog" : activity, title, ms);
}

// A screen that animates forever gives events all the time.
static void
emit_busy(struct vd_device *device, const struct vd_window *front)
{
    struct vd_events *events = device->access->events;
    int64_t late = device->clock.now_ms - events->changed_ms;
    int64_t due = late / BUSY_EVERY_MS;
    for (int64_t i = due < BUSY_MAX ? due : BUSY_MAX; i > 0; i--)
        add(device, VD_EVENT_CONTENT, front->package,
            "android.widget.ProgressBar", AT_STR(""),
            device->clock.now_ms - (i - 1) * BUSY_EVERY_MS);
    if (due > 0)
        events->changed_ms = device->clock.now_ms;
}

void
vd_events_add(struct vd_device *device, enum vd_event_type type,
              const char *package, const char *class_name, struct at_str text)
{
    if (device->access->events)
        add(device, type, package, class_name, text, device->clock.now_ms);
}

void
vd_events_sync(struct vd_device *device)
{
    struct vd_events *events = device->access->events;
    struct vd_window *front = vd_screen_front(device);
    if (!events)
        return;
    int64_t ms = device->screen.last_change_ms;
    uint64_t id = front_id(device);
    if (id != events->front_id && id != 0) {
        vd_window_refresh(device, front);
        emit_window(device, front, ms);
    }
    events->front_id = id;
    if (device->screen.keyboard != events->keyboard)
        add(device, VD_EVENT_WINDOWS, "", "", AT_STR(""), ms);
    events->keyboard = device->screen.keyboard;
    if (ms > events->changed_ms && front)
        add(device, VD_EVENT_CONTENT, front->package,
            "android.widget.FrameLayout", AT_STR(""), ms);
    if (ms > events->changed_ms)
        events->changed_ms = ms;
    if (id != 0 && vd_window_is_busy(front))
        emit_busy(device, front);
}
