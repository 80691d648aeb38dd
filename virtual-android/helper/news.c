// news.c: what happened since, as NEWS: few events in full, all of them counted
#include <string.h>

#include "base/limits.h"
#include "virtual-android/events.h"
#include "virtual-android/helper/api.h"

enum { NEWS_MAX = 64 };

// In the order of their names, as they are told.
static const enum va_event_type types[] = {
    VA_EVENT_ANNOUNCEMENT, VA_EVENT_NOTIFICATION, VA_EVENT_CLICKED,
    VA_EVENT_FOCUSED,      VA_EVENT_LONG_CLICKED, VA_EVENT_SCROLLED,
    VA_EVENT_TEXT,         VA_EVENT_SELECTION,    VA_EVENT_WINDOWS,
    VA_EVENT_CONTENT,      VA_EVENT_WINDOW_STATE,
};

struct telling {
    struct va_device *device;
    struct va_writer *w;
    int64_t counts[AT_LEN(types)];
    uint64_t first; // number of the oldest that was kept
    size_t news;
    size_t skip;
};

static bool
is_news(const struct va_event *event)
{
    return event->type == VA_EVENT_WINDOW_STATE ||
           event->type == VA_EVENT_NOTIFICATION ||
           event->type == VA_EVENT_ANNOUNCEMENT;
}

static void
count(void *arg, const struct va_event *event)
{
    struct telling *t = arg;
    for (size_t i = 0; i < AT_LEN(types); i++)
        t->counts[i] += types[i] == event->type;
    t->news += is_news(event);
    if (t->first == 0)
        t->first = event->seq;
}

static void
tell(void *arg, const struct va_event *event)
{
    struct telling *t = arg;
    bool toast = event->type == VA_EVENT_NOTIFICATION &&
                 at_str_starts(at_str(event->class_name),
                               AT_STR("android.widget.Toast"));
    if (!is_news(event) || (t->skip > 0 && t->skip--))
        return;
    va_open(t->w, '{');
    va_put_int(t->w, "seq", (int64_t)event->seq);
    va_put_int(t->w, "ms", va_device_ms_to_uptime(t->device, event->ms));
    va_put_text(t->w, "type", at_str(va_event_name(event->type)));
    va_put_text(t->w, "package", at_str(event->package));
    va_put_text(t->w, "class", at_str(event->class_name));
    va_put_text(t->w, "text", at_str(event->text));
    va_put_bool(t->w, "toast", toast);
    va_close(t->w, '}');
}

void
va_put_news(struct va_api *api, uint64_t seq, struct va_writer *w)
{
    struct telling t = {.device = api->device, .w = w};
    int64_t now_ms;
    uint64_t next = va_device_each_event(api->device, seq, count, &t, &now_ms);
    t.skip = t.news > NEWS_MAX ? t.news - NEWS_MAX : 0;
    va_name(w, "events");
    va_open(w, '[');
    va_device_each_event(api->device, seq, tell, &t, &now_ms);
    va_close(w, ']');
    va_name(w, "counts");
    va_open(w, '{');
    for (size_t i = 0; i < AT_LEN(types); i++) {
        if (t.counts[i] > 0)
            va_put_int(w, va_event_name(types[i]), t.counts[i]);
    }
    va_close(w, '}');
    va_put_int(w, "next", (int64_t)next);
    va_put_int(w, "lost",
               t.first > seq && seq > 0 ? (int64_t)(t.first - seq) : 0);
}
