// idle.c: wait until no accessibility event has come for a while
//
// Quiet counts from the last event or from the request, whichever is later: the
// effects of an input begin after it. The model advances only when it is read,
// and its events have the time at which they happened. So one reading at the
// earliest possible end is enough, and frequent ones only if the first event
// ends the wait.
#include "virtual-android/helper/idle.h"

#include <string.h>

#include "base/alloc.h"
#include "virtual-android/access/a11y_events.h"
#include "virtual-android/model/device_ops.h"

enum {
    NAMES_MAX = 100,
    NOISY_MAX = 3,
    NOISES_MAX = 64,
    LOOK_MS = 5, // between checks for a first event
    // Events that are sent only by toolkits that report what they draw.
    OF_CONTENT = VD_EVENT_CLICKED | VD_EVENT_LONG_CLICKED | VD_EVENT_TEXT |
                 VD_EVENT_CONTENT | VD_EVENT_SCROLLED | VD_EVENT_SELECTION,
};

struct noise {
    char *package; // owned
    char *class_name;
    enum vd_event_type type;
    int64_t count;
};

struct looking {
    const struct vd_idle *idle;
    int64_t last_ms; // last event that ends the quiet
    size_t disturbing;
};

struct telling {
    struct vd_writer *w;
    size_t skip; // events before the latest NAMES_MAX
    struct noise noises[NOISES_MAX];
    size_t noise_count;
};

bool
vd_idle_read(struct vd_fields *fields, struct vd_idle *out)
{
    out->timeout_ms =
        vd_take_int(fields, "timeoutMs", (struct vd_range){0, 60000}, 10000);
    out->quiet_ms =
        vd_take_int(fields, "quietMs", (struct vd_range){0, 10000}, 150);
    out->package = vd_take_text(fields, "package", "");
    out->change_ms =
        vd_take_int(fields, "changeMs", (struct vd_range){0, 60000}, 0);
    out->since =
        vd_take_int(fields, "since", (struct vd_range){0, INT32_MAX}, 0);
    return vd_fields_done(fields);
}

static void
look_at(void *arg, const struct vd_event *event)
{
    struct looking *l = arg;
    if (l->idle->package.len > 0 &&
        !at_str_is(l->idle->package, event->package))
        return;
    l->disturbing++;
    l->last_ms = event->ms > l->last_ms ? event->ms : l->last_ms;
}

static void
count_noise(struct telling *t, const struct vd_event *event)
{
    for (size_t i = 0; i < t->noise_count; i++) {
        struct noise *n = &t->noises[i];
        if (n->type == event->type && strcmp(n->package, event->package) == 0 &&
            strcmp(n->class_name, event->class_name) == 0) {
            n->count++;
            return;
        }
    }
    if (t->noise_count < NOISES_MAX)
        t->noises[t->noise_count++] =
            (struct noise){at_strdup(event->package),
                           at_strdup(event->class_name), event->type, 1};
}

static void
add_event(void *arg, const struct vd_event *event)
{
    struct telling *t = arg;
    count_noise(t, event);
    if (t->skip > 0)
        t->skip--;
    else
        vd_text(t->w, at_str(vd_event_name(event->type)));
}

static struct noise *
loudest(struct telling *t)
{
    struct noise *found = NULL;
    for (size_t i = 0; i < t->noise_count; i++) {
        struct noise *n = &t->noises[i];
        if (n->count > 0 && (!found || n->count > found->count))
            found = n;
    }
    return found;
}

static void
put_noisy(struct telling *t)
{
    struct noise *noise;
    vd_name(t->w, "noisy");
    vd_open(t->w, '[');
    for (int i = 0; i < NOISY_MAX && (noise = loudest(t)) != NULL; i++) {
        vd_open(t->w, '{');
        vd_put_text(t->w, "package", at_str(noise->package));
        vd_put_text(t->w, "class", at_str(noise->class_name));
        vd_put_text(t->w, "type", at_str(vd_event_name(noise->type)));
        vd_put_int(t->w, "count", noise->count);
        vd_close(t->w, '}');
        noise->count = 0;
    }
    vd_close(t->w, ']');
}

static void
count_event(void *arg, const struct vd_event *event)
{
    size_t *count = arg;
    (void)event;
    ++*count;
}

