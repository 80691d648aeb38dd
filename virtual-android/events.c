#include "virtual-android/events.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/dump.h"
#include "virtual-android/model.h"

enum { BUSY_EVERY_MS = 100, BUSY_MAX = 10 };

struct va_events {
    struct va_event ring[VA_EVENTS_KEPT];
    size_t count;
    uint64_t next; // number of the next one
    uint64_t front_id;
    int64_t changed_ms; // the last change that was told
    bool keyboard;
};

static const struct {
    enum va_event_type type;
    const char *name;
} names[] = {
    {VA_EVENT_CLICKED, "TYPE_VIEW_CLICKED"},
    {VA_EVENT_LONG_CLICKED, "TYPE_VIEW_LONG_CLICKED"},
    {VA_EVENT_FOCUSED, "TYPE_VIEW_FOCUSED"},
    {VA_EVENT_TEXT, "TYPE_VIEW_TEXT_CHANGED"},
    {VA_EVENT_WINDOW_STATE, "TYPE_WINDOW_STATE_CHANGED"},
    {VA_EVENT_NOTIFICATION, "TYPE_NOTIFICATION_STATE_CHANGED"},
    {VA_EVENT_CONTENT, "TYPE_WINDOW_CONTENT_CHANGED"},
    {VA_EVENT_SCROLLED, "TYPE_VIEW_SCROLLED"},
    {VA_EVENT_SELECTION, "TYPE_VIEW_TEXT_SELECTION_CHANGED"},
    {VA_EVENT_ANNOUNCEMENT, "TYPE_ANNOUNCEMENT"},
    {VA_EVENT_WINDOWS, "TYPE_WINDOWS_CHANGED"},
};

const char *
va_event_name(enum va_event_type type)
{
    for (size_t i = 0; i < AT_LEN(names); i++) {
        if (names[i].type == type)
            return names[i].name;
    }
    at_assert(false);
    return NULL;
}

static void
event_deinit(struct va_event *event)
{
    free(event->package);
    free(event->class_name);
    free(event->text);
}

static uint64_t
front_id(struct va_device *device)
{
    struct va_window *front = va_window_front(device);
    return front && !device->screen_off ? front->id : 0;
}

void
va_events_end(struct va_device *device)
{
    struct va_events *events = device->events;
    for (size_t i = 0; events && i < events->count; i++)
        event_deinit(&events->ring[i]);
    free(events);
    device->events = NULL;
}

void
va_events_begin(struct va_device *device)
{
    va_events_end(device);
    device->events = at_alloc(sizeof(*device->events));
    device->events->next = 1;
    device->events->front_id = front_id(device);
    device->events->changed_ms = device->last_change_ms;
    device->events->keyboard = device->keyboard;
}

uint64_t
va_device_each_event(struct va_device *device, uint64_t seq,
                     void (*each)(void *arg, const struct va_event *event),
                     void *arg, int64_t *out_now_ms)
{
    va_lock(device);
    struct va_events *events = device->events;
    uint64_t next = events ? events->next : 0;
    uint64_t first = events ? next - events->count : 0;
    for (uint64_t n = seq > first ? seq : first; n < next; n++)
        each(arg, &events->ring[(n - 1) % VA_EVENTS_KEPT]);
    *out_now_ms = device->now_ms;
    va_unlock(device);
    return next;
}

static void
add(struct va_device *device, enum va_event_type type, const char *package,
    const char *class_name, struct at_str text, int64_t ms)
{
    struct va_events *events = device->events;
    struct va_event *event = &events->ring[(events->next - 1) % VA_EVENTS_KEPT];
    char cut[VA_EVENT_TEXT_MAX + 1];
    if (events->count == VA_EVENTS_KEPT)
        event_deinit(event);
    else
        events->count++;
    at_str_cut(cut, sizeof(cut), text);
    *event = (struct va_event){
        .seq = events->next++,
        .ms = ms,
        .type = type,
        .package = at_strdup(package),
        .class_name = at_strdup(class_name),
        .text = at_strdup(cut),
    };
}

void
va_tell(struct va_device *device, enum va_event_type type, const char *package,
        const char *class_name, struct at_str text)
{
    if (device->events)
        add(device, type, package, class_name, text, device->now_ms);
}

void
va_tell_node(struct va_device *device, const struct va_window *window,
             const struct va_node *node, enum va_event_type type)
{
    struct at_buf text = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    if (!device->events || !node)
        return;
    if (!node->password)
        va_node_text(node, &text);
    if (text.len == 0)
        at_buf_add_str(&text, node->desc);
    va_tell(device, type, node->package ? node->package : window->package,
            node->class_name, at_buf_str(&text));
    at_buf_deinit(&text);
}

// A dialog's class and words, or the activity and the name of its app.
static void
tell_window(struct va_device *device, const struct va_window *window,
            int64_t ms)
{
    char activity[512];
    const char *package = window->package;
    struct at_str title = at_str(window->app->label);
    snprintf(activity, sizeof(activity), "%s%s",
             window->activity[0] == '.' ? package : "", window->activity);
    for (struct va_node *node = window->root; node && window->dialog;
         node = va_node_next(node, window->root)) {
        if (node->text.len > 0 && !(node->flags & VA_EDITABLE)) {
            title = node->text;
            break;
        }
    }
    add(device, VA_EVENT_WINDOWS, "", "", AT_STR(""), ms);
    add(device, VA_EVENT_WINDOW_STATE, package,
        window->dialog ? "android.app.AlertDialog" : activity, title, ms);
}

// What animates for ever tells of it all the time.
static void
tell_busy(struct va_device *device, const struct va_window *front)
{
    struct va_events *events = device->events;
    int64_t late = device->now_ms - events->changed_ms;
    int64_t due = late / BUSY_EVERY_MS;
    for (int64_t i = due < BUSY_MAX ? due : BUSY_MAX; i > 0; i--)
        add(device, VA_EVENT_CONTENT, front->package,
            "android.widget.ProgressBar", AT_STR(""),
            device->now_ms - (i - 1) * BUSY_EVERY_MS);
    if (due > 0)
        events->changed_ms = device->now_ms;
}

void
va_tell_changes(struct va_device *device)
{
    struct va_events *events = device->events;
    struct va_window *front = va_window_front(device);
    if (!events)
        return;
    int64_t ms = device->last_change_ms;
    uint64_t id = front_id(device);
    if (id != events->front_id && id != 0) {
        va_window_refresh(device, front);
        tell_window(device, front, ms);
    }
    events->front_id = id;
    if (device->keyboard != events->keyboard)
        add(device, VA_EVENT_WINDOWS, "", "", AT_STR(""), ms);
    events->keyboard = device->keyboard;
    if (ms > events->changed_ms && front)
        add(device, VA_EVENT_CONTENT, front->package,
            "android.widget.FrameLayout", AT_STR(""), ms);
    if (ms > events->changed_ms)
        events->changed_ms = ms;
    if (id != 0 && va_window_is_busy(front))
        tell_busy(device, front);
}

int64_t
va_device_ms_to_uptime(struct va_device *device, int64_t ms)
{
    return ms - device->started_ms + VA_BOOTED_BEFORE_MS;
}
