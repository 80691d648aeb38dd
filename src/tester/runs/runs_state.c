// runs_state.c: the runs and devices as others see them
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

static struct at_runs_open *
add_open(struct at_runs_list *out)
{
    out->items =
        at_realloc_array(out->items, out->count + 1, sizeof(*out->items));
    out->items[out->count] = (struct at_runs_open){.asks = NULL};
    return &out->items[out->count++];
}

static void
add_held_locked(struct at_runs *runs, const char *id, struct at_runs_list *out)
{
    for (struct at_runs_run *run = runs->first; run; run = run->next) {
        if (run->unlisted || (id && strcmp(run->id, id) != 0))
            continue;
        struct at_runs_open *open = add_open(out);
        at_run_record_dup(&run->order.record, &open->record);
        open->asks = run->asks ? at_strdup(run->asks) : NULL;
    }
}

// Records of queued runs are in the store alone.
static void
add_queued_locked(struct at_runs *runs, const char *id,
                  struct at_runs_list *out)
{
    struct at_queue *queue = &runs->queue;
    const struct at_queued *only = id ? at_queue_find(queue, id) : NULL;
    size_t count = id ? only != NULL : queue->count;
    for (size_t i = 0; i < count && i < AT_STORE_LIST_MAX; i++) {
        const struct at_queued *queued = id ? only : queue->rows[i];
        struct at_runs_open *open = add_open(out);
        at_run_record_init(&open->record);
        at_str_cut(open->record.id, sizeof(open->record.id),
                   at_str(queued->id));
        open->place = at_queue_place(queue, queued);
    }
}

static void
read_queued(struct at_runs *runs, struct at_runs_list *list, size_t from)
{
    size_t kept = from;
    for (size_t i = from; i < list->count; i++) {
        struct at_runs_open open = list->items[i];
        char id[AT_RUN_ID_MAX];
        at_str_cut(id, sizeof(id), at_str(open.record.id));
        at_run_record_deinit(&open.record);
        if (at_run_document_get(runs->opts.store, id, &open.record, NULL,
                                NULL) &&
            !at_run_record_is_over(&open.record))
            list->items[kept++] = open;
        else
            at_run_record_deinit(&open.record);
    }
    list->count = kept;
}

void
at_runs_list_open(struct at_runs *runs, const char *id,
                  struct at_runs_list *out)
{
    *out = (struct at_runs_list){NULL, 0};
    pthread_mutex_lock(&runs->lock);
    add_held_locked(runs, id, out);
    size_t held = out->count;
    add_queued_locked(runs, id, out);
    pthread_mutex_unlock(&runs->lock);
    read_queued(runs, out, held);
}

size_t
at_runs_place(struct at_runs *runs, const char *id)
{
    pthread_mutex_lock(&runs->lock);
    const struct at_queued *queued = at_queue_find(&runs->queue, id);
    size_t place = queued ? at_queue_place(&runs->queue, queued) : 0;
    pthread_mutex_unlock(&runs->lock);
    return place;
}

void
at_runs_count(struct at_runs *runs, struct at_runs_counts *out)
{
    *out = (struct at_runs_counts){.running = 0};
    pthread_mutex_lock(&runs->lock);
    const struct at_queue *queue = &runs->queue;
    for (const struct at_runs_run *run = runs->first; run; run = run->next)
        out->running += !run->unlisted;
    for (size_t i = 0; i < queue->count; i++) {
        const struct at_queued *queued = queue->rows[i];
        out->running += queued->taken; // its document may say so already
        if (queued->taken)
            continue;
        if (out->queued == 0 || queued->wish.queued_ms < out->oldest_ms)
            out->oldest_ms = queued->wish.queued_ms;
        out->queued++;
    }
    pthread_mutex_unlock(&runs->lock);
}

void
at_runs_list_deinit(struct at_runs_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        at_run_record_deinit(&list->items[i].record);
        free(list->items[i].asks);
    }
    free(list->items);
    *list = (struct at_runs_list){NULL, 0};
}

struct at_store_db *
at_runs_store(struct at_runs *runs)
{
    return runs->opts.store;
}

// From the store, which knows all that this process still has.
bool
at_runs_record(struct at_runs *runs, const char *id, struct at_run_record *out,
               struct at_err *err)
{
    return at_run_document_get(runs->opts.store, id, out, NULL, err);
}

static void
add_device(struct at_runs *runs, const struct at_platform *platform,
           const struct at_device_entry *entry, struct at_runs_devices *out)
{
    out->items =
        at_realloc_array(out->items, out->count + 1, sizeof(*out->items));
    struct at_runs_device_state *device = &out->items[out->count++];
    *device =
        (struct at_runs_device_state){.platform = platform, .entry = *entry};
    pthread_mutex_lock(&runs->lock);
    for (struct at_runs_run *run = runs->first; run; run = run->next) {
        if (run->lane && !run->unlisted &&
            strcmp(run->lane->device, entry->id) == 0)
            at_str_cut(device->run, sizeof(device->run), at_str(run->id));
    }
    for (size_t i = 0; i < runs->queue.count; i++)
        device->queued +=
            strcmp(runs->queue.rows[i]->wish.device, entry->id) == 0;
    for (const struct at_runs_lane *lane = runs->lanes; lane; lane = lane->next)
        device->held |= lane->is_held && strcmp(lane->device, entry->id) == 0;
    pthread_mutex_unlock(&runs->lock);
}

// A platform whose devices cannot be listed counts only if no other platform
// lists any. Without the tools of any platform, the first platform's error says
// what to install.
bool
at_runs_list_devices(const struct at_op *op, struct at_runs *runs,
                     struct at_runs_devices *out, struct at_err *err)
{
    const struct at_platform_call call = {op, NULL};
    const struct at_platform *const *platform = runs->opts.platforms;
    struct at_err why = AT_ERR_INIT;
    bool none = true;
    *out = (struct at_runs_devices){NULL, 0};
    for (size_t i = 0; platform[i]; i++)
        none = none && !platform[i]->present();
    for (size_t i = 0; platform[i]; i++) {
        struct at_device_list list = {NULL, 0};
        bool asked = platform[i]->present() || (none && i == 0);
        if (asked && platform[i]->list && platform[i]->list(&call, &list, &why))
            for (size_t j = 0; j < list.count; j++)
                add_device(runs, platform[i], &list.entries[j], out);
        at_device_list_deinit(&list);
    }
    return out->count > 0 || why.code == AT_OK || at_err_pass(err, &why);
}
