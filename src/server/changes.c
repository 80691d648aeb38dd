// changes.c: changes of the store and of the list of devices, as events
#include "server/changes.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { DEVICES_EVERY_MS = 2000, DEVICES_MAX_MS = 20000 };

// The names of kinds for clients.
static const char *const kinds[AT_STORE_KINDS] = {
    [AT_STORE_SCENARIO] = "scenario",  [AT_STORE_RUN] = "run",
    [AT_STORE_RECIPE] = "recording",   [AT_STORE_PROFILE] = "profile",
    [AT_STORE_SETTING] = "config",     [AT_STORE_EXPECT] = "expectations",
    [AT_STORE_PROPOSAL] = "recording", [AT_STORE_SUITE] = "suite",
    [AT_STORE_SUITE_RUN] = "suiteRun", [AT_STORE_SCHEDULE] = "schedule",
    [AT_STORE_WEBHOOK] = "webhook",    [AT_STORE_DELIVERY] = "delivery",
    [AT_STORE_TOKEN] = "token",        [AT_STORE_AUDIT] = "audit",
    [AT_STORE_SECRET] = "secret",      [AT_STORE_HOST] = "host",
    [AT_STORE_DEVICE] = "devices",
};

// Only admins may know the names of these.
static bool
is_for_admins(enum at_store_kind kind)
{
    return kind == AT_STORE_TOKEN || kind == AT_STORE_SECRET ||
           kind == AT_STORE_AUDIT;
}

// An id has no character that JSON would escape.
void
at_changes_publish(struct at_hub *hub, const struct at_store_change *change)
{
    struct at_buf json = AT_BUF_INIT(AT_KIB);
    bool removed = change->revision == 0;
    if ((change->kind == AT_STORE_RUN && !removed) || !kinds[change->kind])
        return;
    if (change->kind == AT_STORE_SETTING &&
        strcmp(change->id, "firestore-sync") == 0)
        return; // the notes of sync/round.c, which no page shows
    at_buf_add_fmt(&json, "{\"kind\":\"%s\"", kinds[change->kind]);
    if (!is_for_admins(change->kind)) {
        at_buf_add_fmt(&json, ",\"id\":\"%s\"", change->id);
        if (removed)
            at_buf_add_text(&json, ",\"removed\":true");
        else
            at_buf_add_fmt(&json, ",\"revision\":%" PRId64, change->revision);
    }
    at_buf_add_char(&json, '}');
    at_hub_publish_change(hub, at_buf_str(&json));
    at_buf_deinit(&json);
}

struct at_devices_news {
    struct at_op op;
    struct at_hub *hub;
    struct at_runs *runs;
    pthread_t thread;
};

// Write what a list of devices shows. Without a list nothing is written.
static void
write_devices(const struct at_runs_devices *list, struct at_buf *out)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_runs_device_state *device = &list->items[i];
        at_buf_add_fmt(out, "%s\t%s\t%s\t%s\t%d\t%d\t%s\t%d\t%zu\n",
                       device->entry.id, device->entry.name,
                       device->entry.state, device->entry.os,
                       device->entry.usable, device->entry.bootable,
                       device->run, device->held, device->queued);
    }
}

// What the readers were told. A reader asks for the list once it follows, which
// may be long before the next look at the devices: after a new one, what is
// known here may not be what that reader has.
struct told {
    struct at_buf list;
    uint64_t followed;
};

static void
look(struct at_devices_news *watch, struct told *told)
{
    struct at_buf now = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    struct at_runs_devices list;
    struct at_op op = at_op_sub(&watch->op, at_now_ns(), DEVICES_MAX_MS);
    uint64_t followed = at_hub_followed(watch->hub);
    bool ok = at_runs_list_devices(&op, watch->runs, &list, &err);
    write_devices(&list, &now);
    free(list.items);
    if (!ok && err.code != AT_ENOTOOL) {
        at_buf_deinit(&now);
        return;
    }
    if (followed != told->followed ||
        !at_str_eq(at_buf_str(&now), at_buf_str(&told->list)))
        at_hub_publish_change(watch->hub, AT_STR("{\"kind\":\"devices\"}"));
    at_buf_deinit(&told->list);
    *told = (struct told){now, followed};
}

static void *
watch_devices(void *arg)
{
    struct at_devices_news *watch = arg;
    struct told told = {AT_BUF_INIT(AT_MIB), 0};
    for (;;) {
        int64_t next_ns = at_now_ns() + DEVICES_EVERY_MS * AT_NS_PER_MS;
        if (at_hub_readers(watch->hub) > 0)
            look(watch, &told);
        if (!at_op_wait_until(&watch->op, next_ns, NULL))
            break;
    }
    at_buf_deinit(&told.list);
    return NULL;
}

struct at_devices_news *
at_devices_news_new(const struct at_op *op, struct at_hub *hub,
                    struct at_runs *runs, struct at_err *err)
{
    struct at_devices_news *watch = at_alloc(sizeof(*watch));
    *watch = (struct at_devices_news){.op = *op, .hub = hub, .runs = runs};
    int sys = pthread_create(&watch->thread, NULL, watch_devices, watch);
    if (sys == 0)
        return watch;
    at_fail_sys(err, AT_EIO, sys, "cannot start the thread for devices");
    free(watch);
    return NULL;
}

void
at_devices_news_free(struct at_devices_news *watch)
{
    if (!watch)
        return;
    pthread_join(watch->thread, NULL);
    free(watch);
}
