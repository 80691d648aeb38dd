// runs_state.c: the runs and devices as others see them
#include <string.h>

#include "base/alloc.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_priv.h"

void
at_runs_list_open(struct at_runs *runs, const char *id,
                  struct at_runs_list *out)
{
    *out = (struct at_runs_list){NULL, 0};
    pthread_mutex_lock(&runs->lock);
    for (struct at_runs_run *run = runs->first; run; run = run->next) {
        if (id && strcmp(run->id, id) != 0)
            continue;
        out->items =
            at_realloc_array(out->items, out->count + 1, sizeof(*out->items));
        struct at_runs_open *open = &out->items[out->count++];
        at_run_record_dup(&run->order.record, &open->record);
        open->asks = run->asks ? at_strdup(run->asks) : NULL;
        open->place = at_runs_place_locked(runs, run);
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
        if (run->lane && strcmp(run->lane->device, entry->id) == 0)
            at_str_cut(device->run, sizeof(device->run), at_str(run->id));
        device->queued +=
            !run->lane &&
            strcmp(run->order.record.scenario.device, entry->id) == 0;
    }
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
