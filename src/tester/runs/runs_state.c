// runs_state.c: the runs and devices as others see them
#include <string.h>

#include "tester/runs/runs_priv.h"
#include "wire/json.h"

// With what only this process knows of a run: its place in the queue, and what
// waits for approval.
static json_t *
state_of(const struct at_runs *runs, const struct at_runs_run *run)
{
    json_t *state = at_run_record_json(&run->record);
    size_t place = at_runs_place(runs, run);
    json_object_del(state, "owner");
    json_object_del(state, "final");
    if (run->asks) {
        json_t *asked = json_object();
        at_json_set_text(asked, "what", run->asks);
        at_json_set(state, "approval", asked);
    }
    if (place > 0)
        at_json_set(state, "place", json_integer((json_int_t)place));
    return state;
}

static json_t *
state_from_store(struct at_runs *runs, const char *id, struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    struct at_store_doc doc;
    if (!store->ops->get(store, AT_STORE_RUN, at_str(id), &doc, err))
        return NULL;
    json_object_del(doc.json, "owner");
    return doc.json;
}

// From the store, which knows all that this process still has.
bool
at_runs_record(struct at_runs *runs, const char *id, struct at_run_record *out,
               struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    struct at_store_doc doc;
    at_run_record_init(out);
    if (!store->ops->get(store, AT_STORE_RUN, at_str(id), &doc, err))
        return false;
    at_run_record_update(out, doc.json);
    at_store_doc_deinit(&doc);
    return true;
}

json_t *
at_runs_state(struct at_runs *runs, const char *id, struct at_err *err)
{
    json_t *state = id ? NULL : json_array();
    pthread_mutex_lock(&runs->lock);
    struct at_runs_run *run = runs->first;
    for (; run; run = run->next) {
        if (!id)
            json_array_append_new(state, state_of(runs, run));
        else if (strcmp(run->id, id) == 0)
            state = state_of(runs, run);
    }
    pthread_mutex_unlock(&runs->lock);
    return state ? state : state_from_store(runs, id, err);
}

static json_t *
device_json(const struct at_platform *platform,
            const struct at_device_entry *entry)
{
    json_t *device = json_object();
    at_json_set(device, "id", at_json_text(at_str(entry->id)));
    at_json_set(device, "name", at_json_text(at_str(entry->name)));
    at_json_set_text(device, "platform", platform->name);
    at_json_set_text(device, "kind", entry->kind);
    at_json_set(device, "state", at_json_text(at_str(entry->state)));
    at_json_set(device, "os", at_json_text(at_str(entry->os)));
    at_json_set(device, "usable", json_boolean(entry->usable));
    at_json_set(device, "bootable", json_boolean(entry->bootable));
    if (entry->remedy[0])
        at_json_set(device, "remedy", at_json_text(at_str(entry->remedy)));
    return device;
}

// Adds the run that has the device, whether a person tries a step there, and
// the number of runs that wait for it by name.
static void
add_runs(struct at_runs *runs, const char *id, json_t *device)
{
    json_int_t queued = 0;
    bool held = false;
    pthread_mutex_lock(&runs->lock);
    for (struct at_runs_run *run = runs->first; run; run = run->next) {
        if (run->lane && strcmp(run->lane->device, id) == 0)
            at_json_set_text(device, "run", run->id);
        queued += !run->lane && strcmp(run->record.scenario.device, id) == 0;
    }
    for (const struct at_runs_lane *lane = runs->lanes; lane; lane = lane->next)
        held = held || (lane->is_held && strcmp(lane->device, id) == 0);
    pthread_mutex_unlock(&runs->lock);
    at_json_set(device, "held", json_boolean(held));
    at_json_set(device, "queued", json_integer(queued));
}

static void
add_devices(struct at_runs *runs, const struct at_platform *platform,
            const struct at_device_list *list, json_t *out)
{
    for (size_t i = 0; i < list->count; i++) {
        json_t *device = device_json(platform, &list->entries[i]);
        add_runs(runs, list->entries[i].id, device);
        json_array_append_new(out, device);
    }
}

// A platform that cannot list its devices is no failure as long as another one
// can. Where no platform's tools are installed, the first one says what to
// install.
json_t *
at_runs_devices(const struct at_op *op, struct at_runs *runs,
                struct at_err *err)
{
    const struct at_platform_call call = {op, NULL};
    const struct at_platform *const *platform = runs->opts.platforms;
    struct at_err why = AT_ERR_INIT;
    json_t *devices = json_array();
    bool none = true;
    for (size_t i = 0; platform[i]; i++)
        none = none && !platform[i]->present();
    for (size_t i = 0; platform[i]; i++) {
        struct at_device_list list = {NULL, 0};
        bool asked = platform[i]->present() || (none && i == 0);
        if (asked && platform[i]->list && platform[i]->list(&call, &list, &why))
            add_devices(runs, platform[i], &list, devices);
        at_device_list_deinit(&list);
    }
    if (json_array_size(devices) > 0 || why.code == AT_OK)
        return devices;
    json_decref(devices);
    at_err_pass(err, &why);
    return NULL;
}
