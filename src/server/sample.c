// sample.c: the sample scenario: a first run without a model and a device
#include <pthread.h>

#include "base/limits.h"
#include "server/documents.h"
#include "server/audit.h"
#include "server/handlers.h"
#include "server/run_json.h"
#include "server/scenario_doc.h"
#include "sys/clock.h"
#include "tester/runs/recordings.h"
#include "wire/json.h"

enum { APP_MS = 5000 };

// Started in a terminal, virtual-android is found like any emulator.
static const char command[] = "virtual-android";

// The sample, and what identifies it among the stored scenarios.
struct sample {
    struct at_server_call *call;
    json_t *json; // owned
    struct at_scenario scenario;
    char hash[65];
    char id[AT_STORE_KEY_MAX + 1]; // of the stored scenario, once it is known
    int64_t revision;
};

static bool
open_sample(struct at_server_call *call, struct sample *out, struct at_err *err)
{
    *out = (struct sample){.call = call};
    out->json = at_json_parse(at_str(call->opts->sample), err);
    if (!out->json || !at_scenario_read(out->json, &out->scenario, err))
        return false;
    at_scenario_hash(&out->scenario, out->hash);
    return true;
}

static void
close_sample(struct sample *sample)
{
    at_scenario_deinit(&sample->scenario);
    json_decref(sample->json);
}

static bool
has_app(const struct sample *sample, const struct at_runs_device_state *state)
{
    struct at_op soon = at_op_sub(&sample->call->op, at_now_ns(), APP_MS);
    const struct at_platform_call call = {&soon, NULL};
    struct at_device *device;
    char version[64];
    if (!state->entry.usable ||
        !state->platform->open(&call, state->entry.id, &device, NULL))
        return false;
    bool has = at_device_app_version(&soon, device, sample->scenario.package,
                                     version, NULL);
    at_device_free(device);
    return has;
}

// Find a connected device that has the sample's app; a free one if possible.
// Returns false without a reason if there is none.
static bool
find_device(const struct sample *sample, char out_id[128])
{
    struct at_runs_devices list;
    struct at_server_call *call = sample->call;
    bool found = false;
    bool is_free = false;
    (void)!at_runs_list_devices(&call->op, call->opts->runs, &list, NULL);
    for (size_t i = 0; i < list.count && !is_free; i++) {
        const struct at_runs_device_state *state = &list.items[i];
        bool busy = state->run[0] || state->held;
        if ((found && busy) || !has_app(sample, state))
            continue;
        at_str_cut(out_id, 128, at_str(state->entry.id));
        found = true;
        is_free = !busy;
    }
    free(list.items);
    return found;
}

static bool
get_device(const struct sample *sample, char out_id[128], struct at_err *err)
{
    struct at_server_call *call = sample->call;
    return find_device(sample, out_id) ||
           at_virtual_device_start(&call->op, call->opts->virtual_device,
                                   out_id, err);
}

void
at_serve_sample(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct sample sample;
    char id[128];
    bool ready = at_virtual_device_check(call->opts->virtual_device, &err);
    if (!ready && open_sample(call, &sample, NULL)) {
        ready = find_device(&sample, id);
        close_sample(&sample);
    }
    json_t *json = json_pack("{s:b}", "ready", ready);
    if (!ready) {
        at_json_set(json, "why", at_json_text(at_str(err.msg)));
        at_json_set_text(json, "command", command);
    }
    at_server_reply_json(call->reply, 200, json);
}

static void
note_stored(struct sample *sample, const struct at_store_doc *doc)
{
    at_str_cut(sample->id, sizeof(sample->id), at_str(doc->id));
    sample->revision = doc->revision;
}

static bool
is_sample(const struct sample *sample, const struct at_store_doc *doc)
{
    struct at_scenario scenario;
    char hash[65] = "";
    if (at_scenario_read(doc->json, &scenario, NULL))
        at_scenario_hash(&scenario, hash);
    at_scenario_deinit(&scenario);
    return at_str_is(at_str(hash), sample->hash);
}