void
vd_idle_put(struct vd_api *api, const char *reason, int64_t waited_ms,
            uint64_t seq, struct vd_writer *w)
{
    size_t count = 0;
    int64_t now_ms;
    vd_device_each_event(api->device, seq, count_event, &count, &now_ms);
    struct telling t = {.w = w,
                        .skip = count > NAMES_MAX ? count - NAMES_MAX : 0};
    vd_put_bool(w, "idle", strcmp(reason, "events_quiet") == 0);
    vd_put_text(w, "reason", at_str(reason));
    vd_put_int(w, "waitedMs", waited_ms);
    vd_name(w, "events");
    vd_open(w, '[');
    uint64_t next =
        vd_device_each_event(api->device, seq, add_event, &t, &now_ms);
    vd_close(w, ']');
    vd_put_int(w, "next", (int64_t)next);
    if (strcmp(reason, "timeout") == 0)
        put_noisy(&t);
    for (size_t i = 0; i < t.noise_count; i++) {
        free(t.noises[i].package);
        free(t.noises[i].class_name);
    }
}

static struct looking
look(struct vd_api *api, const struct vd_idle *idle, uint64_t seq,
     int64_t *out_now_ms)
{
    struct looking l = {.idle = idle};
    vd_device_each_event(api->device, seq, look_at, &l, out_now_ms);
    return l;
}

int64_t
vd_idle_last_ms(struct vd_api *api, const struct vd_idle *idle, uint64_t seq)
{
    int64_t now_ms;
    return look(api, idle, seq, &now_ms).last_ms;
}

int64_t
vd_idle_now_ms(struct vd_api *api)
{
    size_t count = 0;
    int64_t now_ms;
    vd_device_each_event(api->device, UINT64_MAX, count_event, &count, &now_ms);
    return now_ms;
}

struct asking {
    struct vd_front front;
    bool told;
};

static void
ask_event(void *arg, const struct vd_event *event)
{
    struct asking *asking = arg;
    bool of_content = (event->type & OF_CONTENT) != 0;
    asking->told =
        asking->told ||
        (of_content && strcmp(event->package, asking->front.package) == 0);
}

bool
vd_idle_is_told(struct vd_api *api, uint64_t seq)
{
    struct asking asking = {.told = false};
    int64_t now_ms;
    vd_device_front(api->device, &asking.front);
    vd_device_each_event(api->device, seq, ask_event, &asking, &now_ms);
    return asking.told;
}

static bool
has_changed(struct vd_api *api, const struct vd_idle *idle, uint64_t seq)
{
    int64_t now_ms;
    return look(api, idle, idle->since > 0 ? (uint64_t)idle->since : seq,
                &now_ms)
               .disturbing > 0;
}

// When it will have been silent, without another event.
static int64_t
silent_ms(struct vd_api *api, const struct vd_silence *silence,
          const struct looking *l, bool changed)
{
    // On a phone events take a while to arrive.
    int64_t least_ms =
        silence->began_ms + vd_device_latency_ms(api->device, "helper-idle");
    int64_t first_ms = silence->began_ms + silence->idle->change_ms;
    int64_t last_ms =
        l->last_ms > silence->from_ms ? l->last_ms : silence->from_ms;
    int64_t ms = last_ms + silence->idle->quiet_ms;
    if (!changed && ms < first_ms)
        ms = first_ms;
    return ms > least_ms ? ms : least_ms;
}

bool
vd_idle_until(struct vd_api *api, const struct vd_silence *silence,
              bool *out_silent)
{
    const struct vd_idle *idle = silence->idle;
    bool changed = idle->change_ms == 0;
    for (;;) {
        int64_t now_ms;
        struct looking l = look(api, idle, silence->seq, &now_ms);
        changed = changed || has_changed(api, idle, silence->seq);
        int64_t next_ms = silent_ms(api, silence, &l, changed);
        bool heard =
            l.last_ms > silence->known_ms && l.last_ms > silence->from_ms;
        *out_silent = now_ms >= next_ms;
        if (*out_silent || now_ms >= silence->end_ms || heard)
            return true;
        if (next_ms > silence->end_ms)
            next_ms = silence->end_ms;
        if (!changed && next_ms > now_ms + LOOK_MS)
            next_ms = now_ms + LOOK_MS;
        if (!vd_api_wait(api, next_ms - now_ms))
            return false;
    }
}

bool
vd_idle_wait(struct vd_api *api, const struct vd_idle *idle, uint64_t seq,
             struct vd_writer *w)
{
    int64_t began_ms = vd_idle_now_ms(api);
    const struct vd_silence silence = {
        idle, seq, began_ms, began_ms, began_ms + idle->timeout_ms, INT64_MAX};
    bool silent;
    if (!vd_idle_until(api, &silence, &silent))
        return false;
    vd_idle_put(api, silent ? "events_quiet" : "timeout",
                vd_idle_now_ms(api) - began_ms, seq, w);
    return true;
}

uint64_t
vd_next_seq(struct vd_api *api)
{
    size_t count = 0;
    int64_t now_ms;
    return vd_device_each_event(api->device, UINT64_MAX, count_event, &count,
                                &now_ms);
}
