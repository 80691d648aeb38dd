// news.c: events since a number, as NEWS: a few in full, all of them counted
#include "virtual-android/helper/news.h"

#include <string.h>

#include "virtual-android/access/a11y_events.h"

enum { NEWS_MAX = 64 };

// In the order of their names, in which they are written.
static const enum vd_event_type types[] = {
    VD_EVENT_ANNOUNCEMENT, VD_EVENT_NOTIFICATION, VD_EVENT_CLICKED,
    VD_EVENT_FOCUSED,      VD_EVENT_LONG_CLICKED, VD_EVENT_SCROLLED,
    VD_EVENT_TEXT,         VD_EVENT_SELECTION,    VD_EVENT_WINDOWS,
    VD_EVENT_CONTENT,      VD_EVENT_WINDOW_STATE,
};

struct telling {
    struct vd_device *device;
    struct vd_writer *w;
    int64_t counts[AT_LEN(types)];
    uint64_t first; // number of the oldest event that was kept
    size_t news;
    size_t skip;
};

static bool
is_news(const struct vd_event *event)
{
    return event->type == VD_EVENT_WINDOW_STATE ||
           event->type == VD_EVENT_NOTIFICATION ||
           event->type == VD_EVENT_ANNOUNCEMENT;
}

static void
count(void *arg, const struct vd_event *event)
{
    struct telling *t = arg;
    for (size_t i = 0; i < AT_LEN(types); i++)
        t->counts[i] += types[i] == event->type;
    t->news += is_news(event);
    if (t->first == 0)
        t->first = event->seq;
}

static void
add_event(void *arg, const struct vd_event *event)
{
    struct telling *t = arg;
    bool toast = event->type == VD_EVENT_NOTIFICATION &&
                 at_str_starts(at_str(event->class_name),
                               AT_STR("android.widget.Toast"));
    if (!is_news(event) || (t->skip > 0 && t->skip--))
        return;
    vd_open(t->w, '{');
    vd_put_int(t->w, "seq", (int64_t)event->seq);
    vd_put_int(t->w, "ms", vd_device_ms_to_uptime(t->device, event->ms));
    vd_put_text(t->w, "type", at_str(vd_event_name(event->type)));
    vd_put_text(t->w, "package", at_str(event->package));
    vd_put_text(t->w, "class", at_str(event->class_name));
    vd_put_text(t->w, "text", at_str(event->text));
    vd_put_bool(t->w, "toast", toast);
    vd_close(t->w, '}');
}

void
vd_put_news(struct vd_api *api, uint64_t seq, struct vd_writer *w)
{
    struct telling t = {.device = api->device, .w = w};
    int64_t now_ms;
    uint64_t next = vd_device_each_event(api->device, seq, count, &t, &now_ms);
    t.skip = t.news > NEWS_MAX ? t.news - NEWS_MAX : 0;
    vd_name(w, "events");
    vd_open(w, '[');
    vd_device_each_event(api->device, seq, add_event, &t, &now_ms);
    vd_close(w, ']');
    vd_name(w, "counts");
    vd_open(w, '{');
    for (size_t i = 0; i < AT_LEN(types); i++) {
        if (t.counts[i] > 0)
            vd_put_int(w, vd_event_name(types[i]), t.counts[i]);
    }
    vd_close(w, '}');
    vd_put_int(w, "nowMs", vd_device_ms_to_uptime(api->device, now_ms));
    vd_put_int(w, "next", (int64_t)next);
    vd_put_int(w, "lost",
               t.first > seq && seq > 0 ? (int64_t)(t.first - seq) : 0);
}