// Stop at the sample.
static bool
look_at(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct sample *sample = user;
    (void)err;
    if (is_sample(sample, doc))
        note_stored(sample, doc);
    return !sample->id[0];
}

// Find the sample among the stored scenarios, unchanged. Its id stays "" if it
// is not there.
static bool
find_stored(struct sample *sample, struct at_err *err)
{
    const struct at_store_query query = {
        .kind = AT_STORE_SCENARIO, .text = at_str(sample->scenario.package)};
    return at_store_each(sample->call->opts->store, &query, look_at, sample,
                         err) ||
           sample->id[0];
}

static bool
store_sample(struct sample *sample, struct at_err *err)
{
    struct at_store_db *store = sample->call->opts->store;
    struct at_store_doc doc = {0};
    if (!at_recording_exists(store, &sample->scenario) &&
        !at_recording_keep(store, sample->json, &sample->scenario, err))
        return false;
    if (!find_stored(sample, err))
        return false;
    if (sample->id[0])
        return true;
    bool ok = at_scenario_doc_add(store, sample->json, &doc, err);
    if (ok)
        note_stored(sample, &doc);
    at_store_doc_deinit(&doc);
    return ok;
}

static bool
find_in_state(const struct sample *sample, enum at_run_state state,
              char out_run[AT_STORE_ID_LEN + 1])
{
    struct at_store_db *store = sample->call->opts->store;
    const struct at_store_query query = {
        .kind = AT_STORE_RUN,
        .scenario = at_str(sample->id),
        .state = at_str(at_run_state_names[state]),
        .bare = true,
        .limit = 1,
    };
    struct at_store_list list;
    bool found = store->ops->list(store, &query, &list, NULL) && list.count > 0;
    if (found)
        at_str_cut(out_run, AT_STORE_ID_LEN + 1, at_str(list.docs[0].id));
    at_store_list_deinit(&list);
    return found;
}

// Find a run of the scenario that has not ended.
static bool
find_open(const struct sample *sample, char out_run[AT_STORE_ID_LEN + 1])
{
    return find_in_state(sample, AT_RUN_STATE_QUEUED, out_run) ||
           find_in_state(sample, AT_RUN_STATE_RUNNING, out_run);
}

static bool
submit(const struct sample *sample, char out_run[AT_STORE_ID_LEN + 1],
       struct at_err *err)
{
    struct at_server_call *call = sample->call;
    struct at_scenario scenario;
    struct at_runs_wish wish = {.scenario = &scenario,
                                .revision = sample->revision};
    char device[128];
    if (!get_device(sample, device, err))
        return false;
    json_t *json = json_copy(sample->json);
    json_object_del(json, "recording");
    at_json_set_text(json, "id", sample->id);
    at_json_set_text(json, "device", device);
    bool ok = at_scenario_read(json, &scenario, err) &&
              at_runs_submit(&call->op, call->opts->runs, &wish, out_run, err);
    if (ok)
        at_audit(call, "ran", AT_STORE_RUN, out_run);
    at_scenario_deinit(&scenario);
    json_decref(json);
    return ok;
}

static void
reply_run(struct at_server_call *call, unsigned status, const char *run)
{
    struct at_store_doc doc = {0};
    if (!at_document_get_by_id(call, AT_STORE_RUN, at_str(run), &doc))
        return;
    at_server_reply_json(call->reply, status, at_run_json(call, &doc));
    at_store_doc_deinit(&doc);
}

// One at a time: of two clicks the second finds the run of the first.
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

void
at_serve_sample_run(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct sample sample;
    char run[AT_STORE_ID_LEN + 1];
    pthread_mutex_lock(&starting);
    bool ok = open_sample(call, &sample, &err) && store_sample(&sample, &err);
    if (ok && find_open(&sample, run)) {
        call->audited = true; // when the first click started it
        reply_run(call, 200, run);
    } else if (ok && submit(&sample, run, &err)) {
        reply_run(call, 201, run);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    pthread_mutex_unlock(&starting);
    close_sample(&sample);
}
